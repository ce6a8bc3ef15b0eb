#pragma once
// Explains why two layouts do not compose.

#include <string>
#include <string_view>

#include "algebra/layout/mode_list.hpp"
#include "algebra/layout/operations.hpp"
#include "algebra/text/message.hpp"

namespace algebra {

/// The first divisibility condition that A o B breaks, as CuTe goes through the coalesced modes of A: "3 does not divide mode 0 of A
/// (size 8)"; empty if all hold.
Message composition_obstacle(const Layout& a, const Tiler& b, std::string_view name_of_a);
/// The same of coalesced modes and one mode of B; the modes of A are those of `whole`.
Message composition_obstacle(const ModeList& a, Mode b, const Message& whole);

/// The same value with every integer static, so that CuTe's conditions are checked.
IntTuple all_known(const IntTuple&);
Layout all_known(const Layout&);
Tiler all_known(const Tiler&);

/// The layout of a shape and strides of another profile, with as few numbers changed as possible: other parentheses where the numbers
/// are as many, else the last strides left out, or steps added as in a compact layout.
Layout nearest_layout(const IntTuple& shape, const IntTuple& stride);

}  // namespace algebra
