#pragma once
// What clang's front end needs before a program of CUDA: a launch is a call of cudaConfigureCall, which CUDA 13 does not declare.
#include <cstdio>
#include <cuda_runtime.h>
extern "C" cudaError_t cudaConfigureCall(dim3, dim3, size_t = 0, cudaStream_t = 0);
