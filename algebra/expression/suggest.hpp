#pragma once
// Suggests inputs near one that does not work; each suggestion has been tested.

#include <string>
#include <vector>

#include "algebra/expression/functions.hpp"

namespace algebra::expression {

/// Up to two values near argument `argument`, differing in one integer, with which the call runs and keeps its
/// contract; the smallest change first.
std::vector<std::string> nearest_arguments(const Function&, const Call&, std::size_t argument, Marks);
/// The same for the template argument `index`.
std::vector<std::string> nearest_indices(const Function&, const Call&, std::size_t index, Marks);

}  // namespace algebra::expression
