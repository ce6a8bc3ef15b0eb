#pragma once
// The cells of a page: their fills and labels, for every pen.

#include "render/export_pen.hpp"

namespace render {

/// Where a grid stands on its page.
struct GridPlace {
  double left = 0, top = 0, cell = 30;
};

/// Counts cells and asks every some ten thousand of them whether to go on.
class Steps {
 public:
  Steps(const Progress& progress, std::int64_t total) : progress_(progress), total_(static_cast<double>(total)) {}
  /// False: stop.
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

/// Equal neighbours are one rectangle, to the right and down: smaller files, and no seams between them.
/// False when `Steps` said to stop.
bool draw_cells(const Diagram&, ThemeName, const GridPlace&, Pen&, Steps&);
bool draw_labels(const Diagram&, ThemeName, const GridPlace&, LabelSize, Pen&, Steps&);

/// `a` with a share `t` of `b` in it.
Rgb mixed(Rgb a, Rgb b, double t);

}  // namespace render
