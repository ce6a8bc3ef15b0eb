#pragma once
// What would have a matrix descriptor, where a tile has none.

#include <string>
#include <string_view>
#include <vector>

#include "algebra/hardware/matrix_descriptor.hpp"

namespace algebra {

/// Layouts of shared memory of a size near that of a tile, which have a descriptor: expressions, the nearest first.
/// `type_name`: of the elements, as it is written. Source: algebra/hardware/smem_atoms.hpp.
std::vector<std::string> nearest_canonical(MatrixDescriptor::Of, Major, const Tensor& tile, std::string_view type_name, Marks);

}  // namespace algebra
