#pragma once
// The map of a kernel as a picture that any pen draws: nodes from left to right, arrows between them, and beneath what moves now.
//
// A node's cells are drawn one by one where there are few; matrices in global memory are rectangles in which the block's part and the k
// tile are framed, so that a picture costs the same however large they are.

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
  MapBox box{};  ///< of the cells
  std::int64_t first_row = 0, rows = 1, first_column = 0, columns = 1, stage = 0;
  std::size_t part = 0;    ///< of what moves now: of the step's parts
  bool by_thread = false;  ///< coloured by whose the elements are now, not by bank
  double cell_width() const { return box.width / static_cast<double>(columns); }
  double cell_height() const { return box.height / static_cast<double>(rows); }
  std::optional<MapCell> cell_at(double x, double y) const;
  /// Where a cell is; nothing if it is not in the window.
  std::optional<MapBox> box_of(const MapCell&) const;
};

/// A text that had no room: what it says whole.
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
  /// Laid out for a page of that size, in points. The story must live as long.
  MapPicture(const MapStory&, const MapChoice&, double width, double height);

  /// Returns the texts that it shortened.
  std::vector<MapCut> draw(render::Pen&, const render::Theme&, render::ThemeName, const Texts&) const;
  /// The element that is drawn there; of registers those of the chosen thread.
  std::optional<MapPlace> place_at(double x, double y) const;
  /// The arrow whose line or words are there; -1: none.
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
  /// alone: without the ring's other stages behind it, and its name.
  void draw_grid(const Brush&, const MapGrid&, bool alone) const;
  /// What stands over a grid, and how wide it may be.
  std::pair<std::string, double> title_of(const Brush&, const MapGrid&) const;
  void draw_global(const Brush&, const MapGrid&) const;
  void draw_product(const Brush&) const;
  /// plates: where words stand already.
  void draw_arrows(const Brush&, std::vector<MapBox> plates) const;
  void draw_detail(const Brush&) const;
  void mark(const Brush&, const MapGrid&, bool now) const;

  const MapStory& story_;
  const KernelMap& map_;
  MapChoice choice_;
  double width_, height_;
  std::vector<Heading> headings_;
  std::vector<MapGrid> grids_;
  std::vector<MapGrid> detail_;  ///< what moves now: from where, and where to
  std::optional<MapBox> product_;
  double detail_top_ = 0;
  std::vector<MapLine> lines_;
  std::vector<MapPlace> lit_;      ///< the chosen thread's
  std::vector<MapPlace> moving_;   ///< of these what moves now
  std::vector<MapPlace> trailed_;  ///< on the way of the followed element
  std::optional<MapPlace> sum_;    ///< the followed element of C: its row of A and column of B are lit
};

}  // namespace app
