#pragma once
// Tells whether a value has a picture.

#include "algebra/language/value.hpp"

namespace render {

/// Returns whether `describe` makes a picture of a value, without making it: true for all tiled copies and MMAs, although some whose
/// layouts CuTe does not compile have none.
bool is_drawn(const algebra::Value&);

}  // namespace render
