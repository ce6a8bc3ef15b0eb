#pragma once
// Atoms by their C++ names: SM80_16x8x16_F32F16F16F32_TN, UniversalCopy<uint128_t>.

#include <optional>

#include "algebra/hardware/tiled.hpp"
#include "algebra/language/evaluate.hpp"
#include "algebra/language/tree.hpp"

namespace algebra::expression {

/// Returns the atom that a node names, with its template arguments. Requires is_atom_name(node.text); throws a Diagnostic if the template
/// arguments do not fit the atom.
Value atom_of(const Node&, const Environment&);

/// Returns a hint for an atom with sizes that CuTe's traits accept and the instruction's own static_assert refuses; nullopt for any other
/// node.
std::optional<Diagnostic> hint_of_atom(const Node&, const Environment&);

/// Returns the element type that a node names, alone or with arguments: half_t, an entry with such a value, complex<float>,
/// uint_bit_t<128>, uint_byte_t<16>. nullopt for anything else.
std::optional<ElementType> element_type_of(const Node&, const Environment&);

/// Returns the type of an MMA's operand: from its template arguments, or from its name, F32F16F16F32 in SM80_16x8x16_F32F16F16F32_TN;
/// otherwise a type with the width alone.
ElementType operand_type(const MmaAtom&, Matrix);

/// Returns whether an unknown name was probably meant to be an atom.
bool like_atom(std::string_view name);

/// Returns the diagnostic for an unknown atom; suggests the nearest ones.
Diagnostic unknown_atom(SourceSpan, std::string_view name);

}  // namespace algebra::expression
