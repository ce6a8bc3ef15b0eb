#include "app/fuzzy.hpp"

#include <algorithm>

namespace app {
namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }
bool is_letter(char c) { return lower(c) >= 'a' && lower(c) <= 'z'; }

/// A word begins after what is no letter, and at a capital after a small one.
bool word_begins(std::string_view text, std::size_t i) {
  if (i == 0) return true;
  const char c = text[i], before = text[i - 1];
  if (static_cast<unsigned char>(c) >= 0x80) return true;
  return !is_letter(before) || (c >= 'A' && c <= 'Z' && !(before >= 'A' && before <= 'Z'));
}

}  // namespace

std::optional<int> fuzzy_score(std::string_view letters, std::string_view text) {
  // Each letter at the beginning of a word where there is one further on, else at its next place.
  int score = 0;
  std::size_t at = 0;
  bool in_a_row = false, all_from_start = true;
  for (std::size_t k = 0; k < letters.size(); ++k) {
    const char c = lower(letters[k]);
    auto next = at;
    while (next < text.size() && lower(text[next]) != c) ++next;
    if (next == text.size()) return std::nullopt;
    if (!(in_a_row && next == at)) {
      for (auto i = next; i < text.size(); ++i)
        if (lower(text[i]) == c && word_begins(text, i)) {
          // Only where the rest is still to be found behind it.
          auto j = i + 1;
          for (auto rest = k + 1; rest < letters.size() && j <= text.size(); ++rest) {
            while (j < text.size() && lower(text[j]) != lower(letters[rest])) ++j;
            ++j;
          }
          if (j <= text.size()) next = i;
          break;
        }
    }
    score += word_begins(text, next) ? 12 : in_a_row && next == at ? 8 : 1;
    all_from_start = all_from_start && next == k;
    in_a_row = true;
    at = next + 1;
  }
  if (all_from_start && !letters.empty()) score += 40;
  return score - static_cast<int>(std::min<std::size_t>(text.size(), 40)) / 4;
}

}  // namespace app
