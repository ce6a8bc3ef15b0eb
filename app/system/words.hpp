#pragma once
// Replaces the words of texts, and formats numbers for texts.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "algebra/text/characters.hpp"

namespace app {

/// Returns the text with each word replaced by `instead(word, before)`. A word is a maximal run of letters, digits and underscores.
/// `before`: the text in front of the word.
template <class F>
std::string with_words(std::string_view text, const F& instead) {
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    auto end = i;
    while (end < text.size() && algebra::is_word(text[end])) ++end;
    if (end == i) {
      out += text[i++];
      continue;
    }
    out += instead(text.substr(i, end - i), text.substr(0, i));
    i = end;
  }
  return out;
}

/// Returns "1,234,567"; four digits are not grouped.
inline std::string grouped(std::int64_t n) {
  auto digits = std::to_string(n);
  if (n > -10'000 && n < 10'000) return digits;
  for (auto at = static_cast<std::ptrdiff_t>(digits.size()) - 3; at > (n < 0 ? 1 : 0); at -= 3)
    digits.insert(static_cast<std::size_t>(at), 1, ',');
  return digits;
}

}  // namespace app
