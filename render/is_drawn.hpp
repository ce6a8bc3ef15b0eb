#pragma once
// Whether a value has a picture.

#include "algebra/language/value.hpp"

namespace render {

/// Whether `describe` makes a picture of it, as far as can be told at once: of tiled copies and MMAs it says so of all, though some whose
/// layouts CuTe does not compile have none.
bool is_drawn(const algebra::Value&);

}  // namespace render
