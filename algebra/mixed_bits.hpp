#pragma once
// CuTe's MixedBits: an integer of 32 bits, some of them known to the compiler.

#include "algebra/value.hpp"

namespace algebra {

/// Bits of a static integer are all known, those of a dynamic one are all unknown: an Offset is all three of them.
/// `value.is_static` where no bit is dynamic; dynamic_bits != 0 is MixedBits; else a plain dynamic integer.
Offset bits_xor(const Offset&, const Offset&);
Offset bits_and(const Offset&, std::int64_t mask);
/// Right for n > 0, left for n < 0.
Offset bits_shifted(const Offset&, int n);
/// The swizzle of an offset, as far as it is known.
Offset swizzled(const Swizzle&, const Offset&);

/// The offset of a coordinate in a layout whose modes each take bits of their own.
/// Errors: "swizzle" where a mode's shape times stride is not a known power of two or 0.
Offset to_mixed_bits(const Layout&, const IntTuple& coordinate);

}  // namespace algebra
