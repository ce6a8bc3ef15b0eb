#include "algebra/bits/bit_layout.hpp"

#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "algebra/layout/swizzle.hpp"

namespace algebra {
namespace {

/// Returns the matrix by rows: bit c is the entry of column c.
std::vector<std::uint64_t> by_rows(const BitMatrix& m, int rows) {
  std::vector<std::uint64_t> all(static_cast<std::size_t>(rows));
  for (std::size_t c = 0; c < m.images.size(); ++c)
    for (auto image = m.images[c]; image != 0; image &= image - 1) all[static_cast<std::size_t>(std::countr_zero(image))] |= one_bit << c;
  return all;
}

/// A row that a layout can have: at most one column; none if the offset has the row's bit. `changed` counts entries that differ from the
/// wanted row.
struct Row {
  std::uint64_t columns = 0;
  int changed = 0;
};

/// Returns the possible row nearest to the wanted one: it keeps the lowest column.
Row nearest_row(std::uint64_t wanted, bool free) {
  const auto kept = free ? wanted & -wanted : 0;
  return {kept, std::popcount(wanted ^ kept)};
}

/// The nearest rows of layouts for one swizzle, which adds the row that it reads to the row that it changes.
class Unswizzled {
 public:
  Unswizzled(const std::vector<std::uint64_t>& wanted, const Swizzle& s, std::uint64_t offset)
      : rows_(wanted.size()), offset_(static_cast<std::uint64_t>(apply(s, static_cast<std::int64_t>(offset)))) {
    const auto y = static_cast<std::uint64_t>(yyy_mask(s)), z = static_cast<std::uint64_t>(zzz_mask(s));
    for (std::size_t r = 0; r < wanted.size(); ++r) {
      if (s.bits > 0 && (z >> r & 1) != 0) continue;  // handled together with the row that changes it
      if (s.bits == 0 || (y >> r & 1) == 0) {
        take(r, nearest_row(wanted[r], free(r)));
        continue;
      }
      take_pair(wanted, r, static_cast<std::size_t>(static_cast<int>(r) - s.shift));
    }
  }
  int changed() const { return changed_; }
  std::uint64_t offset() const { return offset_; }
  const std::vector<std::uint64_t>& rows() const { return rows_; }

 private:
  bool free(std::size_t row) const { return (offset_ >> row & 1) == 0; }
  void take(std::size_t row, Row chosen) {
    rows_[row] = chosen.columns;
    changed_ += chosen.changed;
  }
  void take_pair(const std::vector<std::uint64_t>& wanted, std::size_t y, std::size_t z) {
    Row best_y, best_z;
    int best = -1;
    const auto consider = [&](std::uint64_t at_y) {
      const Row row_y{at_y, std::popcount(wanted[y] ^ at_y)}, row_z = nearest_row(wanted[z] ^ at_y, free(z));
      if (best >= 0 && row_y.changed + row_z.changed >= best) return;
      best = row_y.changed + row_z.changed;
      best_y = row_y, best_z = row_z;
    };
    consider(nearest_row(wanted[y], free(y)).columns);
    consider(0);
    if (free(y))
      for (auto left = wanted[y] | wanted[z]; left != 0; left &= left - 1) consider(left & -left);
    take(y, best_y);
    take(z, best_z);
  }

  std::vector<std::uint64_t> rows_;
  std::uint64_t offset_;
  int changed_ = 0;
};

/// Returns all swizzles of indices of that many bits, simplest first: few bits first, then those that read higher bits than they change.
std::vector<Swizzle> swizzles_within(int bits, const std::optional<Swizzle>& like) {
  std::vector<Swizzle> all;
  if (like && like->bits > 0 && like->base + like->bits + std::abs(like->shift) <= bits) all.push_back(*like);
  all.push_back({0, 0, 0});
  for (int b = 1; 2 * b <= bits; ++b)
    for (const int sign : {1, -1})
      for (int shift = b; b + shift <= bits; ++shift)
        for (int base = 0; base + b + shift <= bits; ++base) all.push_back({b, base, sign * shift});
  return all;
}

/// Makes the modes of the images: neighbouring bits whose images double become one mode.
Layout layout_of_images(const std::vector<BitGroup>& columns, const std::vector<std::uint64_t>& images) {
  struct Run {
    std::int64_t size, stride;
  };
  std::vector<std::vector<Run>> modes;
  std::size_t c = 0;
  int mode = -1;
  for (const auto& g : columns) {
    if (modes.empty() || g.mode != mode) modes.emplace_back();
    mode = g.mode;
    auto& runs = modes.back();
    for (int i = 0; i < g.count; ++i, ++c) {
      const auto image = static_cast<std::int64_t>(images[c]);
      if (!runs.empty() && image == runs.back().stride * runs.back().size) runs.back().size *= 2;
      else runs.push_back({2, image});
    }
  }
  const auto part = [](const std::vector<Run>& runs, std::int64_t Run::*number, std::int64_t empty) {
    if (runs.empty()) return IntTuple(Int{empty, true});
    if (runs.size() == 1) return IntTuple(Int{runs[0].*number, true});
    IntTuple t;
    for (const auto& r : runs) t.append(Int{r.*number, true});
    return t;
  };
  if (modes.empty()) return Layout();
  if (modes.size() == 1 && modes[0].size() < 2) return Layout(part(modes[0], &Run::size, 1), part(modes[0], &Run::stride, 0));
  IntTuple shape, stride;
  for (const auto& m : modes) {
    shape.append(part(m, &Run::size, 1));
    stride.append(part(m, &Run::stride, 0));
  }
  return Layout(std::move(shape), std::move(stride));
}

}  // namespace

BitLayout nearest_layout(const BitMatrix& m, const std::optional<Swizzle>& like) {
  const int bits = std::max(bits_in(m.rows), static_cast<int>(std::bit_width(m.offset)));
  const auto wanted = by_rows(m, bits);
  std::optional<Unswizzled> best;
  Swizzle of_best;
  for (const auto& s : swizzles_within(bits, like)) {
    Unswizzled candidate(wanted, s, m.offset);
    if (best && candidate.changed() >= best->changed()) continue;
    best = std::move(candidate);
    of_best = s;
    if (best->changed() == 0) break;
  }
  std::vector<std::uint64_t> images(m.images.size());
  for (std::size_t r = 0; r < best->rows().size(); ++r)
    if (best->rows()[r] != 0) images[static_cast<std::size_t>(std::countr_zero(best->rows()[r]))] |= one_bit << r;
  BitLayout result{.value = {}, .matrix = m, .changed = best->changed()};
  auto layout = layout_of_images(m.columns, images);
  for (std::size_t c = 0; c < images.size(); ++c)
    result.matrix.images[c] = static_cast<std::uint64_t>(apply(of_best, static_cast<std::int64_t>(images[c])));
  if (of_best.bits == 0 && m.offset == 0) result.value = std::move(layout);
  else result.value = ComposedLayout{{of_best, {Int{static_cast<std::int64_t>(best->offset()), true}}}, std::move(layout)};
  return result;
}

std::variant<Layout, ComposedLayout> layout_of_bits(const BitMatrix& m, const std::optional<Swizzle>& like) {
  auto nearest = nearest_layout(m, like);
  if (nearest.changed == 0) return std::move(nearest.value);
  throw Problem{"layout",
                message("No layout has these bits, with or without a swizzle. {} is nearest; bits that differ: {}.", plain(nearest.value),
                        nearest.changed),
                {plain(nearest.value)}};
}

}  // namespace algebra
