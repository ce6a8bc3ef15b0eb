#pragma once
// One axis of a window onto a grid, worked out for every pixel that the window has along it.

#include <cstdint>
#include <optional>
#include <vector>

#include "render/diagram.hpp"

namespace render::gl {

/// Where an axis stands in the framebuffer. `begin` .. `end` are the pixels that may be seen.
struct AxisWindow {
  double origin = 0;  ///< pixel coordinate of position `first`'s beginning
  double first = 0;   ///< fractional position at `origin`
  double cell = 44;   ///< pixels a position
  int begin = 0, end = 0;
  friend bool operator==(const AxisWindow&, const AxisWindow&) = default;
};

/// Two RGBA32UI texels: what the shader adds, and the lines through this pixel.
/// A key's part is quotient * divisor + remainder, so that the shader needs no division:
///   (row + column) / divisor = row.quotient + column.quotient + (1 if the remainders reach the divisor).
struct AxisPixel {
  std::uint32_t index_low = 0, index_high = 0;          ///< this axis's part of the index
  std::uint32_t remainder_low = 0, remainder_high = 0;  ///< of its part of the colour key
  std::uint32_t quotient = 0;                           ///< modulo 2^30, as Diagram::colour_key
  std::uint32_t ordinal = 0;                            ///< n-th of AxisPixels::positions
  std::uint32_t lines = 0;  ///< opacity of a hair line in bits 0..7, of a tile border in bits 8..15; `cell` where there is one
  std::uint32_t unused = 0;
  static constexpr std::uint32_t cell = 1u << 16;
};
static_assert(sizeof(AxisPixel) == 32);

struct AxisPixels {
  std::vector<AxisPixel> pixels;        ///< one per pixel of [begin, end)
  std::vector<std::int64_t> positions;  ///< the positions that these pixels show, ascending
};

/// The colour key of an axis and the numbers that go with it.
struct AxisTerms {
  std::int64_t index_offset = 0, key_offset = 0;
  std::int64_t divisor = 1;            ///< of the key, > 0
  std::optional<algebra::Layout> key;  ///< none: the part of the key is its offset
  friend bool operator==(const AxisTerms&, const AxisTerms&) = default;
};

/// Cost: the pixels of the window, and one evaluation of the layouts for each position that one of them shows.
/// Cells at least a pixel wide begin at whole pixels; of smaller ones a pixel shows the one under its centre.
AxisPixels axis_pixels(const Axis&, const AxisTerms&, const AxisWindow&);

}  // namespace render::gl
