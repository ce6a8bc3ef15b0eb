#pragma once
// Names entries for layouts found in a program's output.

#include <string>
#include <string_view>

namespace algebra {

/// The last word (with the one before it if it is a number) as a valid entry name: `tAgA`, `stage_0`, `layout_1`; or "".
std::string name_from(std::string_view words);

}  // namespace algebra
