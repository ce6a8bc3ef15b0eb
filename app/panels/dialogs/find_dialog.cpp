#include "app/panels/dialogs/find_dialog.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "app/actions/finding.hpp"
#include "app/actions/looking.hpp"
#include "app/actions/saving.hpp"
#include "app/launch/layout_search.hpp"
#include "app/panels/found_layouts.hpp"
#include "gpu/suggest_text.hpp"

namespace app {

/// What was asked last and what was found, so that nothing is searched in a frame in which nothing changed.
struct FinderView {
  LayoutQuestion of;
  std::uint64_t changes = 0;           ///< of the workspace
  std::optional<FormProblem> problem;  ///< of the form
  std::optional<SearchedLayouts> found;
  bool fresh = false;  ///< `found` is the answer to `of`
  int choice = 0;
  LayoutSearch search;

  void ask(const Workspace& workspace, const LayoutQuestion& question) {
    of = question;
    changes = workspace.changes();
    fresh = false;
    problem.reset();
    search.cancel();
    constexpr std::size_t most_listed = 12;
    if (auto asked = asked_question(workspace, question)) search.ask(std::move(*asked), most_listed);
    else problem = std::move(asked.error());
  }
  void take() {
    auto taken = search.take();
    if (!taken) return;
    found = std::move(taken);
    fresh = true;
    choice = 0;
  }
};

namespace {

using Field = FormProblem::Field;

/// The question as it will be: panels change no state, so all changes are one request.
struct QuestionForm {
  const Ui& ui;
  LayoutQuestion asked;
  const FinderView& finder;
  float width;

  void sentence(const std::string& message, ImU32 ink) const {
    ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + width);
    ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(ink), "%s", ui.texts->message(message).c_str());
    ImGui::PopTextWrapPos();
  }
  void problem_of(Field field, std::size_t access = 0) const {
    const auto& p = finder.problem;
    if (p && p->field == field && p->access == access) sentence(p->message, ui.ink.error);
  }
  void text(const char* id, const char* hint, std::string& value, float wide) const {
    ImGui::SetNextItemWidth(wide);
    ImGui::PushFont(ui.fonts.mono_small.font);
    ImGui::InputTextWithHint(id, hint, &value);
    ImGui::PopFont();
    field_tooltip(ui, value);
  }

  void tile(bool first) {
    const float type = ui.px(110), gap = ui.px(10);
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(ui.tr("Tile"));
    ImGui::SameLine();
    const float label = text_width(ui.fonts.ui, ui.tr("of elements"));
    if (first) ImGui::SetKeyboardFocusHere();
    text("##tile", "(128,64)", asked.tile, std::max(ui.px(120), width - ImGui::GetCursorPosX() - type - label - 2 * gap));
    ImGui::SameLine(0, gap);
    ImGui::TextUnformatted(ui.tr("of elements"));
    ImGui::SameLine(0, gap);
    text("##type", "half_t", asked.element, type);
    problem_of(Field::tile);
    problem_of(Field::element);
  }

  void accesses() {
    auto& all = asked.accesses;
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
      if (ImGui::IsItemHovered()) tooltip_beside(ui, ui.tr("How often it happens, beside the others."));
      ImGui::SameLine(0, gap);
      ImGui::TextUnformatted("×");
      ImGui::SameLine(0, gap);
      const float room = width - direction - times - side - text_width(ui.fonts.ui, "×") - 4 * gap;
      text("##access", "((32,4),8):((1,256),32) by 16 bytes", a.text, room);
      ImGui::SameLine(0, gap);
      if (all.size() > 1 && ImGui::Button("–##remove", {side, 0})) removed = i;
      if (all.size() > 1 && ImGui::IsItemHovered()) tooltip_beside(ui, ui.tr("Removes the access."));
      if (all.size() == 1) ImGui::NewLine();
      problem_of(Field::access, i);
      ImGui::PopID();
    }
    if (removed) all.erase(all.begin() + static_cast<std::ptrdiff_t>(*removed));
    if (ImGui::Button(ui.tr("Add an access"))) all.push_back({.text = all.back().text, .write = !all.back().write});
  }

  /// A check box behind the last one where there is room.
  bool check(const char* english, bool& value, float more = 0) const {
    const float needs = ImGui::GetFrameHeight() + text_width(ui.fonts.ui, ui.tr(english)) + ui.px(10) + more;
    ImGui::SameLine(0, ui.px(14));
    if (ImGui::GetCursorPosX() + needs > width + ImGui::GetStyle().WindowPadding.x) ImGui::NewLine();
    return ImGui::Checkbox(ui.tr(english), &value);
  }
  void varying() {
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
  }
};

/// One layout of the answer: its expression and cost, and beneath each access beside its ideal with its banks.
void draw_layout(const Ui& ui, const SearchedLayouts& found, const gpu::RankedLayout& r, const std::vector<BankWords>& banks, ImVec2 at,
                 float width, const char* before) {
  auto* list = ImGui::GetWindowDrawList();
  const auto& mono = ui.fonts.mono_small;
  const auto& small = ui.fonts.ui_small;
  const auto cost = fmt::format("{} {}, {} B", r.wavefronts, ui.tr("wavefronts"), r.bytes);
  const float line = std::max(mono.size, small.size) + ui.px(4), costs = text_width(small, cost);
  draw_text_right(list, small, {at.x + width - ui.px(8), at.y + ui.px(4)}, ui.ink.text, cost);
  float x = at.x + ui.px(8);
  if (*before != '\0') {
    const auto word = fmt::format("{}: ", before);
    draw_text(list, small, {x, at.y + ui.px(4)}, ui.ink.faint, word);
    x += text_width(small, word);
  }
  draw_fitted(list, ui, mono, {x, at.y + ui.px(4)}, at.x + width - costs - ui.px(24) - x, ui.ink.text, r.expression());
  x = at.x + ui.px(8);
  const auto& q = found.question;
  const float cell = ui.px(3), strip = cell * static_cast<float>(BankWords{}.size());
  for (std::size_t a = 0; a < r.costs.size() && a < banks.size(); ++a) {
    const auto text = fmt::format("{} {} ({} {})", ui.texts->message(gpu::short_name(q, a)), r.costs[a].wavefronts, ui.tr("at least"),
                                  found.answer->bound.least[a]);
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

void answers(Ui& ui, FinderView& finder, Requests& requests, float width, bool entered) {
  const auto& found = *finder.found;
  const auto& a = *found.answer;
  const int count = static_cast<int>(a.best.size());
  if (compat::key_pressed(ImGuiKey_DownArrow)) ++finder.choice;
  if (compat::key_pressed(ImGuiKey_UpArrow)) --finder.choice;
  finder.choice = std::clamp(finder.choice, 0, std::max(0, count - 1));
  const float row = std::max(ui.fonts.mono_small.size, ui.fonts.ui_small.size) + ui.fonts.ui_small.size + ui.px(18);
  if (a.now) {
    const auto at = ImGui::GetCursorScreenPos();
    ImGui::Dummy({width, row});
    draw_layout(ui, found, *a.now, found.now, at, width, ui.tr("now"));
    if (ImGui::IsMouseHoveringRect(at, {at.x + width, at.y + row})) compare_with_now(ui, found.question, a, *a.now);
  }
  const float room = ImGui::GetMainViewport()->Size.y * 0.92f - ImGui::GetCursorScreenPos().y - ui.px(20);
  compat::begin_child("found", {width, std::clamp(room, row * 3, row * static_cast<float>(std::max(3, count)) + ui.px(4))});
  const float inner = inner_width();
  for (int i = 0; i < count; ++i) {
    const auto& r = a.best[static_cast<std::size_t>(i)];
    const auto at = ImGui::GetCursorScreenPos();
    ImGui::PushID(i);
    const bool clicked = ImGui::InvisibleButton("layout", {inner, row});
    ImGui::PopID();
    const bool hovered = ImGui::IsItemHovered();
    if (hovered && (ImGui::GetIO().MouseDelta.x != 0 || ImGui::GetIO().MouseDelta.y != 0)) finder.choice = i;
    if (i == finder.choice) ImGui::GetWindowDrawList()->AddRectFilled(at, {at.x + inner, at.y + row}, ui.ink.selected_back, ui.px(4));
    draw_layout(ui, found, r, found.banks[static_cast<std::size_t>(i)], at, inner, "");
    if (hovered) compare_with_now(ui, found.question, a, r);
    if (finder.fresh && (clicked || (entered && i == finder.choice))) requests.add<take_layout>(r.expression());
  }
  ImGui::EndChild();
}

}  // namespace

void find_dialog(Ui& ui, const Workspace& workspace, const ViewState& view, Requests& requests, bool first) {
  if (!ui.finder) ui.finder = std::make_shared<FinderView>();
  auto& finder = *ui.finder;
  const float width = std::min(ui.px(880), ImGui::GetMainViewport()->Size.x * 0.92f);
  const auto heading = ImGui::GetCursorScreenPos();
  draw_text(ImGui::GetWindowDrawList(), ui.fonts.ui_bold, heading, ui.ink.text, ui.tr("Find a layout"));
  ImGui::Dummy({width, ui.fonts.ui_bold.size + ui.px(4)});
  QuestionForm form{ui, view.layout_question, finder, width};
  form.tile(first);
  form.accesses();
  form.varying();
  if (form.asked != view.layout_question) requests.add<set_layout_question>(form.asked);
  if (first || finder.of != view.layout_question || finder.changes != workspace.changes()) finder.ask(workspace, view.layout_question);
  finder.take();
  ImGui::Separator();
  if (finder.search.busy()) {
    ui.animating = true;
    ImGui::TextDisabled("%s", fmt::format("{} {:.0f} %", ui.tr("Searching"), 100 * finder.search.fraction()).c_str());
  } else if (finder.fresh && finder.found) {
    const auto& found = *finder.found;
    if (!found.answer) form.sentence(found.answer.error(), ui.ink.error);
    else form.sentence(gpu::proof_text(found.question, *found.answer), found.answer->best.empty() ? ui.ink.error : ui.ink.text);
    if (found.answer && !found.answer->best.empty()) form.sentence(gpu::bound_text(found.question, *found.answer), ui.ink.faint);
  }
  // While another answer is being searched the last one stays.
  const bool entered = !first && (compat::key_pressed(ImGuiKey_Enter) || compat::key_pressed(ImGuiKey_KeyPadEnter));
  if (!finder.problem && finder.found && finder.found->answer && !finder.found->answer->best.empty())
    answers(ui, finder, requests, width, entered && finder.fresh);
}

}  // namespace app
