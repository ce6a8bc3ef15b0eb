// The device: memory, streams, and OpenGL buffers registered with it.

#include "gpu/cuda/check.cuh"

#include <epoxy/gl.h>
// epoxy comes first: this header needs OpenGL's types.
#include <cuda_gl_interop.h>

#include <utility>

namespace gpu::cuda {
namespace {

__global__ void write_badly_kernel(int* nowhere) { *nowhere = 1; }

/// Clears the error of a release, so that the next launch does not report it.
void forgiven(cudaError_t error) {
  if (error != cudaSuccess) cudaGetLastError();
}

cudaEvent_t event_of(void* event) { return static_cast<cudaEvent_t>(event); }

}  // namespace

bool Status::lost() const {
  constexpr int contained = 226, tensor_memory_leak = 721;  // CUDA 12.8 and later
  if (code == contained || code == tensor_memory_leak) return true;
  switch (static_cast<cudaError_t>(code)) {
    case cudaErrorInitializationError:
    case cudaErrorNoDevice:
    case cudaErrorInvalidDevice:
    case cudaErrorStartupFailure:
    case cudaErrorDeviceUninitialized:
    case cudaErrorOperatingSystem:
    case cudaErrorSystemNotReady:
    case cudaErrorMpsConnectionFailed:
    case cudaErrorMpsRpcFailure:
    case cudaErrorMpsServerNotReady:
    case cudaErrorExternalDevice:
    case cudaErrorDevicesUnavailable:
    case cudaErrorECCUncorrectable:
    case cudaErrorNvlinkUncorrectable:
    case cudaErrorContextIsDestroyed:
    case cudaErrorLaunchTimeout:
    case cudaErrorIllegalAddress:
    case cudaErrorAssert:
    case cudaErrorHardwareStackError:
    case cudaErrorIllegalInstruction:
    case cudaErrorMisalignedAddress:
    case cudaErrorInvalidAddressSpace:
    case cudaErrorInvalidPc:
    case cudaErrorLaunchFailure:
    case cudaErrorUnknown: return true;
    default: return false;
  }
}

Status count_devices(int& count) {
  count = 0;
  CUTESCOPE_CUDA_TRY(cudaGetDeviceCount(&count));
  return {};
}

Status use_device() {
  CUTESCOPE_CUDA_TRY(cudaSetDevice(0));
  CUTESCOPE_CUDA_TRY(cudaFree(nullptr));  // makes the context current, which cudaSetDevice alone does not do
  return {};
}

std::string device_name() {
  cudaDeviceProp properties;
  return cudaGetDeviceProperties(&properties, 0) == cudaSuccess ? properties.name : "CUDA device";
}

void versions(int& driver, int& built_with) {
  driver = 0;
  if (cudaDriverGetVersion(&driver) != cudaSuccess) driver = 0;
  built_with = CUDART_VERSION;
  cudaGetLastError();
}

Status abilities(Abilities& a) {
  int shared = 0;
  CUTESCOPE_CUDA_TRY(cudaDeviceGetAttribute(&a.major, cudaDevAttrComputeCapabilityMajor, 0));
  CUTESCOPE_CUDA_TRY(cudaDeviceGetAttribute(&a.minor, cudaDevAttrComputeCapabilityMinor, 0));
  CUTESCOPE_CUDA_TRY(cudaDeviceGetAttribute(&shared, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0));
  CUTESCOPE_CUDA_TRY(cudaDeviceGetAttribute(&a.processors, cudaDevAttrMultiProcessorCount, 0));
  a.shared_bytes = shared;
  return {};
}

Status count_gl_devices(int& count) {
  unsigned found = 0;
  int devices[8] = {};
  count = 0;
  CUTESCOPE_CUDA_TRY(cudaGLGetDevices(&found, devices, 8, cudaGLDeviceListAll));
  // Launches run on device 0, so OpenGL on another device does not help.
  for (unsigned i = 0; i < found && i < 8; ++i) count += devices[i] == 0;
  return {};
}

Status reset() {
  cudaDeviceReset();
  cudaGetLastError();
  CUTESCOPE_TRY(use_device());
  Memory probe;
  CUTESCOPE_TRY(probe.allocate(256));
  CUTESCOPE_CUDA_TRY(cudaMemset(probe.get(), 0, 256));
  CUTESCOPE_CUDA_TRY(cudaDeviceSynchronize());
  return {};
}

Status free_memory(std::size_t& free_bytes) {
  std::size_t total = 0;
  free_bytes = 0;
  CUTESCOPE_CUDA_TRY(cudaMemGetInfo(&free_bytes, &total));
  return {};
}

Status write_badly(void* stream) {
  write_badly_kernel<<<1, 1, 0, stream_of(stream)>>>(reinterpret_cast<int*>(std::uintptr_t{16}));
  CUTESCOPE_CUDA_TRY(cudaGetLastError());
  CUTESCOPE_CUDA_TRY(cudaStreamSynchronize(stream_of(stream)));
  return {};
}

Memory::~Memory() { free(); }
Memory::Memory(Memory&& other) noexcept : pointer_(std::exchange(other.pointer_, nullptr)), bytes_(std::exchange(other.bytes_, 0)) {}
Memory& Memory::operator=(Memory&& other) noexcept {
  std::swap(pointer_, other.pointer_);
  std::swap(bytes_, other.bytes_);
  return *this;
}
void Memory::free() {
  if (pointer_ != nullptr) forgiven(cudaFree(pointer_));
  pointer_ = nullptr;
  bytes_ = 0;
}
Status Memory::allocate(std::size_t bytes) {
  free();
  if (const auto error = cudaMalloc(&pointer_, bytes > 0 ? bytes : 1); error != cudaSuccess) {
    pointer_ = nullptr;
    return status_of(error, "cudaMalloc");
  }
  bytes_ = bytes;
  return {};
}
Status Memory::fill(const void* from, std::size_t bytes) {
  CUTESCOPE_CUDA_TRY(cudaMemcpy(pointer_, from, bytes, cudaMemcpyHostToDevice));
  return {};
}
Status Memory::read(void* to, std::size_t bytes) const {
  CUTESCOPE_CUDA_TRY(cudaMemcpy(to, pointer_, bytes, cudaMemcpyDeviceToHost));
  return {};
}

Stream::~Stream() {
  for (void* event : events_)
    if (event != nullptr) forgiven(cudaEventDestroy(event_of(event)));
  if (stream_ != nullptr) forgiven(cudaStreamDestroy(stream_of(stream_)));
}
Status Stream::create() {
  if (stream_ == nullptr) {
    cudaStream_t stream = nullptr;
    CUTESCOPE_CUDA_TRY(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    stream_ = stream;
  }
  for (void*& slot : events_)
    if (slot == nullptr) {
      cudaEvent_t event = nullptr;
      CUTESCOPE_CUDA_TRY(cudaEventCreate(&event));
      slot = event;
    }
  return {};
}
Status Stream::synchronize() {
  CUTESCOPE_CUDA_TRY(cudaStreamSynchronize(stream_of(stream_)));
  return {};
}
Status Stream::start_clock() {
  CUTESCOPE_CUDA_TRY(cudaEventRecord(event_of(events_[0]), stream_of(stream_)));
  return {};
}
Status Stream::stop_clock() {
  CUTESCOPE_CUDA_TRY(cudaEventRecord(event_of(events_[1]), stream_of(stream_)));
  return {};
}
Status Stream::read_clock(double& ms) {
  float elapsed = 0;
  CUTESCOPE_CUDA_TRY(cudaEventSynchronize(event_of(events_[1])));
  CUTESCOPE_CUDA_TRY(cudaEventElapsedTime(&elapsed, event_of(events_[0]), event_of(events_[1])));
  ms = elapsed;
  return {};
}

Registration::~Registration() {
  if (resource_ != nullptr) forgiven(cudaGraphicsUnregisterResource(static_cast<cudaGraphicsResource_t>(resource_)));
}
Status Registration::attach(unsigned gl_buffer) {
  cudaGraphicsResource_t resource = nullptr;
  CUTESCOPE_CUDA_TRY(cudaGraphicsGLRegisterBuffer(&resource, gl_buffer, cudaGraphicsRegisterFlagsNone));
  resource_ = resource;
  return {};
}
Status Registration::map(void* stream, void*& pointer, std::size_t& bytes) {
  auto resource = static_cast<cudaGraphicsResource_t>(resource_);
  CUTESCOPE_CUDA_TRY(cudaGraphicsMapResources(1, &resource, stream_of(stream)));
  CUTESCOPE_CUDA_TRY(cudaGraphicsResourceGetMappedPointer(&pointer, &bytes, resource));
  return {};
}
Status Registration::unmap(void* stream) {
  auto resource = static_cast<cudaGraphicsResource_t>(resource_);
  CUTESCOPE_CUDA_TRY(cudaGraphicsUnmapResources(1, &resource, stream_of(stream)));
  return {};
}

}  // namespace gpu::cuda
