// composition: A o B, the layout R with R(c) = A(B(c)).

#include <algorithm>

#include <fmt/format.h>

#include "algebra/coalesce.hpp"

namespace algebra {
namespace {

/// The stages of A o s:d, in the order in which they are taught.
struct ModeStages {
  ModeList divided, taken;

  void show(Steps& steps, const ModeList& a, Mode b, const Layout& result) {
    steps.show(layout_of_modes(divided), "{} o {}: one element of every {}: divide the modes of A by {}, from the left.",
               layout_of_modes(a), b, b.stride, b.stride);
    steps.show(layout_of_modes(taken), "Keep {} of them: of each mode as much as is still wanted, from the left.", b.shape);
    steps.show(result, "Drop the modes of size 1: {}.", result);
  }
};

void require_stride_divides(const Mode& a, Int stride, std::size_t i) {
  if (!a.shape.is_static || !stride.is_static || a.shape.value == 0) return;
  if (stride.value % a.shape.value == 0 || stride.value < a.shape.value) return;
  throw Problem{"stride divisibility",
                fmt::format("Not a composition: the stride {} is not divided by mode {} of the coalesced left layout (size {}).",
                            stride.value, i, a.shape.value),
                {}};
}

void require_shape_divides(Int taken, Int wanted, std::size_t i) {
  if (!taken.is_static || !wanted.is_static || taken.value == 0 || wanted.value % taken.value == 0) return;
  throw Problem{"shape divisibility",
                fmt::format("Not a composition: {} of mode {} of the coalesced left layout do not divide the {} elements wanted.",
                            taken.value, i, wanted.value),
                {}};
}

/// A's modes o one mode s:d of B: divide d out of A's shape, keep s of what is left.
ModeList compose_mode(const ModeList& a, Mode b, Steps* steps) {
  if (b.stride.is(0)) {
    if (steps != nullptr) steps->show({b.shape, b.stride}, "{} o {}: a stride of 0 stays at element 0.", layout_of_modes(a), b);
    return {b};
  }
  if (a.size() == 1) {
    const Mode result{b.shape, b.stride * a[0].stride};
    if (steps != nullptr)
      steps->show({result.shape, result.stride}, "{} o {}: A has one mode, the strides multiply: {}·{}.", layout_of_modes(a), b, b.stride,
                  a[0].stride);
    return {result};
  }
  ModeList result;
  ModeStages stages;
  Int rest_shape = b.shape, rest_stride = b.stride;
  for (std::size_t i = 0; i + 1 < a.size(); ++i) {
    require_stride_divides(a[i], rest_stride, i);
    const auto next_shape = ceil_div(a[i].shape, abs(rest_stride));
    const auto next_stride = ceil_div(abs(rest_stride), a[i].shape) * signum(rest_stride);
    const Mode divided{next_shape, rest_stride * a[i].stride};
    Mode taken{{1, true}, divided.stride};
    if (!next_shape.is(1) && !rest_shape.is(1)) {
      taken.shape = min(next_shape, rest_shape);
      require_shape_divides(taken.shape, rest_shape, i);
      result.push_back(taken);
      rest_shape = rest_shape / taken.shape;
    }
    if (steps != nullptr) {
      stages.divided.push_back(divided);
      stages.taken.push_back(taken);
    }
    rest_stride = next_stride;
  }
  const Mode last{rest_shape, rest_stride * a.back().stride};
  if (result.empty() || !rest_shape.is(1)) result.push_back(last);
  if (steps != nullptr) {
    stages.divided.push_back({ceil_div(a.back().shape, abs(rest_stride)), last.stride});
    stages.taken.push_back(last);
    stages.show(*steps, a, b, layout_of_modes(result));
  }
  return result;
}

/// B's strides are multiples of basis elements: each mode of B steps along one mode of A.
void compose_by_basis(const Layout& a, IntTuple::View shape, IntTuple::View stride, Steps* steps, LayoutBuilder& out) {
  if (!shape.is_tuple()) {
    auto step = stride.integer();
    auto within = a;
    for (auto path = step.basis; path != 0; path = basis_rest(path)) within = mode(within, basis_first(path));
    step.basis = 0;
    return out.add(compose_mode(coalesce_beyond(within), {shape.integer(), step}, steps));
  }
  const auto opened = out.open();
  for (int i = 0; i < shape.rank(); ++i) compose_by_basis(a, shape.mode(i), stride.mode(i), steps, out);
  out.close(opened);
}

}  // namespace

void compose_into(const ModeList& a, IntTuple::View shape, IntTuple::View stride, Steps* steps, LayoutBuilder& out) {
  if (!shape.is_tuple()) return out.add(compose_mode(a, {shape.integer(), stride.integer()}, steps));
  const auto opened = out.open();
  const auto strides = stride.modes();
  auto d = strides.begin();
  for (const auto s : shape.modes()) {
    compose_into(a, s, *d, steps, out);
    ++d;
  }
  out.close(opened);
}

Layout composition(const Layout& a, const Layout& b, Steps* steps) {
  if (has_basis(b))
    return Layout::written([&](IntTuple& shape, IntTuple& stride) {
      LayoutBuilder out(shape, stride);
      compose_by_basis(a, b.shape().view(), b.stride().view(), steps, out);
    });
  const auto modes = coalesce_beyond(a);
  if (steps != nullptr) {
    steps->show(layout_of_modes(modes), "A = {}, coalesced so that it is the same function beyond its size too.", a);
    if (b.shape().is_tuple()) {
      auto& step = steps->show(b, "B = {}: compose with each of its modes; the modes of R are those results.", b);
      step.of = step.of == StageOf::indices ? StageOf::coordinates : StageOf::other;
    }
  }
  auto result = Layout::written([&](IntTuple& shape, IntTuple& stride) {
    LayoutBuilder out(shape, stride);
    compose_into(modes, b.shape().view(), b.stride().view(), steps, out);
  });
  if (steps != nullptr && b.shape().is_tuple()) steps->show(result, "R = {}.", result);
  return result;
}

Layout composition(const Layout& a, const Tiler& b, Steps* steps) {
  if (const auto* layout = std::get_if<Layout>(&b.is)) return composition(a, *layout, steps);
  if (const auto* leaf = std::get_if<IntTuple>(&b.is)) {
    if (leaf->is_underscore()) return a;
    return layout_of_modes(compose_mode(coalesce_beyond(a), {leaf->integer(), {1, true}}, steps));
  }
  const auto& tilers = b.modes();
  if (static_cast<int>(tilers.size()) > rank(a))
    throw Problem{"tiler rank", fmt::format("The tiler has {} modes, {} has {}.", tilers.size(), to_string(a, Marks::plain), rank(a)), {}};
  if (tilers.empty()) throw Problem{"tiler rank", "The tiler has no modes.", {}};
  // Modes that the tiler does not reach are dropped, as CuTe C++ does.
  IntTuple shape, stride;
  for (std::size_t i = 0; i < tilers.size(); ++i) {
    const auto left = mode(a, static_cast<int>(i));
    if (steps != nullptr) steps->show(left, "Mode {}: {} o {}.", i, left, tilers[i]);
    const Steps::Within within(steps);
    const auto m = composition(left, tilers[i], steps);
    shape.append(m.shape());
    stride.append(m.stride());
  }
  Layout result(std::move(shape), std::move(stride));
  if (steps != nullptr) steps->show(result, "R = {}, mode by mode.", result);
  return result;
}

}  // namespace algebra
