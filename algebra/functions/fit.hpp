#pragma once
// The questions that calls of fits_A, fits_B, fits_C and of retile_S, retile_D ask about a copy and an MMA.

#include <optional>
#include <string>

#include "algebra/hardware/fit.hpp"
#include "algebra/language/evaluate.hpp"

namespace algebra {

/// Returns the question of a call of fits_A, fits_B or fits_C; nullopt for any other operation.
std::optional<Fitting> fitting_asked(const Provenance&);
/// Returns the assumption of retile_D about the registers of A or B that it is given, and of retile_S about those of C: `registers` tells
/// how they were made. nullopt for other operations.
std::optional<Fitting> fitting_assumed(const Provenance& retiled, const Provenance& registers);
/// Returns "fits_A(copy, mma)".
std::string call_of(const Fitting&);
/// Returns an expression for a copy that fits, by the same instruction or else by the simplest: "make_tiled_copy_A(atom, mma)"; "" if there
/// is none.
std::string fitting_copy(const Fitting&);

}  // namespace algebra
