#pragma once
// Finds elements beyond the end of a tensor, as in the last tile if the tile size does not divide the tensor.

#include <cstdint>
#include <string>
#include <vector>

#include "algebra/layout/tensors.hpp"

namespace algebra {

/// A bound on one mode (possibly nested) of the elements' coordinates in a tensor: element c has the coordinate offset + layout(c), and
/// lies beyond the tensor's end if that is at least `extent`.
struct Bound {
  Layout layout;
  std::int64_t offset = 0, extent = 0;
  std::int64_t operator()(std::int64_t coordinate) const { return offset + layout(coordinate); }
};

/// Returns the bounds of all modes of a tensor of that shape. `coordinates` maps elements to coordinates of the tensor, such as a part of
/// make_identity_tensor(shape). Empty if no element is beyond the end.
std::vector<Bound> bounds_of(const Tensor& coordinates, const IntTuple& shape);

}  // namespace algebra
