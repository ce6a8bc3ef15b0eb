#pragma once
// Precompiled kernels that move real data through any launch and check it.

#include <cstddef>
#include <cstdint>

#include "gpu/cuda/device.hpp"
#include "gpu/launch/launch_shape.hpp"

namespace gpu::cuda {

/// Sets element e to a hash of e, so that every misplaced value is detected.
Status fill_source(void* source, std::int64_t elements, int element_bytes, void* stream);
Status poison(void* destination, std::size_t bytes, void* stream);
Status device_copy(void* to, const void* from, std::size_t bytes, void* stream);

/// Runs the launch's copy, with mappings read at run time; shared_bytes as in kernel_source.hpp.
Status copy_generic(const LaunchShape&, const void* source, void* destination, std::int64_t shared_bytes, void* stream);

struct Checked {
  std::int64_t checked = 0, wrong = 0, first_wrong = -1;
};
/// Returns the bytes of scratch memory that check_copy needs.
std::size_t check_bytes(const LaunchShape&);
/// Checks each value of the destination against the launch's mappings, recomputed touch by touch. Skips places to which
/// several threads write different values: any of them may win.
Status check_copy(const LaunchShape&, const void* destination, void* scratch, Checked&, void* stream);

}  // namespace gpu::cuda
