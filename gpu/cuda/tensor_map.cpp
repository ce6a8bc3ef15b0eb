#include "gpu/cuda/tensor_map.hpp"

#include <dlfcn.h>

#include <array>
#include <cstdint>
#include <string_view>

namespace gpu::cuda {
namespace {

using Encode = int (*)(void* map, int data_type, unsigned rank, void* address, const std::uint64_t* dim, const std::uint64_t* strides,
                       const std::uint32_t* box, const std::uint32_t* element_strides, int interleave, int swizzle, int l2_promotion,
                       int out_of_bounds);

/// Returns the driver's encoding function, found at run time; null if the driver has none.
Encode encoder() {
  static const auto found = [] {
    void* library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    return library == nullptr ? nullptr : reinterpret_cast<Encode>(dlsym(library, "cuTensorMapEncodeTiled"));
  }();
  return found;
}

/// Returns the CUtensorMapDataType; -1 for an unknown one.
int number_of(std::string_view data_type) {
  constexpr std::array<std::string_view, 13> names{"UINT8",   "UINT16",  "UINT32",   "INT32",       "UINT64",   "INT64",       "FLOAT16",
                                                   "FLOAT32", "FLOAT64", "BFLOAT16", "FLOAT32_FTZ", "TFLOAT32", "TFLOAT32_FTZ"};
  for (std::size_t i = 0; i < names.size(); ++i)
    if (names[i] == data_type) return static_cast<int>(i);
  return -1;
}

/// Returns the CUtensorMapSwizzle.
int number_of(algebra::TensorMap::Swizzle swizzle) {
  constexpr std::array numbers{0, 1, 2, 3, 4, 6};
  return numbers.at(static_cast<std::size_t>(swizzle));
}

}  // namespace

bool encodes_tensor_maps() { return encoder() != nullptr; }

int encode_tensor_map(const algebra::TensorMap& map, void* address, void* image) {
  std::array<std::uint64_t, algebra::TensorMap::max_rank> dim{}, stride{};
  std::array<std::uint32_t, algebra::TensorMap::max_rank> box{}, step{};
  for (std::size_t d = 0; d < static_cast<std::size_t>(map.rank); ++d) {
    dim[d] = static_cast<std::uint64_t>(map.global_dim[d]);
    box[d] = static_cast<std::uint32_t>(map.box_dim[d]);
    step[d] = static_cast<std::uint32_t>(map.element_stride[d]);
    if (d > 0) stride[d - 1] = static_cast<std::uint64_t>(map.global_stride[d]);
  }
  constexpr int no_interleave = 0, l2_128b = 2, zeros = 0;
  return encoder()(image, number_of(map.data_type), static_cast<unsigned>(map.rank), address, dim.data(), stride.data(), box.data(),
                   step.data(), no_interleave, number_of(map.swizzle), l2_128b, zeros);
}

}  // namespace gpu::cuda
