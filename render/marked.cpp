#include "render/marked.hpp"

#include "algebra/difference.hpp"

namespace render {

std::optional<Diagram> marked_picture(const algebra::Value& shown, const algebra::Value& other, std::string_view name) {
  auto diagram = describe(shown, name, {}, {});
  if (!diagram) return diagram;
  const auto cells = algebra::differing(shown, other);
  if (cells.empty()) return diagram;
  auto& d = *diagram;
  const auto rows = d.rows.extent, columns = d.columns.extent;
  d.colour = {};
  d.colour.separable = false;
  d.colour.table.assign(static_cast<std::size_t>(rows * columns), -1);
  constexpr std::int32_t mark = 1;  ///< a colour of the palette
  std::int64_t marked = 0;
  for (std::int64_t r = 0; r < rows; ++r)
    for (std::int64_t c = 0; c < columns; ++c) {
      const auto at = d.coordinate(r, c);
      if (at < 0 || at >= static_cast<std::int64_t>(cells.size()) || !cells[static_cast<std::size_t>(at)]) continue;
      d.colour.table[static_cast<std::size_t>(r * columns + c)] = mark;
      ++marked;
    }
  d.note = marked == 0 ? "no differences" : "coloured: where they differ";
  return diagram;
}

}  // namespace render
