#include "algebra/layout/arithmetic_tuple.hpp"

#include <algorithm>
#include <bit>
#include <map>

#include <fmt/format.h>

#include "algebra/layout/element.hpp"
#include "algebra/layout/operations.hpp"

namespace algebra {
namespace {

constexpr Int zero{0, true};

IntTuple basis_like(const IntTuple& shape, std::uint32_t path) {
  if (!shape.is_tuple()) return Int{1, true, path};
  IntTuple result;
  for (int i = 0; i < shape.rank(); ++i) result.append(basis_like(shape.mode(i), basis_within(path, i)));
  return result;
}

/// Sums f(leaf of shape, leaf of stride) over a layout's leaves.
template <class F>
IntTuple sum_over(const Layout& l, F&& f) {
  IntTuple total(zero);
  IntTuple::for_each_pair(l.shape(), l.stride(), [&](Int s, Int d) { total = sum(total, f(s, d)); });
  return total;
}

/// Returns the 1-D stride in `shape` of one step along the mode at `path`: the product of the sizes before that mode.
Int step_along(const IntTuple& shape, std::uint32_t path) {
  if (path == 0 || path == Int::bits_mark) return {1, true};
  Int step{1, true};
  const int at = basis_first(path);
  for (int i = 0; i < at; ++i) step = step * product(shape.mode(i));
  return step * step_along(shape.mode(at), basis_rest(path));
}

/// Returns the path without its bits_mark, so that integers and vectors over F2 at one place compare equal.
std::uint32_t place_of(std::uint32_t path) {
  if (path == Int::bits_mark) return 0;
  if (!is_bits(path)) return path;
  return path & ~(Int::bits_mark << (std::bit_width(path) - 8));
}

/// Computes room_of for strides that are vectors over F2, where every combination of the reached bits counts, or sums.
IntTuple room_of_elements(const Layout& l) {
  std::map<std::uint32_t, std::int64_t> last;
  Element places;
  IntTuple::for_each_pair(l.shape(), l.stride(), [&](Int s, Int d) {
    if (s.value == 0) return;
    for (const auto& t : Element(d).terms()) {
      if (places.at(t.path) == 0) places = places + Element(t.path, 1);
      auto& at = last[t.path];
      const auto reach = Element(t.path, t.value).times(s.value - 1).at(t.path);
      if (is_bits(t.path))
        at |= static_cast<std::int64_t>(~std::uint64_t{0} >> 1 >> (63 - std::bit_width(static_cast<std::uint64_t>(reach))));
      else at = (Int{at, true} + abs(Int{reach, true})).value;
    }
  });
  Element all;
  for (const auto& t : places.terms()) all = all + Element(place_of(t.path), last[t.path]);
  const auto most = as_tuple(all);
  // Places that no index reaches still belong to the shape, with size 1.
  auto room = repeat_like(as_tuple(places), zero);
  room = most.is_tuple() || !room.is_tuple() ? sum(room, most) : room;
  return room.transformed([](Int c) { return c + Int{1, true}; });
}

}  // namespace

IntTuple as_arithmetic_tuple(Int i) {
  if (i.basis == 0) return i;
  if (is_special(i)) return as_tuple(Element(i));
  IntTuple result;
  for (int k = 0; k < basis_first(i.basis); ++k) result.append(zero);
  result.append(as_arithmetic_tuple({i.value, i.is_static, basis_rest(i.basis)}));
  return result;
}

IntTuple sum(const IntTuple& a, const IntTuple& b) {
  if (a.is_integer() && a.integer().is(0)) return b;
  if (b.is_integer() && b.integer().is(0)) return a;
  if (a.is_integer() && a.integer().basis != 0) return sum(as_arithmetic_tuple(a.integer()), b);
  if (b.is_integer() && b.integer().basis != 0) return sum(a, as_arithmetic_tuple(b.integer()));
  if (a.is_integer() && b.is_integer()) return a.integer() + b.integer();
  if (!a.is_tuple() || !b.is_tuple())
    throw Problem{"basis",
                  message("{} and {} cannot be added: one is an index, the other a coordinate.", to_string(a, Marks::plain),
                          to_string(b, Marks::plain)),
                  {}};
  IntTuple result;
  for (int i = 0; i < std::max(a.rank(), b.rank()); ++i)
    result.append(sum(i < a.rank() ? a.mode(i) : IntTuple(zero), i < b.rank() ? b.mode(i) : IntTuple(zero)));
  return result;
}

IntTuple sum(const IntTuple& leaves) {
  IntTuple total(zero);
  leaves.for_each_integer([&](Int i) { total = sum(total, i); });
  return total;
}

IntTuple inner_product(const IntTuple& a, const IntTuple& b) {
  if (!congruent(a, b))
    throw Problem{
        "mismatched ranks", message("{} and {} have different profiles.", to_string(a, Marks::plain), to_string(b, Marks::plain)), {}};
  IntTuple total(zero);
  IntTuple::for_each_pair(a, b, [&](Int x, Int y) { total = sum(total, x * y); });
  return total;
}

IntTuple index_of(const IntTuple& coordinate, const Layout& l) {
  if (!has_basis(l)) return crd2idx(coordinate, l.shape(), l.stride());
  if (has_special(l)) {
    if (coordinate.is_tuple() && coordinate.rank() != rank(l)) crd2idx(coordinate, l.shape(), l.shape());  // reports the mismatched ranks
    return as_tuple(value_at(coordinate, l));
  }
  // Counts `_` as a static 0, as CuTe does.
  if (coordinate.is_underscore()) return index_of(IntTuple(zero), l);
  if (l.shape().is_tuple()) {
    // Adds up mode by mode; an integer is split into one coordinate per mode first.
    const auto parts = coordinate.is_tuple() ? coordinate : idx2crd(coordinate, product_each(l.shape()));
    if (parts.rank() != rank(l)) crd2idx(coordinate, l.shape(), l.shape());  // reports the mismatched ranks
    IntTuple index(zero);
    for (int i = 0; i < rank(l); ++i) index = sum(index, index_of(parts.mode(i), mode(l, i)));
    return index;
  }
  if (!coordinate.is_integer()) crd2idx(coordinate, l.shape(), l.shape());
  return coordinate.integer() * l.stride().integer();
}

IntTuple make_basis_like(const IntTuple& shape) { return basis_like(shape, 0); }
Layout make_identity_layout(const IntTuple& shape) { return {shape, make_basis_like(shape)}; }

IntTuple coprofile(const Layout& l) {
  const auto total = sum_over(l, [](Int, Int d) { return as_arithmetic_tuple(d); });
  return repeat_like(total, zero);
}

IntTuple coshape(const Layout& l) {
  if (has_special(l)) return room_of_elements(l);
  const auto last = sum_over(l, [](Int s, Int d) { return as_arithmetic_tuple((s - Int{1, true}) * abs(d)); });
  return last.transformed([](Int c) { return c + Int{1, true}; });
}

Layout linear_in(const Layout& l, const IntTuple& shape) {
  return {l.shape(), l.stride().transformed([&](Int d) {
            if (!is_special(d)) return Int{d.value, true} * step_along(shape, d.basis);
            Int total{0, true};
            for (const auto& t : Element(d).terms()) total = total + Int{t.value, true} * step_along(shape, t.path);
            return total;
          })};
}

bool has_indices(const Layout& l) {
  if (has_negative_size(l)) return false;
  if (!has_basis(l)) return true;
  return attempt([&] { return room_of(l); }).has_value();
}

IntTuple room_of(const Layout& l) {
  if (has_special(l)) return room_of_elements(l);
  // CuTe cannot add a dynamic 0 to basis elements; it moves nothing, so it is dropped here.
  const auto last = sum_over(l, [](Int s, Int d) {
    const auto reach = (s - Int{1, true}) * abs(d);
    return reach.value == 0 && reach.basis == 0 ? IntTuple(zero) : as_arithmetic_tuple(reach);
  });
  return last.transformed([](Int c) { return c + Int{1, true}; });
}

Linearised linearised(const Layout& l, const IntTuple& start) {
  Linearised result{.layout = {}, .shape = room_of(l)};
  const bool moved = start.is_tuple() && start.rank() > 0;
  if (moved) result.shape = sum(result.shape, start);
  result.shape = result.shape.transformed([](Int i) { return Int{std::max<std::int64_t>(1, i.value), true}; });
  result.layout = linear_in(l, result.shape);
  if (moved) result.start = crd2idx(start, result.shape, compact_major(result.shape, Major::left)).value;
  return result;
}

}  // namespace algebra
