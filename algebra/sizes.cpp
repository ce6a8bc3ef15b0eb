// Layouts from shapes, and their sizes.

#include <fmt/format.h>

#include "algebra/operations.hpp"

namespace algebra {
namespace {

/// Strides of one leaf or mode; `current` becomes the next free stride.
IntTuple compact(const IntTuple& shape, Major major, Int& current) {
  if (!shape.is_tuple()) {
    const auto extent = shape.integer();
    if (extent.is(1)) return Int{0, true};
    const auto stride = current;
    current = current * extent;
    return stride;
  }
  std::vector<IntTuple> modes(static_cast<std::size_t>(shape.rank()));
  for (int k = 0; k < shape.rank(); ++k) {
    const int i = major == Major::left ? k : shape.rank() - 1 - k;
    modes[static_cast<std::size_t>(i)] = compact(shape.mode(i), major, current);
  }
  return IntTuple::tuple(modes);
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
  if (current.is_tuple()) {
    if (!shape.is_tuple() || shape.rank() != current.rank())
      throw Problem{"mismatched ranks", fmt::format("{} and {} have different ranks.", to_string(shape, Marks::plain), to_string(current, Marks::plain)), {}};
    IntTuple result;
    for (int i = 0; i < shape.rank(); ++i) result.append(compact_major(shape.mode(i), major, current.mode(i)));
    return result;
  }
  Int next = current.integer();
  return compact(shape, major, next);
}

Layout make_layout(const IntTuple& shape, Major major) { return {shape, compact_major(shape, major)}; }

Layout make_ordered_layout(const IntTuple& shape, const IntTuple& order) {
  if (!congruent(shape, order))
    throw Problem{"congruent", fmt::format("The order {} does not have the profile of the shape {}.", to_string(order, Marks::plain), to_string(shape, Marks::plain)), {}};
  return {shape, ordered(shape, order, wrap(flatten(shape)), wrap(flatten(order)))};
}

Layout make_layout_like(const Layout& l) {
  // Sorted by stride with static before dynamic; modes of stride 0 stay 0.
  const auto flat = flat_modes(l);
  IntTuple order;
  bool zero = false;
  for (const auto& m : flat) {
    order.append(m.stride);
    zero = zero || m.stride.is(0);
  }
  auto shape = wrap(flatten(l.shape()));
  IntTuple sized;
  for (int i = 0; i < shape.rank(); ++i) sized.append(flat[static_cast<std::size_t>(i)].stride.is(0) ? IntTuple(1) : shape.mode(i));
  const auto strides = make_ordered_layout(sized, order).stride();
  return {l.shape(), l.shape().is_tuple() ? unflatten(strides, l.shape()) : strides.mode(0)};
}

Int size_of(const Layout& l) { return product(l.shape()); }

Int cosize_of(const Layout& l) {
  const auto strides = l.stride().transformed([](Int d) { return abs(d); });
  const auto elements = product(l.shape());
  if (elements.value == 0) return {0, elements.is_static};
  const auto last = elements - Int{1, true};
  return crd2idx(last, l.shape(), strides) + Int{1, true};
}

}  // namespace algebra
