#pragma once
// Finds layouts in text printed by a program or a compiler, such as a log, and makes entries of them.
//
// Pasting, opening a file and reading a program without definitions all use this. `cutescope read` prints the values that the same
// algebra::LogScanner finds.

#include <string>
#include <string_view>
#include <vector>

namespace app {

/// The most values of a text that become entries.
inline constexpr std::size_t most_printed = 200;

/// Returns the values in a text, each once, as `name = value` with unique names. A single value without a name is returned as it is.
/// Numbers known only at run time become entries before it, with a note on them. Empty if there are no values.
std::vector<std::string> printed_entries(std::string_view text);

/// Returns whether a text is printed output: it has values, each line with a value has only words before it or is a compiler's type, and no
/// other line is text of the language, finished or not.
bool is_printed(std::string_view text);

}  // namespace app
