#pragma once
// The kernel of a sheet's steps as a CUDA program.

#include <string>

#include <tl/expected.hpp>

#include "algebra/text/message.hpp"
#include "app/document/sheet.hpp"

namespace app {

/// Whether a row of the sheet says what a kernel does.
bool has_steps(const Sheet&);
/// CUDA C++ with CuTe: the steps as a kernel, which the program launches once for all blocks. Where that is a product of matrices it is
/// compared with plain arithmetic; the program's exit status is 0 if all of it is right. Error: one sentence, with the row: a step that is
/// wrong, or memory of which the sheet does not say what elements it has.
tl::expected<std::string, algebra::Message> kernel_program(const Sheet&);

}  // namespace app
