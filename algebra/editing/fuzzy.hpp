#pragma once
// Finding what somebody types in part: the beginning, the first letters of words, or letters in order.

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace algebra::editing {

/// Least ranks of the kinds of match.
inline constexpr int letters_in_order = 0, in_one_piece = 2000, by_initials = 3000, word_beginning = 4000, text_beginning = 5000;

struct FuzzyMatch {
  int rank = 0;                      ///< larger is better: at least as below, and less than the next
  std::vector<std::size_t> letters;  ///< where the letters that match begin, in bytes
};

/// Nothing where the letters of `wanted` are not in `text` in that order. Upper and lower case are one, blanks of `wanted`
/// may be left out, and an empty `wanted` matches everything with rank 0. From the best: the beginning, the beginning of a
/// word, beginnings of words ("sa" for "Save as", "lr" for "LayoutRight"), in one piece, letters in order with few and short
/// gaps; of two that match alike, the shorter text.
std::optional<FuzzyMatch> fuzzy_match(std::string_view text, std::string_view wanted);

}  // namespace algebra::editing
