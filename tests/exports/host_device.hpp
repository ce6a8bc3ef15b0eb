// An exported launch on the CPU, where it is compiled without CUDA: thread by thread, and twice, so that a block finds its shared memory
// filled. Instructions such as ldmatrix have no meaning there.
#pragma once
#include <cstdlib>
#include <cstring>
#define __global__
#undef __shared__
#define __shared__
struct Uint3 {
  unsigned x, y, z;
};
static Uint3 blockIdx, threadIdx, gridDim, blockDim;
struct Dim {
  unsigned x, y, z;
  Dim(unsigned x, unsigned y = 1, unsigned z = 1) : x(x), y(y), z(z) {}
};
inline void fake_sync() {}
#define __syncthreads fake_sync
alignas(128) unsigned char shared_memory[1 << 20];
inline void atomicMin(unsigned long long* a, unsigned long long b) {
  if (b < *a) *a = b;
}
inline void atomicAdd(int* a, int b) { *a += b; }
enum Status { cudaSuccess_ };
#define cudaError_t int
#define cudaSuccess 0
#define cudaGetErrorString(x) "error"
#define cudaMalloc(p, n) ((*(p) = (decltype(*(p) + 0))std::malloc(n)), 0)
#define cudaMemset(p, v, n) (std::memset(p, v, n), 0)
#define cudaMemcpy(d, s, n, k) (std::memcpy(d, s, n), 0)
#define cudaGetLastError() 0
#define cudaDeviceSynchronize() 0
#define cudaFuncSetAttribute(...) 0
#define dim3 Dim
template <class F, class T>
void emulate(Dim g, Dim b, T trace, F f) {
  for (int pass = 0; pass < 2; ++pass) {
    std::memset(trace.first, 0xff, elements * 8);
    std::memset(trace.touched, 0, elements * 4);
    gridDim = {g.x, g.y, g.z};
    blockDim = {b.x, b.y, b.z};
    for (unsigned z = 0; z < g.z; ++z)
      for (unsigned y = 0; y < g.y; ++y)
        for (unsigned x = 0; x < g.x; ++x)
          for (unsigned w = 0; w < b.z; ++w)
            for (unsigned v = 0; v < b.y; ++v)
              for (unsigned u = 0; u < b.x; ++u) {
                blockIdx = {x, y, z};
                threadIdx = {u, v, w};
                f();
              }
  }
}
