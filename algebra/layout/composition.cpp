// composition: A o B, the layout R with R(c) = A(B(c)).

#include "algebra/layout/operations.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "algebra/layout/advice.hpp"
#include "algebra/layout/coalesce.hpp"
#include "algebra/layout/composition_walk.hpp"
#include "algebra/layout/general_algebra.hpp"

namespace algebra {
namespace {

/// The stages of A o s:d, in teaching order.
struct ModeStages {
  ModeList divided, taken;

  void show(Steps& steps, const ModeList& a, Mode b, const Layout& result) {
    steps.show(layout_of_modes(divided), "{} o {}: one element of every {}: divide the modes of A by {}, from the left.",
               layout_of_modes(a), b, b.stride, b.stride);
    steps.show(layout_of_modes(taken), "Keep {} of them, filling the modes from the left.", b.shape);
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

/// Composes A, which has several modes, with one mode s:d of B, d != 0: divides A's shape by d, then keeps s elements of the rest.
ModeList divided_and_taken(const ModeList& a, Mode b, ModeStages* stages) {
  ModeList result;
  const auto rest = walk_composition(a, b, [&](const CompositionStage& at) {
    if (!at.stride_divides) refuse("stride divisibility", a, b);
    const auto stride = at.rest.stride * a[at.mode].stride;
    if (!at.shape_divides) refuse("shape divisibility", a, b);
    if (!at.taken.is(1)) result.emplace_back(at.taken, stride);
    if (stages != nullptr) stages->divided.push_back({at.divided, stride}), stages->taken.push_back({at.taken, stride});
    return true;
  });
  const auto stride = rest.stride * a.back().stride;
  if (result.empty() || !rest.shape.is(1)) result.emplace_back(rest.shape, stride);
  if (stages != nullptr)
    stages->divided.push_back({ceil_div(a.back().shape, abs(rest.stride)), stride}), stages->taken.push_back({rest.shape, stride});
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

/// Writes A o B, mode by mode if the tiler is by mode.
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
  // Drops modes that the tiler does not reach, as CuTe C++ does.
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
  IntTuple::for_each_pair(b.shape(), b.stride(), [&](Int s, Int d) {
    if (!all || d.is(0)) return;
    walk_composition(modes, {s, d}, [&](const CompositionStage& at) {
      all = at.stride_divides && at.shape_divides;
      return all;
    });
  });
  return all;
}

Layout composition(const Layout& a, const Layout& b, Steps* steps) {
  return built_layout([&](LayoutBuilder& out) { compose_into(a, b, steps, out); });
}

Layout composition(const Layout& a, const Tiler& b, Steps* steps) {
  return built_layout([&](LayoutBuilder& out) { compose(a, b, steps, out); });
}

}  // namespace algebra
