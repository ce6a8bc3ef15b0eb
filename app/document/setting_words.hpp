#pragma once
// Words of a settings line: `key`, `key=value`, `key="a value with blanks and ""quotes"""`.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace app {

/// Removes the next word from `rest` and returns it; "" at the end. A quoted value may contain blanks and doubled quotes.
std::string_view next_word(std::string_view& rest);

struct Option {
  std::string_view key;
  std::string value;  ///< without its quotes; empty if there is none
};
Option split_option(std::string_view word);

/// The integer that the whole text spells, or nothing.
std::optional<std::int64_t> integer(std::string_view text);

/// The value as written after `key=`, quoted if necessary.
std::string in_quotes(std::string_view value);

}  // namespace app
