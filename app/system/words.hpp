#pragma once
// Texts whose words are replaced.

#include <cstddef>
#include <string>
#include <string_view>

#include "algebra/text/characters.hpp"

namespace app {

/// The text with `instead(word, before)` for each of its words: letters, digits and underscores, as many as stand together. `before`: the
/// text in front of the word.
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

}  // namespace app
