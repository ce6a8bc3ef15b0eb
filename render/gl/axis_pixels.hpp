#pragma once
// One axis of a window onto a grid, worked out for every pixel that the window has along it.

#include <cstdint>
#include <vector>

#include "render/diagram.hpp"

namespace render::gl {

/// Where an axis stands in the framebuffer. `begin` .. `end` are the pixels that may be seen.
struct AxisWindow {
  double origin = 0;   ///< pixel coordinate of position `first`'s beginning
  double first = 0;    ///< fractional position at `origin`
  double cell = 44;    ///< pixels a position
  int begin = 0, end = 0;
  friend bool operator==(const AxisWindow&, const AxisWindow&) = default;
};

/// Two RGBA32UI texels: what the shader adds, and the lines through this pixel.
struct AxisPixel {
  std::uint32_t index_low = 0, index_high = 0;   ///< this axis's part of the index
  std::uint32_t key_low = 0, key_high = 0;       ///< this axis's part of the colour key
  std::uint32_t inside = 0;                      ///< 1 where the grid has a cell
  std::uint32_t ordinal = 0;                     ///< n-th of the positions in AxisPixels::positions
  std::uint32_t hair = 0, border = 0;            ///< opacity 0..255 of a hair line and of a tile border
};
static_assert(sizeof(AxisPixel) == 32);

struct AxisPixels {
  std::vector<AxisPixel> pixels;          ///< one per pixel of [begin, end)
  std::vector<std::int64_t> positions;    ///< the positions that these pixels show, ascending
};

/// Numbers to add to the parts of an axis, and what the key may be reduced by (0: not at all).
struct AxisTerms {
  std::int64_t index_offset = 0, key_offset = 0;
  std::int64_t key_modulus = 0;
  friend bool operator==(const AxisTerms&, const AxisTerms&) = default;
};

/// Cost: the pixels of the window, and one evaluation of the layouts for each position that one of them shows.
/// `key` may be null: then the parts of the key are the key offset.
/// Cells at least a pixel wide begin at whole pixels; of smaller ones a pixel shows the one under its centre.
AxisPixels axis_pixels(const Axis&, const algebra::Layout* key, const AxisTerms&, const AxisWindow&);

/// The remainder that is never negative.
constexpr std::int64_t floor_modulo(std::int64_t a, std::int64_t modulus) {
  const std::int64_t remainder = a % modulus;
  return remainder < 0 ? remainder + modulus : remainder;
}

}  // namespace render::gl
