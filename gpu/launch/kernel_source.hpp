#pragma once
// A launch as a CUDA C++ kernel, with the layout's numbers as constants.

#include <string>
#include <string_view>

#include "gpu/launch/launch_shape.hpp"

namespace gpu {

/// The name of the kernel in kernel_source. Parameters: (const Element* source, Element* destination), both aligned to
/// 256 bytes. Grid and block as in LaunchShape. Dynamic shared memory only beyond 48 KiB (shared_bytes).
inline constexpr const char* kernel_name = "copy_partition";

/// Returns the source that is shown, compiled with NVRTC, and timed. Needs no header.
std::string kernel_source(const LaunchShape&);

/// Returns the source for TMA launches, for clusters of that many CTAs: it copies the given boxes.
std::string tma_source(std::int64_t ctas);

/// Returns device functions of kernels that copy by TMA: `load(map, to, barrier, multicast, mask, rank, coordinates)`, where `to` and
/// `barrier` are addresses of shared memory, and `store(map, from, rank, coordinates)`.
std::string_view tma_functions();

/// Returns the accesses of a thread between two waits. Data that cp.async brings for a launch in global memory waits in shared memory
/// meanwhile: that of one access side by side, one access after the other.
int accesses_in_flight(const LaunchShape&);

/// Returns the bytes of shared memory per block: the whole tensor for a launch in shared memory, else 0.
std::int64_t shared_bytes(const LaunchShape&);

}  // namespace gpu
