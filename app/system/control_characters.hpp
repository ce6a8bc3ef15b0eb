#pragma once
// Characters that control a terminal or text layout instead of being shown.

#include <string_view>

namespace app {

/// Returns true for C0 except tabs and line feeds, DEL, C1, and characters that change the direction of text.
constexpr bool is_obeyed(char32_t c) {
  return (c < 0x20 && c != '\n' && c != '\t') || (c >= 0x7F && c < 0xA0) || (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
}

/// Returns true if the text has an ASCII control character, which would act as a pressed key when pasted into a terminal.
constexpr bool has_control_characters(std::string_view text) {
  for (const char c : text)
    if ((c >= 0 && c < 0x20) || c == 0x7F) return true;
  return false;
}

}  // namespace app
