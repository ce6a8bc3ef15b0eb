#pragma once
// One axis of a window onto a grid, computed for every pixel of the window along it.

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "render/diagram.hpp"

namespace render::gl {

/// Position of an axis in the framebuffer. [begin, end) are the visible pixels.
struct AxisWindow {
  double origin = 0;  ///< pixel coordinate at which position `first` begins
  double first = 0;   ///< fractional position at `origin`
  double cell = 44;   ///< pixels per position
  int begin = 0, end = 0;
  friend bool operator==(const AxisWindow&, const AxisWindow&) = default;
};

constexpr std::size_t most_bounds = 4;

/// Three RGBA32UI texels: the terms that the shader adds, and the lines through this pixel.
/// A key's term is quotient * divisor + remainder, so that the shader needs no division:
///   (row + column) / divisor = row.quotient + column.quotient + (1 if the remainders reach the divisor).
struct AxisPixel {
  std::uint32_t index_low = 0, index_high = 0;          ///< this axis's term of the index
  std::uint32_t remainder_low = 0, remainder_high = 0;  ///< of its term of the colour key
  std::uint32_t quotient = 0;                           ///< modulo 2^30, like Diagram::colour_key
  std::uint32_t ordinal = 0;                            ///< index into AxisPixels::positions
  std::uint32_t lines = 0;  ///< bits 0..7: opacity of a hairline; 8..15: of a tile border; `cell`: the pixel shows a cell
  std::uint32_t unused = 0;
  std::array<std::uint32_t, most_bounds> bounds{};  ///< terms of the coordinates that Diagram::bounds bounds
  static constexpr std::uint32_t cell = 1u << 16;
};
static_assert(sizeof(AxisPixel) == 48);

struct AxisPixels {
  std::vector<AxisPixel> pixels;        ///< one per pixel of [begin, end)
  std::vector<std::int64_t> positions;  ///< the positions that these pixels show, ascending
};

/// The colour key of an axis, its divisor, and offsets.
struct AxisTerms {
  std::int64_t index_offset = 0, key_offset = 0;
  std::int64_t divisor = 1;               ///< of the key, > 0
  std::optional<algebra::Layout> key;     ///< none: the term is key_offset alone
  std::vector<algebra::Layout> bounds{};  ///< most_bounds at most
  friend bool operator==(const AxisTerms&, const AxisTerms&) = default;
};

/// Computes the pixels: one step per pixel, and one evaluation of the layouts per visible position. Cells at least a pixel wide begin at
/// whole pixels; otherwise a pixel shows the cell under its centre.
AxisPixels axis_pixels(const Axis&, const AxisTerms&, const AxisWindow&);

}  // namespace render::gl
