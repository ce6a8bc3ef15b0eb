#ifndef CUTESCOPE_PHILOX
#define CUTESCOPE_PHILOX
// Stands for PyTorch's headers of random numbers where there are none, for clang's front end: it compiles nothing that is run.
#include <cstdint>
#include <tuple>
namespace at {
struct PhiloxCudaState {
  std::uint64_t seed_ = 0, offset_ = 0;
};
namespace cuda::philox {
__host__ __device__ inline std::tuple<std::uint64_t, std::uint64_t> unpack(at::PhiloxCudaState s) {
  return std::make_tuple(s.seed_, s.offset_);
}
}  // namespace cuda::philox
}  // namespace at
#endif
