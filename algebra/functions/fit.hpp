#pragma once
// What calls of fits_A, fits_B and fits_C, and of what retiles, ask of a copy and an MMA.

#include <optional>
#include <string>

#include "algebra/hardware/fit.hpp"
#include "algebra/language/evaluate.hpp"

namespace algebra {

/// What a call of fits_A, fits_B or fits_C asks; nothing for any other operation.
std::optional<Fitting> fitting_asked(const Provenance&);
/// What retile_D asks of the registers of A and B that it is given, and retile_S of C's: `registers` says how they were made. Nothing
/// for other operations.
std::optional<Fitting> fitting_assumed(const Provenance& retiled, const Provenance& registers);
/// "fits_A(copy, mma)".
std::string call_of(const Fitting&);
/// The copy by the same instruction, or else by the simplest, that fits, as an expression: "make_tiled_copy_A(atom, mma)"; "" if
/// there is none.
std::string fitting_copy(const Fitting&);

}  // namespace algebra
