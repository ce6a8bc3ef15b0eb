// Layouts from shapes, and their sizes.

#include "algebra/layout/operations.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "algebra/layout/arithmetic_tuple.hpp"
#include "algebra/layout/plain.hpp"

namespace algebra {
namespace {

/// Makes all orders static: static ones stay, dynamic ones count as larger than all of these, from left to right.
IntTuple known_order(const IntTuple& order) {
  std::int64_t largest = 0;
  order.for_each_integer([&](Int o) {
    if (o.is_static) largest = std::max(largest, o.value);
  });
  Int next{largest, true};
  return order.transformed([&](Int o) {
    next = next + Int{1, true};
    return o.is_static ? o : next;
  });
}

IntTuple ordered(const IntTuple& shape, const IntTuple& order, const IntTuple& all_shape, const IntTuple& all_order) {
  if (order.is_tuple()) {
    IntTuple result;
    for (int i = 0; i < order.rank(); ++i) result.append(ordered(shape.mode(i), order.mode(i), all_shape, all_order));
    return result;
  }
  Int stride{1, true};
  for (int i = 0; i < all_order.rank(); ++i)
    if (all_order.mode(i).integer().value < order.integer().value) stride = stride * product(all_shape.mode(i));
  return compact_major(shape, Major::left, stride);
}

}  // namespace

IntTuple compact_major(const IntTuple& shape, Major major, const IntTuple& current) {
  if (major == Major::mn || major == Major::k)
    throw Problem{"argument",
                  message("{} is the major of an MMA's operand; a shape is ordered by LayoutLeft or LayoutRight.", plain(major)),
                  {major == Major::mn ? "LayoutLeft" : "LayoutRight"}};
  if (current.is_tuple()) {
    if (!shape.is_tuple() || shape.rank() != current.rank())
      throw Problem{"mismatched ranks",
                    message("{} and {} have different ranks.", to_string(shape, Marks::plain), to_string(current, Marks::plain)),
                    {}};
    IntTuple result;
    for (int i = 0; i < shape.rank(); ++i) result.append(compact_major(shape.mode(i), major, current.mode(i)));
    return result;
  }
  Int next = current.integer();
  const auto stride_of = [&](Int extent) -> Int {
    if (extent.is(1)) return {0, true};
    const auto stride = next;
    next = next * extent;
    return stride;
  };
  return major == Major::left ? shape.transformed(stride_of) : shape.transformed_backwards(stride_of);
}

Layout make_layout(const IntTuple& shape, Major major) { return {shape, compact_major(shape, major)}; }

Layout make_ordered_layout(const IntTuple& shape, const IntTuple& order) {
  // An integer of the order may stand for a whole nested mode.
  if (!weakly_congruent(order, shape))
    throw Problem{
        "weakly congruent",
        message("The order {} does not have the profile of the shape {}.", to_string(order, Marks::plain), to_string(shape, Marks::plain)),
        {}};
  const auto known = known_order(order);
  return {shape, ordered(shape, known, wrap(flatten(product_like(shape, known))), wrap(flatten(known)))};
}

Layout make_layout_like(const Layout& l) {
  // A mode of stride 0 takes no room and keeps its stride: as a mode of size 1 it gets the stride 0.
  return {l.shape(), make_ordered_layout(filter_zeros(l).shape(), l.stride()).stride()};
}

Layout make_fragment_like(const Layout& l) {
  if (rank(l) < 2 || !l.shape().all_static()) return make_layout(l.shape());
  const auto first = mode(l, 0), others = take(l, 1, rank(l));
  if (has_basis(others))
    throw Problem{"basis", message("CuTe makes no fragment like {}: it orders strides, and coordinates have no order.", plain(l)), {}};
  const Layout block(first.shape(), compact_major(filter_zeros(first).shape(), Major::left));
  return tiled_product(block, tiler_of(make_ordered_layout(others.shape(), others.stride())));
}

Int size_of(const Layout& l) { return product(l.shape()); }

Int cosize_of(const Layout& l) {
  if (has_basis(l)) return product(coshape(l));
  Int last{0, true};
  IntTuple::for_each_pair(l.shape(), l.stride(), [&](Int s, Int d) { last = last + (plain(s) - Int{1, true}) * abs(plain(d)); });
  return last + Int{1, true};
}

}  // namespace algebra
