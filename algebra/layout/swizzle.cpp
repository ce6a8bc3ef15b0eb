#include "algebra/layout/swizzle.hpp"

#include <bit>
#include <cstdlib>
#include <type_traits>

#include <fmt/format.h>

#include "algebra/layout/mixed_bits.hpp"
#include "algebra/layout/operations.hpp"

namespace algebra {
namespace {

std::int64_t bit_mask(const Swizzle& s) { return (std::int64_t{1} << s.bits) - 1; }

Problem not_static(const Message& what) { return {"swizzle", message("CuTe computes {} only from static integers.", what), {}}; }

/// Projections of an index onto the bits that the swizzle reads or changes, and onto all others.
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

/// Returns the index of the last coordinate, which has all bits that the layout reaches if its strides are powers of two.
Int last_index(const Layout& l) { return crd2idx(size_of(l) - Int{1, true}, l.shape(), l.stride()); }

/// Returns the strides of the swizzle's changed (low) or read (high) bits after the offset's bits are fixed.
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

/// Returns the layout equal to the swizzle for indices whose other bits are fixed by `offset`.
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

/// Returns whether the swizzle mixes bits that the layout reaches, as far as is static.
bool collides(const Swizzle& s, Int active) { return active.is_static && (active.value & ~apply(s, active.value)) != 0; }

bool all_underscores(const IntTuple& t) {
  if (!t.is_tuple()) return t.is_underscore();
  for (int i = 0; i < t.rank(); ++i)
    if (!all_underscores(t.mode(i))) return false;
  return true;
}

LayoutAndOffset slice_swizzled(const IntTuple& c, const Swizzle& s, const ComposedLayout& l) {
  const auto sliced = slice(c, l.layout);
  if (rank(sliced) == 0)
    throw Problem{
        "argument",
        message("CuTe slices a swizzled layout only if a mode is left: {} leaves none. Use A{} for the index.", to_string(c, Marks::plain),
                c.is_tuple() ? to_string(c, Marks::plain) : fmt::format("({})", to_string(c, Marks::plain))),
        {}};
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
    throw Problem{"swizzle", message("{}<{}> of a swizzle needs a power of two.", what, n.value), {}};
  return n;
}
int log2(std::int64_t n) { return std::countr_zero(static_cast<std::uint64_t>(n)); }

/// Returns the outer swizzle. `alone`: requires that nothing else is between the swizzle and the layout.
const Swizzle& swizzle_of(const ComposedLayout& c, const char* what, bool alone = false) {
  if (const auto* s = alone ? c.outer.only_swizzle() : c.outer.swizzle()) return *s;
  throw Problem{"swizzle", message("In {}, CuTe takes a composed layout only if it begins with a swizzle.", what), {}};
}

Offset scaled(const Offset& o, std::int64_t n, bool up) {
  constexpr std::int64_t widest = 1 << 20;
  if (n < 1) throw Problem{"factor", message("Cannot recast by {} elements: the number must be at least 1.", n), {}};
  if (n > widest) throw Problem{"factor", message("Recasting to elements {} times as wide or as narrow is not supported.", n), {}};
  if (o.dynamic_bits == 0 && !o.value.is_static)
    throw Problem{"offset", message("CuTe recasts a composed layout only at a static offset, not at {}.", o.value.value), {}};
  if (up && o.dynamic_bits == 0 && o.value.value % n != 0)
    throw Problem{"divisibility", message("upcast<{}>: {} does not divide the offset {}.", n, n, o.value.value), {}};
  if (o.pointer_sparsity != 1) throw Problem{"offset", "CuTe does not recast a layout that waits for a pointer to sparse elements.", {}};
  if (!up && o.pointer_bits != 0 && o.pointer_bits < n)
    throw Problem{
        "pointer", message("downcast<{}>: the elements of smem_ptr[{}b] have only {} bits.", n, o.pointer_bits, o.pointer_bits), {}};
  const auto whole = up ? o.value / Int{n, true} : o.value * Int{n, true};
  const auto factor = static_cast<int>(n);
  if (up && o.pointer_bits > widest / n)
    throw Problem{"factor", message("Recasting to elements {} times as wide or as narrow is not supported.", n), {}};
  return {whole, up ? o.dynamic_bits / static_cast<std::uint32_t>(n) : o.dynamic_bits * static_cast<std::uint32_t>(n),
          up ? o.pointer_bits * factor : o.pointer_bits / factor};
}

// --- A composed layout as CuTe builds it, function o offset o rest, where the rest may be composed again.

/// Returns f with an offset behind it, as the left operand of a composed layout.
OuterFunction behind(const FunctionOrLayout& f, const Offset& offset) {
  const auto at_the_end = [&](OuterFunction outer, std::variant<Swizzle, Layout> last) {
    std::size_t functions = 1;
    auto* end = &outer;
    for (; !end->inside.empty(); ++functions) end = &end->inside[0];
    end->inside.push_back({std::move(last), offset});
    outer.left.insert(outer.left.begin(), functions);
    return outer;
  };
  if (const auto* s = std::get_if<Swizzle>(&f)) return {*s, offset};
  if (const auto* l = std::get_if<Layout>(&f)) return {*l, offset};
  if (const auto* c = std::get_if<ComposedLayout>(&f)) return at_the_end(c->outer, c->layout);
  const auto& c = std::get<ComposedFunction>(f);
  return at_the_end(c.outer, c.swizzle);
}

/// Returns the function whose offset separates the first operand from the second.
template <class Outermost>
Outermost& end_of_left(Outermost& outer) {
  auto* end = &outer;
  for (std::size_t i = 0; !outer.left.empty() && i < outer.left[0]; ++i) end = &end->inside[0];
  return *end;
}

/// Joins f o offset o g without simplifying.
FunctionOrLayout joined(const FunctionOrLayout& f, const Offset& offset, const FunctionOrLayout& g) {
  auto outer = behind(f, offset);
  if (const auto* layout = std::get_if<Layout>(&g)) return ComposedLayout{std::move(outer), *layout};
  if (const auto* swizzle = std::get_if<Swizzle>(&g)) return ComposedFunction{std::move(outer), *swizzle};
  auto* end = &outer;
  while (!end->inside.empty()) end = &end->inside[0];
  if (const auto* c = std::get_if<ComposedLayout>(&g)) {
    end->inside.push_back(c->outer);
    return ComposedLayout{std::move(outer), c->layout};
  }
  const auto& c = std::get<ComposedFunction>(g);
  end->inside.push_back(c.outer);
  return ComposedFunction{std::move(outer), c.swizzle};
}

/// Returns an inverse, from the inside out: G' o -offset o F' for F o offset o G. At the static offset 0 a swizzle F, which is its own
/// inverse, moves to the front as far as CuTe can move it.
template <class Inverse>
FunctionOrLayout inverse_of(const FunctionOrLayout& f, const Inverse& inverse) {
  const auto of_composed = [&](const auto& c) {
    const auto rest = inverse_of(layout_b(c), inverse);
    const auto& offset = offset_of(c.outer);
    if (offset.dynamic_bits != 0 || !offset.value.is_static)
      throw Problem{"inverse", "CuTe inverts a composed layout only at a static offset.", {}};
    if (c.outer.swizzle() != nullptr && offset.value.is(0)) return composition(rest, *c.outer.swizzle());
    return composition(rest, {Int{0, true} - offset.value, 0}, inverse_of(layout_a(c.outer), inverse));
  };
  if (const auto* l = std::get_if<Layout>(&f)) return inverse(*l);
  if (const auto* c = std::get_if<ComposedLayout>(&f)) return of_composed(*c);
  if (const auto* c = std::get_if<ComposedFunction>(&f)) return of_composed(*c);
  return f;
}

/// Rewrites each part for elements of another width. A swizzle that loses its bits stays, as in CuTe; a pointer's swizzle stays the same on
/// bytes.
template <class OfPart>
FunctionOrLayout recast_parts(const FunctionOrLayout& f, const OfPart& part) {
  if (const auto* c = std::get_if<ComposedLayout>(&f); c != nullptr && c->outer.offset.pointer_bits != 0) {
    const Offset recast = part(c->outer.offset);
    return ComposedLayout{on_elements(on_bytes(c->outer, c->outer.offset.logical_bits()), recast, recast.logical_bits()),
                          std::get<Layout>(part(c->layout))};
  }
  if (const auto* c = std::get_if<ComposedLayout>(&f))
    return joined(recast_parts(layout_a(c->outer), part), part(offset_of(c->outer)), recast_parts(layout_b(*c), part));
  if (const auto* c = std::get_if<ComposedFunction>(&f))
    return joined(recast_parts(layout_a(c->outer), part), part(offset_of(c->outer)), recast_parts(layout_b(*c), part));
  if (const auto* s = std::get_if<Swizzle>(&f)) return part(*s);
  return part(std::get<Layout>(f));
}

}  // namespace

FunctionOrLayout layout_a(const OuterFunction& outer) {
  if (outer.left.empty()) return std::visit([](const auto& f) -> FunctionOrLayout { return f; }, outer.function);
  // Keeps the functions of the first operand; the last of them is its layout.
  auto functions = outer;
  functions.left.erase(functions.left.begin());
  auto* end = &functions;
  for (std::size_t i = 1; i < outer.left[0]; ++i) end = &end->inside[0];
  const auto last = std::move(end->inside[0].function);
  end->inside.clear();
  if (const auto* l = std::get_if<Layout>(&last)) return ComposedLayout{std::move(functions), *l};
  return ComposedFunction{std::move(functions), std::get<Swizzle>(last)};
}
const Offset& offset_of(const OuterFunction& outer) { return end_of_left(outer).offset; }
Offset& offset_of(OuterFunction& outer) { return end_of_left(outer).offset; }
FunctionOrLayout layout_b(const ComposedLayout& c) {
  const auto& inside = end_of_left(c.outer).inside;
  if (inside.empty()) return c.layout;
  return ComposedLayout{inside[0], c.layout};
}
FunctionOrLayout layout_b(const ComposedFunction& c) {
  const auto& inside = end_of_left(c.outer).inside;
  if (inside.empty()) return c.swizzle;
  return ComposedFunction{inside[0], c.swizzle};
}

std::int64_t yyy_mask(const Swizzle& s) { return bit_mask(s) << (s.base + std::max(0, s.shift)); }
std::int64_t zzz_mask(const Swizzle& s) { return bit_mask(s) << (s.base - std::min(0, s.shift)); }

Swizzle make_swizzle(std::int64_t b, std::int64_t m, std::int64_t s) {
  const auto small = [](std::int64_t i) { return i >= -62 && i <= 62; };
  if (!small(b) || !small(m) || !small(s) || b < 0 || m < 0 || std::abs(s) < b || b + m + std::abs(s) > 62)
    throw Problem{"swizzle",
                  Message::sequence(small(s) && std::abs(s) < b ? Message::verbatim("abs(SShift) must be more than BBits.") : Message(),
                                    message("Swizzle<{},{},{}> needs B >= 0, M >= 0, |S| >= B and B + M + |S| <= 62.", b, m, s)),
                  {}};
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
  throw Problem{"swizzle",
                message("CuTe makes no Swizzle<B,M,S> that reads the bits {} and changes the bits {}.", fmt::format("{:#x}", y),
                        fmt::format("{:#x}", z)),
                {}};
}

Swizzle composition(const Swizzle& a, const Swizzle& b) {
  if (a.shift != b.shift) throw Problem{"swizzle", "CuTe composes swizzles of the same shift only.", {}};
  return make_swizzle(yyy_mask(a) ^ yyy_mask(b), zzz_mask(a) ^ zzz_mask(b));
}

FunctionOrLayout composition(const Layout& a, const Swizzle& s) {
  const auto y = crd2idx(Int{yyy_mask(s), true}, a.shape(), a.stride()), z = crd2idx(Int{zzz_mask(s), true}, a.shape(), a.stride());
  if (y.basis != 0 || z.basis != 0)
    throw Problem{"basis", message("CuTe composes {} with no swizzle: its indices are coordinates.", to_string(a, Marks::plain)), {}};
  if (!y.is_static || !z.is_static) throw not_static("the image of a swizzle's bits under a layout");
  return composition(make_swizzle(y.value, z.value), Offset{}, a);
}

FunctionOrLayout composition(const FunctionOrLayout& f, const Offset& offset, const FunctionOrLayout& g) {
  const auto* s = std::get_if<Swizzle>(&f);
  const bool identity = s != nullptr && s->bits == 0 && offset.dynamic_bits == 0 && offset.pointer_bits == 0 && offset.value.is(0);
  if (identity && std::holds_alternative<Layout>(g)) return g;
  return joined(f, offset, g);
}

FunctionOrLayout composition(const FunctionOrLayout& f, const FunctionOrLayout& g) {
  const auto* swizzle = std::get_if<Swizzle>(&g);
  const auto* layout = std::get_if<Layout>(&g);
  if (const auto* s = std::get_if<Swizzle>(&f)) {
    if (layout != nullptr) return composition(f, Offset{}, g);
    if (swizzle != nullptr) return composition(*s, *swizzle);
    throw Problem{"swizzle", "CuTe puts a swizzle before a composed layout only with an offset between them: composition(S, _0, A).", {}};
  }
  if (const auto* l = std::get_if<Layout>(&f)) {
    if (layout != nullptr) return composition(*l, *layout);
    if (swizzle != nullptr) return composition(*l, *swizzle);
    const auto* c = std::get_if<ComposedLayout>(&g);
    if (c == nullptr) throw Problem{"swizzle", "CuTe composes a layout only with a function that has a shape.", {}};
    if (!offset_of(c->outer).value.is(0)) throw Problem{"offset", "A composed layout on the right needs the static offset 0.", {}};
    return composition(composition(f, layout_a(c->outer)), layout_b(*c));
  }
  const auto of_composed = [&](const auto& c) { return composition(layout_a(c.outer), offset_of(c.outer), composition(layout_b(c), g)); };
  if (const auto* c = std::get_if<ComposedLayout>(&f)) return of_composed(*c);
  return of_composed(std::get<ComposedFunction>(f));
}

Swizzle upcast(const Swizzle& s, std::int64_t n) {
  const int base = s.base - log2(power_of_two({n, true}, "upcast").value);
  return base >= 0 ? Swizzle{s.bits, base, s.shift} : Swizzle{std::max(s.bits + base, 0), 0, s.shift};
}
Swizzle downcast(const Swizzle& s, std::int64_t n) {
  return make_swizzle(s.bits, s.base + log2(power_of_two({n, true}, "downcast").value), s.shift);
}
FunctionOrLayout upcast(const FunctionOrLayout& f, std::int64_t n) {
  return recast_parts(f, [n](const auto& part) {
    if constexpr (std::is_same_v<std::decay_t<decltype(part)>, Offset>) return scaled(part, n, true);
    else return FunctionOrLayout(upcast(part, n));
  });
}
FunctionOrLayout downcast(const FunctionOrLayout& f, std::int64_t n) {
  return recast_parts(f, [n](const auto& part) {
    if constexpr (std::is_same_v<std::decay_t<decltype(part)>, Offset>) return scaled(part, n, false);
    else return FunctionOrLayout(downcast(part, n));
  });
}

LayoutAndOffset slice_and_offset(const IntTuple& c, const Layout& l) { return {slice(c, l), index_of(c, l)}; }
namespace {

/// Converts a layout that waits for a pointer into one at an offset: CuTe then applies the swizzle of bytes to elements.
OuterFunction at_no_pointer(OuterFunction outer) {
  auto& offset = outer.offset;
  if (offset.pointer_bits != 0) outer.function = on_bytes(outer, offset.logical_bits());
  offset.pointer_bits = 0;
  offset.pointer_sparsity = 1;
  offset.torn = std::nullopt;
  return outer;
}

}  // namespace

LayoutAndOffset slice_and_offset(const IntTuple& c, const ComposedLayout& l) {
  const auto* s = l.outer.swizzle();
  if (s != nullptr && all_underscores(c)) return {ComposedLayout{l.outer, slice(c, l.layout)}, Int{0, true}};
  if (l.outer.offset.pointer_bits != 0) {
    const auto more = slice_offset(c, l.layout);
    auto outer = more.is(0) ? l.outer : at_no_pointer(l.outer);
    outer.offset.value = outer.offset.value + more;
    return {ComposedLayout{std::move(outer), slice(c, l.layout)}, Int{0, true}};
  }
  const auto rest = layout_b(l);
  const auto& offset = offset_of(l.outer);
  const auto behind_it = [&](Int more, const FunctionOrLayout& g) -> LayoutAndOffset {
    return {std::get<ComposedLayout>(joined(layout_a(l.outer), added(offset, more), g)), Int{0, true}};
  };
  if (const auto* composed = std::get_if<ComposedLayout>(&rest)) {
    if (s != nullptr) throw Problem{"swizzle", "CuTe cannot slice a composed layout behind a swizzle.", {}};
    const auto sliced = slice_and_offset(c, *composed);
    const auto* layout = std::get_if<Layout>(&sliced.layout);
    return behind_it(sliced.offset.integer(),
                     layout != nullptr ? FunctionOrLayout(*layout) : FunctionOrLayout(std::get<ComposedLayout>(sliced.layout)));
  }
  if (s != nullptr) return slice_swizzled(c, *s, l);
  return behind_it(slice_offset(c, l.layout), slice(c, l.layout));
}

LayoutAndOffset domain_offset(const IntTuple& c, const Layout& l) { return {l, index_of(c, l)}; }
LayoutAndOffset domain_offset(const IntTuple& c, const ComposedLayout& l) {
  if (l.outer.offset.pointer_bits != 0) return domain_offset(c, ComposedLayout{at_no_pointer(l.outer), l.layout});
  const auto rest = layout_b(l);
  const auto* composed = std::get_if<ComposedLayout>(&rest);
  const auto index = composed != nullptr ? index_of(c, *composed) : IntTuple(crd2idx(c, l.layout.shape(), l.layout.stride()));
  return {std::get<ComposedLayout>(joined(layout_a(l.outer), added(offset_of(l.outer), index.integer()), rest)), Int{0, true}};
}

IntTuple index_of(const IntTuple& c, const ComposedLayout& l) {
  return index_of(IntTuple(crd2idx(c, l.layout.shape(), l.layout.stride())), l.outer);
}
IntTuple index_of(const IntTuple& given, const OuterFunction& outer) {
  if (const auto& torn = outer.offset.torn)
    throw Problem{
        "swizzle", message("Sw<{},{},{}> moves parts of elements, which have no index.", torn->bits, torn->base, torn->shift), {}};
  const auto index = outer.inside.empty() ? given : index_of(given, outer.inside[0]);
  if (!index.is_integer() || index.integer().basis != 0) throw Problem{"basis", "A function of an index has no value at a coordinate.", {}};
  const auto at = outer.offset.value + index.integer();
  if (const auto* s = std::get_if<Swizzle>(&outer.function)) return Int{apply(*s, at.value), at.is_static};
  return index_of(IntTuple(at), std::get<Layout>(outer.function));
}

FunctionOrLayout right_inverse(const FunctionOrLayout& f) {
  return inverse_of(f, [](const Layout& x) { return right_inverse(x); });
}
FunctionOrLayout left_inverse(const FunctionOrLayout& f) {
  return inverse_of(f, [](const Layout& x) { return left_inverse(x); });
}

Int max_alignment(const ComposedLayout& l) {
  const auto* s = l.outer.swizzle();
  if (s == nullptr) return {1, true};
  const auto& offset = offset_of(l.outer);
  if (offset.dynamic_bits == 0 && !offset.value.is_static) throw not_static("the alignment of an offset");
  const auto bits = static_cast<std::uint32_t>(offset.value.value) | offset.dynamic_bits;
  const Int aligned = offset.dynamic_bits == 0 ? offset.value : Int{std::int64_t{1} << std::countr_zero(bits), true};
  const auto rest = layout_b(l);
  const auto* composed = std::get_if<ComposedLayout>(&rest);
  const auto of_rest = composed != nullptr ? max_alignment(*composed) : max_alignment(l.layout);
  return gcd(Int{std::int64_t{1} << s->base, true}, gcd(aligned, of_rest));
}

Layout max_common_layout(const ComposedLayout& a, const Layout& b) {
  const Int base{std::int64_t{1} << swizzle_of(a, "max_common_layout").base, true};
  const auto rest = layout_b(a);
  const auto* composed = std::get_if<ComposedLayout>(&rest);
  const auto common = composed != nullptr ? max_common_layout(*composed, b) : max_common_layout(a.layout, b);
  const auto elements = size_of(common);
  if (!elements.is_static) throw not_static("the size of the common part of two layouts");
  return base.value < elements.value ? composition(common, tiler_of(IntTuple(base))) : common;
}

Int max_common_vector(const ComposedLayout& a, const Layout& b) {
  const Int base{std::int64_t{1} << swizzle_of(a, "max_common_vector").base, true};
  const auto rest = layout_b(a);
  const auto* composed = std::get_if<ComposedLayout>(&rest);
  return min(composed != nullptr ? max_common_vector(*composed, b) : max_common_vector(a.layout, b), base);
}
Int max_common_vector(const ComposedLayout& a, const ComposedLayout& b) {
  const auto& sa = swizzle_of(a, "max_common_vector");
  const auto& sb = swizzle_of(b, "max_common_vector");
  const auto x = layout_b(a), y = layout_b(b);
  const auto *p = std::get_if<ComposedLayout>(&x), *q = std::get_if<ComposedLayout>(&y);
  const auto common = p != nullptr && q != nullptr ? max_common_vector(*p, *q)
                      : p != nullptr               ? max_common_vector(*p, b.layout)
                      : q != nullptr               ? max_common_vector(*q, a.layout)
                                                   : max_common_vector(a.layout, b.layout);
  return sa == sb ? common : min(common, Int{std::int64_t{1} << std::min(sa.base, sb.base), true});
}

ComposedLayout logical_product(const Layout& block, const ComposedLayout& tiler) {
  const auto& s = swizzle_of(tiler, "logical_product", true);
  if (!tiler.outer.offset.value.is(0)) throw Problem{"swizzle", "A swizzled tiler needs the offset 0.", {}};
  const auto product = logical_product(block, tiler_of(tiler.layout));
  const auto active = last_index(composition(Projections(s).only_zy, tiler.layout));
  if (!active.is_static) throw not_static("the bits that a swizzled tiler reaches");
  const auto moved = [&](std::int64_t bits) {
    const auto copy = crd2idx(Int{bits, true}, tiler.layout.shape(), tiler.layout.stride());
    return crd2idx(IntTuple::tuple({IntTuple(0), copy}), product.shape(), product.stride());
  };
  const auto z = moved(active.value & zzz_mask(s)), y = moved(active.value & yyy_mask(s));
  if (!y.is_static || !z.is_static) throw not_static("the image of a swizzle's bits under a product");
  return {{make_swizzle(y.value, z.value), {}}, product};
}

}  // namespace algebra
