#pragma once
// Fuzzy matching of typed text: prefixes, initials, or letters in order.

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace algebra::editing {

/// The lowest rank of each kind of match.
inline constexpr int letters_in_order = 0, in_one_piece = 2000, by_initials = 3000, word_beginning = 4000, text_beginning = 5000;

struct FuzzyMatch {
  int rank = 0;                      ///< larger is better; in the range of its kind of match, which begins at the constant above
  std::vector<std::size_t> letters;  ///< byte offsets of the matching letters
};

/// Matches `wanted` in `text`; nullopt if its letters do not occur in that order. Ignores case; blanks of `wanted` need not match; an empty
/// `wanted` matches everything with rank 0. From best to worst: prefix, prefix of a word, initials of words ("sa" for "Save as", "lr" for
/// "LayoutRight"), substring, letters in order (few, short gaps are better). Of two equal matches the shorter text ranks higher.
std::optional<FuzzyMatch> fuzzy_match(std::string_view text, std::string_view wanted);

}  // namespace algebra::editing
