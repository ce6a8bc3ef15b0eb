#pragma once
// Draws a window onto a diagram, or a trace, with OpenGL 3.3: rows + columns of integers from the CPU, one addition a pixel.

#include <cstdint>
#include <memory>
#include <string>

#include <tl/expected.hpp>

#include "render/theme.hpp"

namespace render::gl {

/// Where and how much of a diagram to draw. Pixels are framebuffer pixels, y down from the top of the framebuffer.
struct Viewport {
  int framebuffer_width = 0, framebuffer_height = 0;
  float x = 0, y = 0, width = 0, height = 0;                      ///< the rectangle to paint into; nothing outside it changes
  float clip_x = 0, clip_y = 0, clip_width = 0, clip_height = 0;  ///< scissor: what of it may be seen
  double first_row = 0, first_column = 0;                         ///< fractional: what stands at the rectangle's top left
  double cell = 44;                                               ///< pixels a cell; below 1 a pixel shows one of the cells under it
  float dim = 0;                                                  ///< 0 normal .. 1 faded to the card colour (last good picture)
};

/// The elements of a trace that are to stand out.
struct TraceView {
  unsigned buffer = 0;  ///< GL buffer of algebra::TraceRecord, indexed by the diagram's index
  std::int64_t records = 0;
  std::int64_t blocks = 1, warps = 1;  ///< position of a touch: (value / width * blocks + block) * warps + thread / 32
  std::int64_t width = 1;              ///< values an access; a record's access is a value
  std::int64_t position = 0;           ///< touches at positions < position have happened; INT64_MAX: all, and untouched cells stand out
  std::int64_t only_block = -1, only_thread = -1, only_warp = -1;  ///< -1: all; a warp is of its block
};

class GridPainter {
 public:
  /// Needs a current GL 3.3 context. Error: the shader's log, in one message.
  static tl::expected<std::unique_ptr<GridPainter>, std::string> create();
  virtual ~GridPainter() = default;
  /// Fills, hair lines and tile borders of the visible cells. Leaves the GL state as it found it.
  virtual void draw(const Diagram&, const Viewport&, ThemeName) = 0;
  /// The same cells coloured by the first toucher's thread out of the trace buffer; untouched cells plain;
  /// touched more than once hatched.
  virtual void draw(const Diagram&, const Viewport&, ThemeName, const TraceView&) = 0;
  /// One colour in a rectangle of framebuffer pixels, x and y from the lower left: what is cheapest for large areas.
  virtual void clear(int x, int y, int width, int height, Rgb) = 0;
};

}  // namespace render::gl
