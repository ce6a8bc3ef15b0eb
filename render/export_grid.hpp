#pragma once
// Draws the cells of a page, their fills and labels, with any pen.

#include <functional>

#include "render/export_cells.hpp"
#include "render/export_pen.hpp"

namespace render {

/// Position of a grid on its page, in points.
struct GridPlace {
  double left = 0, top = 0, cell = 30;
};

/// Counts cells, and reports progress every 2^15 of them.
class Steps {
 public:
  Steps(const Progress& progress, std::int64_t total) : progress_(progress), total_(static_cast<double>(total)) {}
  /// Returns false to stop.
  bool done(std::int64_t cells) {
    done_ += cells;
    if (!progress_ || done_ < next_) return true;
    next_ = done_ + (1 << 15);
    return progress_(std::min(1.0, static_cast<double>(done_) / total_));
  }

 private:
  const Progress& progress_;
  double total_;
  std::int64_t done_ = 0, next_ = 1 << 15;
};

/// Merges equal neighbours in a part of the grid, to the right and down, into rectangles: smaller files, and no seams between cells.
/// Returns false if `Steps` says to stop.
bool draw_cells(const Diagram&, const Block& part, ThemeName, const GridPlace&, Pen&, Steps&);
/// Hatches the cells beyond the end of the tensor that the diagram is a part of.
bool draw_hatching(const Diagram&, const Block& part, ThemeName, const GridPlace&, Pen&, Steps&);
bool draw_labels(const Diagram&, const Block& part, ThemeName, const GridPlace&, LabelSize, Pen&, Steps&);

/// Returns the text's colour, or black or white if it would be unreadable on the fill.
Rgb ink_on(Rgb fill, Rgb text);

/// Returns the ink of hatching on a page.
Rgb hatching_ink(ThemeName);
/// Calls f(Block) for rectangles that together are the hatched cells of a block.
void each_hatched(const Diagram&, const Block&, const std::function<void(const Block&)>&);

/// Interpolates linearly from `a` (t = 0) to `b` (t = 1).
Rgb mixed(Rgb a, Rgb b, double t);

}  // namespace render
