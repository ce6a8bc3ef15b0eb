#pragma once
// A launch as a CUDA C++ kernel, with the layout's numbers as constants.

#include <string>

#include "gpu/launch_shape.hpp"

namespace gpu {

/// The name of the kernel in kernel_source. Parameters: (const Element* source, Element* destination), both aligned to
/// 256 bytes; grid and block as in the walk; no dynamic shared memory up to 48 KiB, dynamic beyond (shared_bytes).
inline constexpr const char* kernel_name = "copy_partition";

/// What is shown, compiled with NVRTC, and timed. Needs no header.
std::string kernel_source(const LaunchShape&);

/// Bytes of shared memory that a block needs: the whole tensor of a launch in shared memory, 0 for others.
std::int64_t shared_bytes(const LaunchShape&);

}  // namespace gpu
