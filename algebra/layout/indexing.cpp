#include "algebra/layout/indexing.hpp"

#include <algorithm>
#include <bit>

#include "algebra/layout/arithmetic_tuple.hpp"
#include "algebra/layout/element.hpp"
#include "algebra/layout/mode_list.hpp"
#include "algebra/layout/operations.hpp"
#include "algebra/layout/wrapping.hpp"

namespace algebra {
namespace {

/// Returns a mask of every bit that an index of at most `magnitude` may have after the swizzle: the bits that a swizzle writes may lie
/// above the highest bit of every index.
std::int64_t swizzled_bits(const Swizzle& swizzle, std::uint64_t magnitude, bool negative) {
  const int width = std::bit_width(magnitude);
  const int from = swizzle.base + std::max(0, swizzle.shift), to = swizzle.base + std::max(0, -swizzle.shift);
  int last = std::max(width, 1);
  if (negative) last = std::max(last, to + swizzle.bits);
  else if (width > from) last = std::max(last, std::min(width - swizzle.shift, to + swizzle.bits));
  else return static_cast<std::int64_t>(magnitude);  // the bits it reads are all zero
  return static_cast<std::int64_t>(~std::uint64_t{0} >> (64 - std::min(last, 62)));
}

IndexRange range_through(const Swizzle& swizzle, IndexRange r) {
  const auto reach = swizzled_bits(swizzle, static_cast<std::uint64_t>(std::max<std::int64_t>({r.greatest, ~r.least, 0})), r.least < 0);
  if (r.greatest > 0) r.greatest = std::max(r.greatest, reach);
  if (r.least < 0) r.least = std::min(r.least, ~reach);
  return r;
}

/// Returns the range of a layout's values for a range of coordinates. Coordinates are divided by the sizes towards 0, so parts of a
/// negative one are negative; the last mode is unbounded.
IndexRange range_through(const Layout& l, IndexRange r) {
  IndexRange result;
  auto low = std::min<std::int64_t>(0, r.least), high = std::max<std::int64_t>(0, r.greatest);
  const auto modes = flat_modes(l);
  for (std::size_t i = 0; i < modes.size(); ++i) {
    const auto extent = std::max<std::int64_t>(1, modes[i].shape.value), stride = modes[i].stride.value;
    const bool last = i + 1 == modes.size();
    const auto a = wrapped_product(last ? low : std::max(low, 1 - extent), stride),
               b = wrapped_product(last ? high : std::min(high, extent - 1), stride);
    result.least = wrapped_sum(result.least, std::min(a, b));
    result.greatest = wrapped_sum(result.greatest, std::max(a, b));
    low /= extent;
    high /= extent;
  }
  return result;
}

bool takes_coordinates(const OuterFunction& f) {
  for (const auto* inside = f.inside.empty() ? nullptr : &f.inside[0]; inside != nullptr;
       inside = inside->inside.empty() ? nullptr : &inside->inside[0])
    if (const auto* l = std::get_if<Layout>(&inside->function); l != nullptr && has_basis(*l)) return true;
  return false;
}

/// Composes two functions of an index: `inside` first, then `function`.
OuterFunction then(std::variant<Swizzle, Layout> function, std::optional<OuterFunction> inside) {
  OuterFunction f{.function = std::move(function)};
  if (inside) f.inside.push_back(*std::move(inside));
  return f;
}

/// Returns the function of a layout with vectors over F2 among its strides, as a swizzle. The bits of its coordinates are placed side by
/// side, those of its values above them; swizzles XOR each coordinate bit into the value bits that it changes, and a last layout drops the
/// coordinate bits. Integer strides are placed above both.
std::optional<Indexing> over_bits(const Layout& l) {
  const auto room = room_of(l);
  const auto place = [&](std::uint32_t path) {
    return linear_in(Layout(IntTuple(1), IntTuple(Int{1, true, path})), room).stride().integer();
  };
  struct Axis {
    std::uint32_t path;
    std::int64_t first, extent;  ///< for bits the lowest one; for integers the range of their steps
  };
  std::vector<Axis> bits, numbers;
  std::int64_t in = 0;
  bool usable = true;
  const auto extent_of = [&](std::uint32_t path) {
    auto at = room;
    for (; path != 0 && path != Int::bits_mark; path = basis_rest(path)) at = at.mode(basis_first(path));
    return product(at).value;
  };
  IntTuple::for_each_pair(l.shape(), l.stride(), [&](Int s, Int d) {
    bool any = false;
    for (const auto& t : Element(d).terms()) {
      auto& axes = is_bits(t.path) ? bits : numbers;
      any = any || is_bits(t.path);
      usable = usable && t.value > 0;
      if (std::none_of(axes.begin(), axes.end(), [&](const Axis& a) { return a.path == t.path; }))
        axes.push_back({t.path, 0, extent_of(t.path)});
    }
    if (any) in += std::bit_width(static_cast<std::uint64_t>(s.value - 1));
  });
  auto above = in;
  std::vector<Mode> last{{Int{std::int64_t{1} << in, true}, Int{0, true}}};
  for (auto& a : bits) {
    a.first = above;
    above += std::bit_width(static_cast<std::uint64_t>(a.extent - 1));
    last.push_back({Int{a.extent, true}, place(a.path)});
  }
  if (!usable || above > 40) return std::nullopt;
  auto step = std::int64_t{1} << above;
  for (auto& a : numbers) {
    a.first = step;
    if (__builtin_mul_overflow(step, a.extent, &step)) return std::nullopt;
    last.push_back({Int{a.extent, true}, place(a.path)});
  }

  std::optional<OuterFunction> swizzles;
  IntTuple stride = l.stride();
  std::vector<Int> strides;
  int first_bit = 0;
  IntTuple::for_each_pair(l.shape(), l.stride(), [&](Int s, Int d) {
    Int total{0, true};
    const int width = std::bit_width(static_cast<std::uint64_t>(s.value - 1));
    bool any = false;
    for (const auto& t : Element(d).terms()) {
      const auto& axes = is_bits(t.path) ? bits : numbers;
      const auto& axis = *std::find_if(axes.begin(), axes.end(), [&](const Axis& a) { return a.path == t.path; });
      if (!is_bits(t.path)) {
        total = total + Int{t.value, true} * Int{axis.first, true};
        continue;
      }
      any = true;
      // Coordinate bit b changes the bits of the stride shifted by b.
      for (int bit = 0; t.value >> bit != 0 && width > 0; ++bit)
        if ((t.value >> bit & 1) != 0)
          swizzles = then(Swizzle{.bits = width, .base = first_bit, .shift = -static_cast<int>(axis.first + bit - first_bit)},
                          std::move(swizzles));
    }
    if (any) {
      total = total + Int{std::int64_t{1} << first_bit, true};
      first_bit += width;
    }
    strides.push_back(total);
  });
  std::size_t next = 0;
  stride = stride.transformed([&](Int) { return strides[next++]; });
  IntTuple last_shape, last_stride;
  for (const auto& m : last) last_shape.append(m.shape), last_stride.append(m.stride);
  Indexing result{.layout = Layout(l.shape(), std::move(stride))};
  result.outer.function = then(Layout(std::move(last_shape), std::move(last_stride)), std::move(swizzles));
  if (room.is_tuple()) result.codomain = room;
  return result;
}

std::optional<Indexing> of_layout(const Layout& l, const IntTuple& start = IntTuple()) {
  if (!has_indices(l)) return std::nullopt;
  if (has_bits(l)) return start.rank() == 0 ? over_bits(l) : std::nullopt;
  if (!has_basis(l) && start.rank() == 0) return Indexing{.layout = l};
  // A start of another profile than the strides' is not a coordinate.
  auto linear = attempt([&] { return linearised(l, start); });
  if (!linear) return std::nullopt;
  return Indexing{.layout = std::move(linear->layout), .offset = linear->start, .outer = {}, .codomain = std::move(linear->shape)};
}

std::optional<Indexing> of_composed(OuterFunction function, const Layout& l, std::int64_t start) {
  if (function.offset.torn) return std::nullopt;  // parts of elements have no index
  if (has_negative_size(l) || has_basis(l) || takes_coordinates(function)) return std::nullopt;
  if (const auto* outermost = std::get_if<Layout>(&function.function); outermost != nullptr && has_bits(*outermost)) return std::nullopt;
  Indexing result{.layout = l};
  auto* innermost = &function;
  while (!innermost->inside.empty()) innermost = &innermost->inside[0];
  result.offset = innermost->offset.value.value;
  innermost->offset = {};
  if (auto* outermost = std::get_if<Layout>(&function.function); outermost != nullptr && has_basis(*outermost)) {
    if (!has_indices(*outermost)) return std::nullopt;
    // Its coordinates are those of its own shape, if no index lies beyond that.
    auto linear = linearised(*outermost);
    *outermost = Layout(IntTuple(Int{1, true}), IntTuple(Int{1, true}));
    const auto inner = index_range(l);
    const auto at = index_range(function, {wrapped_sum(inner.least, result.offset), wrapped_sum(inner.greatest, result.offset)});
    if (start != 0 || at.least < 0 || at.greatest >= size(linear.layout)) return std::nullopt;
    *outermost = std::move(linear.layout);
    result.codomain = std::move(linear.shape);
  }
  result.outer = {std::move(function), start};
  return result;
}

}  // namespace

std::int64_t Outer::operator()(std::int64_t index) const { return wrapped_sum(start, function ? (*function)(index) : index); }

const Swizzle* Outer::only_swizzle() const { return function && start == 0 ? function->only_swizzle() : nullptr; }

const OuterFunction* Outer::at_swizzle() const {
  const auto* f = function ? &*function : nullptr;
  while (f != nullptr && !std::holds_alternative<Swizzle>(f->function)) f = f->inside.empty() ? nullptr : &f->inside[0];
  return f;
}

std::int64_t Indexing::operator()(std::int64_t coordinate) const { return outer(wrapped_sum(offset, layout(coordinate))); }

std::optional<Indexing> indexing(const Layout& layout) { return of_layout(layout); }
std::optional<Indexing> indexing(const ComposedLayout& composed) { return of_composed(composed.outer, composed.layout, 0); }

std::optional<Indexing> indexing(const Tensor& t) {
  if (t.outer) return of_composed(*t.outer, t.layout, t.offset);
  if (t.coordinate) return of_layout(t.layout, *t.coordinate);
  auto result = of_layout(t.layout);
  if (result && result->codomain.rank() == 0) result->offset = t.offset + (t.descriptors ? t.descriptors->at->start() : 0);
  return result;
}

std::string index_text(const Indexing& f, std::int64_t coordinate) {
  const auto index = f(coordinate);
  return f.codomain.rank() > 0 ? natural_coordinate(f.codomain, index) : std::to_string(index);
}

IndexRange index_range(const OuterFunction& f, IndexRange r) {
  if (!f.inside.empty()) r = index_range(f.inside[0], r);
  r = {wrapped_sum(r.least, f.offset.value.value), wrapped_sum(r.greatest, f.offset.value.value)};
  return std::visit([&](const auto& function) { return range_through(function, r); }, f.function);
}

IndexRange index_range(const Outer& outer, IndexRange r) {
  if (outer.function) r = index_range(*outer.function, r);
  return {wrapped_sum(r.least, outer.start), wrapped_sum(r.greatest, outer.start)};
}

}  // namespace algebra
