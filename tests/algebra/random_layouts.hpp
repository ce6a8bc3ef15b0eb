#pragma once
// Small random layouts and tilers of every kind, drawn quickly and identically on every machine.

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "algebra/layout/operations.hpp"

namespace algebra::random_layouts {

enum class Marking : std::uint8_t { all_static, all_dynamic, mixed };

/// Most elements of an operand, so that a million operands are enumerated in seconds.
inline constexpr std::int64_t most_elements = 48;

inline std::uint64_t chosen_seed() {
  const char* given = std::getenv("CUTESCOPE_SEED");
  return given != nullptr ? std::strtoull(given, nullptr, 0) : 20240229;
}

class Source {
 public:
  explicit Source(std::uint64_t seed) : state_(seed) {}

  /// SplitMix64: the standard distributions differ from one library to another.
  std::uint64_t next() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15U);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31);
  }
  std::int64_t below(std::int64_t n) { return static_cast<std::int64_t>(next() % static_cast<std::uint64_t>(n)); }
  bool chance(std::int64_t percent) { return below(100) < percent; }

  /// Picks the marking of the next draws: half are all static, where CuTe promises most.
  void choose_marking() {
    static constexpr Marking markings[] = {Marking::all_static, Marking::all_static, Marking::all_dynamic, Marking::mixed};
    marking_ = markings[below(4)];
    large_ = below(32) == 0;
  }
  Marking marking() const { return marking_; }
  /// Returns whether strides near 2^62 can occur.
  bool large() const { return large_; }
  Int mark(std::int64_t n) { return {n, marking_ == Marking::all_static || (marking_ == Marking::mixed && below(2) == 0)}; }

  IntTuple shape(std::int64_t elements = most_elements, int depth = 3) {
    auto room = elements;
    return any_shape(depth, room);
  }

  Layout layout(std::int64_t elements = most_elements, int depth = 3) { return with_strides(shape(elements, depth)); }
  Layout with_strides(const IntTuple& s) {
    if (large_) return wide_layout(s);
    const auto style = below(100);
    if (style < 15) return make_layout(s, style < 9 ? Major::left : Major::right);
    if (style < 70) return stepping_layout(s, style < 50 ? 0 : 30);
    return any_layout(s, style >= 90);
  }

  /// Compact strides in a random order of the modes; `gaps` percent of them follow a gap.
  Layout stepping_layout(const IntTuple& s, std::int64_t gaps) {
    std::vector<std::int64_t> extents, strides;
    s.for_each_integer([&](Int i) { extents.push_back(i.value); });
    strides.resize(extents.size());
    std::int64_t reach = 1;
    for (const auto i : permutation(extents.size())) {
      if (chance(gaps)) reach *= 2 + below(3);
      strides[i] = extents[i] == 1 && chance(70) ? 0 : reach;
      reach *= extents[i];
    }
    std::size_t i = 0;
    return {s, s.transformed([&](Int) { return mark(strides[i++]); })};
  }

  /// Returns a tiler of one layout: factors of n with their strides, which tile [0, n), or an arbitrary layout.
  Layout tile(std::int64_t n) {
    if (chance(25)) return layout(std::min<std::int64_t>(n, 12), 2);
    std::vector<Layout> modes;
    for (std::int64_t step = 1; step < n;) {
      const auto factor = divisor(n / step);
      if (factor > 1 && chance(60)) modes.emplace_back(IntTuple(mark(factor)), IntTuple(mark(step)));
      step *= factor;
    }
    if (modes.empty()) return {IntTuple(mark(1)), IntTuple(mark(chance(50) ? 0 : 1))};
    std::vector<Layout> mixed;
    for (const auto i : permutation(modes.size())) mixed.push_back(modes[i]);
    if (mixed.size() == 1 && chance(80)) return mixed[0];
    return make_layout(mixed);
  }

  /// Returns a tiler for a shape: a layout, an integer, `_`, or by mode.
  Tiler tiler(const IntTuple& s, int depth = 2) {
    const auto n = product(s).value;
    const auto kind = below(100);
    if (depth > 0 && s.is_tuple() && kind < (depth == 2 ? 60 : 15)) {
      std::vector<Tiler> modes;
      const int count = chance(85) ? s.rank() : static_cast<int>(1 + below(s.rank()));
      for (int i = 0; i < count; ++i) modes.push_back(tiler(s.mode(i), depth - 1));
      return {std::move(modes)};
    }
    if (kind >= 97) return {IntTuple::underscore()};
    if (kind >= 75) return tiler_of(IntTuple(mark(chance(85) ? divisor(n) : 1 + below(n + 2))));
    return tiler_of(tile(n));
  }

  /// Returns a tiler by mode without nesting, one integer or layout per mode, as local_tile takes.
  Tiler flat_tiler(const IntTuple& s) {
    std::vector<Tiler> modes;
    for (int i = 0; i < s.rank(); ++i) {
      const auto n = product(s.mode(i)).value;
      modes.push_back(chance(75) ? tiler_of(IntTuple(mark(divisor(n)))) : tiler_of(tile(n)));
    }
    return {std::move(modes)};
  }

  std::int64_t divisor(std::int64_t n) {
    auto d = 1 + below(n);
    while (n % d != 0) --d;
    return d;
  }

  std::vector<std::size_t> permutation(std::size_t n) {
    std::vector<std::size_t> p(n);
    for (std::size_t i = 0; i < n; ++i) {
      const auto j = static_cast<std::size_t>(below(static_cast<std::int64_t>(i) + 1));
      p[i] = p[j];
      p[j] = i;
    }
    return p;
  }

 private:
  IntTuple any_shape(int depth, std::int64_t& room) {
    static constexpr std::int64_t sizes[] = {1, 2, 2, 2, 3, 4, 4, 5, 6, 8, 12, 16};
    if (depth == 0 || below(5) < 2) {
      auto n = sizes[below(std::ssize(sizes))];
      while (n > room) n = sizes[below(std::ssize(sizes))];
      room /= n;
      return mark(n);
    }
    IntTuple t;
    for (auto n = 1 + below(3); n > 0; --n) t.append(any_shape(depth - 1, room));
    return t;
  }

  Layout any_layout(const IntTuple& s, bool negative) {
    static constexpr std::int64_t strides[] = {0, 0, 1, 1, 2, 3, 4, 6, 8, 12, 16, 24, 59};
    return {s, s.transformed([&](Int) { return mark(strides[below(std::ssize(strides))] * (negative && chance(50) ? -1 : 1)); })};
  }

  Layout wide_layout(const IntTuple& s) {
    constexpr std::int64_t top = std::int64_t{1} << 62;
    return {s, s.transformed([&](Int) {
              const auto d = (top >> (chance(50) ? below(8) : below(62))) - (chance(50) ? below(3) : 0);
              return mark(chance(30) ? below(9) : chance(10) ? -d : d);
            })};
  }

  std::uint64_t state_;
  Marking marking_ = Marking::all_static;
  bool large_ = false;
};

}  // namespace algebra::random_layouts
