#include "app/panels/canvas/card.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "render/export_callouts.hpp"
#include "render/theme.hpp"

namespace app {
namespace {

constexpr float between_columns = 10, mark = 8, under = 8;  ///< in points
constexpr float most_of_cell = 0.88f;                       ///< the part of a cell that a label may fill

float line_height(const Ui& ui) { return ui.fonts.ui_small.size + ui.px(4); }

/// Returns the texts of a line, translated.
std::array<std::string, 4> texts_of(const Ui& ui, const render::TableLine& l) {
  return {l.place, (*ui.texts)(l.name), l.value, (*ui.texts)(l.meaning)};
}

const Face& face_of(const Ui& ui, std::size_t column) { return column == 0 || column == 2 ? ui.fonts.mono_tiny : ui.fonts.ui_small; }

/// Returns whether the cells have readable labels, which words on them would cover.
bool has_legible_labels(const Ui& ui, const render::Diagram& d, float cell) {
  const auto& least = ui.fonts.label_least;
  return d.labelled() && cell >= least.size && text_width(least, d.label(d.rows.extent - 1, d.columns.extent - 1)) <= cell * most_of_cell;
}

/// Returns the widths of the table's columns within a total width.
CardTableColumns columns_of(const Ui& ui, const render::Diagram& d, float width) {
  std::vector<std::array<float, 4>> lines;
  for (const auto& l : d.table) {
    const auto texts = texts_of(ui, l);
    auto& widths = lines.emplace_back();
    for (std::size_t i = 0; i < texts.size(); ++i) widths[i] = text_width(face_of(ui, i), texts[i]);
  }
  return {lines, ui.px(mark + between_columns), ui.px(between_columns), width};
}

}  // namespace

float table_height(const Ui& ui, const render::Diagram& d, float width) {
  if (d.table.empty()) return 0;
  const auto lines = static_cast<float>(d.table.size()) * (columns_of(ui, d, width).one_line ? 1.0f : 2.0f);
  return lines * line_height(ui) + ui.px(under);
}

std::optional<render::Speaks> draw_table(Ui& ui, const render::Diagram& d, ImVec2 at, float width) {
  std::optional<render::Speaks> pointed;
  if (d.table.empty()) return pointed;
  const auto columns = columns_of(ui, d, width);
  auto* list = ImGui::GetWindowDrawList();
  float y = at.y;
  for (const auto& l : d.table) {
    const auto texts = texts_of(ui, l);
    const float height = line_height(ui) * (columns.one_line ? 1.0f : 2.0f);
    const bool over = ImGui::IsWindowHovered() && ImGui::IsMouseHoveringRect({at.x, y}, {at.x + width, y + height});
    if (over) pointed = l.of, ui.fill(list, {at.x - ui.px(4), y}, {at.x + width, y + height}, ui.ink.chip, ui.px(3));
    const float top = std::round(y + (ui.fonts.ui_small.size - ui.px(mark)) / 2) + ui.px(2);
    list->AddRectFilled({at.x, top}, {at.x + ui.px(mark), top + ui.px(mark)}, colour(ink_of(l.of, ui.theme())), ui.px(2));
    bool shortened = false;
    for (std::size_t i = 0; i < texts.size(); ++i) {
      const bool below = i == 3 && !columns.one_line;
      const float x = at.x + (below ? columns.before(0) : columns.before(i)), line = y + ui.px(2) + (below ? line_height(ui) : 0);
      const auto ink = i == 0 || i == 3 ? ui.ink.faint : ui.ink.text;
      const auto shown = fitted(face_of(ui, i), texts[i], columns.width[i] + 1);
      shortened = shortened || shown != texts[i];
      if (i == 2) draw_text_right(list, face_of(ui, i), {x + columns.width[i], line}, ink, shown);
      else draw_text(list, face_of(ui, i), {x, line}, ink, shown);
    }
    if (over && shortened)
      whole_text(ui, ui.fonts.ui_small, {at.x, y}, {at.x + width, y + height},
                 fmt::format("{} {} {}\n{}", texts[0], texts[1], texts[2], texts[3]));
    y += height;
  }
  return pointed;
}

void draw_callouts(Ui& ui, const CardGrid& g, std::optional<render::Speaks> only) {
  const auto& d = g.picture.diagram;
  const double cell = cell_side(ui, g);
  if (d.callouts.empty() || cell < (d.parts.empty() ? 2 : 0.5)) return;
  auto* list = ImGui::GetWindowDrawList();
  list->PushClipRect({g.at.x - 2, g.at.y - 2}, {g.at.x + g.size.x + 2, g.at.y + g.size.y + 2}, true);
  const auto side = static_cast<float>(cell);
  struct Words {
    ImVec2 middle;
    const render::Callout* of;
  };
  std::vector<Words> words;
  const auto ink_of_callout = [&](const render::Callout& c) {
    return colour(ink_of(c.of, ui.theme()), !only || *only == c.of ? 1.0f : 0.25f);
  };
  for (const auto& c : d.callouts) {
    const auto ink = ink_of_callout(c);
    const float thick = ui.px(only && *only == c.of ? 3.0f : 2.0f);
    const auto a = place_of(ui, g, c.row, c.column);
    if (!c.to) {
      const auto b = place_of(ui, g, c.row + c.rows, c.column + c.columns);
      if (only && *only == c.of) list->AddRectFilled(a, b, colour(ink_of(c.of, ui.theme()), 0.15f));
      compat::rectangle(list, a, b, ink, ui.px(2), thick);
      if (!c.words.empty()) words.push_back({{(a.x + b.x) / 2, b.y - ui.fonts.mono_tiny.size}, &c});
      continue;
    }
    const auto ends = render::ends_of(c);
    const auto at = [&](double row, double column) {
      return ImVec2{a.x + side * static_cast<float>(column - static_cast<double>(c.column)),
                    a.y + side * static_cast<float>(row - static_cast<double>(c.row))};
    };
    const auto from = at(ends.row, ends.column), to = at(ends.to_row, ends.to_column);
    const float far = std::max(1.0f, std::hypot(to.x - from.x, to.y - from.y)), x = (to.x - from.x) / far, y = (to.y - from.y) / far;
    const float head = std::min(ui.px(9), far / 2);
    list->AddLine(from, {to.x - x * head, to.y - y * head}, ink, thick);
    list->AddTriangleFilled(to, {to.x - head * (x + y * 0.5f), to.y - head * (y - x * 0.5f)},
                            {to.x - head * (x - y * 0.5f), to.y - head * (y + x * 0.5f)}, ink);
    words.push_back({{(from.x + to.x) / 2, (from.y + to.y) / 2}, &c});
  }
  // Words are left out if they would cover labels or a short arrow: the table's line in the same colour has them.
  const bool labelled = has_legible_labels(ui, d, side);
  std::erase_if(words, [&](const Words& w) {
    const auto cells = std::max(w.of->to->first - w.of->row, w.of->to->second - w.of->column);
    const bool covers = !d.parts.empty() && static_cast<float>(cells) * side < 1.5f * text_width(ui.fonts.mono_tiny, w.of->words);
    return covers || (labelled && !d.label(w.of->row, w.of->column).empty());
  });
  for (const auto& w : words) {
    if (w.of->words.empty()) continue;
    const auto& face = ui.fonts.mono_tiny;
    const float half = text_width(face, w.of->words) / 2 + ui.px(3), tall = face.size / 2 + ui.px(2);
    // Within its own grid.
    const auto* part = d.part_at(w.of->row, w.of->column);
    const auto corner = part == nullptr ? g.at : place_of(ui, g, part->row, part->column);
    const float x = std::max({w.middle.x, g.at.x + half, corner.x + half}), y = std::max({w.middle.y, g.at.y + tall, corner.y + tall});
    ui.fill(list, {x - half, y - tall}, {x + half, y + tall}, ui.ink.panel, ui.px(3));
    draw_text_centred(list, face, {x, y - face.size / 2}, ink_of_callout(*w.of), w.of->words);
  }
  list->PopClipRect();
}

}  // namespace app
