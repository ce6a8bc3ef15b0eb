#pragma once
// Explains why two layouts do not compose.

#include <string>
#include <string_view>

#include "algebra/layout/mode_list.hpp"
#include "algebra/layout/operations.hpp"
#include "algebra/text/message.hpp"

namespace algebra {

/// Names the first divisibility condition that A o B breaks, as CuTe goes through the coalesced modes of A: "3 does not divide mode 0 of A
/// (size 8)"; empty if all hold.
Message composition_obstacle(const Layout& a, const Tiler& b, std::string_view name_of_a);
/// Checks one mode of B against modes of A that are already coalesced; `whole` is the name of A in the message.
Message composition_obstacle(const ModeList& a, Mode b, const Message& whole);

/// Returns the value with every integer static, so that CuTe checks its compile-time conditions.
IntTuple all_known(const IntTuple&);
Layout all_known(const Layout&);
Tiler all_known(const Tiler&);

/// Returns the layout that fits the strides to the shape with the fewest changed integers: brackets are moved if the counts agree, else the
/// last strides are dropped or compact ones added. Returns a compact layout if the indices would overflow.
Layout nearest_layout(const IntTuple& shape, const IntTuple& stride);

}  // namespace algebra
