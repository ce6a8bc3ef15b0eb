#pragma once
// Entries and launches as programs: what `cutescope export` writes for .hpp, .cpp, .cu and .py, and what is copied.

#include <string>

#include <tl/expected.hpp>

#include "algebra/code/code.hpp"
#include "app/evaluation.hpp"

namespace app {

/// The entry, with all that it depends on, as a program. Error: one sentence with the entry's name or line.
tl::expected<std::string, std::string> code_of(const Sheet&, int entry, algebra::code::Dialect);
/// Only its own line, `auto D = zipped_divide(A, T);`, for the clipboard.
tl::expected<std::string, std::string> line_of(const Sheet&, int entry, algebra::code::Dialect);

struct CodeRequest {
  std::string source, out, entry, dialect;
  bool launch = false;
};
/// Whether a file of that name is a program: .hpp, .cpp, .cu, .cuh, .h, .py; or `-`, standard output.
bool is_code_path(const std::string& path);
/// Exit status.
int export_code(const CodeRequest&);

}  // namespace app
