#pragma once
// Which elements of two values belong together, as two functions that can be turned round without enumerating them.

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <variant>
#include <vector>

#include "algebra/value.hpp"

namespace algebra::links {

/// How much may still be looked at: a step is a mode tried, or an element found.
struct Budget {
  std::int64_t steps = 0;
  bool spent() const { return steps <= 0; }
};

/// A function of a 1-D coordinate: the offset and the layout's index, and what is done to it then (a swizzle, say).
class IndexMap {
 public:
  explicit IndexMap(Layout, std::int64_t offset = 0, std::optional<std::variant<Swizzle, Layout>> then = std::nullopt);

  std::int64_t size() const { return size_; }
  std::int64_t operator()(std::int64_t coordinate) const;
  /// Calls f(coordinate) for the coordinates below size() with that value, until it returns false. The strides decide
  /// where each mode must stand, so that a layout of 2^40 elements takes as many steps as it has modes; only strides that
  /// step into one another take more. False where the budget did not last.
  bool where(std::int64_t value, Budget&, const std::function<bool(std::int64_t)>& f) const;

 private:
  struct Term {
    std::int64_t shape, stride, step;       ///< its coordinate c adds c * stride to the index and c * step to the 1-D coordinate
    std::int64_t least, greatest, divisor;  ///< of the index that the terms after this one add
  };
  bool search(std::size_t term, std::int64_t rest, std::int64_t coordinate, Budget&, const std::function<bool(std::int64_t)>& f,
              bool& go_on) const;
  bool where_index(std::int64_t index, Budget&, const std::function<bool(std::int64_t)>& f) const;

  Layout layout_;
  std::int64_t offset_ = 0, size_ = 1;
  std::optional<Swizzle> swizzle_;
  std::shared_ptr<const IndexMap> then_;
  std::vector<Term> terms_;  ///< strides from the largest to the smallest; those of 0 last
};

/// Elements a and b of two values belong together where there is a place p with first(p) = a and second(p) = b; of a
/// relation by index, where first(a) = second(b).
struct Relation {
  IndexMap first, second;
  std::int64_t first_size = 0, second_size = 0;
  bool by_index = false;
  /// Where a place may lie beyond a mode's end: of a and b that belong together the first's index is the second's and `apart`.
  struct Indices {
    IndexMap first, second;
    std::int64_t apart = 0;
  };
  std::shared_ptr<const Indices> indices;

  /// f(b) for the b that belong to a, some of them more than once, until it returns false. False where the budget did not last.
  bool forward(std::int64_t a, Budget&, const std::function<bool(std::int64_t)>& f) const;
  bool backward(std::int64_t b, Budget&, const std::function<bool(std::int64_t)>& f) const;
};

/// The 1-D coordinates of a shape, as a layout: LayoutLeft with every integer known.
Layout counting(const IntTuple& shape);
Layout counting(std::int64_t size);

}  // namespace algebra::links
