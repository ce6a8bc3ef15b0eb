#include "app/panels/sheet/sheet_parts.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "app/actions/panels.hpp"
#include "app/actions/working_values.hpp"
#include "app/document/setting_words.hpp"
#include "app/panels/places.hpp"
#include "app/panels/sheet/number_slider.hpp"
#include "app/ui/widgets.hpp"

namespace app {
namespace {

using algebra::editing::NumberToken;

/// Terms for F1, in the order of NumberRole.
constexpr std::array role_names{"shape", "stride", "tile", "coordinate", "order", "index", "swizzle", "offset", "value"};

/// Returns whether the selected entry gets sliders. Parameters of a program have theirs above the entries.
bool has_numbers(const Workspace& workspace, const ViewState& view) {
  if (!workspace.has_entry(view.selected) || !workspace.result(view.selected).is_value()) return false;
  const auto& entry = workspace.sheet().entries[static_cast<std::size_t>(view.selected)];
  return entry.text.size() < 4096 && !entry.source.parameter;
}

/// Returns the numbers of the selected entry, cached until its text changes.
const std::vector<NumberToken>& numbers_of_selected(Ui& ui, const Workspace& workspace, const ViewState& view) {
  const auto index = view.selected;
  return source_of(ui, ui.fonts.mono, index, workspace.sheet().entries[static_cast<std::size_t>(index)].text).numbers;
}

}  // namespace

float parameter_strip_height(Ui& ui, const Workspace& workspace, const ViewState& view, float room) {
  if (!has_numbers(workspace, view)) return 0;
  const auto count = numbers_of_selected(ui, workspace, view).size();
  if (count == 0) return 0;
  const auto m = strip_measures(ui);
  if (!places_of(ui).is_open(Panel::parameters)) return m.head;
  // The entries keep at least two thirds.
  const float lines = std::min(static_cast<float>(count), std::max(1.0f, std::floor((room / 3 - m.head) / m.line)));
  return m.head + lines * m.line + ui.px(4);
}

void parameter_strip(Ui& ui, const Workspace& workspace, const ViewState& view, Requests& requests, ImVec2 at, ImVec2 size) {
  const auto m = strip_measures(ui);
  auto* list = ImGui::GetWindowDrawList();
  list->AddLine(at, {at.x + size.x, at.y}, ui.ink.line);
  const auto& text = workspace.sheet().entries[static_cast<std::size_t>(view.selected)].text;
  auto& marking = panel_of(ui).marking;
  marking.follow(workspace.evaluator(), view.selected, text);
  const auto& name = workspace.result(view.selected).name;
  const auto title = std::string(ui.tr("Parameters")) + (name.empty() ? "" : fmt::format(" · {}", name));
  const bool open = places_of(ui).is_open(Panel::parameters);
  if (fold_heading(ui, "fold parameters", open, title, at, size.x, m.head).clicked) requests.add<show_panel>(Panel::parameters, !open);
  help_term(ui, "parameters", "Parameters", at, {at.x + size.x, at.y + m.head});
  if (!open) return;

  const auto& numbers = numbers_of_selected(ui, workspace, view);
  ScrollArea part("parameter lines", {at.x, at.y + m.head}, {size.x, size.y - m.head - ui.px(4)});
  list = part.list();
  const auto& face = ui.fonts.mono_small;
  float labels = 0, values = ui.px(46);
  for (std::size_t i = 0; i < std::min<std::size_t>(numbers.size(), 64); ++i) {
    labels = std::max(labels, text_width(face, numbers[i].label));
    values = std::max(values, text_width(face, fmt::format("{}", numbers[i].value)) + ui.px(14));
  }
  labels = std::min(labels, size.x * 0.38f);
  values = std::min(values, size.x * 0.3f);
  const float from = at.x + m.margin + labels + ui.px(8), to = at.x + size.x - m.margin - values - ui.px(8);
  float line = part.at().y;
  for (std::size_t i = 0; i < numbers.size(); ++i, line += m.line) {
    const bool visible = line + m.line > at.y && line < at.y + size.y;
    const auto& drag = panel_of(ui).drag;
    const bool held = drag.on_slider && drag.entry == view.selected && drag.number == i;
    if (!visible && !held) continue;
    ImGui::PushID(static_cast<int>(i));
    help_term(ui, "parameters", role_names[static_cast<std::size_t>(numbers[i].role)], {at.x, line}, {at.x + size.x, line + m.line});
    draw_fitted(list, ui, face, {at.x + m.margin, line + (m.line - face.size) / 2}, labels, ui.ink.faint, numbers[i].label);
    const auto range = held ? drag.range : slider_range(numbers[i]);
    const SlidNumber slid{view.selected, i,     numbers[i],
                          range,         false, &marking.of(workspace.evaluator(), i, numbers[i], range, drag.entry >= 0)};
    number_slider(ui, requests, slid, {from, line}, {to - from, m.line});
    number_field(ui, requests, slid, {to + ui.px(8), line + ui.px(2)}, values);
    ImGui::PopID();
  }
  part.end(line - 1);
}

}  // namespace app
