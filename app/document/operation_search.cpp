#include "app/document/operation_search.hpp"

#include <algorithm>
#include <string>

#include "algebra/editing/fuzzy.hpp"
#include "algebra/text/characters.hpp"

namespace app {
namespace {

constexpr int few_gaps = 900;  // minimal rank of a match of scattered letters

bool contains(std::string_view text, std::string_view wanted) {
  using algebra::lower;
  return std::search(text.begin(), text.end(), wanted.begin(), wanted.end(), [&](char a, char b) { return lower(a) == lower(b); }) !=
         text.end();
}

}  // namespace

std::vector<const algebra::Function*> operations_found(std::string_view wanted, const Texts& texts) {
  while (wanted.starts_with(' ')) wanted.remove_prefix(1);
  while (wanted.ends_with(' ')) wanted.remove_suffix(1);
  const auto words = texts.in_other_words(wanted);
  std::vector<std::pair<int, const algebra::Function*>> found;
  for (const auto& f : algebra::functions()) {
    // Ranks names with the letters in a row or at the beginnings of words first, then meanings, then names with scattered letters.
    const auto named = algebra::editing::fuzzy_match(f.name, wanted);
    const std::string meaning(f.meaning);
    if (named && named->rank >= algebra::editing::in_one_piece) found.emplace_back(named->rank, &f);
    else if (std::ranges::any_of(words, [&](const std::string& w) {
               return contains(f.meaning, w) || contains(texts(meaning.c_str()), w) || contains(f.signature, w) ||
                      contains(f.search_words, w);
             }))
      found.emplace_back(algebra::editing::in_one_piece - 1, &f);
    else if (named && named->rank >= few_gaps) found.emplace_back(named->rank, &f);
  }
  std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<const algebra::Function*> list;
  for (const auto& [rank, f] : found) list.push_back(f);
  return list;
}

}  // namespace app
