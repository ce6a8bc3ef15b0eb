#pragma once
// Tuples of anything, as CuTe has them: of integers, a tiler, or values side by side.

#include <optional>
#include <vector>

#include "algebra/language/call.hpp"

namespace algebra::expression {

/// A tiler of integers is the tuple of them; anything else stays.
Value with_integers(const Value&);
/// Whether it is a tuple, which in CuTe a tiler is, too.
bool holds_modes(const Value&);
/// The profile of a tuple or of a tiler, in which a layout is a leaf; nullopt for anything else.
std::optional<IntTuple> profile_of(const Value&);
/// A tuple of these modes. Throws a Problem where a mode is nothing that a tuple can hold here.
Value tuple_of(const Call&, std::vector<Value> modes);
/// The modes of a tuple; anything else, also a layout, is one mode.
std::vector<Value> modes_of(const Value&);

}  // namespace algebra::expression
