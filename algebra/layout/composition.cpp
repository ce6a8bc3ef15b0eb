// composition: A o B, the layout R with R(c) = A(B(c)).

#include <algorithm>

#include <fmt/format.h>

#include "algebra/layout/advice.hpp"
#include "algebra/layout/coalesce.hpp"
#include "algebra/layout/general_algebra.hpp"
#include "algebra/layout/plain.hpp"

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

[[noreturn, gnu::noinline, gnu::cold]] void refuse(const char* condition, const ModeList& a, Mode b) {
  const auto mode = fmt::format("{}:{}", b.shape.value, b.stride.value);
  const auto why = composition_obstacle(a, b, "the coalesced left layout");
  throw Problem{condition,
                why.empty() ? message("CuTe cannot compose {} with {}.", plain(layout_of_modes(a)), mode)
                            : message("CuTe cannot compose a layout with {}: {}.", mode, why),
                {}};
}

bool stride_divides(const Mode& a, Int stride) {
  if (!a.shape.is_static || !stride.is_static || a.shape.value == 0) return true;
  return stride.value % a.shape.value == 0 || stride.value < a.shape.value;
}

bool shape_divides(Int taken, Int wanted) {
  return !taken.is_static || !wanted.is_static || taken.value == 0 || wanted.value % taken.value == 0;
}

/// The conditions of divided_and_taken alone.
bool divides(const ModeList& a, Mode b) {
  if (b.stride.is(0) || a.size() <= 1) return true;
  Int rest_shape = b.shape, rest_stride = b.stride;
  for (std::uint32_t i = 0; i + 1 < a.size(); ++i) {
    if (!stride_divides(a[i], rest_stride)) return false;
    const auto next_shape = ceil_div(a[i].shape, abs(rest_stride));
    if (!next_shape.is(1) && !rest_shape.is(1)) {
      const auto taken = min(next_shape, rest_shape);
      if (!shape_divides(taken, rest_shape)) return false;
      rest_shape = rest_shape / taken;
    }
    rest_stride = ceil_div(abs(rest_stride), a[i].shape) * signum(rest_stride);
  }
  return true;
}

/// A's modes o one mode s:d of B, where A has several and d is not 0: divide d out of A's shape, keep s of what is left.
ModeList divided_and_taken(const ModeList& a, Mode b, ModeStages* stages) {
  ModeList result;
  Int rest_shape = plain(b.shape), rest_stride = plain(b.stride);
  for (std::uint32_t i = 0; i + 1 < a.size(); ++i) {
    const auto shape_of_a = plain(a[i].shape);
    if (!stride_divides(a[i], rest_stride)) refuse("stride divisibility", a, b);
    const auto next_shape = ceil_div(shape_of_a, abs(rest_stride));
    const auto next_stride = ceil_div(abs(rest_stride), shape_of_a) * signum(rest_stride);
    const auto stride = rest_stride * a[i].stride;
    Int taken{1, true};
    if (!next_shape.is(1) && !rest_shape.is(1)) {
      taken = min(next_shape, rest_shape);
      if (!shape_divides(taken, rest_shape)) refuse("shape divisibility", a, b);
      result.emplace_back(taken, stride);
      rest_shape = rest_shape / taken;
    }
    if (stages != nullptr) {
      stages->divided.emplace_back(next_shape, stride);
      stages->taken.emplace_back(taken, stride);
    }
    rest_stride = next_stride;
  }
  const auto last_stride = rest_stride * a.back().stride;
  if (result.empty() || !rest_shape.is(1)) result.emplace_back(rest_shape, last_stride);
  if (stages != nullptr) {
    stages->divided.emplace_back(ceil_div(a.back().shape, abs(rest_stride)), last_stride);
    stages->taken.emplace_back(rest_shape, last_stride);
  }
  return result;
}

/// Writes A o s:d.
void compose_mode(const ModeList& a, Mode b, Steps* steps, LayoutBuilder& out) {
  if (b.stride.is(0)) {
    if (steps != nullptr) steps->show({b.shape, b.stride}, "{} o {}: a stride of 0 stays at element 0.", layout_of_modes(a), b);
    return out.add(b);
  }
  if (a.size() == 1) {
    const Mode result{b.shape, b.stride * a[0].stride};
    if (steps != nullptr)
      steps->show({result.shape, result.stride}, "{} o {}: A has one mode, the strides multiply: {}·{}.", layout_of_modes(a), b, b.stride,
                  a[0].stride);
    return out.add(result);
  }
  if (steps == nullptr) return out.add(divided_and_taken(a, b, nullptr));
  ModeStages stages;
  const auto result = divided_and_taken(a, b, &stages);
  stages.show(*steps, a, b, layout_of_modes(result));
  out.add(result);
}

/// B's strides are multiples of basis elements: each mode of B steps along one mode of A.
void compose_by_basis(const Layout& a, LayoutView b, Steps* steps, LayoutBuilder& out) {
  if (!b.shape.is_tuple()) {
    auto step = b.stride.integer();
    auto within = a;
    for (auto path = step.basis; path != 0; path = basis_rest(path)) within = mode(within, basis_first(path));
    step.basis = 0;
    return compose_mode(coalesce_beyond(within), {b.shape.integer(), step}, steps, out);
  }
  const auto opened = out.open();
  for (int i = 0; i < b.shape.rank(); ++i) compose_by_basis(a, b.mode(i), steps, out);
  out.close(opened);
}

/// Writes A o B, by mode where the tiler is.
void compose(LayoutView a, const Tiler& b, Steps* steps, LayoutBuilder& out) {
  if (const auto* layout = std::get_if<Layout>(&b.is)) return compose_into(a, *layout, steps, out);
  if (const auto* leaf = std::get_if<IntTuple>(&b.is)) {
    if (leaf->is_underscore()) return out.add(a);
    return compose_mode(coalesce_beyond(a), {leaf->integer(), {1, true}}, steps, out);
  }
  const auto& tilers = b.modes();
  if (static_cast<int>(tilers.size()) > a.shape.rank())
    throw Problem{
        "tiler rank", message("The tiler has {} modes, {} has {}.", tilers.size(), to_string(Layout(a), Marks::plain), a.shape.rank()), {}};
  if (tilers.empty()) throw Problem{"tiler rank", "The tiler has no modes.", {}};
  // Modes that the tiler does not reach are dropped, as CuTe C++ does.
  const auto opened = out.open();
  for (std::size_t i = 0; i < tilers.size(); ++i) {
    const auto left = a.mode(static_cast<int>(i));
    if (steps != nullptr) steps->show(Layout(left), "Mode {}: {} o {}.", i, Layout(left), tilers[i]).mode = i;
    const Steps::Within within(steps);
    compose(left, tilers[i], steps, out);
  }
  out.close(opened);
  if (steps == nullptr) return;
  const Layout result(out.since(opened));
  steps->show(result, "R = {}, mode by mode.", result);
}

}  // namespace

void compose_into(const ModeList& a, LayoutView b, Steps* steps, LayoutBuilder& out) {
  if (!b.shape.is_tuple()) return compose_mode(a, {b.shape.integer(), b.stride.integer()}, steps, out);
  const auto opened = out.open();
  const auto strides = b.stride.modes();
  auto d = strides.begin();
  for (const auto s : b.shape.modes()) {
    compose_into(a, {s, *d}, steps, out);
    ++d;
  }
  out.close(opened);
}

void compose_into(LayoutView a, const Layout& b, Steps* steps, LayoutBuilder& out) {
  if (has_basis(b)) {
    if (has_special(b)) return out.add(general::composition(Layout(a), b));
    return compose_by_basis(Layout(a), b, steps, out);
  }
  const auto modes = coalesce_beyond(a);
  std::uint32_t basis = 0;
  for (const auto& m : modes) basis |= m.stride.basis;
  if (basis != 0 && std::any_of(modes.begin(), modes.end(), [](const Mode& m) { return is_special(m.stride); })) [[unlikely]]
    return out.add(general::composition(Layout(a), b));
  if (steps != nullptr) {
    steps->show(layout_of_modes(modes), "A = {}, coalesced so that it is the same function beyond its size too.", Layout(a));
    if (b.shape().is_tuple()) {
      auto& step = steps->show(b, "B = {}: compose with each of its modes; the modes of R are those results.", b);
      step.of = step.of == StageOf::indices ? StageOf::coordinates : StageOf::other;
    }
  }
  const auto begin = out.position();
  compose_into(modes, b, steps, out);
  if (steps == nullptr || !b.shape().is_tuple()) return;
  const Layout result(out.since(begin));
  steps->show(result, "R = {}.", result);
}

bool composes(const Layout& a, const Layout& b) {
  if (has_basis(a) || has_basis(b)) return true;
  const auto modes = coalesce_beyond(a);
  bool all = true;
  IntTuple::for_each_pair(b.shape(), b.stride(), [&](Int s, Int d) { all = all && divides(modes, {s, d}); });
  return all;
}

Layout composition(const Layout& a, const Layout& b, Steps* steps) {
  return built_layout([&](LayoutBuilder& out) { compose_into(a, b, steps, out); });
}

Layout composition(const Layout& a, const Tiler& b, Steps* steps) {
  return built_layout([&](LayoutBuilder& out) { compose(a, b, steps, out); });
}

}  // namespace algebra
