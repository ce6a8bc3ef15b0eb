#pragma once
// Characters that are obeyed instead of shown.

#include <string_view>

namespace app {

/// What a terminal, or whoever sets text, obeys: C0 but for tabs and line feeds, DEL, C1, and what reverses the text that follows.
constexpr bool is_obeyed(char32_t c) {
  return (c < 0x20 && c != '\n' && c != '\t') || (c >= 0x7F && c < 0xA0) || (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
}

/// Whether a byte of the text is one of ASCII's: pasted into a terminal it is a key that is pressed.
constexpr bool has_control_characters(std::string_view text) {
  for (const char c : text)
    if ((c >= 0 && c < 0x20) || c == 0x7F) return true;
  return false;
}

}  // namespace app
