#pragma once
// Layout: a shape and a congruent stride; a function from coordinates to indices.

#include <cstdint>
#include <span>
#include <string>

#include "algebra/int_tuple.hpp"
#include "algebra/problem.hpp"

namespace algebra {

class Layout {
 public:
  Layout();                                        ///< 1:0
  Layout(IntTuple shape, IntTuple stride);         ///< requires congruent(shape, stride)
  const IntTuple& shape() const;
  const IntTuple& stride() const;

  /// The index at a 1-D coordinate (colexicographic). Like CuTe, a coordinate beyond the size runs on in the last mode.
  std::int64_t operator()(std::int64_t coordinate) const;

  friend bool operator==(const Layout&, const Layout&);
};

int rank(const Layout&);
int depth(const Layout&);
std::int64_t size(const Layout&);
std::int64_t cosize(const Layout&);
Layout mode(const Layout&, int i);                 ///< layout<i>(A)

/// Indices of the 1-D coordinates first, first + 1, ..., one per element of `out`. Linear time; this feeds grids.
void indices(const Layout&, std::int64_t first, std::span<std::int64_t> out);

/// "(1,(0,2))": the natural coordinate of a 1-D coordinate within `shape`.
std::string natural_coordinate(const IntTuple& shape, std::int64_t coordinate);

std::string to_string(const Layout&, Marks);       ///< "(4,2):(1,4)" or "(_4,_2):(_1,_4)"

}  // namespace algebra
