#pragma once
// diff: where two layouts differ, as text and as pictures.

#include <string>

namespace app {

struct DiffRequest {
  std::string a, b;  ///< expressions
  std::string out;   ///< a picture of each, beside each other's name: x.svg gives x-A.svg and x-B.svg; empty: none
  bool json = false;
};

/// Exit status: 0 equal as functions, 1 different or a problem in the input, 2 wrong usage.
int diff_expressions(const DiffRequest&);

}  // namespace app
