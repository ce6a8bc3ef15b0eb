#pragma once
// What clang's front end needs before a program of CUDA: a launch is a call of cudaConfigureCall, which CUDA 13 does not declare; and
// nvcc has loads of an order of its own.
#include <cstdio>
#include <cuda_runtime.h>
extern "C" cudaError_t cudaConfigureCall(dim3, dim3, size_t = 0, cudaStream_t = 0);
enum { __NV_ATOMIC_RELAXED, __NV_ATOMIC_CONSUME, __NV_ATOMIC_ACQUIRE, __NV_ATOMIC_RELEASE, __NV_ATOMIC_ACQ_REL, __NV_ATOMIC_SEQ_CST };
enum { __NV_THREAD_SCOPE_THREAD, __NV_THREAD_SCOPE_BLOCK, __NV_THREAD_SCOPE_CLUSTER, __NV_THREAD_SCOPE_DEVICE, __NV_THREAD_SCOPE_SYSTEM };
template <class T>
__device__ T __nv_atomic_load_n(T* pointer, int, int = __NV_THREAD_SCOPE_SYSTEM) {
  return *pointer;
}
