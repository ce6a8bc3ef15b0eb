#include "algebra/find_name.hpp"

#include <algorithm>

#include "algebra/characters.hpp"
#include "algebra/expression/functions.hpp"
#include "algebra/expression/words.hpp"

namespace algebra {
namespace {

constexpr std::size_t longest = 48;

/// Letters, digits and single underscores: sA.layout() is sA_layout.
std::string cleaned(std::string_view word) {
  std::string name;
  for (const char c : word) {
    if (is_letter(c) || is_digit(c)) name += c;
    else if (!name.empty() && name.back() != '_') name += '_';
  }
  while (name.ends_with('_')) name.pop_back();
  return name;
}

}  // namespace

std::string name_from(std::string_view words) {
  std::string name;
  // The last word; where it is a number, those before it as well: stage 0, T[1].
  while (!words.empty()) {
    const auto end = words.find_last_not_of(" \t\r");
    if (end == std::string_view::npos) break;
    words = words.substr(0, end + 1);
    const auto blank = words.find_last_of(" \t");
    const auto begin = blank == std::string_view::npos ? 0 : blank + 1;
    const auto word = cleaned(words.substr(begin));
    words = words.substr(0, begin);
    if (word.empty()) {
      if (!name.empty()) break;
      continue;
    }
    name = name.empty() ? word : word + "_" + name;
    if (!is_digit(name.front()) || name.size() > longest) break;
  }
  if (name.size() > longest) name = cleaned(std::string_view(name).substr(name.size() - longest));
  if (name.empty()) return name;
  if (is_digit(name.front())) name = "L" + name;
  // A word of the language cannot be an entry's name, and a function's name would hide it.
  if (expression::is_word(name) || expression::find_function(name, false) != nullptr || expression::find_function(name, true) != nullptr)
    name += "_1";
  return name;
}

}  // namespace algebra
