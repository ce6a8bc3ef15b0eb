// Moves real data through a launch whose numbers are read at run time, for systems without NVRTC.

#include "gpu/cuda/check.cuh"
#include "gpu/cuda/copy.hpp"

#include <algorithm>

#include "gpu/cuda/copied_values.cuh"

namespace gpu::cuda {
namespace {

__device__ std::uint32_t block_number() { return blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z); }
__device__ std::uint32_t thread_number() { return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z); }

template <typename T>
__global__ void fill_kernel(T* source, std::int64_t elements) {
  const std::int64_t step = static_cast<std::int64_t>(gridDim.x) * blockDim.x;
  for (std::int64_t e = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x; e < elements; e += step)
    source[e] = value_of<T>(e);
}

/// Moves `count` adjacent elements, in one piece if the access is whole.
template <typename Access>
__device__ void move(const unsigned char* from, unsigned char* to) {
  *reinterpret_cast<Access*>(to) = *reinterpret_cast<const Access*>(from);
}
__device__ void move_bytes(const unsigned char* from, unsigned char* to, int bytes) {
  for (int i = 0; i < bytes; ++i) to[i] = from[i];
}

template <typename Access>
__global__ void global_kernel(const __grid_constant__ TwoMappings at, const unsigned char* source, unsigned char* destination) {
  const auto b = block_number(), t = thread_number();
  const auto bytes = at.element_bytes;
  const std::int64_t from_base = at.first.offset + at.first.block(b) + at.first.thread(t),
                     to_base = at.second.offset + at.second.block(b) + at.second.thread(t);
  for (std::int32_t v = 0; v < at.values; v += at.width) {
    if (at.guards.beyond(b, t, static_cast<std::uint32_t>(v))) continue;  // the whole access is predicated alike
    const std::int64_t from = at.first.swizzled(from_base + at.first.value(v));
    const std::int64_t to = at.same_place ? from : at.second.swizzled(to_base + at.second.value(v));
    if (from >= 0 && to >= 0 && from + at.width <= at.elements && to + at.width <= at.target_elements) {
      move<Access>(source + from * bytes, destination + to * bytes);
      continue;
    }
    for (int k = 0; k < at.width; ++k)
      if (within(from + k, at.elements) && within(to + k, at.target_elements))
        move_bytes(source + (from + k) * bytes, destination + (to + k) * bytes, bytes);
  }
}

template <typename Access>
__global__ void shared_kernel(const __grid_constant__ TwoMappings at, const unsigned char* source, unsigned char* destination) {
  extern __shared__ __align__(16) unsigned char memory[];
  unsigned char* const tensor = memory + at.begins;
  const auto b = block_number(), t = thread_number();
  const auto bytes = at.element_bytes;
  for (std::int32_t v = 0; v < at.values; v += at.width) {
    const std::int64_t element = element_of(at, b, t, v), staged = at.second(b, t, v);
    if (element >= 0 && element + at.width <= at.elements) {
      move<Access>(source + staged * bytes, tensor + element * bytes);
      continue;
    }
    for (int k = 0; k < at.width; ++k)
      if (within(element + k, at.elements)) move_bytes(source + (staged + k) * bytes, tensor + (element + k) * bytes, bytes);
  }
  __syncthreads();
  const auto other = partner_of(static_cast<std::int32_t>(t), at.threads);
  for (std::int32_t v = 0; v < at.values; v += at.width) {
    const std::int64_t element = element_of(at, b, static_cast<std::uint32_t>(other), v), staged = at.second(b, t, v);
    if (element >= 0 && element + at.width <= at.elements) {
      move<Access>(tensor + element * bytes, destination + staged * bytes);
      continue;
    }
    for (int k = 0; k < at.width; ++k) {
      const bool there = within(element + k, at.elements);
      for (int i = 0; i < bytes; ++i) destination[(staged + k) * bytes + i] = there ? tensor[(element + k) * bytes + i] : 0;
    }
  }
}

template <typename Access>
Status launch(const LaunchShape& w, const void* source, void* destination, std::int64_t shared_bytes, cudaStream_t stream) {
  const dim3 grid(static_cast<unsigned>(w.grid.x), static_cast<unsigned>(w.grid.y), static_cast<unsigned>(w.grid.z));
  const dim3 block(static_cast<unsigned>(w.block.x), static_cast<unsigned>(w.block.y), static_cast<unsigned>(w.block.z));
  const auto* from = static_cast<const unsigned char*>(source);
  auto* to = static_cast<unsigned char*>(destination);
  const auto at = two_mappings(w);
  if (w.shared_memory) {
    if (shared_bytes > 48 << 10)
      CUTESCOPE_CUDA_TRY(
          cudaFuncSetAttribute(shared_kernel<Access>, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(shared_bytes)));
    shared_kernel<Access><<<grid, block, static_cast<std::size_t>(shared_bytes), stream>>>(at, from, to);
  } else {
    global_kernel<Access><<<grid, block, 0, stream>>>(at, from, to);
  }
  CUTESCOPE_CUDA_TRY(cudaGetLastError());
  return {};
}

}  // namespace

Status fill_source(void* source, std::int64_t elements, int element_bytes, void* stream) {
  const auto grid = grid_for(elements);
  switch (const auto s = stream_of(stream); element_bytes) {
    case 1: fill_kernel<<<grid, 256, 0, s>>>(static_cast<std::uint8_t*>(source), elements); break;
    case 2: fill_kernel<<<grid, 256, 0, s>>>(static_cast<std::uint16_t*>(source), elements); break;
    case 4: fill_kernel<<<grid, 256, 0, s>>>(static_cast<std::uint32_t*>(source), elements); break;
    case 8: fill_kernel<<<grid, 256, 0, s>>>(static_cast<uint2*>(source), elements); break;
    default: fill_kernel<<<grid, 256, 0, s>>>(static_cast<uint4*>(source), elements); break;
  }
  CUTESCOPE_CUDA_TRY(cudaGetLastError());
  return {};
}

Status poison(void* destination, std::size_t bytes, void* stream) {
  CUTESCOPE_CUDA_TRY(cudaMemsetAsync(destination, 0xA5, bytes, stream_of(stream)));
  return {};
}

Status device_copy(void* to, const void* from, std::size_t bytes, void* stream) {
  CUTESCOPE_CUDA_TRY(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, stream_of(stream)));
  return {};
}

Status copy_generic(const LaunchShape& w, const void* source, void* destination, std::int64_t shared_bytes, void* stream) {
  if (w.touches() == 0) return {};
  switch (const auto s = stream_of(stream); w.width * w.element_bytes) {
    case 1: return launch<std::uint8_t>(w, source, destination, shared_bytes, s);
    case 2: return launch<std::uint16_t>(w, source, destination, shared_bytes, s);
    case 4: return launch<std::uint32_t>(w, source, destination, shared_bytes, s);
    case 8: return launch<uint2>(w, source, destination, shared_bytes, s);
    default: return launch<uint4>(w, source, destination, shared_bytes, s);
  }
}

}  // namespace gpu::cuda
