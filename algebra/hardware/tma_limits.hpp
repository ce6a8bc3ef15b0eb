#pragma once
// What a tensor map may ask for: the limits of cuTensorMapEncodeTiled, those that CuTe asserts, and their numbers.

#include <string>
#include <string_view>
#include <vector>

#include "algebra/hardware/tma.hpp"
#include "algebra/layout/problem.hpp"

namespace algebra {

/// Source: cuTensorMapEncodeTiled in the CUDA driver's documentation.
struct TmaLimits {
  static constexpr std::int64_t alignment = 16;                  ///< bytes, of the address and of strides
  static constexpr std::int64_t dim = std::int64_t{1} << 32;     ///< most elements of a dimension
  static constexpr std::int64_t stride = std::int64_t{1} << 40;  ///< bytes; strides are less
  static constexpr std::int64_t box = 256;                       ///< most elements of the box along a dimension
  static constexpr std::int64_t element_stride = 8;
  static constexpr std::int64_t inner_box = 16;  ///< bytes; the inner box is a multiple of them
};
/// The bytes that a swizzle permutes, which the inner box may not exceed; 0 without a swizzle.
std::int64_t span_of(TensorMap::Swizzle);

/// "WORDS: sentence", where WORDS are CuTe's.
Problem tma_problem(const Message& words, const Message& sentence, std::vector<std::string> works = {});

/// "FLOAT16". Errors: "tma" for a type that TMA does not have.
std::string_view tma_data_type(const ElementType&);
/// The swizzle of a layout of shared memory. Errors: "tma" for one that TMA does not have.
TensorMap::Swizzle tma_swizzle(const ComposedLayout&);
/// What CuTe asserts of the tensor and of its dimensions.
void require_global(const Tma&);
/// What CuTe asserts of the box.
void require_box(const Tma&);

}  // namespace algebra
