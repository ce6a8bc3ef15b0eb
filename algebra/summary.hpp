#pragma once
// What is said of a value in one line beneath its entry.

#include <string>

#include "algebra/evaluate.hpp"

namespace algebra {

/// "size 64 · cosize 64 · bijective", or as the record of the function that made it says: "tile 4×4 · 4 tiles".
std::string summary_line(const Evaluation&);

/// Of layouts, for the records' `summary`.
namespace summary {
std::string tiles(const Layout&);  ///< ((tile), (rest)): "tile 4×4 · 4 tiles"
std::string modes(const Layout&);  ///< "size 64 · rank 4"
}  // namespace summary

}  // namespace algebra
