#pragma once
// Gluon's layouts, gl.BlockedLayout([1, 8], [4, 8], [4, 1], [1, 0]), as Triton's encodings.

#include <optional>

#include "algebra/reading/call_text.hpp"
#include "algebra/reading/triton_attribute.hpp"

namespace algebra::dialects {

/// Returns the encoding that a constructor of Gluon makes; nullopt for any other call. Throws a CallProblem for arguments that are missing.
std::optional<TritonAttribute> gluon_encoding(const CallValue&);

}  // namespace algebra::dialects
