#pragma once
// Entries as source code.

#include <string>

#include <tl/expected.hpp>

#include "algebra/code/code.hpp"
#include "algebra/text/message.hpp"
#include "app/document/evaluation.hpp"

namespace app {

/// A program of the entry and everything that it depends on. Error: one sentence with the entry's name or line.
tl::expected<std::string, algebra::Message> code_of(const Sheet&, int entry, algebra::code::Dialect);
/// A program of all entries, which prints each with its name. Error: as above, of the first entry in the way.
tl::expected<std::string, algebra::Message> code_of(const Sheet&, algebra::code::Dialect);
/// Only the entry's own statement, `auto D = zipped_divide(A, T);`, for the clipboard. Error: as above.
tl::expected<std::string, algebra::Message> line_of(const Sheet&, int entry, algebra::code::Dialect);

}  // namespace app
