#pragma once
// Relations between the elements of two values, as two functions that can be inverted without enumeration.

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "algebra/language/value_indexing.hpp"

namespace algebra::links {

/// The work left for a search: a step is a mode tried or an element found.
struct Budget {
  std::int64_t steps = 0;
  bool spent() const { return steps <= 0; }
};

/// A function of a 1-D coordinate: an offset plus the layout's index, to which an outer function is applied.
class IndexMap {
 public:
  explicit IndexMap(Layout, std::int64_t offset = 0, const Outer& = {});

  std::int64_t size() const { return size_; }
  std::int64_t operator()(std::int64_t coordinate) const;
  /// Calls f(coordinate) for each coordinate below size() with this value, until f returns false. The strides determine
  /// each mode's coordinate, so that a layout of 2^40 elements takes one step per mode; only overlapping strides take more.
  /// A swizzle is its own inverse, and a layout before it is searched in the same way.
  /// Returns false if the budget ran out.
  bool where(std::int64_t value, Budget&, const std::function<bool(std::int64_t)>& f) const;

 private:
  struct Term {
    std::int64_t shape, stride, step;       ///< coordinate c adds c * stride to the index and c * step to the 1-D coordinate
    std::int64_t least, greatest, divisor;  ///< bounds and common divisor of the sum that the later terms add to the index
  };
  /// One function of the outer part: adds the offset, then applies a swizzle or a layout.
  struct Then {
    std::int64_t offset = 0;
    std::optional<Swizzle> swizzle{};
    std::shared_ptr<const IndexMap> layout{};  ///< extended as far as the indices before it reach
    bool negative = false;                     ///< some of these indices are negative
  };
  void add(const OuterFunction&, IndexRange& reached);
  /// Like where(), but applies only the innermost `functions` functions.
  bool where_after(std::size_t functions, std::int64_t value, Budget&, const std::function<bool(std::int64_t)>& f, bool& go_on) const;
  bool search(std::size_t term, std::int64_t rest, std::int64_t coordinate, Budget&, const std::function<bool(std::int64_t)>& f,
              bool& go_on) const;

  Layout layout_;
  std::int64_t offset_ = 0, size_ = 1;
  Outer outer_;
  std::vector<Then> then_;   ///< the functions of `outer_`, the innermost first
  std::vector<Term> terms_;  ///< sorted by stride, largest first; strides of 0 last
};

/// Elements a and b of two values are linked if first(p) = a and second(p) = b for some place p; if `by_index`,
/// if first(a) = second(b).
struct Relation {
  IndexMap first, second;
  std::int64_t first_size = 0, second_size = 0;
  bool by_index = false;
  /// For places that may lie beyond a mode's end: a and b are linked only if first(a) = second(b) + apart.
  struct Indices {
    IndexMap first, second;
    std::int64_t apart = 0;
  };
  std::shared_ptr<const Indices> indices;

  /// Calls f(b) for each b linked to a, possibly repeatedly, until f returns false. Returns false if the budget ran out.
  bool forward(std::int64_t a, Budget&, const std::function<bool(std::int64_t)>& f) const;
  bool backward(std::int64_t b, Budget&, const std::function<bool(std::int64_t)>& f) const;
};

/// Returns the 1-D coordinates of a shape, as a layout: LayoutLeft with every integer static.
Layout counting(const IntTuple& shape);
Layout counting(std::int64_t size);

}  // namespace algebra::links
