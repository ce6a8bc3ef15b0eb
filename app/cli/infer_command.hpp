#pragma once
// `cutescope infer`: the layout behind a table.

#include <string>

namespace app {

struct InferRequest {
  std::string path;         ///< a file, or - for standard input
  std::string as = "auto";  ///< auto, table, pairs or threads
  bool json = false;
};

int infer_from(const InferRequest&);

}  // namespace app
