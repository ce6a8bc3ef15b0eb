#pragma once
// CuTe's MixedBits: a 32-bit integer, some of whose bits are static.

#include "algebra/layout/composed.hpp"

namespace algebra {

/// XORs two offsets. An Offset is a static integer (value.is_static), a MixedBits (dynamic_bits != 0) or a dynamic integer (all bits are
/// dynamic).
Offset bits_xor(const Offset&, const Offset&);
Offset bits_and(const Offset&, std::int64_t mask);
/// Shifts right for n > 0, left for n < 0.
Offset bits_shifted(const Offset&, int n);
/// Applies the swizzle to an offset, tracking which bits are static.
Offset swizzled(const Swizzle&, const Offset&);

/// Returns the offset of a coordinate in a layout whose modes occupy separate bits. Errors: "swizzle" if a mode's shape times stride is not
/// a static power of two or 0.
Offset to_mixed_bits(const Layout&, const IntTuple& coordinate);

}  // namespace algebra
