#pragma once
// Shared by the .cu files: converts CUDA errors to Status.

#include <cuda_runtime.h>

#include "gpu/cuda/device.hpp"

#define CUTESCOPE_CUDA_TRY(call)                                                               \
  do {                                                                                         \
    const cudaError_t cutescope_error = (call);                                                \
    if (cutescope_error != cudaSuccess) return ::gpu::cuda::status_of(cutescope_error, #call); \
  } while (false)

#define CUTESCOPE_TRY(status)                                                              \
  do {                                                                                     \
    if (auto cutescope_status = (status); !cutescope_status.ok()) return cutescope_status; \
  } while (false)

namespace gpu::cuda {

inline Status status_of(cudaError_t error, const char* call) {
  cudaGetLastError();  // clears the error, so that the next call does not report it
  // The macro's argument begins with the name of the call; the rest is dropped.
  std::string name = call;
  if (const auto end = name.find('('); end != std::string::npos) name.resize(end);
  return {static_cast<int>(error), cudaGetErrorName(error), std::move(name)};
}

inline cudaStream_t stream_of(void* stream) { return static_cast<cudaStream_t>(stream); }

/// Returns the number of blocks of 256 threads for a grid-stride loop over `count` items.
inline unsigned grid_for(std::int64_t count) {
  const std::int64_t blocks = (count + 255) / 256;
  return static_cast<unsigned>(blocks < 1 ? 1 : blocks > 132 * 16 ? 132 * 16 : blocks);
}

}  // namespace gpu::cuda
