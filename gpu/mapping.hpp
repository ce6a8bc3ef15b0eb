#pragma once
// (block, thread, value) -> element as plain numbers, for the CPU and for CUDA kernels alike.

#include <cstdint>

#ifdef __CUDACC__
#define CUTESCOPE_HOST_DEVICE __host__ __device__
#else
#define CUTESCOPE_HOST_DEVICE
#endif

namespace gpu {

/// One flat mode. A coordinate below 2^31 is divided by `shape` as (coordinate * magic) >> (31 + shift), which is exact.
struct Leaf {
  std::int64_t stride = 0;
  std::uint32_t shape = 1, magic = 0, shift = 0;
};

inline constexpr int max_leaves = 24;

/// The flat modes of block, thread or value; the last one continues beyond its size.
struct Axis {
  std::int32_t leaves = 0;
  Leaf leaf[max_leaves];

  CUTESCOPE_HOST_DEVICE std::int64_t operator()(std::uint32_t coordinate) const {
    std::int64_t offset = 0;
    for (int l = 0; l + 1 < leaves; ++l) {
      const auto rest = static_cast<std::uint32_t>((std::uint64_t{coordinate} * leaf[l].magic) >> (31 + leaf[l].shift));
      offset += static_cast<std::int64_t>(coordinate - rest * leaf[l].shape) * leaf[l].stride;
      coordinate = rest;
    }
    return leaves > 0 ? offset + static_cast<std::int64_t>(coordinate) * leaf[leaves - 1].stride : offset;
  }
};

/// swizzle(offset + block(b) + thread(t) + value(v)). A negative sum is out of bounds and is not swizzled.
struct Mapping {
  Axis block, thread, value;
  std::int64_t offset = 0;
  std::int32_t swizzle_bits = 0, swizzle_base = 0, swizzle_shift = 0;

  CUTESCOPE_HOST_DEVICE std::int64_t swizzled(std::int64_t sum) const {
    if (swizzle_bits == 0 || sum < 0) return sum;
    const auto index = static_cast<std::uint64_t>(sum);
    const std::uint64_t ones = (std::uint64_t{1} << swizzle_bits) - 1;
    const auto mask = swizzle_shift >= 0 ? ones << (swizzle_base + swizzle_shift) : ones << swizzle_base;
    const auto moved = swizzle_shift >= 0 ? (index & mask) >> swizzle_shift : (index & mask) << -swizzle_shift;
    return static_cast<std::int64_t>(index ^ moved);
  }
  CUTESCOPE_HOST_DEVICE std::int64_t operator()(std::uint32_t b, std::uint32_t t, std::uint32_t v) const {
    return swizzled(offset + block(b) + thread(t) + value(v));
  }
};

}  // namespace gpu
