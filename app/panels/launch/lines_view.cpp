#include "app/panels/launch/launch_view.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include <fmt/format.h>

#include "algebra/layout/rounding.hpp"
#include "app/actions/launch_links.hpp"
#include "app/actions/looking.hpp"
#include "app/launch/bank_words.hpp"

namespace app {
namespace {

struct LinePlace {
  const LaunchView& v;
  ImVec2 at, size;
  float cell;
  std::int64_t columns;

  ImVec2 corner(std::int64_t element) const {
    return {at.x + static_cast<float>(element % columns) * cell,
            at.y + static_cast<float>((static_cast<double>(element / columns) - launch_of(v.ui).lines.first) * cell)};
  }
  /// Draws a frame around `count` elements of one row.
  void frame(std::int64_t element, std::int64_t count, ImU32 ink, float thickness) const {
    const auto a = corner(element);
    if (a.y + cell < at.y || a.y > at.y + size.y) return;
    compat::rectangle(ImGui::GetWindowDrawList(), a, {a.x + static_cast<float>(count) * cell + 1, a.y + cell + 1}, ink, 0, thickness);
  }
};

/// Returns the first element of a sector. Rows start with the tensor's first element, which may be within a sector.
std::int64_t first_of(const LaunchView& v, std::int64_t sector) {
  return (sector * 32 - v.plan.shape.begins) / v.plan.launch.element_bytes;
}

void follow(const LaunchView& v, const std::set<std::int64_t>& sectors, std::int64_t rows, double visible, std::int64_t columns) {
  auto& scroll = launch_of(v.ui).lines;
  const auto& look = v.view.playback;
  if (scroll.jump != look.jump) {
    scroll.jump = look.jump;
    if (look.marked >= 0) show_row(scroll, look.marked / columns, rows, visible);
  }
  if (scroll.followed == v.position) return;
  scroll.followed = v.position;
  if (!sectors.empty() && v.position < v.total)
    show_row(scroll, std::max<std::int64_t>(0, first_of(v, *sectors.begin())) / columns, rows, visible);
}

}  // namespace

void lines_view(const LaunchView& v, ImVec2 at, ImVec2 size) {
  auto& ui = v.ui;
  auto* list = ImGui::GetWindowDrawList();
  const auto& small = ui.fonts.ui_small;
  const auto& tiny = ui.fonts.mono_tiny;
  const std::int64_t bytes = v.plan.launch.element_bytes, columns = v.tables.memory_columns();
  const auto& d = v.tables.memory();
  draw_fitted(list, ui, small, at, size.x, ui.ink.faint, ui.tr("memory, 128 B lines × 32 B sectors"));
  help_term(ui, "launch", "memory, 128 B lines × 32 B sectors", at, {at.x + size.x, at.y + small.size});
  const float gutter = text_width(tiny, fmt::format("{}", (v.plan.launch.elements * bytes - 1) / 128)) + ui.px(8);
  const float below = small.size + ui.fonts.mono_small.size + ui.px(12), head = small.size + ui.px(6);
  const float room = size.x - gutter - scroll_bar_width(ui) - ui.px(4);
  const float cell = std::clamp(std::floor(room / static_cast<float>(columns)), 2.0f, ui.px(18));
  const ImVec2 grid_at{std::round(at.x + gutter), std::round(at.y + head)};
  const ImVec2 grid_size{cell * static_cast<float>(columns),
                         std::min(cell * static_cast<float>(d.rows.extent), std::floor((size.y - head - below) / cell) * cell)};
  if (grid_size.y < cell) return;

  const auto sectors = v.current ? sectors_of(v.plan, *v.current) : std::set<std::int64_t>{};
  follow(v, sectors, d.rows.extent, static_cast<double>(grid_size.y / cell), columns);
  area("memory", grid_at, grid_size);
  const bool hovered = ImGui::IsItemHovered();
  scroll_rows(ui, "memory bar", launch_of(ui).lines, d.rows.extent, cell, {at.x, grid_at.y},
              {std::min(size.x, gutter + grid_size.x + scroll_bar_width(ui) + ui.px(4)), grid_size.y});
  launch_of(ui).lines.first = std::floor(launch_of(ui).lines.first);

  auto trace = ui.trace != nullptr ? ui.trace->view(v.plan, v.settings()) : std::nullopt;
  if (trace && v.position >= v.total) trace->position = INT64_MAX;
  ui.grid(list, d,
          {.framebuffer_width = ui.framebuffer_width,
           .framebuffer_height = ui.framebuffer_height,
           .x = grid_at.x,
           .y = grid_at.y,
           .width = grid_size.x,
           .height = grid_size.y,
           .clip_x = grid_at.x,
           .clip_y = grid_at.y,
           .clip_width = grid_size.x + 2,
           .clip_height = grid_size.y + 2,
           .first_row = launch_of(ui).lines.first,
           .first_column = 0,
           .cell = cell,
           .dim = trace ? 0.0f : 0.7f},
          trace);

  // Line numbers, as many as fit.
  const auto per_line = std::max<std::int64_t>(1, 128 / bytes / columns);
  auto every = per_line;
  while (static_cast<float>(every) * cell < tiny.size) every *= 2;
  const auto first = static_cast<std::int64_t>(launch_of(ui).lines.first),
             last = std::min(d.rows.extent, first + static_cast<std::int64_t>(grid_size.y / cell + 0.5f));
  for (auto row = algebra::round_up(first, every); row < last; row += every)
    draw_text_right(list, tiny, {grid_at.x - ui.px(5), grid_at.y + static_cast<float>(row - first) * cell + (cell - tiny.size) / 2},
                    ui.ink.faint, fmt::format("{}", row / per_line));

  const LinePlace place{v, grid_at, grid_size, cell, columns};
  list->PushClipRect({grid_at.x - 2, grid_at.y - 2}, {grid_at.x + grid_size.x + 3, grid_at.y + grid_size.y + 3}, true);
  const auto in_sector = std::max<std::int64_t>(1, 32 / bytes);
  for (const auto sector : sectors) {
    const auto begin = first_of(v, sector), end = begin + in_sector;
    for (auto e = std::max<std::int64_t>(0, begin); e < end;) {
      const auto in_row = std::min(end, (e / columns + 1) * columns) - e;
      place.frame(e, in_row, ui.ink.pin, ui.px(2));
      e += in_row;
    }
  }
  if (const auto marked = v.view.playback.marked; marked >= 0 && marked < v.plan.launch.elements)
    place.frame(marked, 1, ui.ink.error, ui.px(2.5f));
  for (const auto linked : traced_elements(v.workspace, v.view))
    if (linked >= 0 && linked < v.plan.launch.elements) place.frame(linked, 1, ui.ink.pin, ui.px(2.5f));
  list->PopClipRect();

  if (v.current) {
    const auto said = v.words_of(*v.current);
    const auto& mono = ui.fonts.mono_small;
    const float y = grid_at.y + grid_size.y + ui.px(8);
    draw_fitted(list, ui, small, {at.x, y}, size.x, ui.ink.faint, said.who);
    draw_fitted(list, ui, mono, {at.x, y + small.size + ui.px(2)}, size.x, said.poor ? ui.ink.hint : ui.ink.text,
                text_width(mono, said.cost) <= size.x ? said.cost : said.short_cost);
  }
  if (!hovered) return;
  const auto mouse = ImGui::GetIO().MousePos;
  const auto element =
      (first + static_cast<std::int64_t>((mouse.y - grid_at.y) / cell)) * columns + static_cast<std::int64_t>((mouse.x - grid_at.x) / cell);
  if (element < 0 || element >= v.plan.launch.elements) return;
  hint(ui, v.element_words(element));
  if (const auto pointed = element_of_trace(v.workspace, element)) v.requests.add<hover_element>(pointed);
  if (clicked_here())
    if (const auto touch = v.first(element)) v.pick(touch->block, touch->thread);
}

}  // namespace app
