// The inspector: everything about one element, and about the value it belongs to.

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "algebra/properties.hpp"
#include "app/inspect.hpp"
#include "app/window/ui.hpp"

namespace app {
namespace {

struct Pen {
  Ui& ui;
  ImDrawList* list;
  float x, width, y;

  void heading(const char* text) {
    y += ui.px(9);
    draw_text(list, ui.fonts.ui_bold_small, {x, y}, ui.ink.faint, fitted(ui.fonts.ui_bold_small, text, width));
    y += ui.fonts.ui_bold_small.size + ui.px(6);
  }
  void row(const char* label, std::string_view value, ImU32 ink) {
    draw_text(list, ui.fonts.ui_small, {x, y}, ui.ink.faint, label);
    const float column = std::max(ui.px(96), text_width(ui.fonts.ui_small, label) + ui.px(10));
    const auto& face = ui.fonts.mono_small;
    // A value that is too long for the rest of the line goes on beneath, cut where it must be.
    std::size_t from = 0;
    do {
      std::size_t n = value.size() - from;
      while (n > 1 && text_width(face, value.substr(from, n)) > width - column) --n;
      if (from + n < value.size())
        if (const auto space = value.rfind(' ', from + n); space != std::string_view::npos && space > from) n = space + 1 - from;
      draw_text(list, face, {x + column, y}, ink, value.substr(from, n));
      from += n;
      y += face.size + ui.px(from < value.size() ? 0 : 5);
    } while (from < value.size());
  }
  void row(const char* label, std::string_view value) { row(label, value, ui.ink.text); }
  void words(std::string_view text, ImU32 ink) { y += flow_text(list, ui, {x, y}, width, ink, ui.ink.chip, text) + ui.px(4); }
};

void coordinate_table(Pen& pen, const App& app, const Element& element, const algebra::Layout& layout, std::int64_t offset) {
  auto& ui = pen.ui;
  const auto& face = ui.fonts.mono_small;
  pen.heading(fmt::format("{} {}", ui.tr("Coordinates of"), app.result(element.entry).name).c_str());
  const auto size = algebra::size(layout);
  const std::int64_t first = std::clamp<std::int64_t>(element.coordinate - 2, 0, std::max<std::int64_t>(0, size - 6));
  const std::array<float, 4> columns{0.02f, 0.16f, 0.385f, 0.82f};
  const std::array<const char*, 4> titles{"1-D", "R-D", "natural", "index"};
  const float line = face.size + ui.px(5);
  for (std::size_t k = 0; k < 4; ++k) draw_text(pen.list, face, {pen.x + columns[k] * pen.width, pen.y}, ui.ink.faint, ui.tr(titles[k]));
  pen.y += line;
  for (auto i = first; i < std::min(size, first + 6); ++i) {
    if (i == element.coordinate) pen.list->AddRectFilled({pen.x, pen.y - ui.px(2)}, {pen.x + pen.width, pen.y + line - ui.px(2)}, ui.ink.row_mark);
    const std::array<std::string, 4> cells{fmt::format("{}", i), rank_coordinate(layout, i), algebra::natural_coordinate(layout.shape(), i),
                                           fmt::format("{}", layout(i) + offset)};
    for (std::size_t k = 0; k < 4; ++k) {
      const float room = (k == 3 ? 1.0f : columns[k + 1]) * pen.width - columns[k] * pen.width - ui.px(3);
      draw_text(pen.list, face, {pen.x + columns[k] * pen.width, pen.y}, ui.ink.text, fitted(face, cells[k], room));
    }
    pen.y += line;
    pen.list->AddLine({pen.x, pen.y - ui.px(2.5f)}, {pen.x + pen.width, pen.y - ui.px(2.5f)}, ui.ink.line);
  }
}

void verdict(Pen& pen, const algebra::Verdict& v) {
  if (v.kind == algebra::Verdict::Kind::none) return;
  auto& ui = pen.ui;
  pen.heading(ui.tr("Checked"));
  const bool kept = v.kind == algebra::Verdict::Kind::kept;
  draw_text(pen.list, ui.fonts.ui_small, {pen.x, pen.y}, ui.ink.faint, v.contract);
  const float w = text_width(ui.fonts.ui_small, v.contract) + ui.px(12);
  const auto said = kept ? fmt::format("{} {} {} ✓", v.checked, ui.tr("of"), v.total) : v.counterexample;
  if (w + text_width(ui.fonts.mono_small, said) > pen.width) pen.y += ui.fonts.ui_small.size + ui.px(3);
  const float x = w + text_width(ui.fonts.mono_small, said) > pen.width ? pen.x : pen.x + w;
  draw_text(pen.list, ui.fonts.mono_small, {x, pen.y}, kept ? ui.ink.good : ui.ink.error, fitted(ui.fonts.mono_small, said, pen.x + pen.width - x));
  pen.y += ui.fonts.mono_small.size + ui.px(5);
}

void element_tab(Pen& pen, const App& app) {
  auto& ui = pen.ui;
  const auto element = app.shown_element();
  const auto facts = element ? inspect(app, element) : std::nullopt;
  if (!facts) {
    pen.y += ui.px(10);
    pen.words(ui.tr("Point at an element to see its coordinates; click to pin it."), ui.ink.faint);
    if (app.selected < static_cast<int>(app.evaluator().results().size()) && app.result(app.selected).evaluation) verdict(pen, app.result(app.selected).evaluation->verdict);
    return;
  }
  const auto& name = app.result(element.entry).name;
  pen.heading(fmt::format("{} {}", ui.tr("Under the pointer, in"), name.empty() ? fmt::format("{}", element.entry + 1) : name).c_str());
  pen.row(ui.tr("1-D"), fmt::format("{}", element.coordinate));
  pen.row(ui.tr("R-D"), facts->rank_coordinate);
  pen.row(ui.tr("natural"), facts->natural);
  pen.row(ui.tr("index"), facts->inner_product);
  for (const auto& [operand, where] : facts->in_operands) pen.row(fmt::format("{} {}", ui.tr("in"), operand).c_str(), where);
  if (!facts->owner.empty()) pen.row(ui.tr("thread"), facts->owner);
  pen.row(ui.tr("address"), facts->address);
  pen.row(ui.tr("sector · bank"), facts->memory);
  coordinate_table(pen, app, element, facts->layout, facts->offset);
  const auto& e = *app.result(element.entry).evaluation;
  if (!e.made_by.operation.empty()) {
    pen.heading(fmt::format("{} {}", ui.tr("Made by"), name).c_str());
    for (std::size_t i = 0; i < e.made_by.operands.size(); ++i) {
      const auto marks = app.evaluator().rule() == algebra::IntegerRule::cute ? algebra::Marks::underscores : algebra::Marks::plain;
      const auto text = algebra::to_string(e.made_by.operands[i], marks);
      pen.row(i == 0 ? e.made_by.operation.c_str() : "", e.made_by.names[i].empty() ? text : fmt::format("{} = {}", e.made_by.names[i], text));
    }
  }
  verdict(pen, e.verdict);
}

void properties_tab(Pen& pen, const App& app) {
  auto& ui = pen.ui;
  const auto element = app.shown_element();
  const int index = element ? element.entry : app.selected;
  if (index >= static_cast<int>(app.evaluator().results().size()) || !app.result(index).evaluation) return;
  const auto layout = layout_of(app.result(index).evaluation->value);
  pen.heading(fmt::format("{} {}", ui.tr("Properties of"), app.result(index).name).c_str());
  if (!layout) {
    pen.words(ui.tr("This value is not a layout."), ui.ink.faint);
    return;
  }
  for (const auto& [label, value] : properties_of(*layout, app.sheet().entries[static_cast<std::size_t>(index)].view.element_bits))
    pen.row(ui.tr(label), value);
  verdict(pen, app.result(index).evaluation->verdict);
}

}  // namespace

void inspector_panel(Ui& ui, const App& app, Actions& actions, ImVec2 at, ImVec2 size) {
  (void)actions;
  auto* list = ImGui::GetWindowDrawList();
  list->AddLine(at, {at.x, at.y + size.y}, ui.ink.line);
  const float bar = ui.px(38);
  float x = at.x + ui.px(17);
  const std::array<const char*, 2> tabs{"Element", "Properties"};
  for (int i = 0; i < 2; ++i) {
    const char* label = ui.tr(tabs[static_cast<std::size_t>(i)]);
    const float w = text_width(ui.fonts.ui, label);
    ImGui::SetCursorScreenPos({x - ui.px(8), at.y});
    ImGui::PushID(i);
    if (ImGui::InvisibleButton("tab", {w + ui.px(16), bar})) ui.inspector_tab = i;
    ImGui::PopID();
    const bool chosen = ui.inspector_tab == i;
    draw_text(list, chosen ? ui.fonts.ui_bold : ui.fonts.ui, {x, at.y + ui.px(11)}, chosen ? ui.ink.text : ui.ink.faint, label);
    if (chosen) list->AddRectFilled({x - ui.px(8), at.y + bar - ui.px(2)}, {x + w + ui.px(8), at.y + bar}, ui.ink.accent);
    x += w + ui.px(24);
  }
  list->AddLine({at.x, at.y + bar}, {at.x + size.x, at.y + bar}, ui.ink.line);
  ImGui::SetCursorScreenPos({at.x + 1, at.y + bar + 1});
  compat::begin_child("inspector", {size.x - 1, size.y - bar - 1});
  const auto origin = ImGui::GetCursorScreenPos();
  Pen pen{ui, ImGui::GetWindowDrawList(), at.x + ui.px(17), size.x - ui.px(34), origin.y + ui.px(4)};
  if (ui.inspector_tab == 0) element_tab(pen, app);
  else properties_tab(pen, app);
  ImGui::SetCursorScreenPos({at.x, pen.y + ui.px(8)});
  ImGui::Dummy({1, 1});
  ImGui::EndChild();
}

}  // namespace app
