#pragma once
// `cutescope diff`: where two layouts differ, as text and as pictures.

#include <string>

namespace app {

struct DiffRequest {
  std::string a, b;  ///< expressions
  std::string out;   ///< file name for a picture of each: x.svg gives x-A.svg and x-B.svg; empty: none
  bool json = false;
};

/// Returns the exit status: 0 equal as functions, 1 different or a problem in the input, 2 wrong usage.
int diff_expressions(const DiffRequest&);

}  // namespace app
