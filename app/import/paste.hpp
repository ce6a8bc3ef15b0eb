#pragma once
// Passing pasted text of several lines through a one-line text field.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace app {

/// Separates pasted entries in a text field, which drops line breaks and control characters.
inline constexpr std::string_view entry_separator = "\u241e";

/// The note below an expression that was inferred from a table begins with "# " and this.
inline constexpr std::string_view inferred_note = "inferred from";

/// The copied text as one line, its entries separated by entry_separator. Of a saved sheet, and of a program with functions, all
/// lines are kept, for pasted_lines. A sheet's link stays as it is. A table becomes the layouts behind it, each with a note; what a
/// program or a compiler printed becomes the values in it.
std::string for_field(std::string_view copied);
/// A field's text split at entry_separator; one part if there is none.
std::vector<std::string> pasted_parts(std::string_view text);
/// The lines of the sheet or the program that was pasted into a field, or the sheet's link; nothing if none was.
std::optional<std::string> pasted_lines(std::string_view text);

}  // namespace app
