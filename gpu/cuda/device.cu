#include "gpu/cuda/device.hpp"

#include <cuda_runtime.h>

#include <epoxy/gl.h>
// epoxy first: this header wants OpenGL's types.
#include <cuda_gl_interop.h>

#include <algorithm>
#include <utility>

#define CUTESCOPE_CUDA_TRY(call)                                               \
  do {                                                                         \
    const cudaError_t cutescope_error = (call);                                \
    if (cutescope_error != cudaSuccess) return status_of(cutescope_error, #call); \
  } while (false)

namespace gpu::cuda {
namespace {

Status status_of(cudaError_t error, const char* call) {
  cudaGetLastError();   // a launch error is not to be found again by the next call
  return {static_cast<int>(error), cudaGetErrorName(error), call};
}

struct Event {
  cudaEvent_t event = nullptr;
  Event() { cudaEventCreate(&event); }
  ~Event() {
    if (event != nullptr) cudaEventDestroy(event);
  }
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;
};

__device__ long long offset_of(const Leaf* leaves, int count, unsigned long long coordinate) {
  long long offset = 0;
  for (int l = 0; l < count; ++l) {
    const auto extent = static_cast<unsigned long long>(leaves[l].shape);
    const auto rest = coordinate / extent;
    offset += static_cast<long long>(coordinate - rest * extent) * leaves[l].stride;
    coordinate = rest;
  }
  return offset;
}

__global__ void clear_kernel(uint4* records, long long elements) {
  const long long step = static_cast<long long>(gridDim.x) * blockDim.x;
  for (long long e = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x; e < elements; e += step)
    records[e] = make_uint4(0xFFFFFFFFu, 0xFFFFFFFFu, 0u, 0u);
}

/// One CUDA block and thread for each of the partition's; a thread takes its values in order.
__global__ void walk_kernel(const __grid_constant__ Walk walk, uint4* records, unsigned long long* out_of_bounds) {
  const long long base = offset_of(walk.block, walk.block_leaves, blockIdx.x) + offset_of(walk.thread, walk.thread_leaves, threadIdx.x);
  const unsigned long long who = (static_cast<unsigned long long>(blockIdx.x) << algebra::trace_thread_bits) | threadIdx.x;
  unsigned long long outside = 0;
  for (long long v = 0; v < walk.values; ++v) {
    const long long element = base + offset_of(walk.value, walk.value_leaves, v);
    if (element < 0 || element >= walk.elements) {
      ++outside;
      continue;
    }
    const unsigned long long key = (static_cast<unsigned long long>(v) << (algebra::trace_block_bits + algebra::trace_thread_bits)) | who;
    if (walk.once) {
      records[element] = make_uint4(static_cast<unsigned>(key), static_cast<unsigned>(key >> 32), 1u, 0u);
    } else {
      atomicMin(reinterpret_cast<unsigned long long*>(records + element), key);
      atomicAdd(&records[element].z, 1u);
    }
  }
  if (outside != 0) atomicAdd(out_of_bounds, outside);
}

__global__ void count_kernel(const uint4* records, long long elements, Counts* counts) {
  unsigned long long once = 0, never = 0, more = 0;
  const long long step = static_cast<long long>(gridDim.x) * blockDim.x;
  for (long long e = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x; e < elements; e += step) {
    const unsigned touches = records[e].z;
    once += touches == 1;
    never += touches == 0;
    more += touches > 1;
  }
  if (once != 0) atomicAdd(&counts->once, once);
  if (never != 0) atomicAdd(&counts->never, never);
  if (more != 0) atomicAdd(&counts->more, more);
}

unsigned grid_for(long long elements) { return static_cast<unsigned>(std::clamp<long long>((elements + 255) / 256, 1, 132 * 16)); }

void clear_and_walk(const Walk& w, void* records, unsigned long long* outside) {
  auto* texels = static_cast<uint4*>(records);
  clear_kernel<<<grid_for(w.elements), 256>>>(texels, w.elements);
  walk_kernel<<<static_cast<unsigned>(w.blocks), static_cast<unsigned>(w.threads)>>>(w, texels, outside);
}

double median(float* times, int count) {
  std::sort(times, times + count);
  return times[count / 2];
}

}  // namespace

Status count_devices(int& count) {
  count = 0;
  CUTESCOPE_CUDA_TRY(cudaGetDeviceCount(&count));
  return {};
}

std::string device_name() {
  cudaDeviceProp properties;
  return cudaGetDeviceProperties(&properties, 0) == cudaSuccess ? properties.name : "CUDA device";
}

Status count_gl_devices(int& count) {
  unsigned found = 0;
  int devices[8] = {};
  count = 0;
  CUTESCOPE_CUDA_TRY(cudaGLGetDevices(&found, devices, 8, cudaGLDeviceListAll));
  count = static_cast<int>(found);
  return {};
}

void reset() {
  cudaDeviceReset();
  cudaGetLastError();
}

Memory::~Memory() {
  if (pointer_ != nullptr) cudaFree(pointer_);
}
Memory::Memory(Memory&& other) noexcept : pointer_(std::exchange(other.pointer_, nullptr)) {}
Memory& Memory::operator=(Memory&& other) noexcept {
  std::swap(pointer_, other.pointer_);
  return *this;
}
Status Memory::allocate(std::size_t bytes) {
  CUTESCOPE_CUDA_TRY(cudaMalloc(&pointer_, bytes));
  return {};
}

Status free_memory(std::size_t& free_bytes) {
  std::size_t total = 0;
  CUTESCOPE_CUDA_TRY(cudaMemGetInfo(&free_bytes, &total));
  return {};
}

Registration::~Registration() {
  if (resource_ != nullptr) cudaGraphicsUnregisterResource(static_cast<cudaGraphicsResource_t>(resource_));
}
Registration::Registration(Registration&& other) noexcept : resource_(std::exchange(other.resource_, nullptr)) {}
Registration& Registration::operator=(Registration&& other) noexcept {
  std::swap(resource_, other.resource_);
  return *this;
}
Status Registration::attach(unsigned gl_buffer) {
  cudaGraphicsResource_t resource = nullptr;
  CUTESCOPE_CUDA_TRY(cudaGraphicsGLRegisterBuffer(&resource, gl_buffer, cudaGraphicsRegisterFlagsNone));
  resource_ = resource;
  return {};
}
Status Registration::map(void*& pointer, std::size_t& bytes) {
  auto resource = static_cast<cudaGraphicsResource_t>(resource_);
  CUTESCOPE_CUDA_TRY(cudaGraphicsMapResources(1, &resource));
  CUTESCOPE_CUDA_TRY(cudaGraphicsResourceGetMappedPointer(&pointer, &bytes, resource));
  return {};
}
Status Registration::unmap() {
  auto resource = static_cast<cudaGraphicsResource_t>(resource_);
  CUTESCOPE_CUDA_TRY(cudaGraphicsUnmapResources(1, &resource));
  return {};
}

Status trace(const Walk& w, void* records, std::int64_t& out_of_bounds) {
  Memory counter;
  if (const auto s = counter.allocate(sizeof(unsigned long long)); !s.ok()) return s;
  CUTESCOPE_CUDA_TRY(cudaMemset(counter.get(), 0, sizeof(unsigned long long)));
  clear_and_walk(w, records, static_cast<unsigned long long*>(counter.get()));
  CUTESCOPE_CUDA_TRY(cudaGetLastError());
  unsigned long long outside = 0;
  CUTESCOPE_CUDA_TRY(cudaMemcpy(&outside, counter.get(), sizeof outside, cudaMemcpyDeviceToHost));
  out_of_bounds = static_cast<std::int64_t>(outside);
  return {};
}

Status count(const void* records, std::int64_t elements, Counts& counts) {
  Memory on_device;
  if (const auto s = on_device.allocate(sizeof(Counts)); !s.ok()) return s;
  CUTESCOPE_CUDA_TRY(cudaMemset(on_device.get(), 0, sizeof(Counts)));
  count_kernel<<<grid_for(elements), 256>>>(static_cast<const uint4*>(records), elements, static_cast<Counts*>(on_device.get()));
  CUTESCOPE_CUDA_TRY(cudaGetLastError());
  CUTESCOPE_CUDA_TRY(cudaMemcpy(&counts, on_device.get(), sizeof(Counts), cudaMemcpyDeviceToHost));
  return {};
}

Status download(const void* records, std::int64_t elements, algebra::TraceRecord* to) {
  CUTESCOPE_CUDA_TRY(cudaMemcpy(to, records, static_cast<std::size_t>(elements) * sizeof(algebra::TraceRecord), cudaMemcpyDeviceToHost));
  return {};
}

Status measure(const Walk& w, void* records, std::size_t bytes, double& kernel_ms, double& copy_ms) {
  constexpr int repeats = 7;
  Memory counter, source, target;
  if (const auto s = counter.allocate(sizeof(unsigned long long)); !s.ok()) return s;
  const Event begin, end;
  float times[repeats];
  // Repeats only add touches where a record counts them: the caller traces once more afterwards.
  for (int i = -1; i < repeats; ++i) {
    CUTESCOPE_CUDA_TRY(cudaEventRecord(begin.event));
    walk_kernel<<<static_cast<unsigned>(w.blocks), static_cast<unsigned>(w.threads)>>>(w, static_cast<uint4*>(records), static_cast<unsigned long long*>(counter.get()));
    CUTESCOPE_CUDA_TRY(cudaEventRecord(end.event));
    CUTESCOPE_CUDA_TRY(cudaEventSynchronize(end.event));
    if (i >= 0) CUTESCOPE_CUDA_TRY(cudaEventElapsedTime(&times[i], begin.event, end.event));
  }
  kernel_ms = median(times, repeats);
  copy_ms = 0;
  if (bytes == 0 || !source.allocate(bytes).ok() || !target.allocate(bytes).ok()) return {};
  for (int i = -1; i < repeats; ++i) {
    CUTESCOPE_CUDA_TRY(cudaEventRecord(begin.event));
    CUTESCOPE_CUDA_TRY(cudaMemcpyAsync(target.get(), source.get(), bytes, cudaMemcpyDeviceToDevice));
    CUTESCOPE_CUDA_TRY(cudaEventRecord(end.event));
    CUTESCOPE_CUDA_TRY(cudaEventSynchronize(end.event));
    if (i >= 0) CUTESCOPE_CUDA_TRY(cudaEventElapsedTime(&times[i], begin.event, end.event));
  }
  copy_ms = median(times, repeats);
  return {};
}

}  // namespace gpu::cuda
