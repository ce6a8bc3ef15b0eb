#pragma once
// Pasted text as entries.

#include <string>
#include <string_view>
#include <vector>

namespace algebra {

/// What was copied from a program, a notebook or a terminal as one line: comments and what print_layout draws are left
/// out, line breaks become blanks. Text without a line break stays as it is.
std::string one_line(std::string_view pasted);

/// Pasted text as entries: several where every statement or line of it is one (the frame of a program, such as includes,
/// imports and prints, is left out), else the whole as one line.
std::vector<std::string> entries_in(std::string_view pasted);

}  // namespace algebra
