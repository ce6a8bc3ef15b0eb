#pragma once
// Moving real data through a launch, and checking it: the kernels that do not depend on the launch.

#include <cstddef>
#include <cstdint>

#include "gpu/cuda/device.hpp"
#include "gpu/launch_shape.hpp"

namespace gpu::cuda {

/// Element e gets a hash of e, so that every misplaced value is seen.
Status fill_source(void* source, std::int64_t elements, int element_bytes, void* stream);
Status poison(void* destination, std::size_t bytes, void* stream);
Status device_copy(void* to, const void* from, std::size_t bytes, void* stream);

/// The launch's copy with its numbers read at run time; shared_bytes as kernel_source.hpp says.
Status copy_generic(const LaunchShape&, const void* source, void* destination, std::int64_t shared_bytes, void* stream);

struct Checked {
  std::int64_t checked = 0, wrong = 0, first_wrong = -1;
};
/// Bytes of scratch memory that check_copy needs.
std::size_t check_bytes(const LaunchShape&);
/// Each value of the destination against what the walk says, worked out anew, touch by touch. Where several threads
/// write different values to one place any of them may win: those are left out.
Status check_copy(const LaunchShape&, const void* destination, void* scratch, Checked&, void* stream);

}  // namespace gpu::cuda
