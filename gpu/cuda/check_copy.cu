// Checks that the data arrived where the permutation places it, recomputed from the launch's mappings one value at a time.

#include "gpu/cuda/check.cuh"
#include "gpu/cuda/copy.hpp"

#include <algorithm>

#include "gpu/cuda/copied_values.cuh"

namespace gpu::cuda {
namespace {

using Word = unsigned long long;

/// Counts of the check. first_wrong is kept as the largest complement, so that everything starts at zero.
struct Tally {
  Word checked, wrong, first_wrong;
};

/// A bit for each place that was written, and one for each that was written again.
struct Seen {
  std::uint32_t *once, *twice;
  __device__ void mark(std::int64_t place) const {
    const std::uint32_t bit = 1u << (place & 31);
    if ((atomicOr(&once[place >> 5], bit) & bit) != 0) atomicOr(&twice[place >> 5], bit);
  }
  __device__ bool written_twice(std::int64_t place) const { return ((twice[place >> 5] >> (place & 31)) & 1u) != 0; }
};

__device__ void report(Tally* tally, Word checked, Word wrong, Word first_wrong) {
  if (checked != 0) atomicAdd(&tally->checked, checked);
  if (wrong == 0) return;
  atomicAdd(&tally->wrong, wrong);
  atomicMax(&tally->first_wrong, first_wrong);
}

/// The place of touch i: threads run fastest, so that neighbouring lanes look at neighbouring elements.
struct Place {
  std::uint32_t block, thread, value;
};
__device__ Place place(std::int64_t i, const TwoMappings& at) {
  const auto threads = static_cast<std::uint64_t>(at.threads), values = static_cast<std::uint64_t>(at.values);
  const std::uint64_t n = static_cast<std::uint64_t>(i), row = n / threads;
  return {static_cast<std::uint32_t>(row / values), static_cast<std::uint32_t>(n - row * threads),
          static_cast<std::uint32_t>(row % values)};
}

__global__ void mark_kernel(const __grid_constant__ TwoMappings at, Seen seen) {
  const std::int64_t touches = at.blocks * at.threads * at.values, step = static_cast<std::int64_t>(gridDim.x) * blockDim.x;
  for (std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < touches; i += step) {
    const auto p = place(i, at);
    const auto from = element_of(at, p.block, p.thread, p.value), to = at.second(p.block, p.thread, p.value);
    if (within(from, at.elements) && within(to, at.target_elements)) seen.mark(to);
  }
}

template <typename T>
__global__ void check_global_kernel(const __grid_constant__ TwoMappings at, const T* destination, Seen seen, Tally* tally) {
  const std::int64_t touches = at.blocks * at.threads * at.values, step = static_cast<std::int64_t>(gridDim.x) * blockDim.x;
  Word checked = 0, wrong = 0, first_wrong = 0;
  for (std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < touches; i += step) {
    const auto p = place(i, at);
    const auto from = element_of(at, p.block, p.thread, p.value), to = at.same_place ? from : at.second(p.block, p.thread, p.value);
    // Writers to the place that they read from all write the same value.
    if (!within(from, at.elements) || !within(to, at.target_elements) || (!at.same_place && seen.written_twice(to))) continue;
    ++checked;
    if (same(destination[to], value_of<T>(from))) continue;
    ++wrong;
    first_wrong = max(first_wrong, ~static_cast<Word>(to));
  }
  report(tally, checked, wrong, first_wrong);
}

/// CUDA block g takes the launch's blocks g, g + gridDim.x, ... and has bits of its own.
template <typename T>
__global__ void check_shared_kernel(const __grid_constant__ TwoMappings at, const T* destination, std::uint32_t* bits, std::int64_t words,
                                    Tally* tally) {
  const Seen seen{bits + blockIdx.x * 2 * words, bits + (blockIdx.x * 2 + 1) * words};
  const std::int64_t touches = static_cast<std::int64_t>(at.threads) * at.values;
  Word checked = 0, wrong = 0, first_wrong = 0;
  for (std::int64_t b = blockIdx.x; b < at.blocks; b += gridDim.x) {
    const auto block = static_cast<std::uint32_t>(b);
    if (!at.once) {
      for (std::int64_t w = threadIdx.x; w < 2 * words; w += blockDim.x) seen.once[w] = 0;
      __syncthreads();
      for (std::int64_t i = threadIdx.x; i < touches; i += blockDim.x) {
        const auto p = place(i, at);
        if (const auto element = element_of(at, block, p.thread, p.value); within(element, at.elements)) seen.mark(element);
      }
      __syncthreads();
    }
    for (std::int64_t i = threadIdx.x; i < touches; i += blockDim.x) {
      const auto p = place(i, at);
      const auto writer = static_cast<std::uint32_t>(partner_of(static_cast<std::int32_t>(p.thread), at.threads));
      const auto element = element_of(at, block, writer, p.value), to = at.second(block, p.thread, p.value);
      const bool there = within(element, at.elements);
      if (there && !at.once && seen.written_twice(element)) continue;
      checked += there ? 1 : 0;
      if (same(destination[to], there ? value_of<T>(at.second(block, writer, p.value)) : T{})) continue;
      ++wrong;
      first_wrong = max(first_wrong, ~static_cast<Word>(to));
    }
    __syncthreads();
  }
  report(tally, checked, wrong, first_wrong);
}

constexpr std::size_t tally_bytes = 256;
constexpr std::int64_t most_shared_blocks = 264;
std::int64_t words_of(std::int64_t places) { return (places + 31) / 32; }
std::int64_t shared_blocks(const LaunchShape& w) { return std::clamp<std::int64_t>(w.blocks, 1, most_shared_blocks); }

template <typename T>
Status check(const LaunchShape& w, const void* destination, void* scratch, cudaStream_t stream) {
  const auto at = two_mappings(w);
  auto* tally = static_cast<Tally*>(scratch);
  auto* bits = reinterpret_cast<std::uint32_t*>(static_cast<char*>(scratch) + tally_bytes);
  const auto* to = static_cast<const T*>(destination);
  if (w.shared_memory) {
    const auto grid = static_cast<unsigned>(shared_blocks(w));
    check_shared_kernel<T><<<grid, 256, 0, stream>>>(at, to, bits, words_of(w.elements), tally);
  } else {
    const Seen seen{bits, bits + words_of(at.target_elements)};
    if (!w.same_place) mark_kernel<<<grid_for(w.touches()), 256, 0, stream>>>(at, seen);
    check_global_kernel<T><<<grid_for(w.touches()), 256, 0, stream>>>(at, to, seen, tally);
  }
  CUTESCOPE_CUDA_TRY(cudaGetLastError());
  return {};
}

}  // namespace

std::size_t check_bytes(const LaunchShape& w) {
  std::int64_t words = 0;
  if (w.shared_memory) words = w.once ? 0 : 2 * words_of(w.elements) * shared_blocks(w);
  else if (!w.same_place) words = 2 * words_of(w.target_elements);
  return tally_bytes + static_cast<std::size_t>(words) * sizeof(std::uint32_t);
}

Status check_copy(const LaunchShape& w, const void* destination, void* scratch, Checked& result, void* stream) {
  const auto s = stream_of(stream);
  CUTESCOPE_CUDA_TRY(cudaMemsetAsync(scratch, 0, check_bytes(w), s));
  if (w.touches() > 0) {
    switch (w.element_bytes) {
      case 1: CUTESCOPE_TRY(check<std::uint8_t>(w, destination, scratch, s)); break;
      case 2: CUTESCOPE_TRY(check<std::uint16_t>(w, destination, scratch, s)); break;
      case 4: CUTESCOPE_TRY(check<std::uint32_t>(w, destination, scratch, s)); break;
      case 8: CUTESCOPE_TRY(check<uint2>(w, destination, scratch, s)); break;
      default: CUTESCOPE_TRY(check<uint4>(w, destination, scratch, s)); break;
    }
  }
  Tally tally{};
  CUTESCOPE_CUDA_TRY(cudaMemcpyAsync(&tally, scratch, sizeof tally, cudaMemcpyDeviceToHost, s));
  CUTESCOPE_CUDA_TRY(cudaStreamSynchronize(s));
  result.checked = static_cast<std::int64_t>(tally.checked);
  result.wrong = static_cast<std::int64_t>(tally.wrong);
  result.first_wrong = tally.wrong != 0 ? static_cast<std::int64_t>(~tally.first_wrong) : -1;
  return {};
}

}  // namespace gpu::cuda
