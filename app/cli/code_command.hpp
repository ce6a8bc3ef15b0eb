#pragma once
// `cutescope export` of entries and launches as source code: .hpp, .cpp, .cu and .py.

#include <string>

namespace app {

struct CodeRequest {
  std::string source, out, entry, dialect;
  bool launch = false;
};
/// Whether the path ends in .hpp, .cpp, .cu, .cuh, .h or .py, or is `-`, standard output.
bool is_code_path(const std::string& path);
/// Returns the exit status.
int export_code(const CodeRequest&);

}  // namespace app
