#pragma once
// Which elements the cells of a picture stand for.

#include <vector>

#include "app/document/element.hpp"
#include "app/document/evaluation.hpp"
#include "app/figures/pictures.hpp"

namespace app {

/// The element that a cell of an entry's picture stands for: of the entry whose value the grid shows. A partition whose tile is no
/// entry is shown as that tile: its own element has the same index. Empty where there is none, or the cell is beyond the end.
Element element_in(const std::vector<EntryResult>&, const Picture&, int entry, std::int64_t row, std::int64_t column);
/// The element at a point of the picture, in rows and columns; where no cell has one, that of the arrow nearest to the point, within
/// a third of a cell: where the arrow begins.
Element element_near(const std::vector<EntryResult>&, const Picture&, int entry, double row, double column);

}  // namespace app
