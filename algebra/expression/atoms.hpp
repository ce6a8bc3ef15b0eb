#pragma once
// Atoms by their C++ names: SM80_16x8x16_F32F16F16F32_TN, UniversalCopy<uint128_t>.

#include "algebra/expression/tree.hpp"
#include "algebra/value.hpp"

namespace algebra::expression {

/// The atom that a node names, with its template arguments. Requires is_atom_name(node.text); throws a Diagnostic where
/// the template arguments are not the atom's.
Value atom_of(const Node&);

/// Whether a name that nothing has was meant as an atom's.
bool like_atom(std::string_view name);

/// That there is no such atom, with the nearest that there are.
Diagnostic unknown_atom(SourceSpan, std::string_view name);

}  // namespace algebra::expression
