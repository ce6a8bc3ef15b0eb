#include "render/cropped.hpp"

#include <algorithm>
#include <utility>

namespace render {
namespace {

using algebra::Message;
using algebra::message;

void crop(Axis& axis, std::int64_t most) {
  if (axis.extent <= most) return;
  // The ellipsis is one position.
  auto shown = std::max<std::int64_t>(1, most - 1);
  if (axis.slabs.width > 0 && shown > axis.slabs.width) shown -= shown % axis.slabs.width;
  axis.left_out = axis.extent - shown;
  axis.extent = shown + 1;
}

}  // namespace

Diagram cropped(const Diagram& whole, std::int64_t most_rows, std::int64_t most_columns) {
  Diagram d = whole;
  crop(d.rows, most_rows);
  crop(d.columns, most_columns);
  if (d.rows.left_out == 0 && d.columns.left_out == 0) return d;
  // Coordinates, owners and colours are those of the whole.
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
  d.note_line(shown_part(d));
  d.note_matters = true;
  return d;
}

Message shown_part(const Diagram& d) {
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
