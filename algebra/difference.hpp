#pragma once
// Where two layouts are different functions, and by how much.

#include <cstdint>
#include <string>
#include <vector>

#include "algebra/value.hpp"

namespace algebra {

struct Difference {
  enum class Kind : std::uint8_t {
    same,            ///< the same modes
    same_function,   ///< other modes, but the same index at every 1-D coordinate
    values,          ///< another index at some coordinate
    sizes,           ///< different numbers of elements
    not_comparable,  ///< not both layouts or tensors, or one of indices and one of coordinates
  };
  Kind kind = Kind::same;
  std::int64_t size_a = 0, size_b = 0;
  std::int64_t first = -1;                    ///< the first 1-D coordinate where they differ
  std::string coordinate_a, coordinate_b;     ///< it as each has it, naturally: ((1,0),2)
  std::string value_a, value_b;               ///< A and B there
  std::int64_t differing = 0, looked_at = 0;  ///< coordinates; fewer than all: a sample, spread evenly
  bool equal() const { return kind == Kind::same || kind == Kind::same_function; }
  bool sampled() const { return looked_at < size_a; }
};

/// Compares two values at each 1-D coordinate; of more than `most` elements at an even sample of them. The first
/// difference of plain layouts is exact whatever their size.
Difference difference(const Value& a, const Value& b, std::int64_t most = 1 << 22);

/// For each 1-D coordinate up to the larger size whether they differ there, or one has none; empty where one of the two
/// is no layout or has more than `most` elements.
std::vector<bool> differing(const Value& a, const Value& b, std::int64_t most = 1 << 20);

/// One or two sentences: "A and B differ at 12 of 32 coordinates. The first is 1 = (1,0) of A and (1,0) of B: A(1) = 1, B(1) = 8."
std::string to_string(const Difference&);

}  // namespace algebra
