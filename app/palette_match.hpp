#pragma once
// Finding what somebody types in part: the beginning, the first letters of words, or letters in order.

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace app {

struct FuzzyMatch {
  int rank = 0;                         ///< larger is better; of two kinds of match the better kind always wins
  std::vector<std::size_t> letters;     ///< where the letters that match begin, in bytes
};

/// Nothing where the letters of `wanted` are not in `text` in that order. Upper and lower case are one, blanks of `wanted`
/// may be left out, and an empty `wanted` matches everything. From the best: the beginning, the beginning of a word,
/// beginnings of words ("sa" for "Save as"), in one piece, letters in order with few and short gaps.
std::optional<FuzzyMatch> fuzzy_match(std::string_view text, std::string_view wanted);

}  // namespace app
