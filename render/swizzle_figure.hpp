#pragma once
// What a swizzle does, as a figure.

#include <optional>
#include <string_view>

#include "algebra/language/value.hpp"
#include "render/figure.hpp"

namespace render {

/// Which piece of memory does each piece of the value move to, and why? The value without and with its outermost swizzle, a cell for the
/// 2^M elements that the swizzle moves as a whole, in the colours of their banks; a row with a line from each piece to where it is moved;
/// and the bits of an index before and after. Where the view does not say otherwise, colours are of 16 bytes, four banks, and such a piece
/// has 16 bytes if nobody says how wide its elements are; of a swizzle of more than eight pieces, one bank each. Cells are elements where
/// the layout keeps no such pieces together. Nothing for a value without a swizzle or a picture.
std::optional<Figure> swizzle_figure(const algebra::Value&, std::string_view name, const View&);

}  // namespace render
