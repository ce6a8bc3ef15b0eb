#pragma once
// A launch as a CUDA C++ kernel, with the layout's numbers as constants.

#include <string>
#include <string_view>

#include "gpu/launch/launch_shape.hpp"

namespace gpu {

/// The name of the kernel in kernel_source. Parameters: (const Element* source, Element* destination), both aligned to
/// 256 bytes. Grid and block as in LaunchShape. Dynamic shared memory only beyond 48 KiB (shared_bytes).
inline constexpr const char* kernel_name = "copy_partition";

/// The source that is shown, compiled with NVRTC, and timed. Needs no header.
std::string kernel_source(const LaunchShape&);

/// That of launches by TMA, for clusters of so many CTAs: it copies the boxes that it is given.
std::string tma_source(std::int64_t ctas);

/// Device functions of kernels that copy by TMA: `load(map, to, barrier, multicast, mask, rank, coordinates)`, `to` and `barrier` being
/// addresses of shared memory, and `store(map, from, rank, coordinates)`.
std::string_view tma_functions();

/// Accesses of a thread between one wait and the next. What cp.async brings for a launch in global memory waits in shared memory
/// meanwhile: those of one access side by side, one access after the other.
int accesses_in_flight(const LaunchShape&);

/// Bytes of shared memory per block: the whole tensor for a launch in shared memory, else 0.
std::int64_t shared_bytes(const LaunchShape&);

}  // namespace gpu
