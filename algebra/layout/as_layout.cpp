#include "algebra/layout/as_layout.hpp"

#include "algebra/layout/advice.hpp"
#include "algebra/layout/mode_list.hpp"
#include "algebra/layout/operations.hpp"
#include "algebra/layout/wrapping.hpp"

namespace algebra {
namespace {

/// Returns the modes of the coalesced layout whose values at 0, step, 2 step, ..., (extent - 1) step are f's, taking each run as long as
/// possible. nullopt if a run does not divide the remaining extent: no layout has these values then.
std::optional<ModeList> runs_of(std::int64_t extent, std::int64_t step, const IndexFunction& f) {
  ModeList modes;
  for (std::int64_t covered = 1; covered < extent;) {
    const auto left = extent / covered, stride = f(covered * step);
    std::int64_t run = 2;
    for (auto at = stride; run < left; ++run) {
      at = wrapped_sum(at, stride);
      if (f(run * covered * step) != at) break;
    }
    if (left % run != 0) return std::nullopt;
    modes.emplace_back(Int{run, true}, Int{stride, true});
    covered *= run;
  }
  if (modes.empty()) modes.emplace_back(Int{1, true}, Int{0, true});
  return modes;
}

/// Writes the modes for each integer of the shape; returns false if one has none.
bool write_runs(IntTuple::View shape, std::int64_t& step, const IndexFunction& f, LayoutBuilder& out) {
  if (!shape.is_tuple()) {
    const auto modes = runs_of(shape.integer().value, step, f);
    step *= shape.integer().value;
    out.add(modes ? *modes : ModeList{{{1, true}, {0, true}}});
    return modes.has_value();
  }
  const auto opened = out.open();
  bool written = true;
  for (const auto mode : shape.modes()) written = written && write_runs(mode, step, f, out);
  out.close(opened);
  return written;
}

}  // namespace

bool is_tabulated(const IntTuple& shape) {
  bool positive = true;
  shape.for_each_integer([&](Int i) { positive = positive && i.value > 0 && i.basis == 0; });
  const auto elements = attempt([&] { return product(shape).value; });
  return positive && elements && *elements <= most_tabulated;
}

bool agree(const IndexFunction& f, const IndexFunction& g, std::int64_t elements) {
  for (std::int64_t c = 0; c < elements; ++c)
    if (f(c) != g(c)) return false;
  return true;
}

const Layout* innermost(const FunctionOrLayout& f) {
  if (const auto* c = std::get_if<ComposedLayout>(&f)) return &c->layout;
  return std::get_if<Layout>(&f);
}

std::optional<IndexFunction> index_function(const FunctionOrLayout& f) {
  if (const auto* s = std::get_if<Swizzle>(&f)) return [s = *s](std::int64_t i) { return apply(s, i); };
  if (const auto* c = std::get_if<ComposedFunction>(&f)) return [c = *c](std::int64_t i) { return c(i); };
  if (has_basis(*innermost(f))) return std::nullopt;
  if (const auto* c = std::get_if<ComposedLayout>(&f)) return [c = *c](std::int64_t i) { return c(i); };
  return [l = std::get<Layout>(f)](std::int64_t i) { return l(i); };
}

std::optional<Layout> layout_of_function(const IntTuple& shape, const IndexFunction& f) {
  if (!is_tabulated(shape) || f(0) != 0) return std::nullopt;
  bool written = false;
  auto layout = built_layout([&](LayoutBuilder& out) {
    std::int64_t step = 1;
    written = write_runs(shape, step, f, out);
  });
  if (!written || !agree(
                      f, [&](std::int64_t c) { return layout(c); }, size(layout)))
    return std::nullopt;
  return layout;
}

ExactComposition exact_composition(const Layout& a, const Tiler& b) {
  if (const auto* leaf = std::get_if<IntTuple>(&b.is); leaf != nullptr && leaf->is_underscore()) return {true, all_known(a)};
  if (b.by_mode()) {
    std::vector<Layout> modes;
    for (std::size_t i = 0; i < b.modes().size(); ++i) {
      if (static_cast<int>(i) >= rank(a)) return {};
      auto exact = exact_composition(mode(a, static_cast<int>(i)), b.modes()[i]);
      if (!exact.layout) return exact;
      modes.push_back(std::move(*exact.layout));
    }
    return {true, make_layout(modes)};
  }
  const auto* leaf = std::get_if<IntTuple>(&b.is);
  const auto inner = leaf != nullptr ? make_layout(*leaf) : std::get<Layout>(b.is);
  if (has_basis(a) || has_basis(inner) || !is_tabulated(inner.shape())) return {};
  return {true, layout_of_function(inner.shape(), [&](std::int64_t c) { return a(inner(c)); })};
}

}  // namespace algebra
