#pragma once
// The letters of source text: ASCII, whatever the locale.

#include <string_view>

namespace algebra {

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
/// Of a name: a letter, a digit or an underscore.
constexpr bool is_word(char c) { return is_letter(c) || is_digit(c) || c == '_'; }
constexpr bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

/// Without blanks at either end.
constexpr std::string_view trimmed(std::string_view s) {
  while (!s.empty() && is_blank(s.front())) s.remove_prefix(1);
  while (!s.empty() && is_blank(s.back())) s.remove_suffix(1);
  return s;
}

/// Takes what stands before the next `mark` off the front of `rest`, and the mark with it; all where there is none.
constexpr std::string_view take_until(std::string_view& rest, char mark) {
  const auto end = rest.find(mark);
  const auto taken = rest.substr(0, end);
  rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
  return taken;
}

}  // namespace algebra
