// The same memory in elements of another width.

#include <numeric>

#include <fmt/format.h>

#include "algebra/operations.hpp"

namespace algebra {
namespace {

template <class F>
Layout by_leaf(const IntTuple& shape, const IntTuple& stride, F&& f) {
  if (!shape.is_tuple()) return f(shape.integer(), stride.integer());
  std::vector<Layout> modes;
  for (int i = 0; i < shape.rank(); ++i) modes.push_back(by_leaf(shape.mode(i), stride.mode(i), f));
  return make_layout(modes);
}

void require_factor(std::int64_t n) {
  if (n <= 0) throw Problem{"factor", fmt::format("{} is not a number of elements to recast by.", n), {}};
}

}  // namespace

Layout upcast(const Layout& l, std::int64_t n) {
  require_factor(n);
  return by_leaf(l.shape(), l.stride(), [n](Int s, Int d) -> Layout {
    const Int factor{n, true};
    if (d.is(0)) return {s, d};
    if (!d.is_static) return {s, d / factor};
    if (d.value % n != 0 && n % d.value != 0)
      throw Problem{"divisibility", fmt::format("upcast<{}>: neither of the stride {} and {} divides the other.", n, d.value, n), {}};
    return {ceil_div(s, ceil_div(factor, abs(d))), signum(d) * ceil_div(abs(d), factor)};
  });
}

Layout downcast(const Layout& l, std::int64_t n) {
  require_factor(n);
  bool adjacent = false;
  l.stride().for_each_integer([&](Int d) { adjacent = adjacent || d.is(1); });
  if (!adjacent) throw Problem{"adjacent elements", fmt::format("downcast<{}>: no mode of {} has the static stride 1.", n, to_string(l, Marks::plain)), {}};
  return by_leaf(l.shape(), l.stride(), [n](Int s, Int d) -> Layout {
    const Int factor{n, true};
    if (d.is(1) || d.is(-1)) return {s * factor, d};
    return {s, d * factor};
  });
}

Layout recast_layout(const Layout& l, int old_bits, int new_bits) {
  const int common = std::gcd(old_bits, new_bits);
  const int up = new_bits / common, down = old_bits / common;
  auto result = l;
  if (up > 1) result = upcast(result, up);
  if (down > 1) result = downcast(result, down);
  return result;
}

}  // namespace algebra
