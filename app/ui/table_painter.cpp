#include "app/ui/table_painter.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include <fmt/format.h>

#include "algebra/reading/table.hpp"

namespace app {
namespace {

/// Gives a cell without a number the next one. Returns whether it did.
bool number_next(TableGrid& grid, GridPlace at) {
  auto& cell = grid.at(at.row, at.column);
  if (cell.known) return false;
  cell = {true, grid.next_number()};
  return true;
}

/// Paints all cells on the straight line between two, as a fast stroke skips some. Returns whether any changed.
bool paint_stroke(TableGrid& grid, GridPlace from, GridPlace to) {
  const auto down = to.row - from.row, across = to.column - from.column, steps = std::max(std::abs(down), std::abs(across));
  bool changed = false;
  for (std::int64_t i = 1; i <= steps; ++i) {
    const auto part = static_cast<double>(i) / static_cast<double>(steps);
    changed |= number_next(
        grid, {from.row + std::lround(part * static_cast<double>(down)), from.column + std::lround(part * static_cast<double>(across))});
  }
  return changed;
}

bool type_digit(TablePainter& p, int digit) {
  auto& cell = p.grid.at(p.cursor.row, p.cursor.column);
  if (!p.typing || !cell.known) cell = {true, p.minus ? -digit : digit};
  else if (std::abs(cell.number) <= algebra::max_table_index / 10) cell.number = cell.number * 10 + (cell.number < 0 ? -digit : digit);
  p.typing = true, p.minus = false;
  return true;
}

bool delete_digit(TablePainter& p) {
  auto& cell = p.grid.at(p.cursor.row, p.cursor.column);
  if (!cell.known) return false;
  if (p.typing && std::abs(cell.number) >= 10) cell.number /= 10;
  else cell = {}, p.typing = false;
  return true;
}

/// Moves the cursor, from the end of a row to the beginning of the next.
void move_cursor(TablePainter& p, std::int64_t by) {
  const auto all = p.grid.rows * p.grid.columns, at = (p.cursor.row * p.grid.columns + p.cursor.column + by + all) % all;
  p.cursor = {at / p.grid.columns, at % p.grid.columns};
}

bool follow_keys(TablePainter& p) {
  const auto before = p.cursor;
  bool changed = false;
  const auto& io = ImGui::GetIO();
  if (io.KeyCtrl || io.KeyAlt) return false;
  for (const auto c : io.InputQueueCharacters) {
    if (c >= '0' && c <= '9') changed |= type_digit(p, static_cast<int>(c - '0'));
    if (c == '-') p.minus = true, p.typing = false;
    if (c == ' ') changed |= number_next(p.grid, p.cursor), move_cursor(p, 1);
  }
  if (compat::key_pressed(ImGuiKey_Backspace) || compat::key_pressed(ImGuiKey_Delete)) changed |= delete_digit(p);
  if (compat::key_pressed(ImGuiKey_Tab)) move_cursor(p, io.KeyShift ? -1 : 1);
  if (compat::key_pressed(ImGuiKey_LeftArrow)) p.cursor.column = std::max<std::int64_t>(0, p.cursor.column - 1);
  if (compat::key_pressed(ImGuiKey_RightArrow)) p.cursor.column = std::min(p.grid.columns - 1, p.cursor.column + 1);
  if (compat::key_pressed(ImGuiKey_UpArrow)) p.cursor.row = std::max<std::int64_t>(0, p.cursor.row - 1);
  if (compat::key_pressed(ImGuiKey_DownArrow) || compat::key_pressed(ImGuiKey_Enter))
    p.cursor.row = std::min(p.grid.rows - 1, p.cursor.row + 1);
  if (p.cursor != before) p.typing = p.minus = false, p.reveal = p.cursor;
  return changed;
}

bool follow_mouse(TablePainter& p, std::optional<GridPlace> under) {
  bool changed = false;
  if (!ImGui::IsItemActive()) p.stroke.reset();
  if (!under) return false;
  if (ImGui::IsItemActivated()) {
    changed = number_next(p.grid, *under);
    p.stroke = p.cursor = *under;
    p.typing = p.minus = false;
  } else if (p.stroke && *p.stroke != *under) {
    changed = paint_stroke(p.grid, *p.stroke, *under);
    p.stroke = p.cursor = *under;
  }
  if (ImGui::IsItemHovered() && ImGui::IsMouseClicked(1)) {
    changed |= p.grid.at(under->row, under->column).known;
    p.grid.at(under->row, under->column) = {};
  }
  return changed;
}

/// Position and size of the drawn cells.
struct Cells {
  ImVec2 at, size;
  ImVec2 corner(std::int64_t row, std::int64_t column) const {
    return {at.x + static_cast<float>(column) * size.x, at.y + static_cast<float>(row) * size.y};
  }
};

void draw_cells(const Ui& ui, const TablePainter& p, const TableMarks& marks, const Cells& cells, bool keyboard) {
  auto* list = ImGui::GetWindowDrawList();
  const auto& grid = p.grid;
  const auto& face = ui.fonts.mono_tiny;
  const auto first = list->GetClipRectMin(), last = list->GetClipRectMax();
  const auto within = [](float from, float origin, float side, std::int64_t most) {
    return std::clamp<std::int64_t>(static_cast<std::int64_t>(std::floor((from - origin) / side)), 0, most);
  };
  const auto frame = [&](std::optional<GridPlace> place, ImU32 colour) {
    if (!place || place->row >= grid.rows || place->column >= grid.columns) return;
    const auto a = cells.corner(place->row, place->column);
    compat::rectangle(list, {a.x + 1, a.y + 1}, {a.x + cells.size.x - 1, a.y + cells.size.y - 1}, colour, ui.px(2), ui.px(2));
  };
  for (auto r = within(first.y, cells.at.y, cells.size.y, grid.rows); r < within(last.y, cells.at.y, cells.size.y, grid.rows - 1) + 1; ++r)
    for (auto c = within(first.x, cells.at.x, cells.size.x, grid.columns);
         c < within(last.x, cells.at.x, cells.size.x, grid.columns - 1) + 1; ++c) {
      const auto a = cells.corner(r, c);
      const ImVec2 b{a.x + cells.size.x, a.y + cells.size.y};
      const auto& cell = grid.at(r, c);
      const bool refused = marks.refused == GridPlace{r, c};
      if (cell.known) list->AddRectFilled(a, b, refused ? ui.ink.error_back : ui.ink.chip);
      compat::rectangle(list, a, {b.x + 1, b.y + 1}, ui.ink.line, 0, 1);
      if (cell.known)
        draw_text_centred(list, face, {(a.x + b.x) / 2, (a.y + b.y - face.size) / 2}, refused ? ui.ink.error : ui.ink.text, text_of(cell));
    }
  frame(marks.repaired, ui.ink.good);
  frame(marks.refused, ui.ink.error);
  if (keyboard) frame(p.cursor, ui.ink.accent);
}

}  // namespace

bool table_painter(Ui& ui, TablePainter& p, const TableMarks& marks, bool editable, ImVec2 size) {
  // Tab goes to the next cell here, not to the next field.
  compat::begin_child("painted table", size, ImGuiWindowFlags_HorizontalScrollbar | ImGuiWindowFlags_NoNavInputs);
  p.cursor = {std::clamp<std::int64_t>(p.cursor.row, 0, p.grid.rows - 1), std::clamp<std::int64_t>(p.cursor.column, 0, p.grid.columns - 1)};
  float widest = text_width(ui.fonts.mono_tiny, "000");
  for (const auto& cell : p.grid.cells)
    if (cell.known && (cell.number > 999 || cell.number < -99 || cell.value >= 0))
      widest = std::max(widest, text_width(ui.fonts.mono_tiny, text_of(cell)));
  const Cells cells{ImGui::GetCursorScreenPos(), {std::round(widest + ui.px(8)), std::round(ui.fonts.mono_tiny.size + ui.px(8))}};
  ImGui::InvisibleButton("cells",
                         {cells.size.x * static_cast<float>(p.grid.columns) + 1, cells.size.y * static_cast<float>(p.grid.rows) + 1});
  const bool keyboard = editable && ImGui::IsWindowFocused();
  bool changed = false;
  if (editable) {
    const auto mouse = ImGui::GetIO().MousePos;
    const auto row = static_cast<std::int64_t>(std::floor((mouse.y - cells.at.y) / cells.size.y)),
               column = static_cast<std::int64_t>(std::floor((mouse.x - cells.at.x) / cells.size.x));
    const bool inside = row >= 0 && column >= 0 && row < p.grid.rows && column < p.grid.columns;
    changed = follow_mouse(p, inside ? std::optional(GridPlace{row, column}) : std::nullopt);
    if (keyboard && !ImGui::IsItemActive()) changed |= follow_keys(p);
  }
  draw_cells(ui, p, marks, cells, keyboard);
  if (p.reveal) {
    const auto to = cells.corner(p.reveal->row, p.reveal->column);
    const auto show = [](float from, float side, float scroll, float room) {
      return from < scroll ? from : from + side > scroll + room ? from + side - room : scroll;
    };
    ImGui::SetScrollX(show(to.x - cells.at.x, cells.size.x, ImGui::GetScrollX(), size.x - ImGui::GetStyle().ScrollbarSize));
    ImGui::SetScrollY(show(to.y - cells.at.y, cells.size.y, ImGui::GetScrollY(), size.y - ImGui::GetStyle().ScrollbarSize));
    p.reveal.reset();
  }
  ImGui::EndChild();
  return changed;
}

}  // namespace app
