// What a TMA copy is in words and numbers.

#include <span>

#include <fmt/format.h>

#include "algebra/tma.hpp"

namespace algebra {
namespace {

/// "(64,128)", also of one: "(64)".
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
  return {{"data_type", std::string(map.data_type)},
          {"rank", fmt::format("{}", map.rank)},
          {"global_dim", list(std::span(map.global_dim).first(rank))},
          {"global_strides", list(std::span(map.global_stride).first(rank).subspan(1))},
          {"box_dim", list(std::span(map.box_dim).first(rank))},
          {"element_strides", list(std::span(map.element_stride).first(rank))},
          // CuTe asks for no other.
          {"interleave", "NONE"},
          {"swizzle", std::string(to_string(map.swizzle))},
          {"l2_promotion", "L2_128B"},
          {"oob_fill", "NONE"},
          {"basis", to_string(tma.basis, marks)},
          {"coordinate_strides", coordinate_strides_text(tma, marks)},
          {"bits_per_instruction", fmt::format("{}", bits)},
          {"bytes_per_instruction", fmt::format("{}", bits / 8)},
          {"instructions_per_tile", fmt::format("{}", instructions_per_tile(tma))}};
}

}  // namespace algebra
