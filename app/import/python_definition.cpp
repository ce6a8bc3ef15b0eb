#include "app/import/python_definition.hpp"

#include <algorithm>

#include "algebra/text/characters.hpp"

namespace app {

std::string_view last_name(std::string_view text) {
  auto begin = text.size();
  while (begin > 0 && algebra::is_word(text[begin - 1])) --begin;
  const auto name = text.substr(begin);
  // A name of a program that is none here: `_`, and `_8`, the static integer.
  const bool mark = name.starts_with('_') && std::all_of(name.begin() + 1, name.end(), algebra::is_digit);
  return name.empty() || mark || algebra::is_digit(name[0]) ? std::string_view{} : name;
}

namespace {

/// The = of a definition: no comparison, not within brackets.
std::size_t equals_in(std::string_view text) {
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '(' || c == '[' || c == '{') ++depth;
    if (c == ')' || c == ']' || c == '}') --depth;
    if (c != '=' || depth > 0) continue;
    if (i + 1 < text.size() && text[i + 1] == '=') ++i;
    else if (i == 0 || std::string_view("!<>+-*/%&|^:").find(text[i - 1]) == std::string_view::npos) return i;
  }
  return std::string_view::npos;
}

}  // namespace

std::optional<Definition> definition_in(std::string_view text) {
  const auto equals = equals_in(text);
  if (equals == std::string_view::npos) return std::nullopt;
  // name: Annotation
  auto head = text.substr(0, equals);
  head = algebra::trimmed(head.substr(0, head.find(':')));
  const bool of_self = head.starts_with("self.");
  if (of_self) head.remove_prefix(5);
  if (head.empty() || last_name(head) != head) return std::nullopt;
  return Definition{head, algebra::trimmed(text.substr(equals + 1)), of_self};
}

}  // namespace app
