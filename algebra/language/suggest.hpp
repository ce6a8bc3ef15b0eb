#pragma once
// Suggests inputs near one that does not work; each suggestion has been tested.

#include <string>
#include <vector>

#include "algebra/language/functions.hpp"

namespace algebra::expression {

/// Up to two values near argument `argument` with which the call runs and keeps its contract: those with one integer changed by up to 32,
/// the smallest change first, and then those with two, the smallest sum of changes first. Sizes stay at least 1, other integers at least 0,
/// or as they are. Where the search takes too long it ends with those that it has, which are the nearest.
std::vector<std::string> nearest_arguments(const Function&, const Call&, std::size_t argument, Marks);
/// The same of the template argument that has to change least; no values where none works.
struct NearIndex {
  std::size_t index = 0;
  std::vector<std::string> values{};
};
NearIndex nearest_index(const Function&, const Call&, Marks);
/// The same of a call of template arguments alone, with all of them: Swizzle<1,3,1>. Up to two, each with another argument changed.
std::vector<std::string> nearest_names(const Function&, const Call&, Marks);

}  // namespace algebra::expression
