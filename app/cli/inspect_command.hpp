#pragma once
// `cutescope inspect`: what the window's inspector shows of an entry and of an element, as text and as JSON.

#include <string>
#include <vector>

#include "algebra/language/evaluate.hpp"

namespace app {

struct InspectRequest {
  std::vector<std::string> lines;  ///< of a sheet; or the path of one, or of a program
  std::string entry;               ///< a name; empty: the last entry with a value
  std::string at;                  ///< a coordinate as an expression, "25" or "(9,1)"; empty: none
  algebra::IntegerRule integers = algebra::IntegerRule::automatic;
  bool launch = false;  ///< also the fields of the sheet's launch
  bool json = false;
};

/// Prints the entry's value, facts, properties and verdict, and the element's rows. Returns the exit status.
int inspect_entry(const InspectRequest&);

}  // namespace app
