#pragma once
// An entry as a program.

#include <string>

#include <tl/expected.hpp>

#include "algebra/code/code.hpp"
#include "app/document/evaluation.hpp"

namespace app {

/// The entry, with all that it depends on, as a program. Error: one sentence with the entry's name or line.
tl::expected<std::string, std::string> code_of(const Sheet&, int entry, algebra::code::Dialect);
/// Only its own line, `auto D = zipped_divide(A, T);`, for the clipboard.
tl::expected<std::string, std::string> line_of(const Sheet&, int entry, algebra::code::Dialect);

}  // namespace app
