#include "app/document/setting_words.hpp"

#include <charconv>

#include <fmt/format.h>

#include "algebra/text/characters.hpp"

namespace app {

std::string_view next_word(std::string_view& rest) {
  rest = algebra::trimmed(rest);
  std::size_t n = 0;
  bool quoted = false;
  for (; n < rest.size() && (quoted || (rest[n] != ' ' && rest[n] != '\t')); ++n) {
    if (rest[n] != '"') continue;
    if (!quoted) quoted = n > 0 && rest[n - 1] == '=';
    else if (n + 1 < rest.size() && rest[n + 1] == '"') ++n;
    else quoted = false;
  }
  const auto word = rest.substr(0, n);
  rest.remove_prefix(n);
  return word;
}

WrittenSetting split_option(std::string_view word) {
  const auto equals = word.find('=');
  if (equals == std::string_view::npos) return {word, {}, false};
  auto value = word.substr(equals + 1);
  if (value.size() < 2 || value.front() != '"' || value.back() != '"') return {word.substr(0, equals), std::string(value), true};
  value = value.substr(1, value.size() - 2);
  std::string plain;
  for (std::size_t i = 0; i < value.size(); ++i) {
    plain += value[i];
    if (value[i] == '"' && i + 1 < value.size() && value[i + 1] == '"') ++i;
  }
  return {word.substr(0, equals), std::move(plain), true};
}

algebra::Message SettingsRead::add(std::string_view keyword, const WrittenSetting& option, bool flag) {
  if (flag && option.assigned) return algebra::message("\"{}\" of {} has no value", option.key, keyword);
  if (!flag && !option.assigned) return algebra::message("\"{}\" of {} needs a value: {}=...", option.key, keyword, option.key);
  if (!keys_.emplace(option.key).second) return algebra::message("{} has \"{}\" twice", keyword, option.key);
  return {};
}

std::optional<std::int64_t> integer(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::string in_quotes(std::string_view value) {
  if (!value.empty() && value.find_first_of("\" \t\r\v\f") == std::string_view::npos) return std::string(value);
  std::string text = "\"";
  for (const char c : value) text += c == '"' ? std::string(2, c) : std::string(1, c);
  return text + '"';
}

}  // namespace app
