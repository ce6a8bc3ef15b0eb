#pragma once
// The one-line summary below an entry.

#include <string>

#include "algebra/evaluate.hpp"

namespace algebra {

/// "size 64 · cosize 64 · bijective", or the summary of the record of the function that made it: "tile 4×4 · 4 tiles".
std::string summary_line(const Evaluation&);

/// Summaries of layouts, for the records' `summary`.
namespace summary {
std::string tiles(const Layout&);  ///< ((tile), (rest)): "tile 4×4 · 4 tiles"
std::string modes(const Layout&);  ///< "size 64 · rank 4"
}  // namespace summary

}  // namespace algebra
