#include "algebra/swizzle.hpp"

#include <bit>
#include <cstdlib>

#include <fmt/format.h>

#include "algebra/mixed_bits.hpp"
#include "algebra/operations.hpp"

namespace algebra {
namespace {

std::int64_t bit_mask(const Swizzle& s) { return (std::int64_t{1} << s.bits) - 1; }

Problem not_static(const char* what) {
  return {"swizzle", fmt::format("CuTe computes {} only where it is known to the compiler.", what), {}};
}

/// Projects an index onto the bits that the swizzle reads or changes, and onto all others.
struct Projections {
  Layout only_zy, anti_zy;
  explicit Projections(const Swizzle& s) {
    const std::int64_t base = std::int64_t{1} << s.base, part = std::int64_t{1} << s.bits,
                       between = std::int64_t{1} << (std::abs(s.shift) - s.bits);
    const auto low = base, middle = base * part, high = middle * between, all = high * part;
    const auto shape = IntTuple::tuple({base, part, between, part, IntTuple(1)});
    only_zy = {shape, IntTuple::tuple({IntTuple(0), low, IntTuple(0), high, IntTuple(0)})};
    anti_zy = {shape, IntTuple::tuple({base == 1 ? IntTuple(0) : IntTuple(1), IntTuple(0), between == 1 ? IntTuple(0) : IntTuple(middle),
                                       IntTuple(0), all})};
  }
};

/// The index of a layout's last coordinate: all the bits that it reaches, where it is made of bits.
Int last_index(const Layout& l) { return crd2idx(size_of(l) - Int{1, true}, l.shape(), l.stride()); }

/// The strides that the swizzle's changed (low) or read (high) bits have after the offset's bits are fixed.
IntTuple decayed_strides(const Swizzle& s, const Offset& offset, std::int64_t probe, Int where_clear, Int where_set) {
  IntTuple strides;
  for (int i = 0; i < s.bits; ++i) {
    const auto bit = bits_and(offset, probe << i);
    const bool known = bit.value.is_static;
    auto stride = (bit.value.value == 0 ? where_clear : where_set) * Int{std::int64_t{1} << i, true};
    stride.is_static = known;
    strides.append(stride);
  }
  return strides;
}

/// The layout that the swizzle is for indices whose other bits are fixed by `offset`.
Layout decayed(const Swizzle& s, const Offset& offset) {
  const auto z = zzz_mask(s) & -zzz_mask(s), y = yyy_mask(s) & -yyy_mask(s);
  const auto of_z = decayed_strides(s, offset, y, {z, true}, {-z, true});
  const auto of_y = decayed_strides(s, offset, z, {y + z, true}, {y - z, true});
  IntTuple twos;
  for (int i = 0; i < s.bits; ++i) twos.append(Int{2, true});
  const std::int64_t between = std::int64_t{1} << (std::abs(s.shift) - s.bits);
  const auto shape = IntTuple::tuple({IntTuple(std::int64_t{1} << s.base), twos, between, twos, IntTuple(1)});
  const auto stride = IntTuple::tuple({IntTuple(1), z < y ? of_z : of_y, IntTuple(std::int64_t{1} << (s.base + s.bits)),
                                       z > y ? of_z : of_y, IntTuple(std::int64_t{1} << (s.base + s.bits + std::abs(s.shift)))});
  return {shape, stride};
}

/// Whether the swizzle mixes bits that the layout reaches, as far as the compiler knows.
bool collides(const Swizzle& s, Int active) { return active.is_static && (active.value & ~apply(s, active.value)) != 0; }

bool all_underscores(const IntTuple& t) {
  if (!t.is_tuple()) return t.is_underscore();
  for (int i = 0; i < t.rank(); ++i)
    if (!all_underscores(t.mode(i))) return false;
  return true;
}

LayoutAndOffset slice_swizzled(const IntTuple& c, const Swizzle& s, const ComposedLayout& l) {
  const auto sliced = slice(c, l.layout);
  if (all_underscores(c)) return {ComposedLayout{l.outer, sliced}, Int{0, true}};
  const Projections project(s);
  const auto diced = dice(c, l.layout);
  const auto at = dice(c, c);
  const auto rest = composition(project.anti_zy, diced);
  const auto offset = bits_xor(l.outer.offset, to_mixed_bits(composition(project.only_zy, diced), at));
  const auto passed = crd2idx(at, rest.shape(), rest.stride());
  if (collides(s, last_index(composition(project.only_zy, sliced)))) return {ComposedLayout{{s, offset}, sliced}, passed};
  return {composition(decayed(s, offset), sliced), swizzled(s, offset).value + passed};
}

Offset added(const Offset& o, Int i) { return {o.value + i, 0}; }

Int power_of_two(Int n, const char* what) {
  if (n.value < 1 || !std::has_single_bit(static_cast<std::uint64_t>(n.value)))
    throw Problem{"swizzle", fmt::format("{}<{}> of a swizzle needs a power of two.", what, n.value), {}};
  return n;
}
int log2(std::int64_t n) { return std::countr_zero(static_cast<std::uint64_t>(n)); }

const Swizzle& swizzle_of(const ComposedLayout& c, const char* what) {
  if (const auto* s = std::get_if<Swizzle>(&c.outer.function)) return *s;
  throw Problem{"swizzle", fmt::format("Of composed layouts CuTe takes only those behind a swizzle in {}.", what), {}};
}

Offset scaled(const Offset& o, std::int64_t n, bool up) {
  const auto whole = up ? o.value / Int{n, true} : o.value * Int{n, true};
  return {whole, up ? o.dynamic_bits / static_cast<std::uint32_t>(n) : o.dynamic_bits * static_cast<std::uint32_t>(n)};
}

OuterFunction scaled(const OuterFunction& o, std::int64_t n, bool up) {
  OuterFunction result{o.function, scaled(o.offset, n, up)};
  if (const auto* s = std::get_if<Swizzle>(&o.function)) result.function = up ? upcast(*s, n) : downcast(*s, n);
  else result.function = up ? upcast(std::get<Layout>(o.function), n) : downcast(std::get<Layout>(o.function), n);
  return result;
}

/// swizzle o offset o L backwards: L' o -offset o swizzle. At offset 0 the swizzle moves to the front.
template <class Inverse>
ComposedLayout inverse_of(const ComposedLayout& l, Inverse&& inverse) {
  if (const auto* s = std::get_if<Swizzle>(&l.outer.function)) {
    if (l.outer.offset.value.is(0)) return composition(inverse(l.layout), *s);
    throw Problem{"inverse", "The inverse of a swizzle at an offset has no shape: CuTe gives a function that is no layout.", {}};
  }
  return {{inverse(l.layout), {Int{0, true} - l.outer.offset.value, 0}}, inverse(std::get<Layout>(l.outer.function))};
}

}  // namespace

std::int64_t yyy_mask(const Swizzle& s) { return bit_mask(s) << (s.base + std::max(0, s.shift)); }
std::int64_t zzz_mask(const Swizzle& s) { return bit_mask(s) << (s.base - std::min(0, s.shift)); }

Swizzle make_swizzle(std::int64_t b, std::int64_t m, std::int64_t s) {
  const auto small = [](std::int64_t i) { return i >= -62 && i <= 62; };
  if (!small(b) || !small(m) || !small(s) || b < 0 || m < 0 || std::abs(s) < b || b + m + std::abs(s) > 62)
    throw Problem{"swizzle", fmt::format("Swizzle<{},{},{}> needs B >= 0, M >= 0, |S| >= B and B + M + |S| <= 62.", b, m, s), {}};
  return {static_cast<int>(b), static_cast<int>(m), static_cast<int>(s)};
}

Swizzle make_swizzle(std::int64_t y, std::int64_t z) {
  constexpr auto most = std::int64_t{1} << 32;
  const auto uy = static_cast<std::uint32_t>(y), uz = static_cast<std::uint32_t>(z);
  if (y >= 0 && z >= 0 && y < most && z < most && std::popcount(uy) == std::popcount(uz)) {
    const int bits = std::popcount(uy), ty = std::countr_zero(uy), tz = std::countr_zero(uz);
    const Swizzle s{bits, std::min(ty, tz) % 32, ty - tz};
    if (std::abs(s.shift) >= bits && (yyy_mask(s) | zzz_mask(s)) == (y | z)) return s;
  }
  throw Problem{"swizzle", fmt::format("No Swizzle<B,M,S> reads the bits {:#x} and changes the bits {:#x}.", y, z), {}};
}

Swizzle composition(const Swizzle& a, const Swizzle& b) {
  if (a.shift != b.shift) throw Problem{"swizzle", "CuTe composes swizzles of the same shift only.", {}};
  return make_swizzle(yyy_mask(a) ^ yyy_mask(b), zzz_mask(a) ^ zzz_mask(b));
}

ComposedLayout composition(const Layout& a, const Swizzle& s) {
  const auto y = crd2idx(Int{yyy_mask(s), true}, a.shape(), a.stride()), z = crd2idx(Int{zzz_mask(s), true}, a.shape(), a.stride());
  if (!y.is_static || !z.is_static) throw not_static("where a layout takes a swizzle's bits");
  const auto moved = composition(make_swizzle(y.value, z.value), Offset{}, a);
  if (const auto* c = std::get_if<ComposedLayout>(&moved)) return *c;
  return {{make_swizzle(y.value, z.value), {}}, a};
}

std::variant<Layout, ComposedLayout> composition(const Swizzle& s, const Offset& offset, const Layout& l) {
  if (s.bits == 0 && offset.value.is(0)) return l;
  return ComposedLayout{{s, offset}, l};
}

Swizzle upcast(const Swizzle& s, std::int64_t n) {
  const int base = s.base - log2(power_of_two({n, true}, "upcast").value);
  return base >= 0 ? Swizzle{s.bits, base, s.shift} : Swizzle{std::max(s.bits + base, 0), 0, s.shift};
}
Swizzle downcast(const Swizzle& s, std::int64_t n) {
  return make_swizzle(s.bits, s.base + log2(power_of_two({n, true}, "downcast").value), s.shift);
}
ComposedLayout upcast(const ComposedLayout& l, std::int64_t n) { return {scaled(l.outer, n, true), upcast(l.layout, n)}; }
ComposedLayout downcast(const ComposedLayout& l, std::int64_t n) { return {scaled(l.outer, n, false), downcast(l.layout, n)}; }

LayoutAndOffset slice_and_offset(const IntTuple& c, const Layout& l) { return {slice(c, l), index_of(c, l)}; }
LayoutAndOffset slice_and_offset(const IntTuple& c, const ComposedLayout& l) {
  if (const auto* s = std::get_if<Swizzle>(&l.outer.function)) return slice_swizzled(c, *s, l);
  return {ComposedLayout{{l.outer.function, added(l.outer.offset, slice_offset(c, l.layout))}, slice(c, l.layout)}, Int{0, true}};
}

LayoutAndOffset domain_offset(const IntTuple& c, const Layout& l) { return {l, index_of(c, l)}; }
LayoutAndOffset domain_offset(const IntTuple& c, const ComposedLayout& l) {
  return {ComposedLayout{{l.outer.function, added(l.outer.offset, crd2idx(c, l.layout.shape(), l.layout.stride()))}, l.layout},
          Int{0, true}};
}

ComposedLayout right_inverse(const ComposedLayout& l) {
  return inverse_of(l, [](const Layout& x) { return right_inverse(x); });
}
ComposedLayout left_inverse(const ComposedLayout& l) {
  return inverse_of(l, [](const Layout& x) { return left_inverse(x); });
}

Int max_alignment(const ComposedLayout& l) {
  const auto* s = std::get_if<Swizzle>(&l.outer.function);
  if (s == nullptr) return {1, true};
  const auto& offset = l.outer.offset;
  if (offset.dynamic_bits == 0 && !offset.value.is_static) throw not_static("the alignment of an offset");
  const auto bits = static_cast<std::uint32_t>(offset.value.value) | offset.dynamic_bits;
  const Int aligned = offset.dynamic_bits == 0 ? offset.value : Int{std::int64_t{1} << std::countr_zero(bits), true};
  return gcd(Int{std::int64_t{1} << s->base, true}, gcd(aligned, max_alignment(l.layout)));
}

Layout max_common_layout(const ComposedLayout& a, const Layout& b) {
  const Int base{std::int64_t{1} << swizzle_of(a, "max_common_layout").base, true};
  const auto common = max_common_layout(a.layout, b);
  const auto elements = size_of(common);
  if (!elements.is_static) throw not_static("the size of what two layouts have in common");
  return base.value < elements.value ? composition(common, tiler_of(IntTuple(base))) : common;
}

Int max_common_vector(const ComposedLayout& a, const Layout& b) {
  const Int base{std::int64_t{1} << swizzle_of(a, "max_common_vector").base, true};
  return min(max_common_vector(a.layout, b), base);
}
Int max_common_vector(const ComposedLayout& a, const ComposedLayout& b) {
  const auto& sa = swizzle_of(a, "max_common_vector");
  const auto& sb = swizzle_of(b, "max_common_vector");
  const auto common = max_common_vector(a.layout, b.layout);
  return sa == sb ? common : min(common, Int{std::int64_t{1} << std::min(sa.base, sb.base), true});
}

ComposedLayout logical_product(const Layout& block, const ComposedLayout& tiler) {
  const auto& s = swizzle_of(tiler, "logical_product");
  if (!tiler.outer.offset.value.is(0)) throw Problem{"swizzle", "A swizzled tiler needs the offset 0.", {}};
  const auto product = logical_product(block, tiler_of(tiler.layout));
  const auto active = last_index(composition(Projections(s).only_zy, tiler.layout));
  if (!active.is_static) throw not_static("which bits a swizzled tiler reaches");
  const auto moved = [&](std::int64_t bits) {
    const auto copy = crd2idx(Int{bits, true}, tiler.layout.shape(), tiler.layout.stride());
    return crd2idx(IntTuple::tuple({IntTuple(0), copy}), product.shape(), product.stride());
  };
  const auto z = moved(active.value & zzz_mask(s)), y = moved(active.value & yyy_mask(s));
  if (!y.is_static || !z.is_static) throw not_static("where a product takes a swizzle's bits");
  return {{make_swizzle(y.value, z.value), {}}, product};
}

}  // namespace algebra
