#include "render/gl/axis_pixels.hpp"

#include <algorithm>
#include <cmath>
#include <span>

namespace render::gl {
namespace {

constexpr std::int64_t most_coordinate = (1 << 30) - 1;  // the sum of two is an int
constexpr std::uint32_t key_mask = (1u << 30) - 1;

/// Returns the opacity of lines `spacing` pixels apart: dense ones fade out, as they would cover the cells between them.
std::uint32_t opacity(double spacing, double gone, double full) {
  return static_cast<std::uint32_t>(std::lround(255 * std::clamp((spacing - gone) / (full - gone), 0.0, 1.0)));
}

/// Returns std::floor, inlined, as older processors need a library call for it; clamped to +-2^61.
std::int64_t floor_of(double v) {
  const auto truncated = static_cast<std::int64_t>(std::clamp(v, -0x1p61, 0x1p61));
  return truncated - (static_cast<double>(truncated) > v ? 1 : 0);
}

/// Positions relative to the first whole one of the window: small numbers, however far away the window is.
class Ruler {
 public:
  explicit Ruler(const AxisWindow& w)
      : origin_(w.origin),
        cell_(w.cell),
        base_(std::max<std::int64_t>(0, floor_of(w.first))),
        fraction_(w.first - static_cast<double>(base_)) {}

  /// Returns the first pixel of a position; clamps positions far outside the window.
  std::int64_t boundary(std::int64_t position) const {
    return floor_of(origin_ + (static_cast<double>(position - base_) - fraction_) * cell_ + 0.5);
  }

  /// Returns the position under the centre of a pixel, even if there is no cell.
  std::int64_t position_at(int pixel) const { return base_ + floor_of(fraction_ + (pixel + 0.5 - origin_) / cell_); }

 private:
  double origin_, cell_;
  std::int64_t base_;
  double fraction_;
};

/// The positions that pixels show, ascending, and the end of each one's pixels. Pixels without a position are before or after all of these.
struct Runs {
  std::vector<std::int64_t> positions;
  std::vector<int> ends;
  int begin = 0;  ///< the first pixel of the first position
};

Runs runs_of(const AxisWindow& w, std::int64_t extent) {
  const Ruler ruler(w);
  const auto most = static_cast<std::size_t>(std::min<double>(w.end - w.begin, (w.end - w.begin) / w.cell + 2));
  Runs runs{.positions = std::vector<std::int64_t>(most), .ends = std::vector<int>(most), .begin = w.begin};
  std::size_t count = 0;
  const auto add = [&](std::int64_t position, std::int64_t begin, std::int64_t end) {
    if (count == 0) runs.begin = static_cast<int>(begin);
    runs.positions[count] = position;
    runs.ends[count++] = static_cast<int>(end);
  };
  if (w.cell < 1) {
    for (int pixel = w.begin; pixel < w.end; ++pixel) {
      const auto position = ruler.position_at(pixel);
      if (position < 0 || position >= extent) continue;
      if (count > 0 && runs.positions[count - 1] == position) ++runs.ends[count - 1];
      else add(position, pixel, pixel + 1);
    }
    runs.positions.resize(count);
    return runs;
  }
  // Visits the positions one after the other, each from its first pixel to the next one's.
  std::int64_t position = std::max<std::int64_t>(0, ruler.position_at(w.begin));
  if (position > 0 && ruler.boundary(position) > w.begin) --position;
  for (std::int64_t begin = ruler.boundary(position); position < extent && begin < w.end; ++position) {
    const std::int64_t end = ruler.boundary(position + 1);
    const auto first = std::max<std::int64_t>(begin, w.begin), last = std::min<std::int64_t>(end, w.end);
    if (first < last) add(position, first, last);
    begin = end;
  }
  runs.positions.resize(count);
  return runs;
}

/// Returns the layout's values at ascending positions, in one walk if these are consecutive.
std::vector<std::int64_t> values(const algebra::Layout& layout, std::span<const std::int64_t> positions) {
  std::vector<std::int64_t> result(positions.size());
  if (positions.empty()) return result;
  if (positions.back() - positions.front() + 1 == static_cast<std::int64_t>(positions.size()))
    algebra::indices(layout, positions.front(), result);
  else std::transform(positions.begin(), positions.end(), result.begin(), [&](std::int64_t p) { return layout(p); });
  return result;
}

enum class Line : std::uint8_t { hair = 0, border = 8 };  // first bit of its opacity

void draw_line(std::vector<AxisPixel>& pixels, const AxisWindow& w, std::int64_t from, int width, Line line, std::uint32_t alpha) {
  if (alpha == 0) return;
  const auto shift = static_cast<unsigned>(line);
  const auto begin = std::max<std::int64_t>(from, w.begin), end = std::min<std::int64_t>(from + width, w.end);
  for (auto pixel = begin; pixel < end; ++pixel) {
    auto& at = pixels[static_cast<std::size_t>(pixel - w.begin)];
    if ((at.lines & AxisPixel::cell) == 0) continue;
    const std::uint32_t before = (at.lines >> shift) & 255u;
    at.lines = (at.lines & ~(255u << shift)) | (std::max(before, alpha) << shift);
  }
}

/// Returns a border's width: level 1 is 2 px, each further level adds one; all are finer if the cells are small.
int border_width(int level, double spacing, double cell) {
  if (spacing < 24) return 1;
  return std::min(level, 3) + (cell < 12 ? 0 : 1);
}

void draw_lines(std::vector<AxisPixel>& pixels, const Axis& axis, const AxisWindow& w, std::span<const std::int64_t> positions) {
  if (positions.empty()) return;
  const Ruler ruler(w);
  const std::uint32_t hair = opacity(w.cell, 3, 7);
  const bool lines = hair > 0 || !axis.border_periods.empty();
  // The line before the position after the last visible one may reach into the window.
  const std::int64_t last = std::min(positions.back() + 1, axis.extent - 1);
  const auto draw_before = [&](std::int64_t p) {
    const int level = axis.border_level(p);
    if (level == 0 && hair == 0) return;
    const std::int64_t at = ruler.boundary(p);
    draw_line(pixels, w, at, 1, Line::hair, hair);
    if (level == 0) return;
    const double spacing = static_cast<double>(axis.border_periods[static_cast<std::size_t>(level - 1)]) * w.cell;
    const int width = border_width(level, spacing, w.cell);
    draw_line(pixels, w, at - width / 2, width, Line::border, opacity(spacing, 5, 12));
  };
  if (lines) {
    for (const std::int64_t p : positions)
      if (p > 0) draw_before(p);
    if (last > positions.back()) draw_before(last);
  }
  // The frame is inside the grid, so that a rectangle of exactly the grid's size shows all of it.
  constexpr int frame = 2;
  const std::int64_t begin = ruler.boundary(0), end = ruler.boundary(axis.extent);
  const int width = end - begin < 12 ? 1 : frame;
  draw_line(pixels, w, begin, width, Line::border, 255);
  draw_line(pixels, w, end - width, width, Line::border, 255);
}

/// Written in place: copying a pixel that was assembled elsewhere just before stalls the processor.
void set_terms(AxisPixel& pixel, std::int64_t index_part, std::int64_t key_part, const AxisTerms& terms) {
  // Unsigned, because the parts may wrap even if their sum does not.
  const auto index = static_cast<std::uint64_t>(index_part) + static_cast<std::uint64_t>(terms.index_offset);
  const auto key = static_cast<std::int64_t>(static_cast<std::uint64_t>(key_part) + static_cast<std::uint64_t>(terms.key_offset));
  std::int64_t quotient = key, remainder = 0;
  if (terms.divisor != 1) {
    remainder = key % terms.divisor;
    if (remainder < 0) remainder += terms.divisor;
    quotient = key / terms.divisor - (key < 0 && remainder != 0 ? 1 : 0);
  }
  pixel.index_low = static_cast<std::uint32_t>(index);
  pixel.index_high = static_cast<std::uint32_t>(index >> 32);
  pixel.remainder_low = static_cast<std::uint32_t>(remainder);
  pixel.remainder_high = static_cast<std::uint32_t>(static_cast<std::uint64_t>(remainder) >> 32);
  pixel.quotient = static_cast<std::uint32_t>(static_cast<std::uint64_t>(quotient)) & key_mask;
  pixel.lines = AxisPixel::cell;
}

}  // namespace

AxisPixels axis_pixels(const Axis& axis, const AxisTerms& terms, const AxisWindow& window) {
  AxisPixels result;
  if (window.end <= window.begin || !(window.cell > 0)) return result;
  auto runs = runs_of(window, axis.extent);
  const auto indices = values(axis.layout, runs.positions);
  // With the usual colours, by index, the key's parts are the index's.
  const bool same = terms.key && *terms.key == axis.layout;
  const auto other = terms.key && !same ? values(*terms.key, runs.positions) : std::vector<std::int64_t>(same ? 0 : indices.size(), 0);
  const auto& keys = same ? indices : other;
  std::vector<std::vector<std::int64_t>> bounds;
  for (const auto& layout : terms.bounds) bounds.push_back(values(layout, runs.positions));

  const auto count = static_cast<std::size_t>(window.end - window.begin);
  result.pixels.reserve(count);
  result.pixels.insert(result.pixels.end(), static_cast<std::size_t>(runs.begin - window.begin), {});
  for (std::size_t i = 0; i < runs.positions.size(); ++i) {
    auto& pixel = result.pixels.emplace_back();
    set_terms(pixel, indices[i], keys[i], terms);
    pixel.ordinal = static_cast<std::uint32_t>(i);
    for (std::size_t k = 0; k < std::min(bounds.size(), most_bounds); ++k)
      pixel.bounds[k] = static_cast<std::uint32_t>(std::clamp<std::int64_t>(bounds[k][i], 0, most_coordinate));
    const auto end = static_cast<std::size_t>(runs.ends[i] - window.begin);
    if (result.pixels.size() == end) continue;
    const AxisPixel alike(pixel);
    while (result.pixels.size() < end) result.pixels.push_back(alike);
  }
  result.pixels.resize(count);
  result.positions = std::move(runs.positions);
  draw_lines(result.pixels, axis, window, result.positions);
  return result;
}

}  // namespace render::gl
