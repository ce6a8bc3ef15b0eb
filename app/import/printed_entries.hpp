#pragma once
// What of a text is layouts: of what a program or a compiler has printed, such as a log, its values become entries. Pasting, opening a
// file and the text of a program without definitions all ask here; `cutescope read` prints what the same algebra::LogScanner finds.

#include <string>
#include <string_view>
#include <vector>

namespace app {

/// The most values of a text that become entries.
inline constexpr std::size_t most_printed = 200;

/// The values in the text, each once, under names of their own, `name = value`; a single one without a name as it is. Numbers that only
/// the running program knows become entries before it, and a note behind it says which. Empty if there is none.
std::vector<std::string> printed_entries(std::string_view text);

/// Whether the text was printed, rather than written: it has values, every line that has one has it for itself, behind words or in a
/// compiler's type, and no other line is one of the language, whole or unfinished. Such other lines, of whatever kind, hold nothing.
bool is_printed(std::string_view text);

}  // namespace app
