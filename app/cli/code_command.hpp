#pragma once
// `cutescope export` of entries and launches as programs: .hpp, .cpp, .cu and .py.

#include <string>

namespace app {

struct CodeRequest {
  std::string source, out, entry, dialect;
  bool launch = false;
};
/// Whether a file of that name is a program: .hpp, .cpp, .cu, .cuh, .h, .py; or `-`, standard output.
bool is_code_path(const std::string& path);
/// Exit status.
int export_code(const CodeRequest&);

}  // namespace app
