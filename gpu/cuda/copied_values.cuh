#pragma once
// Shared by the copy and its check: the values, and the mappings as kernel parameters.

#include <cstdint>

#include <cuda_runtime.h>

#include "gpu/launch/launch_shape.hpp"

namespace gpu::cuda {

/// Two mappings of a launch shape: from and to in global memory; from and staging in shared memory. Three would exceed
/// the 4 KiB of parameters that kernels accept everywhere.
struct TwoMappings {
  Mapping first, second;
  Guards guards;
  std::int64_t elements, target_elements, blocks;
  std::int32_t threads, values, width, element_bytes, begins;
  bool same_place, once;
};
static_assert(sizeof(TwoMappings) < 4000);

inline TwoMappings two_mappings(const LaunchShape& w) {
  return {.first = w.from,
          .second = w.shared_memory ? w.staging : w.to,
          .guards = w.guards,
          .elements = w.elements,
          .target_elements = w.same_place ? w.elements : w.target_elements,
          .blocks = w.blocks,
          .threads = w.threads,
          .values = w.values,
          .width = w.width,
          .element_bytes = w.element_bytes,
          .begins = w.begins,
          .same_place = w.same_place,
          .once = w.once};
}

/// Computes LaunchShape::element, for kernels that do not have the shape.
__device__ inline std::int64_t element_of(const TwoMappings& at, std::uint32_t b, std::uint32_t t, std::uint32_t v) {
  return at.guards.beyond(b, t, v) ? predicated_off : at.first(b, t, v);
}

/// Computes LaunchShape::partner, for kernels that do not have the shape.
__device__ inline std::int32_t partner_of(std::int32_t t, std::int32_t threads) {
  return threads > 32 && threads % 32 == 0 ? (t + 32) % threads : t;
}

__device__ inline bool within(std::int64_t element, std::int64_t elements) { return element >= 0 && element < elements; }

/// Returns word `word` of element `element`: a 64-bit finaliser (MurmurHash3's).
__device__ inline std::uint32_t hash_word(std::int64_t element, std::uint32_t word) {
  std::uint64_t x = static_cast<std::uint64_t>(element) * 4 + word + 1;
  x ^= x >> 33;
  x *= 0xff51afd7ed558ccdULL;
  x ^= x >> 33;
  x *= 0xc4ceb9fe1a85ec53ULL;
  x ^= x >> 33;
  return static_cast<std::uint32_t>(x);
}

template <typename T>
__device__ T value_of(std::int64_t element) {
  return static_cast<T>(hash_word(element, 0));
}
template <>
__device__ inline uint2 value_of<uint2>(std::int64_t e) {
  return make_uint2(hash_word(e, 0), hash_word(e, 1));
}
template <>
__device__ inline uint4 value_of<uint4>(std::int64_t e) {
  return make_uint4(hash_word(e, 0), hash_word(e, 1), hash_word(e, 2), hash_word(e, 3));
}

template <typename T>
__device__ bool same(T a, T b) {
  return a == b;
}
__device__ inline bool same(uint2 a, uint2 b) { return a.x == b.x && a.y == b.y; }
__device__ inline bool same(uint4 a, uint4 b) { return a.x == b.x && a.y == b.y && a.z == b.z && a.w == b.w; }

}  // namespace gpu::cuda
