#include "algebra/editing/fuzzy.hpp"

#include <algorithm>
#include <string>

#include "algebra/text/utf8.hpp"

namespace algebra::editing {
namespace {

struct Letter {
  std::size_t at = 0;  ///< in bytes
  char32_t code = 0;   ///< lower case
  bool starts_word = false;
};

bool is_word(char32_t c) { return c >= 0x80 || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z'); }

/// Splits the text into letters; malformed bytes count as letters of their own.
std::vector<Letter> letters_of(std::string_view text) {
  std::vector<Letter> letters;
  char32_t before = ' ';
  bool in_word = false;
  for (auto rest = text; !rest.empty();) {
    const auto at = text.size() - rest.size();
    auto code = take_code_point(rest);
    const bool capital = code >= 'A' && code <= 'Z', after_small = before >= 'a' && before <= 'z';
    before = code;
    if (capital) code += 'a' - 'A';
    // Chinese has no blanks, so every character may begin a word. So may a capital after a small letter, the R of LayoutRight.
    letters.push_back({at, code, is_word(code) && (!in_word || code >= 0x80 || (capital && after_small))});
    in_word = is_word(code);
  }
  return letters;
}

/// Matches wanted[k...] from text[i] on: each letter directly follows the one before it or begins a later word.
bool by_words(const std::vector<Letter>& text, const std::vector<Letter>& wanted, std::size_t i, std::size_t k,
              std::vector<std::size_t>& found, int& left) {
  if (k == wanted.size()) return true;
  if (--left < 0) return false;
  for (std::size_t at = i; at < text.size(); ++at) {
    const bool next = k > 0 && at == i;
    if ((!next && !text[at].starts_word) || text[at].code != wanted[k].code) continue;
    found.push_back(at);
    if (by_words(text, wanted, at + 1, k + 1, found, left)) return true;
    found.pop_back();
  }
  return false;
}

FuzzyMatch made(const std::vector<Letter>& text, const std::vector<std::size_t>& found, int rank) {
  FuzzyMatch m{rank, {}};
  for (const auto i : found) m.letters.push_back(text[i].at);
  return m;
}

std::vector<std::size_t> run(std::size_t from, std::size_t count) {
  std::vector<std::size_t> all(count);
  for (std::size_t i = 0; i < count; ++i) all[i] = from + i;
  return all;
}

}  // namespace

std::optional<FuzzyMatch> fuzzy_match(std::string_view text_bytes, std::string_view wanted_bytes) {
  const auto text = letters_of(text_bytes);
  auto wanted = letters_of(wanted_bytes);
  while (!wanted.empty() && wanted.back().code == ' ') wanted.pop_back();
  while (!wanted.empty() && wanted.front().code == ' ') wanted.erase(wanted.begin());
  if (wanted.empty()) return FuzzyMatch{};
  // Prefers the shorter of two texts that match equally well.
  const int shorter = 200 - static_cast<int>(std::min<std::size_t>(text.size(), 200));
  const auto same = [](const Letter& a, const Letter& b) { return a.code == b.code; };
  std::optional<std::size_t> inside;
  for (auto at = text.begin();; ++at) {
    at = std::search(at, text.end(), wanted.begin(), wanted.end(), same);
    if (at == text.end()) break;
    const auto from = static_cast<std::size_t>(at - text.begin());
    if (from == 0) return made(text, run(0, wanted.size()), text_beginning + shorter);
    if (at->starts_word) return made(text, run(from, wanted.size()), word_beginning + shorter);
    if (!inside) inside = from;
  }
  std::erase_if(wanted, [](const Letter& l) { return l.code == ' '; });
  std::vector<std::size_t> found;
  int left = 2000;  // bounds the search, which is exponential for long rows of equal letters
  if (by_words(text, wanted, 0, 0, found, left)) return made(text, found, by_initials + shorter);
  if (inside) return made(text, run(*inside, wanted.size()), in_one_piece + shorter);
  found.clear();
  for (std::size_t i = 0; i < text.size() && found.size() < wanted.size(); ++i)
    if (text[i].code == wanted[found.size()].code) found.push_back(i);
  if (found.size() < wanted.size()) return std::nullopt;
  const auto gaps = static_cast<int>(found.back() - found.front() + 1 - found.size());
  return made(text, found, std::max(0, 1000 - 20 * gaps) + shorter);
}

}  // namespace algebra::editing
