#pragma once
// Several diagrams on one page: operands and result side by side, the steps of an operation, a whole canvas.

#include <optional>
#include <string>
#include <vector>

#include "render/export.hpp"

namespace render {

/// One picture of a figure. Without a diagram: room left empty, so that the others stand where they belong.
struct Panel {
  std::optional<Diagram> diagram;
  std::string caption;  ///< below the grid: "before", "step 2: coalesce A"
  std::string joint;    ///< between this panel and the next: "o", "=", "→"
};

struct Figure {
  std::vector<Panel> panels;   ///< in reading order
  int columns = 0;             ///< panels a row; 0: as many as fit the width, all of them where no width is asked for
  std::string title, caption;  ///< of the whole figure; "" for none
};

struct FigureOptions {
  ExportOptions page;   ///< page.title: the names and values above the panels, and their notes
  double width_cm = 0;  ///< of the page; 0: as wide as the panels want to be
  bool borders = true;  ///< of tiles; without: hair lines between cells and the frame
  bool legend = false;  ///< which colour is what
  std::string font;     ///< a family in place of Inter and JetBrains Mono; "" for these
};

/// Letters smaller than this are left out of a figure, not drawn: nobody reads them in print.
inline constexpr double least_letter_points = 6;
inline constexpr double points_per_cm = 72 / 2.54;
/// Figures of this many centimetres can still be drawn.
inline constexpr double least_width_cm = 2, most_width_cm = 200;

/// One diagram and no wish beyond what a page of its own has: export_file writes the same.
bool is_plain(const Figure&, const FigureOptions&);

/// The file's bytes. At a given width cells shrink, then rows of panels break, then labels are left out; letters keep their
/// size. Error: one sentence (no panel, a width beyond the limits, too many cells for one page).
tl::expected<std::string, std::string> figure_bytes(const Figure&, const FigureOptions&);

}  // namespace render
