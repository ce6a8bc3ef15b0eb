#pragma once
// Reads tuples and layouts from the text that `to_string` writes with underscores, as in the table of atoms.

#include <optional>
#include <string_view>

#include "algebra/layout/layout.hpp"

namespace algebra {

/// Reads "((_4,8),_1)"; nullopt for a text with anything but integers, brackets and commas.
std::optional<IntTuple> read_tuple(std::string_view text);
/// Reads "(_4,8):(_1,_4)"; nullopt also if the stride is not congruent with the shape.
std::optional<Layout> read_layout(std::string_view text);

}  // namespace algebra
