#include "render/gl/axis_pixels.hpp"

#include <algorithm>
#include <cmath>
#include <span>

namespace render::gl {
namespace {

constexpr std::int64_t no_position = -1;
constexpr std::uint32_t key_mask = (1u << 30) - 1;

/// Opacity of lines that stand `spacing` pixels apart: dense ones would cover the cells they part.
std::uint32_t opacity(double spacing, double gone, double full) {
  return static_cast<std::uint32_t>(std::lround(255 * std::clamp((spacing - gone) / (full - gone), 0.0, 1.0)));
}

/// Positions relative to the first whole one of the window: small numbers, however far the window stands.
class Ruler {
 public:
  explicit Ruler(const AxisWindow& w)
      : window_(w), base_(static_cast<std::int64_t>(std::clamp(std::floor(w.first), -0x1p62, 0x1p62))),
        fraction_(w.first - static_cast<double>(base_)) {}

  /// First pixel of a position, as a double: far positions stand far outside of any int.
  double boundary(std::int64_t position) const { return from_relative(static_cast<double>(position - base_)); }

  std::int64_t position_at(int pixel, std::int64_t extent) const {
    double relative = std::floor(fraction_ + (pixel + 0.5 - window_.origin) / window_.cell);
    if (window_.cell >= 1) {
      // Rounding moves a cell's edges by up to half a pixel.
      if (from_relative(relative) > pixel) --relative;
      else if (from_relative(relative + 1) <= pixel) ++relative;
    }
    if (relative < static_cast<double>(-base_) || relative >= static_cast<double>(extent - base_)) return no_position;
    return base_ + static_cast<std::int64_t>(relative);
  }

 private:
  double from_relative(double relative) const { return std::round(window_.origin + (relative - fraction_) * window_.cell); }

  const AxisWindow& window_;
  std::int64_t base_;
  double fraction_;
};

std::vector<std::int64_t> positions_of_pixels(const AxisWindow& w, std::int64_t extent) {
  const Ruler ruler(w);
  std::vector<std::int64_t> at;
  at.reserve(static_cast<std::size_t>(w.end - w.begin));
  for (int pixel = w.begin; pixel < w.end; ++pixel) at.push_back(ruler.position_at(pixel, extent));
  return at;
}

/// The layout's values at ascending positions: in one walk where they are consecutive.
std::vector<std::int64_t> values(const algebra::Layout& layout, std::span<const std::int64_t> positions) {
  std::vector<std::int64_t> result(positions.size());
  if (positions.empty()) return result;
  if (positions.back() - positions.front() + 1 == static_cast<std::int64_t>(positions.size()))
    algebra::indices(layout, positions.front(), result);
  else
    std::transform(positions.begin(), positions.end(), result.begin(), [&](std::int64_t p) { return layout(p); });
  return result;
}

enum class Line : std::uint8_t { hair = 0, border = 8 };   // the first bit of its opacity

void draw_line(std::vector<AxisPixel>& pixels, const AxisWindow& w, double from, int width, Line line, std::uint32_t alpha) {
  const auto shift = static_cast<unsigned>(line);
  const double begin = std::max(from, static_cast<double>(w.begin)), end = std::min(from + width, static_cast<double>(w.end));
  for (double pixel = begin; pixel < end; ++pixel) {
    auto& at = pixels[static_cast<std::size_t>(pixel - w.begin)];
    if (at.inside == 0) continue;
    const std::uint32_t before = (at.lines >> shift) & 255u;
    at.lines = (at.lines & ~(255u << shift)) | (std::max(before, alpha) << shift);
  }
}

/// Level 1 is 2 px wide, and each further level adds one; all are finer where the cells are small.
int border_width(int level, double spacing, double cell) {
  if (spacing < 24) return 1;
  return std::min(level, 3) + (cell < 12 ? 0 : 1);
}

void draw_lines(std::vector<AxisPixel>& pixels, const Axis& axis, const AxisWindow& w, std::span<const std::int64_t> positions) {
  if (positions.empty()) return;
  const Ruler ruler(w);
  const std::uint32_t hair = opacity(w.cell, 3, 7);
  // The line before the position after the last visible one may reach into the window.
  const std::int64_t last = std::min(positions.back() + 1, axis.extent - 1);
  const auto draw_before = [&](std::int64_t p) {
    const double at = ruler.boundary(p);
    draw_line(pixels, w, at, 1, Line::hair, hair);
    const int level = axis.border_level(p);
    if (level == 0) return;
    const double spacing = static_cast<double>(axis.border_periods[static_cast<std::size_t>(level - 1)]) * w.cell;
    const int width = border_width(level, spacing, w.cell);
    draw_line(pixels, w, at - width / 2, width, Line::border, opacity(spacing, 5, 12));
  };
  for (const std::int64_t p : positions)
    if (p > 0) draw_before(p);
  if (last > positions.back()) draw_before(last);
  // The frame stands inside the grid, so that a rectangle that just fits it shows all of it.
  constexpr int frame = 2;
  const double begin = ruler.boundary(0), end = ruler.boundary(axis.extent);
  const int width = end - begin < 12 ? 1 : frame;
  draw_line(pixels, w, begin, width, Line::border, 255);
  draw_line(pixels, w, end - width, width, Line::border, 255);
}

}  // namespace

AxisPixels axis_pixels(const Axis& axis, const AxisTerms& terms, const AxisWindow& window) {
  AxisPixels result;
  if (window.end <= window.begin || !(window.cell > 0)) return result;
  const auto at = positions_of_pixels(window, axis.extent);
  for (const std::int64_t p : at)
    if (p != no_position && (result.positions.empty() || result.positions.back() != p)) result.positions.push_back(p);
  const auto indices = values(axis.layout, result.positions);
  const auto keys = terms.key ? values(*terms.key, result.positions) : std::vector<std::int64_t>(indices.size(), 0);

  result.pixels.resize(at.size());
  std::size_t ordinal = 0;
  for (std::size_t i = 0; i < at.size(); ++i) {
    if (at[i] == no_position) continue;
    while (result.positions[ordinal] != at[i]) ++ordinal;
    // Unsigned, because the parts may wrap where their sum does not.
    const auto index = static_cast<std::uint64_t>(indices[ordinal]) + static_cast<std::uint64_t>(terms.index_offset);
    const auto key = static_cast<std::int64_t>(static_cast<std::uint64_t>(keys[ordinal]) + static_cast<std::uint64_t>(terms.key_offset));
    const bool below = key % terms.divisor < 0;
    const auto remainder = static_cast<std::uint64_t>(key % terms.divisor + (below ? terms.divisor : 0));
    const auto quotient = static_cast<std::uint64_t>(key / terms.divisor - (below ? 1 : 0));
    result.pixels[i] = {.index_low = static_cast<std::uint32_t>(index), .index_high = static_cast<std::uint32_t>(index >> 32),
                        .remainder_low = static_cast<std::uint32_t>(remainder), .remainder_high = static_cast<std::uint32_t>(remainder >> 32),
                        .quotient = static_cast<std::uint32_t>(quotient) & key_mask,
                        .ordinal = static_cast<std::uint32_t>(ordinal), .lines = 0, .inside = 1};
  }
  draw_lines(result.pixels, axis, window, result.positions);
  return result;
}

}  // namespace render::gl
