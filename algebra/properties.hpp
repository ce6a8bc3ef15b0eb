#pragma once
// What kind of function a layout is.

#include <cstdint>
#include <string>

#include "algebra/layout.hpp"

namespace algebra {

struct Properties {
  bool injective = false;   ///< no index twice
  bool surjective = false;  ///< onto [0, cosize)
  bool contiguous = false;  ///< coalesces to N:1
  bool compact = false;     ///< injective, and its indices leave no gap: the strides of some order of the modes
  bool sorted = false;      ///< the strides do not fall from the left to the right, sizes of 1 aside
  bool decided = true;      ///< false: too large to enumerate, and its modes do not tell; injective and surjective are then not known
  int vector_bits = 0;      ///< widest access of one thread to consecutive coordinates: at most 128, a power of two
  Layout coalesced;
};

/// By its modes where they tell, else by enumeration up to 2^20 elements.
Properties properties(const Layout&, int element_bits);

/// "bijective", "injective", "surjective", "not injective", or "not checked".
std::string kind_of_function(const Layout&);

}  // namespace algebra
