#pragma once
// Entries as source code.

#include <string>

#include <tl/expected.hpp>

#include "algebra/code/code.hpp"
#include "algebra/text/message.hpp"
#include "app/document/evaluation.hpp"

namespace app {

/// Returns a program of the entry and everything that it depends on. Error: one sentence with the entry's name or line.
tl::expected<std::string, algebra::Message> code_of(const Sheet&, int entry, algebra::code::Dialect);
/// Returns a program of all entries that prints each with its name. Error: as above, for the first entry that fails.
tl::expected<std::string, algebra::Message> code_of(const Sheet&, algebra::code::Dialect);
/// Returns only the entry's own statement, `auto D = zipped_divide(A, T);`, for the clipboard. Error: as above.
tl::expected<std::string, algebra::Message> line_of(const Sheet&, int entry, algebra::code::Dialect);

}  // namespace app
