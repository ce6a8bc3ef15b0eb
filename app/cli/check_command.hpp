#pragma once
// `cutescope check`: sheets as a build looks at them, with the place of every problem.

#include <string>
#include <vector>

namespace app {

struct CheckRequest {
  std::vector<std::string> files;
  bool json = false;   ///< one object in place of the text
  bool quiet = false;  ///< problems and notes only
};

/// Every entry, verdict and launch of the sheets. Exit status: bad_input where one has a problem or cannot be read.
int check_files(const CheckRequest&);

}  // namespace app
