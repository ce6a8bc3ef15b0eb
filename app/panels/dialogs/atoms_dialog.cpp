#include "app/panels/dialogs/dialogs.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "app/actions/saving.hpp"
#include "app/actions/sheet_edits.hpp"
#include "app/commands/atom_search.hpp"
#include "app/panels/dialogs/dialog_help.hpp"
#include "app/ui/lists.hpp"
#include "app/ui/menus.hpp"
#include "app/ui/rows.hpp"

namespace app {

/// The last filter with its results, so that nothing is searched in a frame without changes.
struct AtomsView {
  AtomFilter filter;
  std::vector<int> found;
  std::vector<std::string> targets;
  std::vector<std::string> types;
  std::array<std::vector<int>, 3> extents;
  ListChoice choice;

  void look(AtomFilter wanted) {
    filter = std::move(wanted);
    found = found_atoms(filter);
    targets = targets_of(filter);
    types = types_of(filter);
    for (std::size_t m = 0; m < 3; ++m) extents[m] = extents_of(filter, m);
    choice.choose(0);
  }
};

namespace {

using AtomKind = algebra::ListedAtom::Kind;

const char* title_of(std::optional<AtomKind> kind) {
  if (!kind) return "All kinds";
  return *kind == AtomKind::mma ? "MMA" : *kind == AtomKind::copy ? "Copy" : "Shared memory";
}

std::string title_of_target(const Ui& ui, const std::optional<std::string>& target) {
  if (!target) return ui.tr("All architectures");
  return target->empty() ? ui.tr("Any architecture") : *target;
}

/// Draws the filters. Returns the selected ones.
AtomFilter filters(const Ui& ui, const AtomsView& atoms, float width) {
  auto wanted = atoms.filter;
  Flow flow(ImGui::GetCursorScreenPos(), width, ui.px(6), ImGui::GetFrameHeightWithSpacing());
  const auto filter = [&](const char* id, const std::string& chosen, float points) {
    ImGui::SetCursorScreenPos(flow.next(ui.px(points)));
    return DropDown(ui, id, ui.fonts.ui, chosen, ui.px(points));
  };
  if (const auto list = filter("architecture", title_of_target(ui, wanted.target), 150); list) {
    if (list.option(title_of_target(ui, {}), !wanted.target)) wanted.target.reset();
    for (const auto& t : atoms.targets)
      if (list.option(title_of_target(ui, t), wanted.target == t)) wanted.target = t;
  }
  if (const auto list = filter("kind", ui.tr(title_of(wanted.kind)), 126); list) {
    for (const auto kind :
         {std::optional<AtomKind>(), std::optional(AtomKind::mma), std::optional(AtomKind::copy), std::optional(AtomKind::smem)})
      if (list.option(ui.tr(title_of(kind)), wanted.kind == kind)) wanted.kind = kind;
  }
  if (const auto list = filter("types", wanted.types.empty() ? ui.tr("All types") : wanted.types, 176); list) {
    if (list.option(ui.tr("All types"), wanted.types.empty())) wanted.types.clear();
    for (const auto& t : atoms.types)
      if (list.option(t, wanted.types == t)) wanted.types = t;
  }
  for (std::size_t m = 0; m < 3; ++m) {
    const std::string name(1, "MNK"[m]);
    auto& extent = wanted.shape_mnk[m];
    if (const auto list = filter(name.c_str(), extent == 0 ? name : fmt::format("{} {}", name, extent), 84); list) {
      if (list.option(name, extent == 0)) extent = 0;
      for (const int e : atoms.extents[m])
        if (list.option(fmt::format("{} {}", name, e), extent == e)) extent = e;
    }
  }
  return wanted;
}

}  // namespace

void atoms_dialog(Ui& ui, Requests& requests, bool first) {
  auto& atoms = ui.kept<AtomsView>();
  const auto screen = ImGui::GetMainViewport()->Size;
  const float width = std::min(ui.px(760), screen.x * 0.9f);
  dialog_heading(ui, requests, {"Atoms", "", "hopper", "the-browser-of-atoms"}, width);
  auto& typed = dialog_of(ui).text;
  const bool entered = search_field(ui, "##atom", "A part of a name, types, or a shape such as 64x128x16", typed, width, first);
  auto wanted = filters(ui, atoms, width);
  wanted.typed = typed;
  if (first || wanted != atoms.filter) atoms.look(std::move(wanted));

  const auto& all = algebra::listed_atoms();
  const int count = static_cast<int>(atoms.found.size());
  const auto& face = ui.fonts.mono_small;
  const float row = std::max(face.size, ui.fonts.ui_small.size) + ui.px(8);
  ImGui::TextDisabled("%s",
                      count == 0 ? ui.tr("Nothing found") : fmt::format(fmt::runtime(ui.tr("{} of {} atoms")), count, all.size()).c_str());
  const float height = std::max(row * 4, std::min(row * 16, screen.y * 0.86f - ImGui::GetCursorPosY() - ui.px(24)));
  const auto atom_of = [&](int i) -> const auto& { return all[static_cast<std::size_t>(atoms.found[static_cast<std::size_t>(i)])]; };
  const int taken =
      list(ui, atoms.choice, {.id = "found", .count = count, .size = {width, height}, .row = row}, entered, [&](const ListRow& r) {
        const auto& atom = atom_of(r.number);
        row_words(ui, r, face, atom.expression, atom_detail(atom), 0.34f);
      });
  if (taken < 0) return;
  requests.add<cancel_asked>();
  requests.add<insert_atom>(atom_of(taken).expression);
}

}  // namespace app
