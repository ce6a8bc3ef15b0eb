#pragma once
// The common parts of Triton's encodings: a tile of registers, lanes and warps, repeated over the tensor and shared by the blocks.

#include <string_view>
#include <vector>

#include "algebra/reading/linear_making.hpp"
#include "algebra/reading/triton_attribute.hpp"

namespace algebra::dialects {

/// Indices into the inputs of a distributed layout.
enum : std::size_t { of_registers = 0, of_lanes = 1, of_warps = 2 };

/// Returns the modes from the last to the first.
std::vector<int> reversed_modes(int rank);
/// Returns an empty layout of registers, lanes, warps and blocks that extends modes in this order.
LinearMaking distributed_making(std::vector<int> order);
/// Throws a TritonProblem unless the tensor has 2 or 3 modes.
void require_matrix(int rank, const TritonAttribute&);

/// Returns how the blocks share the tensor.
LinearMaking blocks_of(const TritonAttribute&, int rank);
/// Returns the blocks for an operand; they do not share the mode K.
LinearMaking operand_blocks(const TritonAttribute& parent, int rank, int k);
/// Returns the layout of one block in a tensor of this shape, combined with the blocks.
LinearMaking in_shape(LinearMaking, LinearMaking blocks, const std::vector<std::int64_t>& shape);

}  // namespace algebra::dialects
