#pragma once
// A figure of a swizzle's effect.

#include <optional>
#include <string_view>

#include "algebra/language/value.hpp"
#include "render/figure.hpp"

namespace render {

/// Shows where each piece of memory moves, and why: the value without and with its outermost swizzle, a cell for the 2^M elements that the
/// swizzle moves as a whole, in the colours of their banks; a row with a line from each piece to its new place; and the bits of an index
/// before and after. By default, colours are of 16 bytes, four banks, and a piece is assumed to have 16 bytes if the element width is
/// unknown; for a swizzle of more than eight pieces, one bank each. Cells are elements if the layout does not keep such pieces together.
/// nullopt for a value without a swizzle or a picture.
std::optional<Figure> swizzle_figure(const algebra::Value&, std::string_view name, const View&);

}  // namespace render
