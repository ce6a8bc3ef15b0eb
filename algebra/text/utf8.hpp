#pragma once
// Characters of UTF-8 text, which may be malformed: these functions neither throw nor read beyond the text.

#include <cstddef>
#include <string>
#include <string_view>

namespace algebra {

/// Returns whether the byte continues a character (is not its first byte).
constexpr bool continues_character(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

/// Returns the first position at or after `at` where a character begins, or the text's end.
constexpr std::size_t next_boundary(std::string_view text, std::size_t at) {
  while (at < text.size() && continues_character(text[at])) ++at;
  return at < text.size() ? at : text.size();
}

/// Returns the last position at or before `at` where a character begins; the text's end if `at` is at or beyond it.
constexpr std::size_t previous_boundary(std::string_view text, std::size_t at) {
  if (at >= text.size()) return text.size();
  while (at > 0 && continues_character(text[at])) --at;
  return at;
}

std::size_t character_count(std::string_view);

bool is_utf8(std::string_view);

/// Removes the first code point of a non-empty text and returns it; if it is malformed, removes a byte and returns U+FFFD.
char32_t take_code_point(std::string_view& text);

/// Appends a code point, or U+FFFD for an invalid one such as a surrogate.
void append_utf8(std::string& text, char32_t code_point);

}  // namespace algebra
