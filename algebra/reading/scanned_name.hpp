#pragma once
// Names entries for layouts found in a program's output.

#include <string>
#include <string_view>

namespace algebra {

/// Returns the last word (with the one before it if it is a number) as a valid entry name: `tAgA`, `stage_0`, `layout_1`; or "".
std::string name_from(std::string_view words);

/// Returns the name of the value whose type stands in a line of MLIR between `before` and `after`: that of the argument, the operand, the
/// result or the alias, as a valid entry name; "" if there is none.
std::string name_in_mlir(std::string_view before, std::string_view after);

}  // namespace algebra
