#pragma once
// Several diagrams on one page: operands and result side by side, the steps of an operation, a whole canvas.

#include <optional>
#include <string>
#include <vector>

#include "render/export.hpp"

namespace render {

/// One picture of a figure. Without a diagram it is empty space that keeps the others in place.
struct Panel {
  std::optional<Diagram> diagram;
  std::string caption;  ///< below the grid: "before", "step 2: coalesce A"
  std::string joint;    ///< between this panel and the next: "o", "=", "→"
};

struct Figure {
  std::vector<Panel> panels;   ///< in reading order
  int columns = 0;             ///< panels per row; 0: as many as fit the width, or all if no width is given
  std::string title, caption;  ///< of the whole figure; "" for none
};

struct FigureOptions {
  ExportOptions page;   ///< page.title: the names and values above the panels, and their notes
  double width_cm = 0;  ///< width of the page; 0: the natural width of the panels
  bool borders = true;  ///< draw tile borders; otherwise only hairlines and the frame
  bool legend = false;  ///< show which keys a colour stands for
  std::string font;     ///< font family; "": Inter and JetBrains Mono
};

/// Text smaller than this is left out of a figure: it would be unreadable in print.
inline constexpr double least_letter_points = 6;
inline constexpr double points_per_cm = 72 / 2.54;
/// Limits of a figure's width, in centimetres.
inline constexpr double least_width_cm = 2, most_width_cm = 200;

/// One diagram and no options beyond those of a single page: export_file writes the same file.
bool is_plain(const Figure&, const FigureOptions&);

/// The file's bytes. To fit a given width, cells shrink, then rows of panels wrap, then labels are left out; text keeps
/// its size. Error: one sentence (no panel, a width beyond the limits, too many cells for one page).
tl::expected<std::string, std::string> figure_bytes(const Figure&, const FigureOptions&);

}  // namespace render
