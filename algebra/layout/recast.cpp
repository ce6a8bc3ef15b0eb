// Reinterprets memory as elements of another width.

#include "algebra/layout/operations.hpp"

#include <fmt/format.h>

namespace algebra {
namespace {

template <class F>
Layout by_leaf(const IntTuple& shape, const IntTuple& stride, F&& f) {
  if (!shape.is_tuple()) return f(shape.integer(), stride.integer());
  IntTuple result_shape, result_stride;
  for (int i = 0; i < shape.rank(); ++i) {
    const auto m = by_leaf(shape.mode(i), stride.mode(i), f);
    result_shape.append(m.shape());
    result_stride.append(m.stride());
  }
  return {std::move(result_shape), std::move(result_stride)};
}

/// Throws for a static basis stride, of which CuTe cannot tell whether the factor divides it. A dynamic one is divided like any dynamic
/// stride.
void require_recastable(const Layout& l) {
  l.stride().for_each_integer([&](Int d) {
    if (d.basis != 0 && d.is_static)
      throw Problem{"basis", message("{} cannot be recast: its indices are coordinates.", to_string(l, Marks::plain)), {}};
  });
}

void require_factor(std::int64_t n) {
  if (n <= 0) throw Problem{"factor", message("Cannot recast by {} elements: the number must be at least 1.", n), {}};
}

}  // namespace

Layout upcast(const Layout& l, std::int64_t n) {
  require_factor(n);
  require_recastable(l);
  return by_leaf(l.shape(), l.stride(), [n](Int s, Int d) -> Layout {
    const Int factor{n, true};
    if (d.is(0)) return {s, d};
    if (!d.is_static) return {s, d / factor};
    if (d.value % n != 0 && n % d.value != 0)
      throw Problem{"divisibility", message("upcast<{}>: neither of the stride {} and {} divides the other.", n, d.value, n), {}};
    return {ceil_div(s, ceil_div(factor, abs(d))), signum(d) * ceil_div(abs(d), factor)};
  });
}

Layout downcast(const Layout& l, std::int64_t n) {
  require_factor(n);
  bool adjacent = false;
  l.stride().for_each_integer([&](Int d) { adjacent = adjacent || d.is(1); });
  if (!adjacent)
    throw Problem{"adjacent elements", message("downcast<{}>: no mode of {} has the static stride 1.", n, to_string(l, Marks::plain)), {}};
  return by_leaf(l.shape(), l.stride(), [n](Int s, Int d) -> Layout {
    const Int factor{n, true};
    if (d.is(1) || d.is(-1)) return {s * factor, d};
    return {s, d * factor};
  });
}

}  // namespace algebra
