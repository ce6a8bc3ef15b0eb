#pragma once
// Words of a settings line: `key`, `key=value`, `key="a value with blanks and ""quotes"""`.

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "algebra/text/message.hpp"

namespace app {

/// Removes the next word from `rest` and returns it; "" at the end. A quoted value may contain blanks and doubled quotes.
std::string_view next_word(std::string_view& rest);

struct WrittenSetting {
  std::string_view key;
  std::string value;      ///< without its quotes; empty if there is none
  bool assigned = false;  ///< whether it has an equals sign
};
WrittenSetting split_option(std::string_view word);

/// Checks the settings of one thing, a card or a launch. Refuses a setting that occurs twice, or with an unused value, as saving the sheet
/// would lose it.
class SettingsRead {
 public:
  /// Adds a setting. Returns "", or one sentence why the setting is refused. flag: the setting takes no value.
  algebra::Message add(std::string_view keyword, const WrittenSetting&, bool flag = false);
  void clear() { keys_.clear(); }

 private:
  std::set<std::string, std::less<>> keys_;
};

/// Returns the integer that the whole text spells, or nullopt.
std::optional<std::int64_t> integer(std::string_view text);

/// Returns the value in its form after `key=`, quoted if necessary.
std::string in_quotes(std::string_view value);

}  // namespace app
