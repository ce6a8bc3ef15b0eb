#include "device.hpp"

#include <cuda_runtime.h>

#include <cstddef>

namespace hopper {
namespace {

/// Returns the descriptor of a K-major tile of shared memory without swizzle, in core matrices of 8 rows x 16 bytes, two along K.
__device__ std::uint64_t plain_tile(const void* at) {
  const auto address = static_cast<std::uint64_t>(__cvta_generic_to_shared(at));
  return ((address & 0x3ffff) >> 4) | (std::uint64_t{128 >> 4} << 16) | (std::uint64_t{256 >> 4} << 32);
}
/// The same with rows of 128 bytes and Swizzle<3,4,3>.
__device__ std::uint64_t swizzled_tile(const void* at) {
  const auto address = static_cast<std::uint64_t>(__cvta_generic_to_shared(at));
  return ((address & 0x3ffff) >> 4) | (std::uint64_t{1} << 16) | (std::uint64_t{1024 >> 4} << 32) | (std::uint64_t{1} << 62);
}
__device__ int plain_byte(int row, int byte) { return ((row / 8) * 2 + byte / 16) * 128 + (row % 8) * 16 + byte % 16; }
__device__ int swizzled_byte(int row, int byte) { return row * 128 + (byte ^ ((row % 8) << 4)); }

#define CUTESCOPE_SPARSE(shape_and_types, majors)                                                               \
  asm volatile("{\n.reg .pred p;\nsetp.ne.b32 p, %12, 0;\nwgmma.mma_async.sp.sync.aligned." shape_and_types     \
               " {%0, %1, %2, %3, %4, %5, %6, %7}, %8, %9, %10, %11, p, 1, 1" majors ";\n}\n"                   \
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]), "+f"(d[4]), "+f"(d[5]), "+f"(d[6]), "+f"(d[7]) \
               : "l"(a), "l"(b), "r"(e), "n"(selector), "r"(1))

template <Type type, int selector>
__device__ void multiply_sparse(float (&d)[8], std::uint64_t a, std::uint64_t b, std::uint32_t e) {
  if constexpr (type == Type::f16) CUTESCOPE_SPARSE("m64n16k32.f32.f16.f16", ", 0, 0");
  if constexpr (type == Type::e4m3) CUTESCOPE_SPARSE("m64n16k64.f32.e4m3.e4m3", "");
  if constexpr (type == Type::tf32) CUTESCOPE_SPARSE("m64n16k16.f32.tf32.tf32", "");
}
__device__ void multiply(float (&d)[8], std::uint64_t a, std::uint64_t b, int accumulate) {
  asm volatile(
      "{\n.reg .pred p;\nsetp.ne.b32 p, %10, 0;\nwgmma.mma_async.sync.aligned.m64n16k32.f32.e4m3.e4m3"
      " {%0, %1, %2, %3, %4, %5, %6, %7}, %8, %9, p, 1, 1;\n}\n"
      : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]), "+f"(d[4]), "+f"(d[5]), "+f"(d[6]), "+f"(d[7])
      : "l"(a), "l"(b), "r"(accumulate));
}
/// Makes writes to shared memory visible to WGMMA, which reads through the async proxy.
__device__ void before_multiply() {
  asm volatile("fence.proxy.async.shared::cta;\n" ::: "memory");
  __syncthreads();
  asm volatile("wgmma.fence.sync.aligned;\n" ::: "memory");
}
__device__ void after_multiply() {
  asm volatile("wgmma.commit_group.sync.aligned;\nwgmma.wait_group.sync.aligned 0;\n" ::: "memory");
  __syncthreads();
}

template <Type type, int selector>
__global__ void __launch_bounds__(128)
    sparse_kernel(int steps, const std::uint8_t* a, const std::uint8_t* e, const std::uint8_t* b, const std::int32_t* a_at,
                  const std::int32_t* e_at, const std::int32_t* c_at, const std::uint32_t* change, float* d) {
  constexpr int bytes = type == Type::f16 ? 2 : type == Type::e4m3 ? 1 : 4, stored = 32 / bytes;
  __shared__ alignas(1024) std::uint8_t tile_b[16 * 128];
  __shared__ alignas(1024) std::uint8_t tile_a[64 * 32];
  const int tile = static_cast<int>(blockIdx.x), experiment = static_cast<int>(blockIdx.y), thread = static_cast<int>(threadIdx.x);
  float sum[8] = {};
  for (int step = 0; step < steps; ++step) {
    const int at = tile * steps + step;
    for (int i = thread; i < 64 * stored; i += 128)
      for (int byte = 0; byte < bytes; ++byte)
        tile_a[plain_byte(i / stored, i % stored * bytes + byte)] = a[a_at[at * 64 * stored + i] + byte];
    for (int i = thread; i < 16 * 64; i += 128) tile_b[swizzled_byte(i / 64, i % 64)] = b[at * 1024 + i];
    std::uint32_t metadata = 0;
    for (int byte = 0; byte < 4; ++byte) metadata |= std::uint32_t{e[e_at[(at * 128 + thread) * 4 + byte]]} << (8 * byte);
    if (change[experiment * 2] == static_cast<std::uint32_t>(thread)) metadata ^= change[experiment * 2 + 1];
    before_multiply();
    multiply_sparse<type, selector>(sum, plain_tile(tile_a), swizzled_tile(tile_b), metadata);
    after_multiply();
  }
  const int tiles = static_cast<int>(gridDim.x);
  for (int v = 0; v < 8; ++v) d[(experiment * tiles + tile) * 1024 + c_at[thread * 8 + v]] = sum[v];
}

__global__ void __launch_bounds__(128)
    scaled_kernel(int m, int n, int k, const std::uint8_t* a, const std::uint8_t* b, const float* scales_a, const float* scales_b,
                  const std::int32_t* scales_a_at, const std::int32_t* scales_b_at, const std::int32_t* c_at, float* d) {
  __shared__ alignas(1024) std::uint8_t tile_b[16 * 128];
  __shared__ alignas(1024) std::uint8_t tile_a[64 * 32];
  const int batch = static_cast<int>(blockIdx.z), first_row = static_cast<int>(blockIdx.x) * 64;
  const int first_column = static_cast<int>(blockIdx.y) * 16, thread = static_cast<int>(threadIdx.x), blocks = k / 128;
  float sum[8] = {};
  for (int block = 0; block < blocks; ++block) {
    float part[8] = {};
    for (int step = 0; step < 4; ++step) {
      const int from = block * 128 + step * 32;
      for (int i = thread; i < 64 * 32; i += 128) {
        const int row = first_row + i / 32;
        tile_a[plain_byte(i / 32, i % 32)] = row < m ? a[(batch * m + row) * k + from + i % 32] : std::uint8_t{0};
      }
      for (int i = thread; i < 16 * 32; i += 128)
        tile_b[swizzled_byte(i / 32, i % 32)] = b[(batch * n + first_column + i / 32) * k + from + i % 32];
      before_multiply();
      multiply(part, plain_tile(tile_a), swizzled_tile(tile_b), step != 0);
      after_multiply();
    }
    for (int v = 0; v < 8; ++v) {
      const int row = first_row + c_at[thread * 8 + v] % 64, column = first_column + c_at[thread * 8 + v] / 64;
      if (row < m)
        sum[v] += scales_a[scales_a_at[(batch * m + row) * blocks + block]] * scales_b[scales_b_at[(batch * n + column) * blocks + block]] *
                  part[v];
    }
  }
  for (int v = 0; v < 8; ++v) {
    const int row = first_row + c_at[thread * 8 + v] % 64, column = first_column + c_at[thread * 8 + v] / 64;
    if (row < m) d[(batch * m + row) * n + column] = sum[v];
  }
}

/// The device memory of a run, freed at the end.
class OnDevice {
 public:
  OnDevice() = default;
  OnDevice(const OnDevice&) = delete;
  OnDevice& operator=(const OnDevice&) = delete;
  ~OnDevice() {
    for (void* at : all_) cudaFree(at);
  }
  template <typename T>
  T* room(std::size_t count) {
    void* at = nullptr;
    if (error_ == cudaSuccess) error_ = cudaMalloc(&at, count * sizeof(T) + 16);
    if (at != nullptr) all_.push_back(at);
    return static_cast<T*>(at);
  }
  template <typename T>
  T* copied(const std::vector<T>& from) {
    T* at = room<T>(from.size());
    if (error_ == cudaSuccess) error_ = cudaMemcpy(at, from.data(), from.size() * sizeof(T), cudaMemcpyHostToDevice);
    return at;
  }
  bool ready() const { return error_ == cudaSuccess; }
  Answer answer(const float* d, std::size_t count) {
    Answer a;
    if (error_ == cudaSuccess) error_ = cudaGetLastError();
    if (error_ == cudaSuccess) error_ = cudaDeviceSynchronize();
    a.d.resize(count);
    if (error_ == cudaSuccess) error_ = cudaMemcpy(a.d.data(), d, count * sizeof(float), cudaMemcpyDeviceToHost);
    if (error_ != cudaSuccess) a.error = cudaGetErrorString(error_);
    return a;
  }

 private:
  cudaError_t error_ = cudaSuccess;
  std::vector<void*> all_;
};

template <Type type, int selector>
Answer run_sparse(const SparseProduct& p) {
  OnDevice on;
  const auto experiments = p.change.size() / 2, count = experiments * static_cast<std::size_t>(p.tiles) * 1024;
  const auto *a = on.copied(p.a), *e = on.copied(p.e), *b = on.copied(p.b);
  const auto *a_at = on.copied(p.a_at), *e_at = on.copied(p.e_at), *c_at = on.copied(p.c_at);
  const auto* change = on.copied(p.change);
  auto* d = on.room<float>(count);
  if (on.ready())
    sparse_kernel<type, selector>
        <<<dim3(static_cast<unsigned>(p.tiles), static_cast<unsigned>(experiments)), 128>>>(p.steps, a, e, b, a_at, e_at, c_at, change, d);
  return on.answer(d, count);
}

}  // namespace

Answer run(const SparseProduct& p) {
  // The metadata of an FP8 instruction is that of all four threads.
  switch (p.type) {
    case Type::f16: return p.selector == 0 ? run_sparse<Type::f16, 0>(p) : run_sparse<Type::f16, 1>(p);
    case Type::e4m3: return run_sparse<Type::e4m3, 0>(p);
    case Type::tf32: return p.selector == 0 ? run_sparse<Type::tf32, 0>(p) : run_sparse<Type::tf32, 1>(p);
  }
  return {};
}

Answer run(const ScaledProduct& p) {
  OnDevice on;
  const auto count = static_cast<std::size_t>(p.batches) * static_cast<std::size_t>(p.m) * static_cast<std::size_t>(p.n);
  const auto *a = on.copied(p.a), *b = on.copied(p.b);
  const auto *scales_a = on.copied(p.scales_a), *scales_b = on.copied(p.scales_b);
  const auto *scales_a_at = on.copied(p.scales_a_at), *scales_b_at = on.copied(p.scales_b_at), *c_at = on.copied(p.c_at);
  auto* d = on.room<float>(count);
  const dim3 grid(static_cast<unsigned>((p.m + 63) / 64), static_cast<unsigned>(p.n / 16), static_cast<unsigned>(p.batches));
  if (on.ready()) scaled_kernel<<<grid, 128>>>(p.m, p.n, p.k, a, b, scales_a, scales_b, scales_a_at, scales_b_at, c_at, d);
  return on.answer(d, count);
}

std::string missing() {
  int devices = 0;
  if (const auto error = cudaGetDeviceCount(&devices); error != cudaSuccess) return cudaGetErrorString(error);
  if (devices == 0) return "there is no GPU";
  cudaDeviceProp device{};
  if (const auto error = cudaGetDeviceProperties(&device, 0); error != cudaSuccess) return cudaGetErrorString(error);
  if (device.major != 9 || device.minor != 0) return std::string(device.name) + " has no wgmma.mma_async";
  return {};
}

}  // namespace hopper
