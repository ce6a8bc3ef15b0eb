#pragma once
// Folding the arithmetic of a program's constants, kTileK / 8, since the language of entries has no arithmetic operators.

#include <string>
#include <string_view>

#include "algebra/language/evaluate.hpp"

namespace app {

/// Replaces each chain of + - * / % over plain integers and names of them by its value. Leaves chains with a static integer
/// (by CuTe's rule), a bracket, an overflow or a negative result as they are.
std::string constants_worked_out(std::string_view expression, const algebra::Environment&, algebra::IntegerRule);

}  // namespace app
