#include "algebra/code/triton.hpp"

#include <bit>
#include <numeric>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "algebra/language/value_bits.hpp"
#include "algebra/language/value_indexing.hpp"

namespace algebra::code {

std::string as_triton_linear(const Value& value, const std::vector<std::int64_t>& tile) {
  const auto matrix = thread_value_bits(value);
  if (matrix.offset != 0)
    throw Problem{"offset", message("A linear layout of Triton begins at 0, and {} at {}.", plain(value), matrix.offset), {}};
  std::uint64_t reached = 0;
  for (const auto image : matrix.images) reached |= image;
  const int reached_bits = static_cast<int>(std::bit_width(reached));
  std::vector<int> widths;
  for (const auto size : tile) {
    if (size < 1 || !std::has_single_bit(static_cast<std::uint64_t>(size)))
      throw Problem{"shape", message("Triton's tensors have sizes that are powers of two, not {}.", size), {}};
    widths.push_back(std::countr_zero(static_cast<std::uint64_t>(size)));
  }
  if (tile.empty()) {
    const auto codomain = indexing(value)->codomain;
    const bool coordinates = codomain.rank() > 0 && !codomain.is_integer();
    if (!coordinates) widths.push_back(reached_bits);
    else if (matrix.rows.empty() || matrix.rows[0].name == "i")
      throw Problem{"shape", message("The coordinates of {} fill no tensor whose sizes are powers of two.", plain(value)), {}};
    else
      for (const auto& rows : matrix.rows) {
        if (rows.mode != static_cast<int>(widths.size()) - 1) widths.push_back(rows.count);
        else widths.back() += rows.count;
      }
  }
  const int bits = std::accumulate(widths.begin(), widths.end(), 0);
  if (reached_bits > bits || rank(matrix) != bits)
    throw Problem{"surjective",
                  message("Triton's linear layouts reach each element of a tensor; {} reaches {} of {}.", plain(value),
                          std::uint64_t{1} << rank(matrix), std::uint64_t{1} << std::max(bits, reached_bits)),
                  {}};
  const auto coordinate = [&](std::uint64_t image) {
    std::vector<std::uint64_t> parts;
    for (const auto width : widths) {
      parts.push_back(image & ((std::uint64_t{1} << width) - 1));
      image >>= width;
    }
    return fmt::format("[{}]", fmt::join(parts, ", "));
  };
  std::vector<std::string> lanes, warps, registers;
  std::size_t column = 0;
  for (const auto& group : matrix.columns)
    for (int i = 0; i < group.count; ++i)
      (group.name == "lane" ? lanes : group.name == "warp" ? warps : registers).push_back(coordinate(matrix.images[column++]));
  return fmt::format("#ttg.linear<{{register = [{}], lane = [{}], warp = [{}], block = []}}>", fmt::join(registers, ", "),
                     fmt::join(lanes, ", "), fmt::join(warps, ", "));
}

}  // namespace algebra::code
