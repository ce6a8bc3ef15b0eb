#pragma once
// The kernel of a sheet's steps as a CUDA program.

#include <string>

#include <tl/expected.hpp>

#include "algebra/text/message.hpp"
#include "app/document/sheet.hpp"

namespace app {

/// Returns whether the sheet has steps of a kernel.
bool has_steps(const Sheet&);
/// Returns CUDA C++ with CuTe: the steps as a kernel, launched once for all blocks. A matrix product is compared with plain arithmetic, and
/// the program's exit status is 0 if the result is right. Error: one sentence with the row, for a wrong step or memory whose element type
/// the sheet does not give.
tl::expected<std::string, algebra::Message> kernel_program(const Sheet&);

}  // namespace app
