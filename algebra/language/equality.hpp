#pragma once
// Compares two values as functions: whether they are equal, and if not, where and at how many coordinates they differ.

#include <cstdint>
#include <string>
#include <vector>

#include "algebra/language/value.hpp"
#include "algebra/layout/contracts.hpp"
#include "algebra/text/message.hpp"

namespace algebra {

/// Checks A == B as functions: the same size and the same index at every coordinate.
Verdict check_equal(const Value& a, const Value& b, const Checking& = {});

struct Difference {
  enum class Kind : std::uint8_t {
    same,            ///< the same modes
    same_function,   ///< different modes, but the same index at every 1-D coordinate
    values,          ///< different indices at some coordinate
    sizes,           ///< different numbers of elements
    not_comparable,  ///< not both layouts or tensors, or one with indices and one with coordinates
  };
  Kind kind = Kind::same;
  std::int64_t size_a = 0, size_b = 0;
  std::int64_t first = -1;                    ///< the first 1-D coordinate where they differ
  std::string coordinate_a, coordinate_b;     ///< the natural coordinate of `first` in each: ((1,0),2)
  std::string value_a, value_b;               ///< the values of A and B at `first`
  std::int64_t differing = 0, looked_at = 0;  ///< numbers of coordinates; looked_at < size_a: an even sample
  bool equal() const { return kind == Kind::same || kind == Kind::same_function; }
  bool sampled() const { return looked_at < size_a; }
};

/// Compares two values at each 1-D coordinate, or at an even sample if there are more than `most` elements. The first
/// difference of plain layouts is exact for any size.
Difference difference(const Value& a, const Value& b, std::int64_t most = 1 << 22);

/// For each 1-D coordinate below the larger size, whether the values differ there or one of them has no element. Empty if
/// either value is not a layout or has more than `most` elements.
std::vector<bool> differing(const Value& a, const Value& b, std::int64_t most = 1 << 20);

/// Describes a difference in one or two sentences: "A and B differ at 12 of 32 coordinates. The first is 1 = (1,0) of A and (1,0) of B:
/// A(1) = 1, B(1) = 8."
Message described(const Difference&);

}  // namespace algebra
