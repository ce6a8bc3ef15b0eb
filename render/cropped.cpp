#include "render/cropped.hpp"

#include <algorithm>
#include <utility>

namespace render {
namespace {

using algebra::Message;
using algebra::message;

void crop(Axis& axis, std::int64_t most) {
  if (axis.extent <= most) return;
  // The ellipsis takes one position.
  auto shown = std::max<std::int64_t>(1, most - 1);
  if (axis.slabs.width > 0 && shown > axis.slabs.width) shown -= shown % axis.slabs.width;
  axis.left_out = axis.extent - shown;
  axis.extent = shown + 1;
}

}  // namespace

namespace {

/// Crops each part of a picture of several to at most that many rows and columns.
Diagram cropped_parts(const Diagram& whole, std::int64_t rows, std::int64_t columns) {
  Diagram d = whole;
  for (std::size_t i = 0; i < d.parts.size(); ++i) {
    auto& part = d.parts[i].diagram;
    const auto& of = whole.parts[i].diagram;
    part = cropped(of, rows, columns);
    part.note = of.note;
  }
  arrange(d);
  // Callouts and frames move with their part.
  const auto moved = [&](std::int64_t& row, std::int64_t& column) {
    const auto* from = whole.part_at(row, column);
    if (from == nullptr) return false;
    const auto& to = d.parts[static_cast<std::size_t>(from - whole.parts.data())];
    const auto r = row - from->row, c = column - from->column;
    row = to.row + r;
    column = to.column + c;
    return r <= to.diagram.rows.last_shown() && c <= to.diagram.columns.last_shown();
  };
  std::erase_if(d.callouts, [&](Callout& c) { return !moved(c.row, c.column) || (c.to && !moved(c.to->first, c.to->second)); });
  return d;
}

/// Returns the greatest of 2 .. most with which the picture has at most `wanted` positions.
template <class Extent>
std::int64_t most_of_part(std::int64_t most, std::int64_t wanted, const Extent& extent) {
  std::int64_t low = 2;
  while (low < most) {
    const auto middle = low + (most - low + 1) / 2;
    if (extent(middle) <= wanted) low = middle;
    else most = middle - 1;
  }
  return low;
}

}  // namespace

Diagram cropped(const Diagram& whole, std::int64_t most_rows, std::int64_t most_columns) {
  Diagram d = whole;
  if (!d.parts.empty()) {
    const auto rows =
        most_of_part(d.rows.extent, most_rows, [&](std::int64_t n) { return cropped_parts(whole, n, whole.columns.extent).rows.extent; });
    const auto columns = most_of_part(d.columns.extent, most_columns,
                                      [&](std::int64_t n) { return cropped_parts(whole, whole.rows.extent, n).columns.extent; });
    d = cropped_parts(whole, rows, columns);
    if (d.rows.extent == whole.rows.extent && d.columns.extent == whole.columns.extent) return whole;
    d.note_line(shown_part(d));
    d.note_matters = true;
    return d;
  }
  crop(d.rows, most_rows);
  crop(d.columns, most_columns);
  if (d.rows.left_out == 0 && d.columns.left_out == 0) return d;
  // Coordinates, owners and colours are those of the whole picture.
  d.elements.clear();
  d.places.clear();
  d.owners.clear();
  d.others.clear();
  d.colour = {};
  d.colour.separable = false;
  for (std::int64_t r = 0; r < d.rows.extent; ++r)
    for (std::int64_t c = 0; c < d.columns.extent; ++c) {
      const bool shown = r <= d.rows.last_shown() && c <= d.columns.last_shown();
      const auto cell = static_cast<std::size_t>(r * whole.columns.extent + c);
      d.elements.push_back(shown ? static_cast<std::int32_t>(whole.coordinate(r, c)) : -1);
      d.colour.table.push_back(shown ? static_cast<std::int32_t>(whole.colour_key(r, c)) : -1);
      if (!whole.owners.empty()) d.owners.push_back(shown ? whole.owners[cell] : Diagram::Owner{});
      if (!whole.others.empty()) d.others.push_back(shown ? whole.others[cell] : Diagram::Owner{});
    }
  std::erase_if(d.callouts, [&](const Callout& c) {
    const auto inside = [&](std::int64_t row, std::int64_t column) {
      return row <= d.rows.last_shown() && column <= d.columns.last_shown();
    };
    return !inside(c.row + c.rows - 1, c.column + c.columns - 1) || (c.to && !inside(c.to->first, c.to->second));
  });
  for (auto& f : d.frames) {
    f.cells.rows = std::min(f.cells.rows, d.rows.extent - f.cells.row);
    f.cells.columns = std::min(f.cells.columns, d.columns.extent - f.cells.column);
  }
  std::erase_if(d.frames, [](const CellFrame& f) { return f.cells.rows < 1 || f.cells.columns < 1; });
  d.note_line(shown_part(d));
  d.note_matters = true;
  return d;
}

Message shown_part(const Diagram& d) {
  Message parts;
  for (const auto& part : d.parts)
    if (const auto shown = shown_part(part.diagram); !shown.empty()) {
      const auto of = message("{}: {}", part.diagram.title, shown);
      parts = parts.empty() ? of : message("{}; {}", parts, of);
    }
  if (!d.parts.empty()) return parts;
  const auto all = [](const Axis& a) { return a.last_shown() + 1 + a.left_out; };
  Message rows, columns;
  if (d.rows.left_out > 0)
    rows = d.rows.last_shown() == 0 ? message("row 0 of {}", all(d.rows)) : message("rows 0 to {} of {}", d.rows.last_shown(), all(d.rows));
  if (d.columns.left_out > 0)
    columns = d.columns.last_shown() == 0 ? message("column 0 of {}", all(d.columns))
                                          : message("columns 0 to {} of {}", d.columns.last_shown(), all(d.columns));
  if (rows.empty() || columns.empty()) return rows.empty() ? columns : rows;
  return message("{}, {}", rows, columns);
}

}  // namespace render
