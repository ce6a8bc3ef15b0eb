#pragma once
// Random layouts, and layouts from text, for the tests of the algebra.

#include <algorithm>
#include <random>
#include <string_view>
#include <vector>

#include "algebra/language/evaluate.hpp"
#include "algebra/layout/operations.hpp"

namespace algebra::core_tests {

/// Returns a value written in CuTe's notation, `_4` static and `4` dynamic.
inline Value value(std::string_view text) { return evaluate(text, {}, IntegerRule::cute).value().value; }
inline Layout layout(std::string_view text) {
  const auto v = value(text);
  if (const auto* shape = std::get_if<IntTuple>(&v)) return make_layout(*shape);
  return std::get<Layout>(v);
}
inline IntTuple tuple(std::string_view text) { return std::get<IntTuple>(value(text)); }
inline std::string text(const Layout& l) { return to_string(l, Marks::underscores); }
inline std::string text(const IntTuple& t) { return to_string(t, Marks::underscores); }

class Random {
 public:
  explicit Random(unsigned seed) : engine_(seed) {}

  std::int64_t below(std::int64_t n) { return std::uniform_int_distribution<std::int64_t>(0, n - 1)(engine_); }
  Int mark(std::int64_t n, bool all_static) { return {n, all_static || below(2) == 0}; }

  /// At most 4,096 elements, so that contracts are checked for all of them.
  IntTuple shape(bool all_static) {
    for (;;)
      if (const auto t = any_shape(2, all_static); product(t).value <= 4096) return t;
  }

  IntTuple any_shape(int deepest, bool all_static) {
    static constexpr std::int64_t sizes[] = {1, 2, 2, 3, 4, 4, 5, 6, 8};
    if (deepest == 0 || below(4) == 0) return mark(sizes[below(std::size(sizes))], all_static);
    IntTuple t;
    for (auto n = 1 + below(3); n > 0; --n) t.append(any_shape(deepest - 1, all_static));
    return t;
  }

  /// Compact strides in a random order of the modes: injective, onto [0, size).
  Layout compact_layout(bool all_static = true) {
    const auto s = shape(all_static);
    std::vector<std::int64_t> order(static_cast<std::size_t>(s.leaves()));
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<std::int64_t>(i);
    std::shuffle(order.begin(), order.end(), engine_);
    std::size_t i = 0;
    return make_ordered_layout(s, s.transformed([&](Int) { return Int{order[i++], true}; }));
  }

  /// Any strides: gaps, overlaps, zeros.
  Layout any_layout(bool all_static = true) {
    static constexpr std::int64_t strides[] = {0, 1, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 59};
    const auto s = shape(all_static);
    return {s, s.transformed([&](Int) { return mark(strides[below(std::size(strides))], all_static); })};
  }

 private:
  std::mt19937 engine_;
};

/// Returns the index by definition: the inner product of the natural coordinate and the strides.
inline std::int64_t index_by_definition(const IntTuple& shape, const IntTuple& stride, std::int64_t& rest) {
  if (!shape.is_tuple()) {
    const auto here = rest % shape.integer().value;
    rest /= shape.integer().value;
    return here * stride.integer().value;
  }
  std::int64_t sum = 0;
  for (int i = 0; i < shape.rank(); ++i) sum += index_by_definition(shape.mode(i), stride.mode(i), rest);
  return sum;
}
inline std::int64_t index_by_definition(const Layout& l, std::int64_t coordinate) {
  return index_by_definition(l.shape(), l.stride(), coordinate);
}

}  // namespace algebra::core_tests

namespace core_tests = algebra::core_tests;
