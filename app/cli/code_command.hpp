#pragma once
// `cutescope export` of entries and launches as source code: .hpp, .cpp, .cu and .py.

#include <string>
#include <vector>

#include "app/import/cpp_program.hpp"

namespace app {

struct CodeRequest {
  std::string source, out, entry, dialect;
  bool launch = false;
  ProgramSettings set{};  ///< of the source
};
/// Why these options of `export` do not go together; "" if they do. of_pictures: those given that only a picture has.
std::string wrong_export(const CodeRequest&, const std::vector<std::string>& of_pictures);
/// Whether the path ends in .hpp, .cpp, .cu, .cuh, .h or .py, or is `-`, standard output.
bool is_code_path(const std::string& path);
/// Returns the exit status.
int export_code(const CodeRequest&);

}  // namespace app
