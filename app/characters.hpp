#pragma once
// The letters of source text: ASCII, whatever the locale.

namespace app {

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
/// Of a name: a letter, a digit or an underscore.
constexpr bool is_word(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) || c == '_'; }

}  // namespace app
