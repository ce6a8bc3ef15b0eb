// Explains why two layouts do not compose.

#include "algebra/layout/advice.hpp"

#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>

#include "algebra/layout/coalesce.hpp"
#include "algebra/layout/composition_walk.hpp"
#include "algebra/layout/int_width.hpp"

namespace algebra {
namespace {

int numbers_in(const IntTuple& t) {
  int count = 0;
  t.for_each_integer([&](Int) { ++count; });
  return count;
}

/// Strides refitted to a shape, and the number of integers that were dropped or added for it.
struct Fitted {
  IntTuple stride;
  int changes = 0;
};
/// Assigns the strides to the shape's integers from left to right, ignoring the brackets of `stride`. Missing strides are compact.
Fitted in_order(const IntTuple& shape, const IntTuple& stride) {
  std::vector<Int> given;
  stride.for_each_integer([&](Int i) { given.push_back(i); });
  std::size_t k = 0;
  Int next{1, true};
  auto result = shape.transformed([&](Int size) {
    const auto step = k < given.size() ? given[k] : next;
    ++k;
    next = step * size;
    return step;
  });
  return {std::move(result), std::abs(numbers_in(shape) - numbers_in(stride))};
}
/// Fits each mode by itself where shape and stride have equal ranks; otherwise falls back to in_order.
Fitted by_mode(const IntTuple& shape, const IntTuple& stride) {
  if (!shape.is_tuple() || !stride.is_tuple() || shape.rank() != stride.rank()) return in_order(shape, stride);
  Fitted result;
  for (int i = 0; i < shape.rank(); ++i) {
    auto mode = by_mode(shape.mode(i), stride.mode(i));
    result.stride.append(mode.stride);
    result.changes += mode.changes;
  }
  return result;
}

}  // namespace

IntTuple all_known(const IntTuple& t) {
  return t.transformed([](Int i) { return Int{i.value, true, i.basis}; });
}

Layout all_known(const Layout& l) { return {all_known(l.shape()), all_known(l.stride())}; }

Tiler all_known(const Tiler& t) {
  if (const auto* layout = std::get_if<Layout>(&t.is)) return {all_known(*layout)};
  if (const auto* leaf = std::get_if<IntTuple>(&t.is)) return {all_known(*leaf)};
  std::vector<Tiler> modes;
  for (const auto& m : t.modes()) modes.push_back(all_known(m));
  return {std::move(modes)};
}

namespace {

/// Returns "6", or "6 (48 / 8)" if 6 remains of 48 after division by 8.
std::string left_of(std::int64_t rest, std::int64_t given) {
  return rest == given ? fmt::format("{}", rest) : fmt::format("{} ({} / {})", rest, given, given / rest);
}

/// Names the layout whose modes a sentence counts: `name`, or the coalesced layout if coalescing changed A's modes.
Message name_of_modes(ModeList modes, const Layout& a, std::string_view name) {
  const auto given = flat_modes(a);
  if (!given.empty() && given.back().shape.is(1)) modes.back().shape = modes.back().shape / Int{2, true};  // undoes coalesce_beyond's 2
  if (modes == given) return Message::verbatim(std::string(name));
  return message("{}, {} coalesced", to_string(layout_of_modes(modes), Marks::plain), name);
}

/// Describes the condition that A o b breaks; empty if none. `whole_steps`: b's stride must divide the mode of A that it steps in, even if
/// b is too short to leave that mode.
Message obstacle_of_mode(ModeList a, Mode b, bool whole_steps, const Message& whole) {
  const auto given = std::abs(b.stride.value), wanted = b.shape.value;
  if (given == 0 || wanted == 0 || b.stride.basis != 0) return {};
  const CppWidths exact(false);  // numbers for the message; CuTe does not compute them, so they must not wrap
  for (std::uint32_t i = 0; i + 1 < a.size(); ++i) {
    a[i].shape.is_static = true;
    if (a[i].shape.value == 0) a.shrink(i + 1);
  }
  Message words;
  walk_composition(a, {{wanted, true}, {given, true}}, [&](const CompositionStage& at) {
    const auto i = at.mode;
    const auto size = at.size.value, stride = at.rest.stride.value, rest = at.rest.shape.value;
    if (size < 0) words = message("mode {} of {} has a negative size, {}", i, whole, size);
    else if (!at.stride_divides) words = message("mode {} of {} (size {}) does not divide {}", i, whole, size, left_of(stride, given));
    else if (at.splits_a_step() && rest > (whole_steps ? 1 : at.divided.value))
      words = message("{} does not divide mode {} of {} (size {})", left_of(stride, given), i, whole, size);
    else if (!at.shape_divides)
      words = message("{} elements cannot be taken in steps of {} out of mode {} of {} (size {}): it has {}, which does not divide {}",
                      left_of(rest, wanted), stride, i, whole, size, at.taken.value, rest);
    return words.empty();
  });
  return words;
}

/// Tries each mode of B alone, then again with whole_steps: together with B's other modes, a mode may leave a mode of A that it would not
/// leave alone.
Message obstacle_of_layout(const ModeList& a, const Layout& b, const Message& whole) {
  const auto modes = flat_modes(b);
  for (const bool whole_steps : {false, true})
    for (const auto& m : modes)
      if (auto words = obstacle_of_mode(a, m, whole_steps && modes.size() > 1, whole); !words.empty()) return words;
  return {};
}

}  // namespace

Message composition_obstacle(const ModeList& a, Mode b, const Message& whole) { return obstacle_of_mode(a, b, false, whole); }

Message composition_obstacle(const Layout& a, const Tiler& b, std::string_view name) {
  if (const auto* leaf = std::get_if<IntTuple>(&b.is))
    return leaf->is_underscore() ? Message() : composition_obstacle(a, Tiler{make_layout(*leaf)}, name);
  if (b.by_mode()) {
    for (std::size_t i = 0; i < b.modes().size() && static_cast<int>(i) < rank(a); ++i) {
      const auto part = mode(a, static_cast<int>(i));
      auto words = composition_obstacle(part, b.modes()[i], to_string(part, Marks::plain));
      if (!words.empty()) return words;
    }
    return {};
  }
  const auto modes = coalesce_beyond(a);
  return obstacle_of_layout(modes, std::get<Layout>(b.is), name_of_modes(modes, a, name));
}

Layout nearest_layout(const IntTuple& shape, const IntTuple& stride) {
  const auto l = attempt([&] {
    auto strides = by_mode(shape, stride);
    if (auto other = in_order(shape, stride); other.changes < strides.changes) strides = std::move(other);
    Layout nearest(shape, std::move(strides.stride));
    cosize(nearest);  // throws if the indices are too large
    return nearest;
  });
  return l ? *l : make_layout(shape);
}

}  // namespace algebra
