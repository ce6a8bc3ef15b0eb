#include "algebra/hardware/tma.hpp"

#include <span>

#include <fmt/format.h>

namespace algebra {
namespace {

/// Returns "(64,128)"; "(64)" for a single number.
std::string list(std::span<const std::int64_t> numbers) {
  std::string text = "(";
  for (const auto n : numbers) text += fmt::format("{}{}", text.size() > 1 ? "," : "", n);
  return text + ")";
}

}  // namespace

std::vector<TmaField> tma_fields(const Tma& tma, Marks marks) {
  const auto& map = tma.map;
  const auto rank = static_cast<std::size_t>(map.rank);
  const auto bits = bits_per_instruction(tma);
  return {{"data_type", "data type", std::string(map.data_type)},
          {"rank", "rank", fmt::format("{}", map.rank)},
          {"global_dim", "dimensions", list(std::span(map.global_dim).first(rank))},
          {"global_strides", "strides in bytes", list(std::span(map.global_stride).first(rank).subspan(1))},
          {"box_dim", "box", list(std::span(map.box_dim).first(rank))},
          {"element_strides", "element strides", list(std::span(map.element_stride).first(rank))},
          // CuTe always passes this value.
          {"interleave", "interleave", "NONE"},
          {"swizzle", "swizzle of bytes", std::string(to_string(map.swizzle))},
          {"l2_promotion", "L2 promotion", "L2_128B"},
          {"oob_fill", "fill out of bounds", "NONE"},
          {"basis", "box -> modes of the tensor", to_string(tma.basis, marks)},
          {"coordinate_strides", "strides of coordinates", coordinate_strides_text(tma, marks)},
          {"bits_per_instruction", "bits an instruction", fmt::format("{}", bits)},
          {"bytes_per_instruction", "bytes an instruction", fmt::format("{}", bits / 8)},
          {"instructions_per_tile", "instructions a tile", fmt::format("{}", instructions_per_tile(tma))}};
}

}  // namespace algebra
