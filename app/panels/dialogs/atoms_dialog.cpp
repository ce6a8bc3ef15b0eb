#include "app/panels/dialogs/atoms_dialog.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "app/actions/looking.hpp"
#include "app/actions/saving.hpp"
#include "app/actions/sheet_edits.hpp"
#include "app/commands/atom_search.hpp"
#include "app/panels/dialogs/dialogs.hpp"
#include "app/ui/menus.hpp"
#include "app/ui/widgets.hpp"

namespace app {

/// What was chosen and found last, so that nothing is looked for in a frame in which nothing changed.
struct AtomsView {
  AtomFilter filter;
  std::vector<int> found;
  std::vector<int> architectures;
  std::vector<std::string> types;
  std::array<std::vector<int>, 3> extents;
  int choice = 0;
  bool follow = false;  ///< the list is to scroll to the choice

  void look(AtomFilter wanted) {
    filter = std::move(wanted);
    found = found_atoms(filter);
    architectures = architectures_of(filter);
    types = types_of(filter);
    for (std::size_t m = 0; m < 3; ++m) extents[m] = extents_of(filter, m);
    choice = 0;
    follow = true;
  }
};

namespace {

using Kind = algebra::ListedAtom::Kind;

const char* title_of(std::optional<Kind> kind) {
  if (!kind) return "All kinds";
  return *kind == Kind::mma ? "MMA" : *kind == Kind::copy ? "Copy" : "Shared memory";
}

std::string title_of_architecture(const Ui& ui, std::optional<int> architecture) {
  if (!architecture) return ui.tr("All architectures");
  return *architecture == 0 ? ui.tr("Any architecture") : fmt::format("SM{}", *architecture);
}

/// The filters; returns what is wanted now.
AtomFilter filters(const Ui& ui, const AtomsView& atoms, float width) {
  auto wanted = atoms.filter;
  float left = 0;  // as many in a line as there is room for
  const auto filter = [&](const char* id, const std::string& chosen, float points) {
    const float wide = ui.px(points);
    if (left > 0 && left + wide <= width) ImGui::SameLine(0, ui.px(6));
    else left = 0;
    left += wide + ui.px(6);
    return DropDown(ui, id, ui.fonts.ui, chosen, wide);
  };
  if (const auto list = filter("architecture", title_of_architecture(ui, wanted.architecture), 150); list) {
    if (list.option(title_of_architecture(ui, {}), !wanted.architecture)) wanted.architecture.reset();
    for (const int a : atoms.architectures)
      if (list.option(title_of_architecture(ui, a), wanted.architecture == a)) wanted.architecture = a;
  }
  if (const auto list = filter("kind", ui.tr(title_of(wanted.kind)), 126); list) {
    for (const auto kind : {std::optional<Kind>(), std::optional(Kind::mma), std::optional(Kind::copy), std::optional(Kind::smem)})
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
  const auto heading = ImGui::GetCursorScreenPos();
  draw_text(ImGui::GetWindowDrawList(), ui.fonts.ui_bold, heading, ui.ink.text, ui.tr("Atoms"));
  const auto& small = ui.fonts.ui_small;
  const char* about = ui.tr("In the guide");
  if (text_button(ui, small, "guide", about, {heading.x + width - text_width(small, about), heading.y}, Pointed::underlined))
    requests.add<show_guide>("hopper", "the-browser-of-atoms");
  ImGui::SetCursorScreenPos(heading);
  ImGui::Dummy({width, ui.fonts.ui_bold.size + ui.px(4)});
  if (first) ImGui::SetKeyboardFocusHere();
  ImGui::SetNextItemWidth(width);
  const bool entered = ImGui::InputTextWithHint("##atom", ui.tr("A part of a name, types, or a shape such as 64x128x16"),
                                                &dialog_of(ui).text, ImGuiInputTextFlags_EnterReturnsTrue);
  auto wanted = filters(ui, atoms, width);
  wanted.typed = dialog_of(ui).text;
  if (first || wanted != atoms.filter) atoms.look(std::move(wanted));

  const int count = static_cast<int>(atoms.found.size());
  const auto& face = ui.fonts.mono_small;
  const float row = std::max(face.size, ui.fonts.ui_small.size) + ui.px(8);
  const int before = atoms.choice;
  if (compat::key_pressed(ImGuiKey_DownArrow)) ++atoms.choice;
  if (compat::key_pressed(ImGuiKey_UpArrow)) --atoms.choice;
  if (compat::key_pressed(ImGuiKey_PageDown)) atoms.choice += 10;
  if (compat::key_pressed(ImGuiKey_PageUp)) atoms.choice -= 10;
  atoms.choice = std::clamp(atoms.choice, 0, std::max(0, count - 1));
  if (atoms.choice != before) atoms.follow = true;
  ImGui::TextDisabled("%s", count == 0 ? ui.tr("Nothing found")
                                       : fmt::format(fmt::runtime(ui.tr("{} of {} atoms")), count, algebra::listed_atoms().size()).c_str());
  const float height = std::max(row * 4, std::min(row * 16, screen.y * 0.86f - ImGui::GetCursorPosY() - ui.px(24)));
  compat::begin_child("found", {width, height});
  const float inner = inner_width();
  auto* list = ImGui::GetWindowDrawList();
  if (atoms.follow) {
    const float top = row * static_cast<float>(atoms.choice);
    if (top < ImGui::GetScrollY()) ImGui::SetScrollY(top);
    else if (top + row > ImGui::GetScrollY() + height) ImGui::SetScrollY(top + row - height);
    atoms.follow = false;
  }
  const int from = std::max(0, static_cast<int>(ImGui::GetScrollY() / row)),
            to = std::min(count, from + static_cast<int>(height / row) + 2);
  for (int i = from; i < to; ++i) {
    const auto& atom = algebra::listed_atoms()[static_cast<std::size_t>(atoms.found[static_cast<std::size_t>(i)])];
    ImGui::SetCursorPos({0, row * static_cast<float>(i)});
    const auto at = ImGui::GetCursorScreenPos();
    ImGui::PushID(i);
    const bool clicked = ImGui::InvisibleButton("atom", {inner, row});
    ImGui::PopID();
    const bool hovered = ImGui::IsItemHovered();
    if (hovered && (ImGui::GetIO().MouseDelta.x != 0 || ImGui::GetIO().MouseDelta.y != 0)) atoms.choice = i;
    if (i == atoms.choice) list->AddRectFilled(at, {at.x + inner, at.y + row}, ui.ink.selected_back, ui.px(4));
    const auto detail = atom_detail(atom);
    const auto shown_detail = fitted(ui.fonts.ui_small, detail, inner * 0.34f);
    const float detail_width = text_width(ui.fonts.ui_small, shown_detail), room = inner - detail_width - ui.px(34);
    draw_text(list, face, {at.x + ui.px(8), at.y + (row - face.size) / 2}, ui.ink.text, fitted(face, atom.expression, room));
    draw_text_right(list, ui.fonts.ui_small, {at.x + inner - ui.px(10), at.y + (row - ui.fonts.ui_small.size) / 2}, ui.ink.faint,
                    shown_detail);
    if (hovered && (shown_detail != detail || text_width(face, atom.expression) > room))
      whole_text(ui, face, at, {at.x + inner, at.y + row}, atom.expression + "\n" + detail);
    if (clicked || (entered && i == atoms.choice)) {
      requests.add<cancel_asked>();
      requests.add<insert_atom>(atom.expression);
    }
  }
  ImGui::SetCursorPos({0, row * static_cast<float>(count)});
  ImGui::Dummy({1, 0});
  ImGui::EndChild();
}

}  // namespace app
