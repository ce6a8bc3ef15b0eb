#pragma once
// Tuples of anything, as in CuTe: of integers, a tiler, or values side by side.

#include <optional>
#include <vector>

#include "algebra/language/call.hpp"

namespace algebra::expression {

/// Turns a tiler of integers into a tuple; returns anything else unchanged.
Value with_integers(const Value&);
/// Returns whether a value is a tuple; in CuTe a tiler is one.
bool holds_modes(const Value&);
/// Returns the profile of a tuple or a tiler, in which a layout is a leaf; nullopt for anything else.
std::optional<IntTuple> profile_of(const Value&);
/// Makes a tuple of these modes. Throws a Problem for a mode that a tuple cannot hold here.
Value tuple_of(const Call&, std::vector<Value> modes);
/// Returns the modes of a tuple; anything else, also a layout, is one mode.
std::vector<Value> modes_of(const Value&);

}  // namespace algebra::expression
