#pragma once
// Character classes of source text: ASCII, independent of the locale.

#include <string>
#include <string_view>

namespace algebra {

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
/// Returns whether c may be in a name: a letter, a digit or an underscore.
constexpr bool is_word(char c) { return is_letter(c) || is_digit(c) || c == '_'; }
constexpr bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

constexpr char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }
inline std::string lower(std::string_view text) {
  std::string all(text);
  for (char& c : all) c = lower(c);
  return all;
}

/// Returns the text without leading and trailing blanks.
constexpr std::string_view trimmed(std::string_view s) {
  while (!s.empty() && is_blank(s.front())) s.remove_prefix(1);
  while (!s.empty() && is_blank(s.back())) s.remove_suffix(1);
  return s;
}

/// Removes the text up to and including the next `mark` from `rest` and returns it without the mark; all if there is none.
constexpr std::string_view take_until(std::string_view& rest, char mark) {
  const auto end = rest.find(mark);
  const auto taken = rest.substr(0, end);
  rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
  return taken;
}

}  // namespace algebra
