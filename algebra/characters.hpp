#pragma once
// The letters of source text: ASCII, whatever the locale.

namespace algebra {

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
/// Of a name: a letter, a digit or an underscore.
constexpr bool is_word(char c) { return is_letter(c) || is_digit(c) || c == '_'; }
constexpr bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

}  // namespace algebra
