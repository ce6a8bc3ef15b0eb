#include "algebra/layout/mixed_bits.hpp"

#include <bit>

#include <fmt/format.h>

#include "algebra/layout/operations.hpp"

namespace algebra {
namespace {

bool is_mixed(const Offset& o) { return o.dynamic_bits != 0; }

/// Returns known | (dynamic & flags), as make_mixed_bits does: a static integer if no bit is dynamic.
Offset mixed(std::uint32_t known, std::uint32_t dynamic, std::uint32_t flags) {
  flags &= ~known;
  if (flags == 0) return {Int{known, true}, 0};
  return {Int{known | (dynamic & flags), false}, flags};
}

std::uint32_t known_of(const Offset& o) { return static_cast<std::uint32_t>(o.value.value) & ~o.dynamic_bits; }
std::uint32_t dynamic_of(const Offset& o) { return static_cast<std::uint32_t>(o.value.value) & o.dynamic_bits; }

std::uint32_t shifted(std::uint32_t bits, int n) { return n >= 0 ? bits >> n : bits << -n; }

Offset leaf_bits(Int shape, Int stride, Int coordinate) {
  const auto room = shape * stride;
  if (!room.is_static || (room.value != 0 && (room.value < 0 || !std::has_single_bit(static_cast<std::uint64_t>(room.value)))))
    throw Problem{
        "swizzle",
        message("CuTe slices a swizzled layout only where each mode's size times its stride is a known power of two; {}·{} is not.",
                shape.value, stride.value),
        {}};
  const auto bits = coordinate * stride;
  const auto mask = static_cast<std::uint32_t>(((shape - Int{1, true}) * stride).value);
  if (bits.is_static) return {Int{bits.value & mask, true}, 0};
  return mixed(0, static_cast<std::uint32_t>(bits.value), mask);
}

Offset bits_of(const IntTuple& shape, const IntTuple& stride, const IntTuple& coordinate) {
  if (!shape.is_tuple()) return leaf_bits(shape.integer(), stride.integer(), coordinate.integer());
  Offset total;
  for (int i = 0; i < shape.rank(); ++i) {
    const auto part = bits_of(shape.mode(i), stride.mode(i), coordinate.mode(i));
    total = i == 0 ? part : bits_xor(total, part);
  }
  return total;
}

}  // namespace

Offset bits_xor(const Offset& a, const Offset& b) {
  const bool mixed_in = is_mixed(a) || is_mixed(b);
  const bool dynamic_integer = (!a.value.is_static && !is_mixed(a)) || (!b.value.is_static && !is_mixed(b));
  if (!mixed_in || dynamic_integer) return {Int{a.value.value ^ b.value.value, a.value.is_static && b.value.is_static}, 0};
  const auto flags = a.dynamic_bits | b.dynamic_bits;
  return mixed((known_of(a) ^ known_of(b)) & ~flags, static_cast<std::uint32_t>(a.value.value ^ b.value.value), flags);
}

Offset bits_and(const Offset& o, std::int64_t mask) {
  if (!is_mixed(o)) return {Int{o.value.value & mask, o.value.is_static || mask == 0}, 0};
  const auto m = static_cast<std::uint32_t>(mask);
  return mixed(known_of(o) & m, dynamic_of(o), o.dynamic_bits & m);
}

Offset bits_shifted(const Offset& o, int n) {
  if (!is_mixed(o)) return {Int{n >= 0 ? o.value.value >> n : o.value.value << -n, o.value.is_static}, 0};
  return mixed(shifted(known_of(o), n), shifted(dynamic_of(o), n), shifted(o.dynamic_bits, n));
}

Offset swizzled(const Swizzle& s, const Offset& o) {
  if (!is_mixed(o)) return {Int{apply(s, o.value.value), o.value.is_static}, 0};
  return bits_xor(o, bits_shifted(bits_and(o, yyy_mask(s)), s.shift));
}

Offset to_mixed_bits(const Layout& l, const IntTuple& coordinate) { return bits_of(l.shape(), l.stride(), idx2crd(coordinate, l.shape())); }

}  // namespace algebra
