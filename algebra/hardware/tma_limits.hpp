#pragma once
// The limits of tensor maps: those of cuTensorMapEncodeTiled, and those that CuTe asserts.

#include <string>
#include <string_view>
#include <vector>

#include "algebra/hardware/tma.hpp"
#include "algebra/layout/problem.hpp"

namespace algebra {

/// Source: cuTensorMapEncodeTiled in the CUDA driver's documentation.
struct TmaLimits {
  static constexpr std::int64_t alignment = 16;                  ///< bytes, for the address and for strides
  static constexpr std::int64_t dim = std::int64_t{1} << 32;     ///< most elements of a dimension
  static constexpr std::int64_t stride = std::int64_t{1} << 40;  ///< bytes; strides are less
  static constexpr std::int64_t box = 256;                       ///< most elements of the box along a dimension
  static constexpr std::int64_t element_stride = 8;
  static constexpr std::int64_t inner_box = 16;  ///< bytes; the inner box is a multiple of this
};
/// Returns the bytes that a swizzle permutes, which the inner box may not exceed; 0 without a swizzle.
std::int64_t span_of(TensorMap::Swizzle);

/// Makes the problem "WORDS: sentence", where WORDS are CuTe's.
Problem tma_problem(const Message& words, const Message& sentence, std::vector<std::string> works = {});

/// Returns "FLOAT16". Errors: "tma" for a type that TMA does not have.
std::string_view tma_data_type(const ElementType&);
/// Returns the swizzle of a layout of shared memory. Errors: "tma" for one that TMA does not have.
TensorMap::Swizzle tma_swizzle(const ComposedLayout&);
/// Makes CuTe's asserts about the tensor and its dimensions.
void require_global(const Tma&);
/// Makes CuTe's asserts about the box.
void require_box(const Tma&);

}  // namespace algebra
