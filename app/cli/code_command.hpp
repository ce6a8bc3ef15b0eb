#pragma once
// `cutescope export` of entries and launches as source code: .hpp, .cpp, .cu and .py.

#include <string>
#include <vector>

#include "algebra/text/message.hpp"
#include "app/import/cpp_program.hpp"
#include "app/report/report.hpp"

namespace app {

struct CodeRequest {
  std::string source, out, entry, dialect;
  bool launch = false;
  ProgramSettings set{};  ///< of the source
  MacroSettings macros{};
  std::vector<std::string> folders{};  ///< -I
};
/// Why these options of a program do not go together; "" if they do, or if no program is written.
algebra::Message contradiction(const CodeRequest&);
/// Tells whether the path ends in .hpp, .cpp, .cu, .cuh, .h or .py, or is `-`, standard output.
bool is_code_path(const std::string& path);
/// Writes the program to the request's output. Returns the exit status.
int export_code(const CodeRequest&, Report&);

}  // namespace app
