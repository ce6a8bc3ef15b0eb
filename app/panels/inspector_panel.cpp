// The inspector: everything about one element, and about the value it belongs to.

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "algebra/properties.hpp"
#include "app/inspect.hpp"
#include "app/panels/card.hpp"
#include "app/predicting.hpp"
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
  const bool kept = v.kind == algebra::Verdict::Kind::kept, open = v.kind == algebra::Verdict::Kind::pending;
  draw_text(pen.list, ui.fonts.ui_small, {pen.x, pen.y}, ui.ink.faint, ui.texts->message(v.contract));
  const float w = text_width(ui.fonts.ui_small, ui.texts->message(v.contract)) + ui.px(12);
  const auto said = open ? fmt::format("{} {}…", ui.tr("looking at"), v.total) : kept ? fmt::format("{} {} {} {}", v.checked, ui.tr("of"), v.total, v.checked < v.total ? ui.tr("(a sample)") : "✓") : ui.texts->message(v.counterexample);
  if (w + text_width(ui.fonts.mono_small, said) > pen.width) pen.y += ui.fonts.ui_small.size + ui.px(3);
  const float x = w + text_width(ui.fonts.mono_small, said) > pen.width ? pen.x : pen.x + w;
  draw_text(pen.list, ui.fonts.mono_small, {x, pen.y}, open ? ui.ink.faint : kept ? ui.ink.good : ui.ink.error, fitted(ui.fonts.mono_small, said, pen.x + pen.width - x));
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
  if (!facts->owner.empty()) pen.row(ui.tr("thread"), ui.texts->message(facts->owner));
  pen.row(ui.tr("address"), ui.texts->message(facts->address));
  pen.row(ui.tr("sector · bank"), ui.texts->message(facts->memory));
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

/// The words of a step in the interface's language, with the values in their places.
std::string words_of(const Ui& ui, const algebra::Step& step) {
  auto said = step;
  const std::string english(step.words);
  said.words = ui.tr(english.c_str());
  return algebra::to_string(said);
}

/// The stage that is chosen, drawn as a grid as wide as the panel.
void stage_picture(Pen& pen, const render::Diagram& d) {
  auto& ui = pen.ui;
  const float left = row_heading_width(ui, d), top = column_heading_height(ui, d);
  const float room = pen.width - left;
  const float widest = text_width(ui.fonts.mono_tiny, fmt::format("{}", d.widest_index())) + ui.px(8);
  const float tallest = ui.px(260);
  const auto rows = static_cast<float>(std::max<std::int64_t>(1, d.rows.extent)), columns = static_cast<float>(std::max<std::int64_t>(1, d.columns.extent));
  // As large as its labels need, smaller to show all of it, and cut off where that would be dust.
  const float cell = std::floor(std::clamp(std::min(room / columns, tallest / rows), ui.px(14), std::max(widest, ui.px(30))));
  const ImVec2 size{std::min(room, cell * columns), std::min(tallest, cell * rows)};
  const ImVec2 at{std::round(pen.x + left), std::round(pen.y + top + ui.px(4))};
  auto& view = ui.cards[-1];
  draw_grid(ui, "stage", d, view, cell, at, size, {.label = &ui.fonts.mono_tiny, .dim = 0, .trace = {}, .text = {}});
  draw_headings(ui, d, view, cell, at, size);
  pen.y = at.y + size.y + ui.px(8);
}

void steps_tab(Pen& pen, const App& app, Actions& actions) {
  auto& ui = pen.ui;
  const int index = app.selected;
  if (index >= static_cast<int>(app.evaluator().results().size()) || !app.result(index).evaluation) {
    pen.y += ui.px(10);
    pen.words(ui.tr("This entry has no value."), ui.ink.faint);
    return;
  }
  const auto& explained = app.explained(index);
  const auto& made = app.result(index).evaluation->made_by.operation;
  if (explained.steps.empty()) {
    pen.y += ui.px(10);
    pen.words(ui.tr("Select an entry that is an operation, such as a composition or a divide, to see how its result comes about."), ui.ink.faint);
    return;
  }
  const int count = static_cast<int>(explained.steps.size());
  const int step = std::clamp(app.step, 0, count - 1);
  pen.heading(fmt::format("{} {}", ui.tr("How it comes about:"), made).c_str());
  // Previous and next, and where one is.
  const auto place = fmt::format("‹  {} / {}  ›", step + 1, count);
  const float w = text_width(ui.fonts.ui_small, place);
  const float y = pen.y - ui.fonts.ui_bold_small.size - ui.px(6), x = pen.x + pen.width - w;
  draw_text(pen.list, ui.fonts.ui_small, {x, y}, ui.ink.link, place);
  for (const int by : {-1, 1}) {
    ImGui::SetCursorScreenPos({by < 0 ? x : x + w / 2, y});
    if (ImGui::InvisibleButton(by < 0 ? "previous step" : "next step", {w / 2, ui.fonts.ui_small.size + ui.px(3)}))
      actions.push_back([to = std::clamp(step + by, 0, count - 1)](App& a) { a.step = to; });
  }
  if (const auto& stage = explained.stages[static_cast<std::size_t>(step)]) stage_picture(pen, *stage);
  for (int i = 0; i < count; ++i) {
    const auto& s = explained.steps[static_cast<std::size_t>(i)];
    const auto words = words_of(ui, s);
    const float indent = ui.px(static_cast<float>(std::min(s.level, 4)) * 12);
    const float height = flow_text(nullptr, ui, {}, pen.width - indent - ui.px(6), 0, 0, words);
    if (i == step) pen.list->AddRectFilled({pen.x + indent - ui.px(6), pen.y - ui.px(3)}, {pen.x + pen.width, pen.y + height + ui.px(3)}, ui.ink.row_mark, ui.px(4));
    flow_text(pen.list, ui, {pen.x + indent, pen.y}, pen.width - indent - ui.px(6), s.level == 0 ? ui.ink.text : ui.ink.faint, ui.ink.chip, words);
    ImGui::PushID(i);
    ImGui::SetCursorScreenPos({pen.x + indent, pen.y});
    if (ImGui::InvisibleButton("step", {pen.width - indent, std::max(1.0f, height)})) actions.push_back([i](App& a) { a.step = i; });
    ImGui::PopID();
    pen.y += height + ui.px(7);
  }
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
    pen.row(ui.tr(label), ui.texts->message(value));
  verdict(pen, app.result(index).evaluation->verdict);
}

}  // namespace

void inspector_panel(Ui& ui, const App& app, Actions& actions, ImVec2 at, ImVec2 size) {
  auto* list = ImGui::GetWindowDrawList();
  list->AddLine(at, {at.x, at.y + size.y}, ui.ink.line);
  const float bar = ui.px(38);
  float x = at.x + ui.px(17);
  const std::array<const char*, 3> tabs{"Element", "Properties", "Steps"};
  for (int i = 0; i < static_cast<int>(tabs.size()); ++i) {
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
  const auto shown = app.shown_element();
  if (hides_values(app, shown && ui.inspector_tab != 2 ? shown.entry : app.selected)) {
    pen.y += ui.px(10);
    pen.words(ui.tr("The values of this entry are hidden: predict first."), ui.ink.faint);
  } else if (ui.inspector_tab == 0) element_tab(pen, app);
  else if (ui.inspector_tab == 1) properties_tab(pen, app);
  else steps_tab(pen, app, actions);
  ImGui::SetCursorScreenPos({at.x, pen.y + ui.px(8)});
  ImGui::Dummy({1, 1});
  ImGui::EndChild();
}

}  // namespace app
