#pragma once
// Turns pasted text into entries.

#include <string>
#include <string_view>
#include <vector>

namespace algebra {

/// Splits pasted text into entries if every statement or line is one, without a program's frame (includes, imports,
/// prints); otherwise returns the whole text as one line.
std::vector<std::string> entries_in(std::string_view pasted);

}  // namespace algebra
