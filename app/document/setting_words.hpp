#pragma once
// The words of a line of settings: `key`, `key=value`, `key="a value with blanks, and ""quotes"""`.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace app {

/// Next word of `rest`, which loses it; a value in quotes may hold spaces, and quotes twice: tile="(4, 4)".
std::string_view next_word(std::string_view& rest);

struct Option {
  std::string_view key;
  std::string value;  ///< without its quotes; empty where there is none
};
Option split_option(std::string_view word);

/// The whole text as an integer.
std::optional<std::int64_t> integer(std::string_view text);

/// As it is written after `key=`: in quotes where it must be.
std::string in_quotes(std::string_view value);

}  // namespace app
