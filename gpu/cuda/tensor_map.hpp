#pragma once
// The CUDA driver's encoding of tensor maps.

#include <cstddef>

#include "algebra/hardware/tma.hpp"

namespace gpu::cuda {

inline constexpr std::size_t tensor_map_bytes = 128;

/// Returns whether the driver encodes tensor maps. Looks for the function on the first call.
bool encodes_tensor_maps();
/// Writes the CUtensorMap of a tensor at that address of the device's memory into tensor_map_bytes bytes, aligned to 64.
/// Returns the driver's error, 0 for none. Requires encodes_tensor_maps().
int encode_tensor_map(const algebra::TensorMap&, void* address, void* image);

}  // namespace gpu::cuda
