#pragma once
// `cutescope diff`: where two layouts differ, as text and as pictures.

#include <cstdint>
#include <string>

#include "render/export.hpp"

namespace app {

struct DiffRequest {
  std::string a, b;                                    ///< expressions
  std::string out;                                     ///< file name for a picture of each: x.svg gives x-A.svg and x-B.svg; empty: none
  std::int64_t most_bytes = render::usual_most_bytes;  ///< that a picture may have
  bool json = false;
};

/// Returns the exit status: 0 equal as functions, 1 different or a problem in the input, 2 wrong usage.
int diff_expressions(const DiffRequest&);

}  // namespace app
