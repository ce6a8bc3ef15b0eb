#pragma once
// Draws the visible part of a diagram or a trace with OpenGL 3.3. The CPU supplies integers for rows and columns; each
// pixel adds two.

#include <cstdint>
#include <memory>
#include <string>

#include <tl/expected.hpp>

#include "algebra/text/message.hpp"

#include "render/theme.hpp"

namespace render::gl {

/// The part of a diagram to draw, and its place. Pixels are framebuffer pixels, y down from the top of the framebuffer.
struct Viewport {
  int framebuffer_width = 0, framebuffer_height = 0;
  float x = 0, y = 0, width = 0, height = 0;                      ///< the rectangle to paint into; nothing outside it changes
  float clip_x = 0, clip_y = 0, clip_width = 0, clip_height = 0;  ///< scissor rectangle: the visible part
  double first_row = 0, first_column = 0;                         ///< fractional position at the rectangle's top left
  double cell = 44;                                               ///< pixels per cell; below 1 a pixel shows one of its cells
  float dim = 0;                                                  ///< 0: normal .. 1: faded to the card colour (last valid picture)
};

/// The elements of a trace to highlight.
struct TraceView {
  unsigned buffer = 0;  ///< GL buffer of algebra::TraceRecord, indexed by the diagram's index
  std::int64_t records = 0;
  std::int64_t blocks = 1, warps = 1;  ///< position of a touch: (value / width * blocks + block) * warps + thread / 32
  std::int64_t width = 1;              ///< values per access; a record's access is a value
  bool by_box = false;                 ///< colours distinguish the blocks' accesses instead of the threads: TMA copies box by box
  std::int64_t shared_by = 1;          ///< expected touches per cell; cells with more are hatched
  std::int64_t position = 0;           ///< touches before it have happened; INT64_MAX: all, and untouched cells are highlighted
  std::int64_t only_block = -1, only_thread = -1, only_warp = -1;  ///< -1: all; warps are numbered within their block
};

class GridPainter {
 public:
  /// Makes a painter. Needs a current GL 3.3 context. Error: the shader's log, in one message.
  static tl::expected<std::unique_ptr<GridPainter>, algebra::Message> create();
  virtual ~GridPainter() = default;
  /// Draws fills, hairlines and tile borders of the visible cells. Restores the GL state.
  virtual void draw(const Diagram&, const Viewport&, ThemeName) = 0;
  /// Draws cells in the colour of the thread that touches them first, from the trace buffer. Untouched cells are plain;
  /// cells touched more than once are hatched.
  virtual void draw(const Diagram&, const Viewport&, ThemeName, const TraceView&) = 0;
  /// Fills a rectangle of framebuffer pixels, x and y from the lower left, with one colour: cheapest for large areas.
  virtual void clear(int x, int y, int width, int height, Rgb) = 0;
};

}  // namespace render::gl
