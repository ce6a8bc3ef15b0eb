#pragma once
// Turns pasted text into entries.

#include <string>
#include <string_view>
#include <vector>

namespace algebra {

/// Joins text copied from a program, a notebook or a terminal into one line: drops comments and print_layout's table and
/// turns line breaks into blanks. Text without a line break is unchanged.
std::string one_line(std::string_view pasted);

/// Splits pasted text into entries if every statement or line is one, without a program's frame (includes, imports,
/// prints); otherwise returns the whole text as one line.
std::vector<std::string> entries_in(std::string_view pasted);

}  // namespace algebra
