#pragma once
// The name of an entry for a layout that was found in a program's output.

#include <string>
#include <string_view>

namespace algebra {

/// The last of the words as a name that an entry of a sheet can have: `tAgA`, `stage_0`, `layout_1`; "" for none.
std::string name_from(std::string_view words);

}  // namespace algebra
