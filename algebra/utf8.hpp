#pragma once
// Characters of UTF-8 text, which may be malformed: nothing here throws or reads beyond the text.

#include <cstddef>
#include <string>
#include <string_view>

namespace algebra {

/// A byte of a character other than its first.
constexpr bool continues_character(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

/// The first place at or after `at` where a character begins, or the text's end.
constexpr std::size_t next_boundary(std::string_view text, std::size_t at) {
  while (at < text.size() && continues_character(text[at])) ++at;
  return at < text.size() ? at : text.size();
}

/// The last place at or before `at` where a character begins, or the text's end if `at` is not before it.
constexpr std::size_t previous_boundary(std::string_view text, std::size_t at) {
  if (at >= text.size()) return text.size();
  while (at > 0 && continues_character(text[at])) --at;
  return at;
}

std::size_t character_count(std::string_view);

bool is_utf8(std::string_view);

/// Takes a code point from the front of a text that is not empty; of a malformed one a byte, as U+FFFD.
char32_t take_code_point(std::string_view& text);

/// Appends a code point; one that Unicode does not have, such as a surrogate, as U+FFFD.
void append_utf8(std::string& text, char32_t code_point);

}  // namespace algebra
