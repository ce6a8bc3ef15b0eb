// The swizzle of a pointer, which CuTe defines on bytes, as a function on elements.

#include "algebra/layout/swizzle.hpp"

#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "algebra/layout/problem.hpp"

namespace algebra {
namespace {

int log2_of_width(int bits) {
  if (bits == 0) return 3;
  if (!std::has_single_bit(static_cast<unsigned>(bits)))
    throw Problem{"swizzle",
                  message("A swizzled pointer to elements of {} bits has no swizzle on elements: their width is not a power of two.", bits),
                  {}};
  return std::countr_zero(static_cast<unsigned>(bits));
}

}  // namespace

OuterFunction on_elements(const Swizzle& bytes, Offset offset, int bits) {
  const auto base = bytes.base + 3 - log2_of_width(bits);
  const Swizzle whole{std::max(bytes.bits + std::min(base, 0), 0), std::max(base, 0), bytes.shift};
  offset.torn = base < 0 ? std::optional(bytes) : std::nullopt;
  return {whole, offset};
}
Swizzle on_bytes(const OuterFunction& f, int bits) {
  if (f.offset.torn) return *f.offset.torn;
  const auto& elements = std::get<Swizzle>(f.function);
  const auto base = elements.base - 3 + log2_of_width(bits);
  return {elements.bits, std::max(0, base), elements.shift};
}

}  // namespace algebra
