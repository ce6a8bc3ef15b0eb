#include "algebra/bits/bit_strides.hpp"

#include <bit>

#include "algebra/layout/mode_list.hpp"

namespace algebra {
namespace {

Layout of_shape(const BitMatrix& m, const IntTuple& shape, std::size_t& next) {
  if (shape.is_tuple()) {
    std::vector<Layout> modes;
    for (int i = 0; i < shape.rank(); ++i) modes.push_back(of_shape(m, shape.mode(i), next));
    return make_layout(modes);
  }
  const auto n = static_cast<std::uint64_t>(shape.integer().value);
  const auto bits = static_cast<std::size_t>(std::countr_zero(n));
  if (!std::has_single_bit(n) || next + bits > m.images.size())
    throw Problem{"power of two", message("{} is not a shape of a layout over F2: its sizes are powers of two.", plain(shape)), {}};
  ModeList modes;
  for (const auto end = next + bits; next < end;) {
    const auto first = m.images[next];
    std::int64_t size = 2;
    for (++next; next < end && m.images[next] == m.images[next - 1] << 1; ++next) size *= 2;
    const auto value = static_cast<std::int64_t>(first);
    modes.push_back({Int{size, true}, value == 0 ? Int{0, true} : Int{value, true, Int::bits_mark}});
  }
  if (modes.empty()) modes.push_back({Int{1, true}, Int{0, true}});
  return layout_of_modes(modes);
}

}  // namespace

Layout layout_over_bits(const BitMatrix& m, const IntTuple& shape) {
  if (m.offset != 0) throw Problem{"offset", message("A layout over F2 has 0 at coordinate 0, not the offset {}.", m.offset), {}};
  std::size_t next = 0;
  return of_shape(m, shape, next);
}

}  // namespace algebra
