#pragma once
// `cutescope scales`: whether scale factors lie where a kernel reads them, as text and as JSON.

#include <cstdint>
#include <string>

namespace app {

struct ScalesRequest {
  std::string reads, writes, problem;  ///< problem: M,N,K or M,N,K,L
  std::string operand = "A";
  std::int64_t vector = 0;
  std::string dump, in_order, matrix, type = "f32";  ///< files
  bool json = false;
};

/// Returns the exit status: 0 every scale is where it is read, 1 not or a problem in the input, 2 wrong usage.
int check_scales(const ScalesRequest&);

}  // namespace app
