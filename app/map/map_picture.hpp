#pragma once
// The map of a kernel as a picture for any pen: nodes from left to right, arrows between them, and the moves of the moment below.
//
// Few cells of a node are drawn one by one. A matrix in global memory is a rectangle with frames around the block's part and the k tile, so
// a picture's cost does not depend on the size of the matrices.

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/map/map_story.hpp"
#include "app/system/texts.hpp"
#include "render/export_pen.hpp"
#include "render/theme.hpp"

namespace app {

struct MapBox {
  double x = 0, y = 0, width = 0, height = 0;
  bool has(double px, double py) const { return px >= x && py >= y && px < x + width && py < y + height; }
  double right() const { return x + width; }
  double bottom() const { return y + height; }
};

/// A window onto a node's cells.
struct MapGrid {
  const MapNode* node = nullptr;
  MapBox box{};  ///< around the cells
  std::int64_t first_row = 0, rows = 1, first_column = 0, columns = 1, stage = 0;
  std::size_t part = 0;    ///< in the detail: the part of the current step
  bool by_thread = false;  ///< coloured by owner, not by bank
  double cell_width() const { return box.width / static_cast<double>(columns); }
  double cell_height() const { return box.height / static_cast<double>(rows); }
  std::optional<MapCell> cell_at(double x, double y) const;
  /// Returns the box of a cell, or nullopt outside the window.
  std::optional<MapBox> box_of(const MapCell&) const;
};

/// A text that was shortened to fit, and its full wording.
struct MapCut {
  MapBox at{};
  std::string whole{};
};

struct MapLine {
  int arrow = -1;
  double x0 = 0, y0 = 0, x1 = 0, y1 = 0;
};

class MapPicture {
 public:
  /// Lays the map out for a page of that size, in points. Keeps a reference to the story.
  MapPicture(const MapStory&, const MapChoice&, double width, double height);

  /// Draws the map. Returns the texts that were shortened to fit.
  std::vector<MapCut> draw(render::Pen&, const render::Theme&, render::ThemeName, const Texts&) const;
  /// Returns the element drawn at a point. In registers: of the chosen thread.
  std::optional<MapPlace> place_at(double x, double y) const;
  /// Returns the arrow whose line or text is at a point, or -1.
  int arrow_at(double x, double y) const;
  double width() const { return width_; }
  double height() const { return height_; }

 private:
  struct Heading {
    MapColumn column;
    double x, width;
  };
  struct Brush;
  void lay_out();
  void add_detail(double top);
  void light();
  const MapGrid* grid_of(int tensor) const;
  std::int64_t stage_of(const MapNode&) const;
  /// alone: without the other stages of the ring behind it, and without its name.
  void draw_grid(const Brush&, const MapGrid&, bool alone) const;
  /// Returns the title above a grid, and its greatest width.
  std::pair<std::string, double> title_of(const Brush&, const MapGrid&) const;
  void draw_global(const Brush&, const MapGrid&) const;
  void draw_product(const Brush&) const;
  /// plates: the boxes of texts that are already drawn.
  void draw_arrows(const Brush&, std::vector<MapBox> plates) const;
  void draw_detail(const Brush&) const;
  void mark(const Brush&, const MapGrid&, bool now) const;

  const MapStory& story_;
  const KernelMap& map_;
  MapChoice choice_;
  double width_, height_;
  std::vector<Heading> headings_;
  std::vector<MapGrid> grids_;
  std::vector<MapGrid> detail_;  ///< source and destination of the current step
  std::optional<MapBox> product_;
  double detail_top_ = 0;
  std::vector<MapLine> lines_;
  std::vector<MapPlace> lit_;      ///< elements of the chosen thread
  std::vector<MapPlace> moving_;   ///< those that move now
  std::vector<MapPlace> trailed_;  ///< on the path of the followed element
  std::optional<MapPlace> sum_;    ///< the followed element of C: its row of A and column of B are highlighted
};

}  // namespace app
