#pragma once
// Reads the TikZ pictures of print_latex.

#include <string_view>
#include <vector>

#include "algebra/reading/table.hpp"

namespace algebra::reading {

/// Returns the tables of a TikZ picture. Throws a TableProblem.
std::vector<Table> tables_of_latex(std::string_view text);

}  // namespace algebra::reading
