#pragma once
// Elements beyond the end of the tensor that they are a part of, as in the last tile where the tiles do not divide it.

#include <cstdint>
#include <string>
#include <vector>

#include "algebra/layout/tensors.hpp"

namespace algebra {

/// One mode of the coordinates that elements have in a tensor, or one mode within a mode: that of element c is
/// offset + layout(c), and from `extent` on it is beyond the tensor's end.
struct Bound {
  Layout layout;
  std::int64_t offset = 0, extent = 0;
  std::int64_t operator()(std::int64_t coordinate) const { return offset + layout(coordinate); }
};

/// All modes of a tensor of that shape, for elements whose coordinates in it are `coordinates`, such as a part of
/// make_identity_tensor(shape). Empty if no element is beyond its end.
std::vector<Bound> bounds_of(const Tensor& coordinates, const IntTuple& shape);

}  // namespace algebra
