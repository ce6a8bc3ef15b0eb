#pragma once
// Arithmetic of a program's constants, kTileK / 8: the language has numbers, and no operators between them.

#include <string>
#include <string_view>

#include "algebra/evaluate.hpp"

namespace app {

/// The expression with each sum or product of plain integers, and of names of them, as the integer that it is. What has
/// a static integer (of CuTe's rule), a bracket or a negative result in it stays as it is.
std::string constants_worked_out(std::string_view expression, const algebra::Environment&, algebra::IntegerRule);

}  // namespace app
