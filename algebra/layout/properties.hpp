#pragma once
// Properties of a layout as a function.

#include <cstdint>
#include <string>

#include "algebra/layout/layout.hpp"

namespace algebra {

struct Properties {
  bool injective = false;   ///< no two coordinates share an index
  bool surjective = false;  ///< onto [0, cosize)
  bool contiguous = false;  ///< coalesces to N:1
  bool compact = false;     ///< injective with no gaps between indices: compact strides in some order of the modes
  bool sorted = false;      ///< strides do not decrease from left to right, ignoring modes of size 1
  bool decided = true;      ///< false: injective and surjective are unknown (not clear from the modes, too large to enumerate)
  /// Widest vector access to consecutive coordinates, in bits: a power of two, at most 128. Index 0 is at an aligned address.
  int vector_bits = 0;
  Layout coalesced;
};

/// Decides from the modes if possible, otherwise by enumerating up to 2^20 elements.
Properties properties(const Layout&, int element_bits);

/// Returns the widest access of at most `vector_bits` bits, if index 0 is `begin` elements behind an aligned address.
int vector_bits_at(int vector_bits, int element_bits, std::int64_t begin);

/// Returns "bijective", "injective", "surjective", "not injective", or "not checked".
Message kind_of_function(const Layout&);

}  // namespace algebra
