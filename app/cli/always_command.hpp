#pragma once
// `cutescope always`: a statement about all layouts, tried for small ones and for random ones.

#include <string>
#include <vector>

#include "algebra/conjectures/search.hpp"

namespace app {

struct AlwaysRequest {
  std::vector<std::string> lines;  ///< names, `A = 4:1`, and the statement last; or one file of statements, a line each
  algebra::IntegerRule integers = algebra::IntegerRule::automatic;
  algebra::conjectures::SearchSettings settings;
  bool no_random = false;
  bool json = false;
};

/// Prints what was found; bad_input where there is a counterexample.
int try_always(AlwaysRequest);

}  // namespace app
