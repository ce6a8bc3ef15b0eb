#pragma once
// Suggests layouts that have a matrix descriptor, for a tile that has none.

#include <string>
#include <string_view>
#include <vector>

#include "algebra/hardware/matrix_descriptor.hpp"

namespace algebra {

/// Returns expressions for layouts of shared memory of about the tile's size that have a descriptor, the nearest first. `type_name`: the
/// element type as written. Source: algebra/hardware/smem_atoms.hpp.
std::vector<std::string> nearest_canonical(MatrixDescriptor::Of, Major, const Tensor& tile, std::string_view type_name, Marks);

}  // namespace algebra
