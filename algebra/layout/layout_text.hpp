#pragma once
// Tuples and layouts from their text, as `to_string` writes them with marks: the table of atoms has such texts.

#include <optional>
#include <string_view>

#include "algebra/layout/layout.hpp"

namespace algebra {

/// "((_4,8),_1)"; nullopt for any other text than one of integers, brackets and commas.
std::optional<IntTuple> read_tuple(std::string_view text);
/// "(_4,8):(_1,_4)"; nullopt also where the stride is not congruent with the shape.
std::optional<Layout> read_layout(std::string_view text);

}  // namespace algebra
