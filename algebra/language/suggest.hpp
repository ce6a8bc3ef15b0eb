#pragma once
// Suggests inputs near one that does not work; each suggestion has been tested.

#include <string>
#include <vector>

#include "algebra/language/functions.hpp"

namespace algebra::expression {

/// Returns up to two values near argument `argument` with which the call runs and keeps its contract: with one integer changed by up to 32,
/// the smallest change first, then with two, the smallest sum of changes first. Sizes stay at least 1, other integers at least 0 or
/// unchanged. Returns what it has, the nearest ones, if the search takes too long.
std::vector<std::string> nearest_arguments(const Function&, const Call&, std::size_t argument, Marks);
/// The template argument that needs the smallest change, with values that work; no values if none does.
struct NearIndex {
  std::size_t index = 0;
  std::vector<std::string> values{};
};
NearIndex nearest_index(const Function&, const Call&, Marks);
/// Returns up to two complete replacements for a call with template arguments alone, such as Swizzle<1,3,1>, each with another argument
/// changed.
std::vector<std::string> nearest_names(const Function&, const Call&, Marks);

}  // namespace algebra::expression
