#pragma once
// What is said of a value in one line beneath its entry.

#include <string>

#include "algebra/evaluate.hpp"

namespace app {

/// "size 64 · cosize 64 · bijective", "tile 4×4 · 4 tiles".
std::string facts(const algebra::Evaluation&);

}  // namespace app
