#pragma once
// Pasted text on its way through a text field of one line.

#include <string>
#include <string_view>
#include <vector>

namespace app {

/// Stands between entries that are pasted together: text fields drop line breaks and control characters.
inline constexpr std::string_view entry_separator = "\u241e";

/// What was copied, as one line: its entries with separators between them.
std::string for_field(std::string_view copied);
/// A field's text at its separators; one part where there is none.
std::vector<std::string> pasted_parts(std::string_view text);

}  // namespace app
