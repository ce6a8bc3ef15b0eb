#include "app/panels/dialogs/dialogs.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "algebra/text/message.hpp"
#include "app/actions/finding.hpp"
#include "app/actions/looking.hpp"
#include "app/launch/layout_search.hpp"
#include "app/panels/dialogs/dialog_help.hpp"
#include "app/panels/found_layouts.hpp"
#include "app/ui/lists.hpp"
#include "app/ui/menus.hpp"
#include "app/ui/rows.hpp"
#include "gpu/suggest/suggest_text.hpp"

namespace app {

struct FinderView : LayoutFinder {
  ListChoice choice;
  int settling = 0;  ///< frames until ImGui knows the sizes of new contents
};

namespace {

using Field = FormProblem::Field;
using Of = LayoutQuestion::Of;

constexpr DialogHelp find_help{"Find a layout", "find", "window-reference", "find-a-layout"};

/// The edited question. Panels change no state, so all changes become one request.
struct AskedLayout {
  Ui& ui;
  LayoutQuestion asked;
  const FinderView& finder;
  float width;

  void sentence(const algebra::Message& message, ImU32 ink) const { wrapped((*ui.texts)(message), ink, width); }
  void problem_of(Field field, std::size_t access = 0) const {
    const auto& p = finder.problem;
    if (p && p->field == field && p->access == access) sentence(p->message, ui.ink.error);
  }

  void kind() {
    const auto at = ImGui::GetCursorScreenPos();
    if (ImGui::RadioButton(ui.tr("A layout in shared memory"), asked.of == Of::shared_layout)) asked.of = Of::shared_layout;
    ImGui::SameLine(0, ui.px(18));
    if (ImGui::RadioButton(ui.tr("Threads for global memory"), asked.of == Of::global_threads)) asked.of = Of::global_threads;
    help_part(ui, find_help, "kind", at, width);
  }

  void tile(bool first) {
    const auto from = ImGui::GetCursorScreenPos();
    const float type = ui.px(110), gap = ui.px(10), left = ImGui::GetCursorPosX();
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(ui.tr("Tile"));
    ImGui::SameLine();
    const float label = text_width(ui.fonts.ui, ui.tr("of elements"));
    if (first) ImGui::SetKeyboardFocusHere();
    code_field(ui, "##tile", asked.of == Of::shared_layout ? "(128,64)" : "(128,64):(512,1)", asked.tile,
               std::max(ui.px(120), left + width - ImGui::GetCursorPosX() - type - label - 2 * gap));
    ImGui::SameLine(0, gap);
    ImGui::TextUnformatted(ui.tr("of elements"));
    ImGui::SameLine(0, gap);
    code_field(ui, "##type", "half_t", asked.element, type);
    help_part(ui, find_help, "tile", from, width);
    problem_of(Field::tile);
    problem_of(Field::element);
  }

  void threads() {
    const auto from = ImGui::GetCursorScreenPos();
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(ui.tr("Threads"));
    ImGui::SameLine();
    ImGui::SetNextItemWidth(ui.px(120));
    constexpr int step = 32, most = 1024;
    if (ImGui::InputInt("##threads", &asked.threads, step, step)) asked.threads = std::clamp(asked.threads, 1, most);
    help_part(ui, find_help, "threads", from, width);
  }

  void accesses() {
    auto& all = asked.accesses;
    const auto from = ImGui::GetCursorScreenPos();
    std::optional<std::size_t> removed;
    const float gap = ui.px(6), times = ui.px(46), side = ImGui::GetFrameHeight();
    const float direction =
        std::max(text_width(ui.fonts.ui, ui.tr("read")), text_width(ui.fonts.ui, ui.tr("write"))) + 2 * ImGui::GetStyle().FramePadding.x;
    for (std::size_t i = 0; i < all.size(); ++i) {
      auto& a = all[i];
      ImGui::PushID(static_cast<int>(i));
      if (ImGui::Button(fmt::format("{}##direction", ui.tr(a.write ? "write" : "read")).c_str(), {direction, 0})) a.write = !a.write;
      if (ImGui::IsItemHovered()) tooltip_beside(ui, ui.tr("Reads or writes the tile: a click changes it."));
      ImGui::SameLine(0, gap);
      ImGui::SetNextItemWidth(times);
      constexpr int most_weight = 1 << 20;
      if (ImGui::InputInt("##weight", &a.weight, 0, 0)) a.weight = std::clamp(a.weight, 1, most_weight);
      if (ImGui::IsItemHovered()) tooltip_beside(ui, ui.tr("How often it happens, relative to the others."));
      ImGui::SameLine(0, gap);
      ImGui::TextUnformatted("×");
      ImGui::SameLine(0, gap);
      const float room = width - direction - times - side - text_width(ui.fonts.ui, "×") - 4 * gap;
      code_field(ui, "##access", "((32,4),8):((1,256),32) by 16 bytes", a.text, room);
      ImGui::SameLine(0, gap);
      if (all.size() > 1 && ImGui::Button("–##remove", {side, 0})) removed = i;
      if (all.size() > 1 && ImGui::IsItemHovered()) tooltip_beside(ui, ui.tr("Removes the access."));
      if (all.size() == 1) ImGui::NewLine();
      problem_of(Field::access, i);
      ImGui::PopID();
    }
    if (removed) all.erase(all.begin() + static_cast<std::ptrdiff_t>(*removed));
    help_part(ui, find_help, "accesses", from, width);
    if (ImGui::Button(ui.tr("Add an access"))) all.push_back({.text = all.back().text, .write = !all.back().write});
  }

  /// Draws a check box, on the same line if there is room.
  bool check(const char* english, bool& value, float more = 0) const {
    const float needs = ImGui::GetFrameHeight() + text_width(ui.fonts.ui, ui.tr(english)) + ui.px(10) + more;
    beside_if_it_fits(needs, ui.px(14), width + ImGui::GetStyle().WindowPadding.x);
    return ImGui::Checkbox(ui.tr(english), &value);
  }
  void varying() {
    const auto from = ImGui::GetCursorScreenPos();
    ImGui::AlignTextToFramePadding();
    ImGui::TextDisabled("%s", ui.tr("May vary:"));
    bool padded = asked.padding_bytes > 0;
    if (check("swizzles", asked.swizzles)) asked.only_canonical = false;
    if (check("order of modes", asked.order)) asked.only_canonical = false;
    if (check("canonical of WGMMA and UMMA", asked.canonical) && !asked.canonical) asked.only_canonical = false;
    const float field = ui.px(54);
    if (check("padding up to", padded, field + text_width(ui.fonts.ui, ui.tr("bytes")))) asked.padding_bytes = padded ? 16 : 0;
    ImGui::SameLine(0, ui.px(6));
    ImGui::SetNextItemWidth(field);
    constexpr int most_padding = 4096;
    if (ImGui::InputInt("##padding", &asked.padding_bytes, 0, 0)) asked.padding_bytes = std::clamp(asked.padding_bytes, 0, most_padding);
    ImGui::SameLine(0, ui.px(6));
    ImGui::TextUnformatted(ui.tr("bytes"));
    if (check("only canonical ones", asked.only_canonical) && asked.only_canonical) {
      asked.canonical = true;
      asked.swizzles = asked.order = false;
      asked.padding_bytes = 0;
    }
    help_part(ui, find_help, "varying", from, width);
  }
};

/// Draws one layout of the answer: its expression and cost, and below them each access beside its ideal, with its banks.
void draw_layout(const Ui& ui, const SearchedLayouts& found, const gpu::RankedLayout& r, const std::vector<BankWords>& banks, ImVec2 at,
                 float width, const char* before) {
  auto* list = ImGui::GetWindowDrawList();
  const auto& mono = ui.fonts.mono_small;
  const auto& small = ui.fonts.ui_small;
  const auto cost = (*ui.texts)(gpu::cost_text(r));
  const float line = std::max(mono.size, small.size) + ui.px(4), costs = text_width(small, cost);
  draw_text_right(list, small, {at.x + width - ui.px(8), at.y + ui.px(4)}, ui.ink.text, cost);
  float x = at.x + ui.px(8);
  if (*before != '\0') {
    const auto word = std::string(before) + ui.tr(": ");
    draw_text(list, small, {x, at.y + ui.px(4)}, ui.ink.faint, word);
    x += text_width(small, word);
  }
  draw_fitted(list, ui, mono, {x, at.y + ui.px(4)}, at.x + width - costs - ui.px(24) - x, ui.ink.text, r.expression());
  x = at.x + ui.px(8);
  const auto& q = found.question;
  const float cell = ui.px(3), strip = cell * static_cast<float>(BankWords{}.size());
  for (std::size_t a = 0; a < r.costs.size() && a < banks.size(); ++a) {
    const auto text =
        (*ui.texts)(algebra::message("{} {} (at least {})", gpu::short_name(q, a), r.costs[a].wavefronts, found.answer->bound.least[a]));
    const float needs = text_width(small, text) + ui.px(6) + strip;
    if (x + needs > at.x + width) break;  // the tooltip has all of them
    const float top = at.y + ui.px(4) + line;
    draw_text(list, small, {x, top}, r.costs[a].wavefronts > found.answer->bound.least[a] ? ui.ink.error : ui.ink.faint, text);
    x += text_width(small, text) + ui.px(6);
    const int most = std::clamp(*std::ranges::max_element(banks[a]), 1, 8);
    const float height = cell * 2 / 3 * static_cast<float>(most) + ui.px(3);
    draw_banks(ui, {x, top + std::max(0.0f, small.size - height)}, banks[a], cell);
    x += strip + ui.px(16);
  }
}

/// Draws one arrangement of threads: the tiled copy and its cost, and below them its instruction and its worst request.
void draw_threads(const Ui& ui, const gpu::ThreadAnswer& answer, const gpu::RankedThreads& r, ImVec2 at, float width) {
  auto* list = ImGui::GetWindowDrawList();
  const auto& mono = ui.fonts.mono_small;
  const auto& small = ui.fonts.ui_small;
  const auto said = [&](const char* words, auto... numbers) { return fmt::format(fmt::runtime(ui.tr(words)), numbers...); };
  const auto cost = said("{} sectors in {} requests", r.sectors, r.requests);
  const float x = at.x + ui.px(8), end = at.x + width - ui.px(8), top = at.y + ui.px(4);
  draw_text_right(list, small, {end, top}, ui.ink.text, cost);
  draw_fitted(list, ui, mono, {x, top}, end - text_width(small, cost) - ui.px(16) - x, ui.ink.text, r.expression());
  auto how = said("{} B a thread at once, {} lines of 128 B", r.bytes, r.lines);
  if (const auto worst = gpu::worst_text(r); !worst.empty()) how += "  ·  " + (*ui.texts)(worst);
  draw_fitted(list, ui, small, {x, top + std::max(mono.size, small.size) + ui.px(4)}, end - x,
              r.sectors > answer.least_sectors ? ui.ink.error : ui.ink.faint, how);
}

/// Draws the list of results, with draw(row) for each. A click or Enter selects one.
template <class Best, class Draw>
void found_list(Ui& ui, FinderView& finder, Requests& requests, ImVec2 row, bool entered, const Best& best, Draw&& draw) {
  const int count = static_cast<int>(best.size());
  const float room = ImGui::GetMainViewport()->Size.y * 0.92f - ImGui::GetCursorScreenPos().y - ui.px(20);
  const ListLook look{.id = "found",
                      .count = count,
                      .size = {row.x, std::clamp(room, row.y * 3, row.y * static_cast<float>(std::max(3, count)))},
                      .row = row.y};
  const int taken = list(ui, finder.choice, look, entered, draw);
  if (taken >= 0 && finder.fresh) requests.add<take_found>(best[static_cast<std::size_t>(taken)].expression());
}

float row_height(const Ui& ui) { return std::max(ui.fonts.mono_small.size, ui.fonts.ui_small.size) + ui.fonts.ui_small.size + ui.px(16); }

void answers(Ui& ui, FinderView& finder, Requests& requests, const SearchedLayouts& found, float width, bool entered) {
  const auto& a = *found.answer;
  const float row = row_height(ui);
  if (a.now) {
    const auto at = ImGui::GetCursorScreenPos();
    ImGui::Dummy({width, row});
    draw_layout(ui, found, *a.now, found.now, at, width, ui.tr("now"));
    if (ImGui::IsMouseHoveringRect(at, {at.x + width, at.y + row})) compare_with_now(ui, found.question, a, *a.now);
  }
  found_list(ui, finder, requests, {width, row}, entered, a.best, [&](const ListRow& r) {
    const auto& ranked = a.best[static_cast<std::size_t>(r.number)];
    draw_layout(ui, found, ranked, found.banks[static_cast<std::size_t>(r.number)], r.at, r.size.x, "");
    if (r.over) compare_with_now(ui, found.question, a, ranked);
  });
}

void answers(Ui& ui, FinderView& finder, Requests& requests, const SearchedThreads& found, float width, bool entered) {
  const auto& a = *found.answer;
  found_list(ui, finder, requests, {width, row_height(ui)}, entered, a.best,
             [&](const ListRow& r) { draw_threads(ui, a, a.best[static_cast<std::size_t>(r.number)], r.at, r.size.x); });
}

}  // namespace

void find_dialog(Ui& ui, const Workspace& workspace, const ViewState& view, Requests& requests, bool first) {
  auto& finder = ui.kept<FinderView>();
  const auto& question = view.layout_question;
  const float width = std::min(ui.px(880), ImGui::GetMainViewport()->Size.x * 0.92f);
  dialog_heading(ui, requests, find_help, width);
  AskedLayout form{ui, question, finder, width};
  form.kind();
  form.tile(first);
  if (question.of == Of::shared_layout) {
    form.accesses();
    form.varying();
  } else {
    form.threads();
  }
  if (form.asked != question) requests.add<set_layout_question>(form.asked);
  if (first || finder.of != question || finder.changes != workspace.changes()) finder.ask(workspace, question);
  if (finder.take()) finder.choice.choose(0), finder.settling = 2;
  if (finder.waits() || finder.settling > 0) ui.animating = true;
  finder.settling = std::max(0, finder.settling - 1);
  ImGui::Separator();
  const auto answer_at = ImGui::GetCursorScreenPos();
  if (finder.waits()) ImGui::TextDisabled("%s", fmt::format("{} {:.0f} %", ui.tr("Searching"), 100 * finder.search.fraction()).c_str());
  else
    for (const auto& said : finder.words(*ui.texts)) wrapped(said.label, ink_of(ui.ink, said.tone), width);
  // The last answer stays until the next one is found.
  const bool entered = !first && finder.fresh && enter_pressed(ui);
  if (const auto* layouts = finder.last<SearchedLayouts>(); layouts != nullptr && question.of == Of::shared_layout)
    answers(ui, finder, requests, *layouts, width, entered);
  if (const auto* threads = finder.last<SearchedThreads>(); threads != nullptr && question.of == Of::global_threads)
    answers(ui, finder, requests, *threads, width, entered);
  help_part(ui, find_help, "answer", answer_at, width);
  dialog_help_card(ui, view, requests, find_help);
}

}  // namespace app
