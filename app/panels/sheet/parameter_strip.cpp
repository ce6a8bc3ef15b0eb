#include "app/panels/sheet/parameter_strip.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>

#include <fmt/format.h>

#include "app/actions/looking.hpp"
#include "app/actions/sheet_edits.hpp"
#include "app/document/setting_words.hpp"
#include "app/panels/bars/help_card.hpp"
#include "app/panels/fold_heading.hpp"
#include "app/panels/sheet/entry_numbers.hpp"
#include "app/panels/sheet/entry_text.hpp"
#include "app/panels/sheet/sheet_parts.hpp"

namespace app {
namespace {

using algebra::editing::NumberRange;
using algebra::editing::NumberToken;

constexpr double marks_budget = 0.003;  ///< seconds for trying values, once for each change of the entry

/// As NumberRole: its terms for F1.
constexpr std::array role_names{"shape", "stride", "tile", "coordinate", "order", "index", "swizzle", "offset", "value"};

struct Measures {
  float head, line, margin;
};
Measures measures(const Ui& ui) { return {ui.fonts.ui_bold_small.size + ui.px(12), ui.fonts.mono_small.size + ui.px(10), ui.px(12)}; }

bool has_numbers(const Workspace& workspace, const ViewState& view) {
  return workspace.has_entry(view.selected) && !workspace.result(view.selected).is_note &&
         workspace.sheet().entries[static_cast<std::size_t>(view.selected)].text.size() < 4096;
}

/// The numbers of the selected entry; its text is looked at again only when it changes.
const std::vector<NumberToken>& numbers_of_selected(Ui& ui, const Workspace& workspace, const ViewState& view) {
  const auto index = view.selected;
  return source_of(ui, ui.fonts.mono, index, workspace.sheet().entries[static_cast<std::size_t>(index)].text).numbers;
}

/// Values that are worth trying: all of a short range, powers of two and what lies between them of a long one.
std::vector<std::int64_t> candidates(const NumberRange& range) {
  std::vector<std::int64_t> values;
  if (range.most - range.least <= 128) {
    for (auto v = range.least; v <= range.most; ++v) values.push_back(v);
    return values;
  }
  for (std::int64_t p = 1; p > 0 && p <= range.most; p *= 2) {
    if (p >= range.least) values.push_back(p);
    if (p >= 2 && p / 2 * 3 <= range.most && p / 2 * 3 >= range.least) values.push_back(p / 2 * 3);
    if (p > range.most / 2) break;
  }
  return values;
}

/// Which values of a number work, with the other numbers as they are.
const SliderMarks& marks_of(Ui& ui, const Workspace& workspace, const ViewState& view, const std::string& text, std::size_t number,
                            const NumberToken& n, const NumberRange& range) {
  auto& panel = panel_of(ui);
  auto& marks = panel.marks[number];
  // Dragging changes every entry that follows: the marks wait until it is over.
  if (!marks.around.empty() && (panel.drag.entry >= 0 || marks.looked == panel.marks_looked)) return marks;
  const auto around = fmt::format("{}\n{}\n{}", text.substr(0, n.digits.begin), text.substr(n.digits.end), range.most);
  std::uint64_t version = 0;
  for (const auto& name : algebra::free_names(text))
    if (const int used = workspace.evaluator().find(name); used >= 0 && used != view.selected)
      version = std::max(version, workspace.result(used).version);
  marks.looked = panel.marks_looked;
  if (marks.around == around && marks.version == version) return marks;
  marks = {.around = around, .version = version, .looked = panel.marks_looked, .works = {}, .all = false};
  const auto until = std::chrono::steady_clock::now() + std::chrono::duration<double>(marks_budget);
  const auto tried = candidates(range);
  std::size_t asked = 0;
  for (const auto v : tried) {
    if (std::chrono::steady_clock::now() > until) break;
    ++asked;
    if (text_works(workspace.evaluator(), algebra::editing::with_number(text, n, v))) marks.works.push_back(v);
  }
  marks.all = marks.works.size() == asked;
  return marks;
}

/// Marks are looked at again only when the entry, or what it uses, may have changed.
void follow_changes(SheetPanel& panel, const Workspace& workspace, const ViewState& view, const std::string& text) {
  const auto evaluation = workspace.evaluator().newest_version();
  if (panel.marks_entry != view.selected) panel.marks.clear();
  else if (panel.marks_text == text && panel.marks_evaluation == evaluation) return;
  panel.marks_entry = view.selected;
  panel.marks_text = text;
  panel.marks_evaluation = evaluation;
  ++panel.marks_looked;
}

/// The number as text, to be typed over.
void value_field(Ui& ui, const ViewState& view, Requests& requests, std::size_t number, const NumberToken& n, ImVec2 at, float width) {
  auto& panel = panel_of(ui);
  const bool mine = panel.field_number == static_cast<int>(number);
  auto text = mine ? panel.field_text : fmt::format("{}", n.value);
  ImGui::SetCursorScreenPos(at);
  ImGui::SetNextItemWidth(width);
  ImGui::PushFont(ui.fonts.mono_small.font);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(ui.px(5), ui.px(2)));
  const bool entered = ImGui::InputText(
      "##value", &text, ImGuiInputTextFlags_AutoSelectAll | ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_CharsDecimal);
  ImGui::PopStyleVar();
  ImGui::PopFont();
  if (ImGui::IsItemActive() || entered) {
    panel.field_number = static_cast<int>(number);
    const bool edited = mine && text != panel.field_text;
    panel.field_text = text;
    const auto value = integer(text);
    if (edited && value && *value != n.value)
      requests.add<set_number>(view.selected, number, std::clamp(*value, n.least, n.most), number_key("value", view.selected, number));
  } else if (mine) {
    panel.field_number = -1;
  }
  if (ImGui::IsItemDeactivated()) requests.add<&Workspace::seal_edit>();
}

void slider(Ui& ui, const Workspace& workspace, const ViewState& view, Requests& requests, const std::string& text, std::size_t number,
            const NumberToken& n, ImVec2 at, ImVec2 size) {
  auto& panel = panel_of(ui);
  auto* list = ImGui::GetWindowDrawList();
  const auto& io = ImGui::GetIO();
  const bool held = panel.drag.entry == view.selected && panel.drag.on_slider && panel.drag.number == number;
  const auto range = held ? panel.drag.range : slider_range(n);
  const float r = ui.px(5), left = at.x + r, right = at.x + size.x - r, middle = at.y + size.y / 2;
  const auto x_of = [&](std::int64_t v) { return left + static_cast<float>(range.place(v)) * (right - left); };
  ImGui::SetCursorScreenPos(at);
  ImGui::InvisibleButton("slider", size);
  const auto& marks = marks_of(ui, workspace, view, text, number, n, range);
  if (ImGui::IsItemActivated()) {
    panel.drag = {.entry = view.selected,
                  .number = number,
                  .from = n.value,
                  .range = range,
                  .on_slider = true,
                  .moving = true,
                  .key = number_key("slide", view.selected, number)};
    requests.add<&Workspace::seal_edit>();
  }
  if (ImGui::IsItemActive() && held && compat::key_pressed(ImGuiKey_Escape)) {
    requests.add<&Workspace::cancel_edit>(panel.drag.key);
    panel.drag = {};
    ImGui::ClearActiveID();
  } else if (ImGui::IsItemActive() && panel.drag.on_slider) {
    auto value = range.at((io.MousePos.x - left) / std::max(1.0f, right - left));
    // Near a value that works, that one; Alt goes freely.
    if (!io.KeyAlt && !marks.all)
      for (const auto v : marks.works)
        if (std::abs(x_of(v) - io.MousePos.x) < ui.px(5) &&
            std::abs(x_of(v) - io.MousePos.x) <= std::abs(x_of(value) - io.MousePos.x) + ui.px(5))
          value = v;
    if (value != n.value) drag_number_to(requests, panel.drag, value, io.KeyCtrl);
  } else if (ImGui::IsItemDeactivated()) {
    requests.add<&Workspace::seal_edit>();
    panel.drag = {};
  }
  const bool over = ImGui::IsItemHovered() || ImGui::IsItemActive();
  if (ImGui::IsItemHovered()) wheel_over_number(ui, requests, view.selected, number, n);
  const float y = middle - ui.px(1);
  list->AddRectFilled({left, y}, {right, y + ui.px(2)}, ui.ink.line, ui.px(1));
  list->AddRectFilled({left, y}, {x_of(n.value), y + ui.px(2)}, ui.ink.accent, ui.px(1));
  if (!marks.all)
    for (const auto v : marks.works)
      if (v >= range.least && v <= range.most)
        list->AddRectFilled({x_of(v) - ui.px(0.5f), middle + ui.px(4)}, {x_of(v) + ui.px(0.5f), middle + ui.px(7)}, ui.ink.good);
  list->AddCircleFilled({x_of(n.value), middle}, r, over ? ui.ink.accent : ui.ink.panel);
  list->AddCircle({x_of(n.value), middle}, r, ui.ink.accent, 0, ui.px(1.5f));
}

}  // namespace

float parameter_strip_height(Ui& ui, const Workspace& workspace, const ViewState& view, float room) {
  if (!has_numbers(workspace, view)) return 0;
  const auto count = numbers_of_selected(ui, workspace, view).size();
  if (count == 0) return 0;
  const auto m = measures(ui);
  if (!ui.open.test(static_cast<std::size_t>(Panel::parameters))) return m.head;
  // The entries keep at least two thirds.
  const float lines = std::min(static_cast<float>(count), std::max(1.0f, std::floor((room / 3 - m.head) / m.line)));
  return m.head + lines * m.line + ui.px(4);
}

void parameter_strip(Ui& ui, const Workspace& workspace, const ViewState& view, Requests& requests, ImVec2 at, ImVec2 size) {
  const auto m = measures(ui);
  auto* list = ImGui::GetWindowDrawList();
  list->AddLine(at, {at.x + size.x, at.y}, ui.ink.line);
  const auto& text = workspace.sheet().entries[static_cast<std::size_t>(view.selected)].text;
  follow_changes(panel_of(ui), workspace, view, text);
  const auto& name = workspace.result(view.selected).name;
  const auto title = std::string(ui.tr("Parameters")) + (name.empty() ? "" : fmt::format(" · {}", name));
  fold_heading(ui, requests, Panel::parameters, title, at, size.x, m.head);
  help_term(ui, "parameters", "Parameters", at, {at.x + size.x, at.y + m.head});
  if (!ui.open.test(static_cast<std::size_t>(Panel::parameters))) return;

  const auto& numbers = numbers_of_selected(ui, workspace, view);
  ImGui::SetCursorScreenPos({at.x, at.y + m.head});
  compat::begin_child("parameter lines", {size.x, size.y - m.head - ui.px(4)});
  list = ImGui::GetWindowDrawList();
  const auto& face = ui.fonts.mono_small;
  float labels = 0, values = ui.px(46);
  for (std::size_t i = 0; i < std::min<std::size_t>(numbers.size(), 64); ++i) {
    labels = std::max(labels, text_width(face, numbers[i].label));
    values = std::max(values, text_width(face, fmt::format("{}", numbers[i].value)) + ui.px(14));
  }
  labels = std::min(labels, size.x * 0.38f);
  values = std::min(values, size.x * 0.3f);
  const float from = at.x + m.margin + labels + ui.px(8), to = at.x + size.x - m.margin - values - ui.px(8);
  float line = at.y + m.head - ImGui::GetScrollY();
  for (std::size_t i = 0; i < numbers.size(); ++i, line += m.line) {
    const bool visible = line + m.line > at.y && line < at.y + size.y;
    const bool held = ui.sheet_panel->drag.on_slider && ui.sheet_panel->drag.number == i;
    if (!visible && !held) continue;
    ImGui::PushID(static_cast<int>(i));
    help_term(ui, "parameters", role_names[static_cast<std::size_t>(numbers[i].role)], {at.x, line}, {at.x + size.x, line + m.line});
    draw_fitted(list, ui, face, {at.x + m.margin, line + (m.line - face.size) / 2}, labels, ui.ink.faint, numbers[i].label);
    slider(ui, workspace, view, requests, text, i, numbers[i], {from, line}, {to - from, m.line});
    value_field(ui, view, requests, i, numbers[i], {to + ui.px(8), line + ui.px(2)}, values);
    ImGui::PopID();
  }
  ImGui::SetCursorScreenPos({at.x, at.y + m.head - ImGui::GetScrollY() + m.line * static_cast<float>(numbers.size()) - 1});
  ImGui::Dummy({1, 1});
  ImGui::EndChild();
}

}  // namespace app
