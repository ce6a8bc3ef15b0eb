#pragma once
// `cutescope check`: checks sheets in a build and prints the position of every problem.

#include <string>
#include <vector>

namespace app {

struct CheckRequest {
  std::vector<std::string> files;
  bool json = false;   ///< prints one JSON object instead of text
  bool quiet = false;  ///< prints only problems and notes
};

/// Checks every entry, verdict and launch. Returns the exit status: bad_input if one has a problem or cannot be read.
int check_files(const CheckRequest&);

}  // namespace app
