#pragma once
// The elements that the cells of a picture represent.

#include <vector>

#include "app/document/element.hpp"
#include "app/document/evaluation.hpp"
#include "app/figures/pictures.hpp"

namespace app {

/// Returns the element that a cell of an entry's picture represents, an element of the entry whose value the grid shows. A partition whose
/// tile is no entry is drawn as that tile; its own element with the same index is returned. Empty without one, or if the cell is beyond the
/// end.
Element element_in(const std::vector<EntryResult>&, const Picture&, int entry, std::int64_t row, std::int64_t column);
/// Returns the element at a point of the picture, in rows and columns. If no cell is there, returns the element at the beginning of the
/// nearest arrow within a third of a cell.
Element element_near(const std::vector<EntryResult>&, const Picture&, int entry, double row, double column);

}  // namespace app
