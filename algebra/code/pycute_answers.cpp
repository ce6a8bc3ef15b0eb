#include "algebra/code/pycute_answers.hpp"

#include <algorithm>
#include <tuple>

#include <fmt/format.h>

#include "algebra/layout/mode_list.hpp"

namespace algebra::code::pycute {
namespace {

using Number = std::int64_t;
using Modes = std::vector<Layout>;

struct Step {
  Number shape = 1, stride = 0;
};
using Steps = std::vector<Step>;

[[noreturn]] void refused(Message why) { throw Problem{"pycute", std::move(why), {}}; }

// Python's integers are unbounded; a product beyond 63 bits throws, and the answer stays unknown.
Number times(Number a, Number b) { return (Int{a} * Int{b}).value; }

/// Divides as Python does: quotients are rounded down.
Number quotient(Number a, Number b) {
  if (b == 0) refused("it divides by 0");
  return a / b - (a % b != 0 && (a < 0) != (b < 0) ? 1 : 0);
}
Number remainder(Number a, Number b) { return a - quotient(a, b) * b; }
Number rounded_up(Number a, Number b) { return -quotient(-a, b); }

Steps steps_of(const Layout& l) {
  Steps steps;
  for (const auto& m : flat_modes(l)) steps.push_back({m.shape.value, m.stride.value});
  return steps;
}

Layout layout_of(const Steps& steps) {
  if (steps.size() == 1) return {IntTuple(steps[0].shape), IntTuple(steps[0].stride)};
  IntTuple shape, stride;
  for (const auto& s : steps) {
    shape.append(Int{s.shape});
    stride.append(Int{s.stride});
  }
  return {std::move(shape), std::move(stride)};
}

Layout beside(const Modes& modes) {
  if (modes.empty()) refused("it makes a layout of no modes");
  return make_layout(modes);
}

int wanted_modes(const Layout& l, int wanted) {
  if (wanted > rank(l)) refused(message("{} modes are wanted of {}", wanted, rank(l)));
  return wanted;
}

/// Applies f(mode, i) to the first modes and keeps the others.
template <class F>
Modes by_mode(const Layout& l, int count, F&& f) {
  Modes modes;
  for (int i = 0; i < wanted_modes(l, count); ++i) modes.push_back(f(mode(l, i), i));
  for (int i = count; i < rank(l); ++i) modes.push_back(mode(l, i));
  return modes;
}

Layout coalesced(const Layout& l) {
  Steps result{{}};
  for (const auto& s : steps_of(l)) {
    auto& last = result.back();
    if (s.shape == 1) continue;
    if (last.shape == 1) last = s;
    else if (times(last.shape, last.stride) == s.stride) last.shape = times(last.shape, s.shape);
    else result.push_back(s);
  }
  return layout_of(result);
}

Layout filtered(const Layout& l) {
  auto steps = steps_of(l);
  std::erase_if(steps, [](const Step& s) { return s.shape == 1 || s.stride == 0; });
  return steps.empty() ? Layout() : coalesced(layout_of(steps));
}

Layout by_profile(const Layout& l, const IntTuple* profile, Layout (*f)(const Layout&)) {
  if (profile == nullptr || !profile->is_tuple()) return f(l);
  return beside(by_mode(l, profile->rank(), [&](const Layout& m, int i) {
    const auto part = profile->mode(i);
    return by_profile(m, &part, f);
  }));
}
Value by_profile(const Call& c, Layout (*f)(const Layout&)) {
  const auto l = c.layout(0);
  const auto profile = c.count() > 1 ? std::optional(c.tuple(1)) : std::nullopt;
  return by_profile(l, profile ? &*profile : nullptr, f);
}

/// Applies f(layout, tiler) mode by mode; `_` keeps a mode, an integer is a layout.
template <class F>
Layout by_tiler(const Layout& l, const Tiler& t, F&& f) {
  if (t.by_mode())
    return beside(by_mode(l, static_cast<int>(t.modes().size()),
                          [&](const Layout& m, int i) { return by_tiler(m, t.modes()[static_cast<std::size_t>(i)], f); }));
  if (const auto* b = std::get_if<Layout>(&t.is)) return f(l, *b);
  const auto& leaf = std::get<IntTuple>(t.is);
  return leaf.is_underscore() ? l : f(l, Layout(leaf, IntTuple(1)));
}

Layout composed(const Layout& a, const Layout& b) {
  if (b.shape().is_tuple()) {
    Modes modes;
    for (int i = 0; i < rank(b); ++i) modes.push_back(composed(a, mode(b, i)));
    return beside(modes);
  }
  Step rest{b.shape().integer().value, b.stride().integer().value};
  if (rest.stride == 0) return layout_of({rest});
  const auto from = steps_of(coalesced(a));
  Steps result;
  for (std::size_t i = 0; i + 1 < from.size(); ++i) {
    const auto& mode = from[i];
    if (remainder(mode.shape, rest.stride) != 0 && remainder(rest.stride, mode.shape) != 0)
      refused(message("neither of {} and the stride {} divides the other", mode.shape, rest.stride));
    const auto taken = std::min(std::max(Number{1}, quotient(mode.shape, rest.stride)), rest.shape);
    if (taken != 1) result.push_back({taken, times(rest.stride, mode.stride)});
    rest = {quotient(rest.shape, taken), rounded_up(rest.stride, mode.shape)};
  }
  if (rest.shape != 1 || result.empty()) result.push_back({rest.shape, times(rest.stride, from.back().stride)});
  return layout_of(result);
}
Layout composed_by(const Layout& a, const Tiler& t) { return by_tiler(a, t, composed); }

Layout left_out(const Layout& l, Number up_to) {
  auto steps = steps_of(l);
  std::sort(steps.begin(), steps.end(),
            [](const Step& a, const Step& b) { return std::tie(a.stride, a.shape) < std::tie(b.stride, b.shape); });
  Steps result;
  Number covered = 1;
  for (const auto& s : steps) {
    if (s.stride == 0 || s.shape == 1) continue;
    if (covered > times(s.shape, s.stride)) refused("the layout maps two elements to one index");
    result.push_back({quotient(s.stride, covered), covered});
    covered = times(s.shape, s.stride);
  }
  result.push_back({rounded_up(up_to, covered), covered});
  return coalesced(layout_of(result));
}

Layout inverted_right(const Layout& l) {
  struct Placed {
    Number stride, shape, place;
  };
  std::vector<Placed> modes;
  Number place = 1;
  for (const auto& s : steps_of(l)) {
    modes.push_back({s.stride, s.shape, place});
    place = times(place, s.shape);
  }
  std::sort(modes.begin(), modes.end(),
            [](const Placed& a, const Placed& b) { return std::tie(a.stride, a.shape, a.place) < std::tie(b.stride, b.shape, b.place); });
  Steps result;
  Number covered = 1;
  for (const auto& m : modes) {
    if (m.shape == 1) continue;
    if (m.stride != covered) break;
    result.push_back({m.shape, m.place});
    covered = times(m.shape, m.stride);
  }
  return result.empty() ? Layout() : coalesced(layout_of(result));
}

/// Returns the index of a coordinate as pycute computes it, also for -1, the last coordinate of an empty layout.
Number index_of(Number coordinate, const IntTuple& shape, const IntTuple& stride) {
  if (!shape.is_tuple()) return times(coordinate, stride.integer().value);
  Number index = 0;
  const int last = shape.rank() - 1;
  for (int i = 0; i < last; ++i) {
    const auto count = size(Layout(shape.mode(i), stride.mode(i)));
    index += index_of(remainder(coordinate, count), shape.mode(i), stride.mode(i));
    coordinate = quotient(coordinate, count);
  }
  if (last < 0) refused("it takes the last mode of none");
  return index + index_of(coordinate, shape.mode(last), stride.mode(last));
}
Number codomain(const Layout& l) { return index_of(size(l) - 1, l.shape(), l.stride()) + 1; }

Layout divided(const Layout& a, const Layout& b) { return composed(a, make_layout(b, left_out(b, size(a)))); }
Layout multiplied(const Layout& a, const Layout& b) { return make_layout(a, composed(left_out(a, times(size(a), codomain(b))), b)); }

using Split = Layout (*)(const Layout&, const Layout&);

/// Gathers ((tile modes), (rest modes)).
Layout unzipped(const Layout& a, const Tiler& t, Split split) {
  if (const auto* b = std::get_if<Layout>(&t.is)) return split(a, *b);
  if (const auto* leaf = std::get_if<IntTuple>(&t.is))
    return leaf->is_underscore() ? make_layout(Layout(), a) : split(a, Layout(*leaf, IntTuple(1)));
  Modes first, second;
  const auto& tilers = t.modes();
  for (int i = 0; i < wanted_modes(a, static_cast<int>(tilers.size())); ++i) {
    const auto parts = unzipped(mode(a, i), tilers[static_cast<std::size_t>(i)], split);
    first.push_back(mode(parts, 0));
    second.push_back(mode(parts, 1));
  }
  for (int i = static_cast<int>(tilers.size()); i < rank(a); ++i) second.push_back(mode(a, i));
  return make_layout(beside(first), beside(second));
}
Value tiled(const Call& c, Split split) {
  const auto parts = unzipped(c.layout(0), c.tiler(1), split);
  Modes modes{mode(parts, 0)};
  const auto rest = mode(parts, 1);
  for (int i = 0; i < rank(rest); ++i) modes.push_back(mode(rest, i));
  return beside(modes);
}

}  // namespace

namespace answers {

Value coalesce(const Call& c) { return by_profile(c, coalesced); }
Value filter(const Call& c) { return by_profile(c, filtered); }
Value composition(const Call& c) { return composed_by(c.layout(0), c.tiler(1)); }
Value complement(const Call& c) {
  if (c.count() == 1) return left_out(c.layout(0), 1);
  return left_out(c.layout(0), size(make_layout(c.shape(1))));
}
Value right_inverse(const Call& c) { return inverted_right(c.layout(0)); }
Value left_inverse(const Call& c) {
  const auto l = c.layout(0);
  return inverted_right(make_layout(l, left_out(l, 1)));
}
Value logical_divide(const Call& c) { return by_tiler(c.layout(0), c.tiler(1), divided); }
Value zipped_divide(const Call& c) { return unzipped(c.layout(0), c.tiler(1), divided); }
Value tiled_divide(const Call& c) { return tiled(c, divided); }
Value logical_product(const Call& c) { return by_tiler(c.layout(0), c.tiler(1), multiplied); }
Value zipped_product(const Call& c) { return unzipped(c.layout(0), c.tiler(1), multiplied); }
Value tiled_product(const Call& c) { return tiled(c, multiplied); }
Value cosize(const Call& c) { return IntTuple(codomain(c.indices.empty() ? c.layout(0) : get(c.layout(0), c.path()))); }

ComposedLayout slice(const ComposedLayout& l, const IntTuple& coordinate) {
  auto result = l;
  auto& offset = offset_of(result.outer);
  offset.value = offset.value + slice_offset(coordinate, l.layout);
  result.layout = algebra::slice(coordinate, l.layout);
  return result;
}

}  // namespace answers
}  // namespace algebra::code::pycute
