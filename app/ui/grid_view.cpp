#include "app/ui/grid_view.hpp"

#include "algebra/layout/rounding.hpp"
#include "app/ui/widgets.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>

namespace app {
namespace {

double cell_of(const Ui& ui, const CardView& view, float default_cell) { return view.cell > 0 ? view.cell * ui.scale : default_cell; }

void zoom_and_pan(const Ui& ui, const render::Diagram& d, CardView& view, float default_cell, ImVec2 at, ImVec2 size, bool hovered,
                  bool dragged) {
  const auto& io = ImGui::GetIO();
  double cell = cell_of(ui, view, default_cell);
  const double fit = std::min(
      {size.x / static_cast<double>(d.columns.extent), size.y / static_cast<double>(d.rows.extent), static_cast<double>(default_cell)});
  const bool pannable =
      cell * static_cast<double>(d.columns.extent) > size.x + 0.5 || cell * static_cast<double>(d.rows.extent) > size.y + 0.5;
  if (hovered && (io.KeyCtrl || pannable)) compat::own_wheel();
  if (hovered && io.MouseWheel != 0 && !io.KeyShift && (io.KeyCtrl || pannable)) {
    const double x = (io.MousePos.x - at.x) / cell + view.first_column, y = (io.MousePos.y - at.y) / cell + view.first_row;
    cell = std::clamp(cell * std::pow(1.2, io.MouseWheel), fit, std::max(160.0 * ui.scale, fit));
    view.cell = cell / ui.scale;
    view.first_column = x - (io.MousePos.x - at.x) / cell;
    view.first_row = y - (io.MousePos.y - at.y) / cell;
  }
  // A double click shows the whole grid or, if it is shown already, the cells under the pointer at a readable size.
  if (hovered && ImGui::IsMouseDoubleClicked(0)) {
    const double x = (io.MousePos.x - at.x) / cell + view.first_column, y = (io.MousePos.y - at.y) / cell + view.first_row;
    cell = std::abs(cell - fit) < 1e-6 * fit ? std::max<double>(default_cell, ui.px(39)) : fit;
    view.cell = cell / ui.scale;
    view.first_column = x - (io.MousePos.x - at.x) / cell;
    view.first_row = y - (io.MousePos.y - at.y) / cell;
  }
  if (dragged && pannable) {
    view.first_column -= io.MouseDelta.x / cell;
    view.first_row -= io.MouseDelta.y / cell;
  }
  view.first_column = std::clamp(view.first_column, 0.0, std::max(0.0, static_cast<double>(d.columns.extent) - size.x / cell));
  view.first_row = std::clamp(view.first_row, 0.0, std::max(0.0, static_cast<double>(d.rows.extent) - size.y / cell));
}

/// The label of a cell: one line, or two with a smaller second one.
struct CellLabel {
  ImVec2 centre;
  std::string text;
  std::int64_t row = 0, column = 0;
  std::string_view first() const { return std::string_view(text).substr(0, text.find('\n')); }
  std::string_view second() const {
    const auto newline = text.find('\n');
    return newline == std::string::npos ? std::string_view{} : std::string_view(text).substr(newline + 1);
  }
};

/// Returns the largest face in which every label fits its cell, or null: leaving out only some labels would look like missing values.
const Face* face_for(const Ui& ui, const Face& large, std::span<const CellLabel> labels, float cell) {
  // Large cells have large letters, with space around them.
  const bool roomy = std::none_of(labels.begin(), labels.end(), [&](const CellLabel& l) { return !l.second().empty(); });
  for (const Face* face : {&ui.fonts.label_most, &ui.fonts.mono_large, &ui.fonts.mono}) {
    const bool fits =
        face->font != nullptr && roomy && face->size > large.size && face->size * 2 <= cell &&
        std::all_of(labels.begin(), labels.end(), [&](const CellLabel& l) { return text_width(*face, l.first()) <= cell * 0.72f; });
    if (fits) return face;
  }
  for (const Face* face : {&large, &ui.fonts.mono_large, &ui.fonts.mono_small, &ui.fonts.mono_tiny, &ui.fonts.label_least}) {
    if (face->size > large.size) continue;
    const float pad = face == &ui.fonts.label_least ? std::min(ui.px(4), cell * 0.12f) : ui.px(4);
    const bool fits = std::all_of(labels.begin(), labels.end(), [&](const CellLabel& l) {
      return face->size * (l.second().empty() ? 1.0f : 2.0f) <= cell + ui.px(2) && text_width(*face, l.first()) <= cell - pad;
    });
    if (fits) return face;
  }
  return nullptr;
}

void draw_label(ImDrawList* list, const Ui& ui, const Face& face, const CellLabel& label, float cell, ImU32 ink, ImU32 faint) {
  const auto [x, y] = label.centre;
  if (label.second().empty()) {
    draw_text_centred(list, face, {x, y - face.size / 2}, ink, label.first());
    return;
  }
  draw_text_centred(list, face, {x, y - face.size}, ink, label.first());
  const auto& below = ui.fonts.mono_tiny;
  draw_text_centred(list, below, {x, y + std::min(ui.px(3), cell / 2 - below.size)}, faint, label.second());
}

/// Draws a plate under a label, if something is drawn across its cell.
void draw_plate(ImDrawList* list, const Ui& ui, const Face& face, const CellLabel& label, ImU32 c) {
  const bool two = !label.second().empty();
  const float half = std::max(text_width(face, label.first()), text_width(ui.fonts.mono_tiny, label.second())) / 2 + face.size * 0.12f,
              up = face.size * (two ? 0.95f : 0.42f), down = two ? ui.px(3) + ui.fonts.mono_tiny.size * 0.9f : face.size * 0.42f;
  const auto [x, y] = label.centre;
  list->AddRectFilled({x - half, y - up}, {x + half, y + down}, c, face.size * 0.2f);
}

float caption_width(const Ui& ui, const render::Diagram& d) {
  return d.rows.slabs.width > 0 ? text_width(ui.fonts.mono_tiny, d.rows.slab_caption(d.rows.slab_count() - 1)) + ui.px(8) : 0;
}

/// Calls f(middle in pixels, caption) for the visible slabs that have `room` pixels for their caption.
template <class F>
void each_slab(const render::Axis& axis, double first, double cell, float length, float room, F&& f) {
  if (axis.slabs.width < 1) return;
  const double width = static_cast<double>(axis.slabs.width) * cell, from = first * cell;
  std::int64_t step = 1;
  while (static_cast<double>(step) * width < room) step *= 2;
  for (auto n = static_cast<std::int64_t>(from / width) / step * step; n < axis.slab_count(); n += step) {
    // The caption of a partly visible slab is over the visible part.
    const double begin = std::max(static_cast<double>(n) * width - from, 0.0),
                 end = std::min(static_cast<double>(n + 1) * width - from, static_cast<double>(length));
    if (begin >= length) return;
    if (end - begin >= std::min(static_cast<double>(room), width) * 0.6) f(static_cast<float>((begin + end) / 2), axis.slab_caption(n));
  }
}

/// Draws bars that show which part of a grid is visible, unless all of it is.
void draw_position(const Ui& ui, const render::Diagram& d, const CardView& view, double cell, ImVec2 at, ImVec2 size) {
  auto* list = ImGui::GetWindowDrawList();
  const float thick = ui.px(3), least = ui.px(14);
  const auto bar = [&](std::int64_t extent, double first, float length, auto&& draw) {
    const double all = static_cast<double>(extent) * cell;
    if (all <= length + 0.5) return;
    const auto thumb = std::max(least, static_cast<float>(length / all * length));
    const double most = static_cast<double>(extent) - length / cell;
    draw(static_cast<float>(std::clamp(first / most, 0.0, 1.0)) * (length - thumb), thumb);
  };
  bar(d.columns.extent, view.first_column, size.x, [&](float from, float length) {
    const float y = at.y + size.y + ui.px(4);
    list->AddRectFilled({at.x, y}, {at.x + size.x, y + thick}, ui.ink.line, thick);
    list->AddRectFilled({at.x + from, y}, {at.x + from + length, y + thick}, ui.ink.fainter, thick);
  });
  bar(d.rows.extent, view.first_row, size.y, [&](float from, float length) {
    const float x = at.x + size.x + ui.px(4);
    list->AddRectFilled({x, at.y}, {x + thick, at.y + size.y}, ui.ink.line, thick);
    list->AddRectFilled({x, at.y + from}, {x + thick, at.y + from + length}, ui.ink.fainter, thick);
  });
}

}  // namespace

double cell_side(const Ui& ui, const DrawnGrid& g) { return cell_of(ui, g.view, g.default_cell); }

CellRange cells_in_sight(const Ui& ui, const DrawnGrid& g) {
  const double cell = cell_side(ui, g);
  const auto first_row = static_cast<std::int64_t>(std::floor(g.view.first_row)),
             first_column = static_cast<std::int64_t>(std::floor(g.view.first_column));
  return {first_row, std::min(g.diagram.rows.extent, static_cast<std::int64_t>(std::ceil(g.view.first_row + g.size.y / cell))),
          first_column, std::min(g.diagram.columns.extent, static_cast<std::int64_t>(std::ceil(g.view.first_column + g.size.x / cell)))};
}

ImVec2 place_of(const Ui& ui, const DrawnGrid& g, std::int64_t row, std::int64_t column) {
  const double cell = cell_side(ui, g);
  return {static_cast<float>(g.at.x + (static_cast<double>(column) - g.view.first_column) * cell),
          static_cast<float>(g.at.y + (static_cast<double>(row) - g.view.first_row) * cell)};
}

ImVec2 centre_of(const Ui& ui, const DrawnGrid& g, render::Diagram::Cell cell) {
  const auto [x, y] = place_of(ui, g, cell.row, cell.column);
  const auto half = static_cast<float>(cell_side(ui, g) / 2);
  return {x + half, y + half};
}

namespace {

/// Calls f(DrawnGrid) for the grid or, in a picture of several, for each visible one.
template <class F>
void each_grid(const Ui& ui, const DrawnGrid& g, F&& f) {
  if (g.diagram.parts.empty()) return f(g);
  for (const auto& part : g.diagram.parts) {
    const auto& d = part.diagram;
    const auto from = place_of(ui, g, part.row, part.column),
               to = place_of(ui, g, part.row + d.rows.extent, part.column + d.columns.extent);
    const ImVec2 at{std::max(from.x, g.at.x), std::max(from.y, g.at.y)};
    const ImVec2 size{std::min(to.x, g.at.x + g.size.x) - at.x, std::min(to.y, g.at.y + g.size.y) - at.y};
    if (size.x <= 0 || size.y <= 0) continue;
    auto view = g.view;
    view.first_row = std::max(0.0, view.first_row - static_cast<double>(part.row));
    view.first_column = std::max(0.0, view.first_column - static_cast<double>(part.column));
    f(DrawnGrid{d, view, g.default_cell, at, size});
  }
}

void fill_cells(Ui& ui, const DrawnGrid& g, const GridStyle& look) {
  auto* list = ImGui::GetWindowDrawList();
  const ImVec2 clip_min = list->GetClipRectMin(), clip_max = list->GetClipRectMax();
  const float x0 = std::max(g.at.x, clip_min.x), y0 = std::max(g.at.y, clip_min.y);
  const float x1 = std::min(g.at.x + g.size.x + 2, clip_max.x), y1 = std::min(g.at.y + g.size.y + 2, clip_max.y);
  if (x1 <= x0 || y1 <= y0) return;
  ui.grid(list, g.diagram,
          {.framebuffer_width = ui.framebuffer_width,
           .framebuffer_height = ui.framebuffer_height,
           .x = g.at.x,
           .y = g.at.y,
           .width = g.size.x,
           .height = g.size.y,
           .clip_x = x0,
           .clip_y = y0,
           .clip_width = x1 - x0,
           .clip_height = y1 - y0,
           .first_row = g.view.first_row,
           .first_column = g.view.first_column,
           .cell = cell_side(ui, g),
           .dim = look.dim},
          look.trace);
}

/// Draws the frames of a grid with their texts: beside labels if there are any, otherwise in the middle.
void draw_frames(const Ui& ui, const DrawnGrid& g, bool labelled) {
  const auto& d = g.diagram;
  if (d.frames.empty() || cell_side(ui, g) < 1) return;
  auto* list = ImGui::GetWindowDrawList();
  list->PushClipRect({g.at.x - 2, g.at.y - 2}, {g.at.x + g.size.x + 2, g.at.y + g.size.y + 2}, true);
  const auto corner = [&](std::int64_t row, std::int64_t column) {
    const auto p = place_of(ui, g, row, column);
    return ImVec2{std::round(p.x), std::round(p.y)};
  };
  const auto ink = colour(ui.theme().tile_border), light = colour(ui.theme().tile_border, 0.7f);
  for (const auto& f : d.frames) {
    const auto a = corner(f.cells.row, f.cells.column), b = corner(f.cells.row + f.cells.rows, f.cells.column + f.cells.columns);
    compat::rectangle(list, {a.x, a.y}, {b.x + 1, b.y + 1}, f.light ? light : ink, 0, f.light ? ui.px(1) : ui.px(2.5f));
  }
  for (const auto& f : d.frames) {
    if (f.words.empty()) continue;
    const auto a = corner(f.cells.row, f.cells.column), b = corner(f.cells.row + f.cells.rows, f.cells.column + f.cells.columns);
    const auto& face = labelled ? ui.fonts.label_least : ui.fonts.mono_tiny;
    const float half = text_width(face, f.words) / 2 + ui.px(labelled ? 2 : 3), tall = face.size / 2 + ui.px(labelled ? 0 : 1);
    // Letters that fill their cells leave no room beside them.
    if (labelled && cell_side(ui, g) < face.size * 4) continue;
    if (2 * half > b.x - a.x || 2 * tall > b.y - a.y) continue;
    const float x = labelled ? a.x + half + ui.px(4) : (a.x + b.x) / 2,
                y = labelled ? std::max(a.y, g.at.y + tall - ui.px(4)) : (a.y + b.y) / 2;
    list->AddRectFilled({x - half, y - tall}, {x + half, y + tall}, colour(ui.theme().card), ui.px(3));
    draw_text_centred(list, face, {x, y - face.size / 2}, ui.ink.text, f.words);
  }
  list->PopClipRect();
}

}  // namespace

CellAt draw_grid(Ui& ui, const char* id, const DrawnGrid& g, const GridStyle& look) {
  const auto& d = g.diagram;
  auto& view = g.view;
  const float default_cell = g.default_cell;
  const ImVec2 at = g.at, size = g.size;
  auto* list = ImGui::GetWindowDrawList();
  if (view.rows != d.rows.extent || view.columns != d.columns.extent) view = {.rows = d.rows.extent, .columns = d.columns.extent};
  area(id, at, size);
  const bool hovered = ImGui::IsItemHovered(), dragged = ImGui::IsItemActive() && ImGui::IsMouseDragging(0, ui.px(3));
  zoom_and_pan(ui, d, view, default_cell, at, size, hovered, dragged);
  const double cell = cell_of(ui, view, default_cell);

  const ImVec2 clip_min = list->GetClipRectMin(), clip_max = list->GetClipRectMax();
  const float x0 = std::max(at.x, clip_min.x), y0 = std::max(at.y, clip_min.y);
  const float x1 = std::min(at.x + size.x + 2, clip_max.x), y1 = std::min(at.y + size.y + 2, clip_max.y);
  if (x1 <= x0 || y1 <= y0) return {};
  each_grid(ui, g, [&](const DrawnGrid& grid) { fill_cells(ui, grid, look); });

  draw_position(ui, d, view, cell, at, size);
  if (look.paint) look.paint();
  bool labelled = false;
  if (look.label != nullptr && cell >= std::min(ui.px(15), ui.fonts.label_least.size)) {
    const auto v = cells_in_sight(ui, g);
    const ImU32 ink = colour(ui.theme().text, 1 - 0.6f * look.dim),
                faint = colour(ui.theme().text, second_line_opacity(d.view.palette) - 0.65f * look.dim);
    std::vector<CellLabel> labels;
    const ScrolledPart part(list, at, {at.x + size.x, at.y + size.y});
    for (auto r = v.first_row; r < v.last_row; ++r) {
      const auto y = static_cast<float>(at.y + (static_cast<double>(r) + 0.5 - view.first_row) * cell);
      if (y + cell < clip_min.y || y - cell > clip_max.y) continue;
      for (auto c = v.first_column; c < v.last_column; ++c) {
        const auto x = static_cast<float>(at.x + (static_cast<double>(c) + 0.5 - view.first_column) * cell);
        if (x + cell < clip_min.x || x - cell > clip_max.x) continue;
        if (!d.parts.empty() && d.vacant(r, c)) continue;
        labels.push_back({{x, y}, look.text ? look.text(r, c) : d.label(r, c), r, c});
      }
    }
    const auto* face = face_for(ui, *look.label, labels, static_cast<float>(cell));
    labelled = face != nullptr && std::ranges::any_of(labels, [](const CellLabel& l) { return !l.text.empty(); });
    if (face != nullptr)
      for (const auto& label : labels) {
        if (look.plate) draw_plate(list, ui, *face, label, look.plate(label.row, label.column));
        draw_label(list, ui, *face, label, static_cast<float>(cell), ink, faint);
      }
  }
  each_grid(ui, g, [&](const DrawnGrid& grid) { draw_frames(ui, grid, labelled && grid.diagram.labelled()); });
  if (!hovered) return {};
  const auto mouse = ImGui::GetIO().MousePos;
  const CellAt under{static_cast<std::int64_t>(std::floor(view.first_row + (mouse.y - at.y) / cell)),
                     static_cast<std::int64_t>(std::floor(view.first_column + (mouse.x - at.x) / cell))};
  if (under.row >= d.rows.extent || under.column >= d.columns.extent || under.row < 0 || under.column < 0) return {};
  return under;
}

void mark_cell(Ui& ui, const DrawnGrid& g, std::int64_t row, std::int64_t column, ImU32 c, float thickness) {
  const double cell = cell_side(ui, g);
  const auto [x, y] = place_of(ui, g, row, column);
  if (x + cell < g.at.x || y + cell < g.at.y || x > g.at.x + g.size.x || y > g.at.y + g.size.y) return;
  auto* list = ImGui::GetWindowDrawList();
  list->PushClipRect({g.at.x - thickness, g.at.y - thickness}, {g.at.x + g.size.x + thickness, g.at.y + g.size.y + thickness}, true);
  const auto side = static_cast<float>(std::max(cell, static_cast<double>(ui.px(4))));
  compat::rectangle(list, {std::round(x), std::round(y)}, {std::round(x + side) + 1, std::round(y + side) + 1}, c, ui.px(1), thickness);
  list->PopClipRect();
}

void shade_cell(Ui& ui, const DrawnGrid& g, std::int64_t row, std::int64_t column) {
  const auto cell = static_cast<float>(cell_side(ui, g));
  const auto [x, y] = place_of(ui, g, row, column);
  const ImVec2 a{std::max(std::round(x) + 1, g.at.x), std::max(std::round(y) + 1, g.at.y)};
  const ImVec2 b{std::min(std::round(x + cell), g.at.x + g.size.x), std::min(std::round(y + cell), g.at.y + g.size.y)};
  if (a.x < b.x && a.y < b.y) ImGui::GetWindowDrawList()->AddRectFilled(a, b, colour(ui.theme().card, 0.7f));
}

void fill_cell(const Ui& ui, const DrawnGrid& g, std::int64_t row, std::int64_t column, ImU32 c) {
  const auto cell = static_cast<float>(cell_side(ui, g));
  const auto [x, y] = place_of(ui, g, row, column);
  const float edge = cell >= ui.px(8) ? ui.px(1) : 0;
  const ImVec2 a{std::max(std::round(x) + edge, g.at.x), std::max(std::round(y) + edge, g.at.y)};
  const ImVec2 b{std::min(std::round(x + cell) - edge * 0.5f, g.at.x + g.size.x),
                 std::min(std::round(y + cell) - edge * 0.5f, g.at.y + g.size.y)};
  if (a.x < b.x && a.y < b.y) ImGui::GetWindowDrawList()->AddRectFilled(a, b, c);
}

float row_heading_width(const Ui& ui, const render::Diagram& d) {
  const auto last = d.rows.extent - 1;
  float w = text_width(ui.fonts.mono_tiny, d.rows.longest_heading());
  for (const auto& part : d.parts)
    if (part.column == 0) w = std::max(w, text_width(ui.fonts.mono_tiny, part.diagram.rows.name));
  if (d.rows.hierarchical) w += text_width(ui.fonts.mono_tiny, d.rows.natural_heading(last)) + ui.px(4);
  return std::max(w, ui.px(8)) + ui.px(10) + caption_width(ui, d);
}

float column_heading_height(const Ui& ui, const render::Diagram& d) {
  return (ui.fonts.mono_tiny.size + ui.px(2)) * ((d.columns.hierarchical ? 2.0f : 1.0f) + (d.columns.slabs.width > 0 ? 1.0f : 0.0f)) +
         ui.px(4) + (d.parts.empty() ? 0.0f : ui.fonts.ui_bold_small.size + ui.px(2));
}

namespace {

/// Draws the names of a grid among others and of its axes. The grid's name is above it, or below a grid without headings, which has others
/// above it; the rows' name is at the corner of the headings, the columns' above the first of these.
void draw_names(const Ui& ui, const DrawnGrid& g) {
  const auto& d = g.diagram;
  const std::string title = ui.tr(d.title.c_str());
  auto* list = ImGui::GetWindowDrawList();
  const auto &face = ui.fonts.mono_tiny, &bold = ui.fonts.ui_bold_small;
  const float headings = g.at.y - ui.px(4) - face.size - ui.px(2);
  const float name = d.columns.headed ? headings - bold.size - ui.px(2) : g.at.y + g.size.y + ui.px(3);
  float middle = g.at.x + g.size.x / 2;
  if (d.columns.headed) {
    draw_text(list, face, {g.at.x, name}, ui.ink.text, d.columns.name);
    middle = std::max(middle, g.at.x + text_width(face, d.columns.name) + ui.px(4) + text_width(bold, title) / 2);
  }
  draw_text_centred(list, bold, {middle, name}, ui.ink.text, title);
  if (d.rows.headed) draw_text_right(list, face, {g.at.x - ui.px(8), headings}, ui.ink.text, d.rows.name);
}

void draw_own_headings(Ui& ui, const DrawnGrid& g) {
  const auto& d = g.diagram;
  const auto& view = g.view;
  const ImVec2 at = g.at, size = g.size;
  auto* list = ImGui::GetWindowDrawList();
  const auto& face = ui.fonts.mono_tiny;
  const double cell = cell_side(ui, g);
  const auto v = cells_in_sight(ui, g);
  // Numbers that would touch are thinned out, in steps of 1, 2, 4, 8, ...
  const auto step_for = [&](float room) {
    std::int64_t step = 1;
    while (static_cast<double>(step) * cell < room) step *= 2;
    return step;
  };
  const float line = face.size + ui.px(2);
  const auto widest =
      std::max(text_width(face, d.columns.names.empty() ? d.columns.heading(std::max<std::int64_t>(0, v.last_column - 1))
                                                        : d.columns.longest_heading()),
               d.columns.slabs.width > 0 || d.columns.natural_only ? text_width(face, d.columns.heading(d.columns.extent - 1)) : 0);
  const auto columns = step_for(widest + ui.px(6));
  const bool natural_columns =
      d.columns.hierarchical && text_width(face, d.columns.natural_heading(d.columns.extent - 1)) + ui.px(2) <= cell;
  float top = at.y - column_heading_height(ui, d);
  if (d.columns.slabs.width > 0) {
    const float room = text_width(face, d.columns.slab_caption(d.columns.slab_count() - 1)) + ui.px(6);
    each_slab(d.columns, view.first_column, cell, size.x, room, [&](float middle, const std::string& text) {
      // Kept within the card's edge rather than centred on its slab.
      const float half = text_width(face, text) / 2, last = size.x - half - ui.px(4);
      draw_text_centred(list, face, {at.x + std::max(std::min(middle, last), std::min(half, middle)), top}, ui.ink.text, text);
    });
    top += line;
  }
  each_slab(d.rows, view.first_row, cell, size.y, face.size, [&](float middle, const std::string& text) {
    draw_text(list, face, {at.x - row_heading_width(ui, d), at.y + middle - face.size / 2}, ui.ink.text, text);
  });
  const auto last_column = d.columns.headed ? v.last_column : 0, last_row = d.rows.headed ? v.last_row : 0;
  for (auto c = algebra::round_up(v.first_column, columns); c < last_column; c += columns) {
    const auto x = static_cast<float>(at.x + (static_cast<double>(c) + 0.5 - view.first_column) * cell);
    if (x < at.x || x > at.x + size.x) continue;
    // The heading of a partly visible column must not reach over the card's edge.
    const float half = text_width(face, d.columns.heading(c)) / 2, edge = at.x + size.x;
    if (x + static_cast<float>(cell) / 2 > edge + 1 && x + half > edge - ui.px(4)) continue;
    draw_text_centred(list, face, {x, top}, ui.ink.faint, d.columns.heading(c));
    if (natural_columns) draw_text_centred(list, face, {x, top + line}, ui.ink.fainter, d.columns.natural_heading(c));
  }
  const auto rows = step_for(face.size);
  for (auto r = algebra::round_up(v.first_row, rows); r < last_row; r += rows) {
    const auto y = static_cast<float>(at.y + (static_cast<double>(r) + 0.5 - view.first_row) * cell) - face.size / 2;
    if (y + face.size / 2 < at.y || y + face.size / 2 > at.y + size.y) continue;
    float x = at.x - ui.px(8);
    if (d.rows.hierarchical) {
      draw_text_right(list, face, {x, y}, ui.ink.fainter, d.rows.natural_heading(r));
      x -= text_width(face, d.rows.natural_heading(r)) + ui.px(4);
    }
    draw_text_right(list, face, {x, y}, ui.ink.faint, d.rows.heading(r));
  }
}

}  // namespace

void draw_headings(Ui& ui, const DrawnGrid& g) {
  each_grid(ui, g, [&](const DrawnGrid& grid) {
    draw_own_headings(ui, grid);
    if (&grid.diagram != &g.diagram) draw_names(ui, grid);
  });
}

DrawnGrid small_grid(const Ui& ui, const render::Diagram& d, CardView& view, ImVec2 at, ImVec2 room, float least, float usual) {
  const float left = row_heading_width(ui, d), top = column_heading_height(ui, d);
  const auto rows = static_cast<float>(std::max<std::int64_t>(1, d.rows.extent)),
             columns = static_cast<float>(std::max<std::int64_t>(1, d.columns.extent));
  const float label = text_width(ui.fonts.mono_tiny, fmt::format("{}", d.widest_index())) + ui.px(8);
  const ImVec2 free{room.x - left, room.y - top};
  const float fit = std::min({free.x / columns, free.y / rows, std::max(label, ui.px(usual))}),
              cell = std::floor(std::max(fit, ui.px(least)));
  return {
      d, view, cell, {std::round(at.x + left), std::round(at.y + top)}, {std::min(free.x, cell * columns), std::min(free.y, cell * rows)}};
}

CellAt draw_small_grid(Ui& ui, const char* id, const DrawnGrid& g) {
  const auto under = draw_grid(ui, id, g, {.label = &ui.fonts.mono_tiny});
  draw_headings(ui, g);
  return under;
}

}  // namespace app
