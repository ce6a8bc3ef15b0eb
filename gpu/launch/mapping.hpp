#pragma once
// (block, thread, value) -> element as plain numbers, for the CPU and for CUDA kernels.

#include <cstdint>

#ifdef __CUDACC__
#define CUTESCOPE_HOST_DEVICE __host__ __device__
#else
#define CUTESCOPE_HOST_DEVICE
#endif

namespace gpu {

/// Flat modes, with an array per field to keep kernels' parameters small. A coordinate below 2^31 is divided by `shape` as (coordinate *
/// magic) >> (31 + shift), which is exact.
template <int most>
struct Leaves {
  std::int64_t stride[most]{};
  std::uint32_t shape[most]{}, magic[most]{};
  std::uint8_t shift[most]{};

  /// Returns the offset of a coordinate in the leaves first .. last - 1; the last of them continues beyond its size.
  CUTESCOPE_HOST_DEVICE std::int64_t offset(int first, int last, std::uint32_t coordinate) const {
    std::int64_t sum = 0;
    for (int l = first; l + 1 < last; ++l) {
      const auto rest = static_cast<std::uint32_t>((std::uint64_t{coordinate} * magic[l]) >> (31 + shift[l]));
      sum += static_cast<std::int64_t>(coordinate - rest * shape[l]) * stride[l];
      coordinate = rest;
    }
    return last > first ? sum + static_cast<std::int64_t>(coordinate) * stride[last - 1] : sum;
  }
};

inline constexpr int max_leaves = 24;

/// The flat modes of block, thread or value; the last one continues beyond its size.
struct Axis {
  std::int32_t leaves = 0;
  Leaves<max_leaves> leaf;

  CUTESCOPE_HOST_DEVICE std::int64_t operator()(std::uint32_t coordinate) const { return leaf.offset(0, leaves, coordinate); }
};

/// The element of a place that a guard finds beyond the end. It is negative, so that it has no record, but it is not out of bounds.
inline constexpr std::int64_t predicated_off = INT64_MIN / 2;

inline constexpr int max_guards = 6, max_guard_leaves = 48;

/// Coordinates with the limits from which on they are beyond the end; their flat modes are in one list.
struct Guards {
  std::int32_t count = 0;
  std::uint8_t ends[max_guards][3]{};  ///< ends of the leaves of each guard's block, thread and value; they begin where the previous ones
                                       ///< end
  std::int64_t limit[max_guards]{};
  Leaves<max_guard_leaves> leaf;

  CUTESCOPE_HOST_DEVICE bool beyond(std::uint32_t b, std::uint32_t t, std::uint32_t v) const {
    int begin = 0;
    for (int g = 0; g < count; ++g) {
      const int of_block = ends[g][0], of_thread = ends[g][1], end = ends[g][2];
      if (leaf.offset(begin, of_block, b) + leaf.offset(of_block, of_thread, t) + leaf.offset(of_thread, end, v) >= limit[g]) return true;
      begin = end;
    }
    return false;
  }
  /// Returns one guard's coordinate along block (0), thread (1) or value (2).
  Axis axis(int guard, int which) const {
    const int begin = which > 0 ? ends[guard][which - 1] : guard > 0 ? ends[guard - 1][2] : 0;
    Axis a;
    for (int l = begin; l < ends[guard][which]; ++l) {
      a.leaf.stride[a.leaves] = leaf.stride[l];
      a.leaf.shape[a.leaves] = leaf.shape[l];
      a.leaf.magic[a.leaves] = leaf.magic[l];
      a.leaf.shift[a.leaves++] = leaf.shift[l];
    }
    return a;
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
