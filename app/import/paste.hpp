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

/// Returns copied text as one line, with entries separated by entry_separator. A saved sheet or a program with functions keeps all lines,
/// for pasted_lines. An error of a compiler becomes a note with its reason, and its operands. A sheet's link is returned as it is. A table
/// becomes the layouts inferred from it, each with a note; printed output becomes the values in it.
std::string for_field(std::string_view copied);
/// Splits a field's text at entry_separator.
std::vector<std::string> pasted_parts(std::string_view text);
/// Returns the lines of the sheet or program that was pasted into a field, or the sheet's link; nullopt otherwise.
std::optional<std::string> pasted_lines(std::string_view text);

}  // namespace app
