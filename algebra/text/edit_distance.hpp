#pragma once
// The edit distance of two names, and the names nearest to a mistyped one.

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace algebra {

/// Returns the number of one-character edits (insert, delete, replace) that turn b into a. Returns `limit` at once if the lengths alone
/// differ by at least that much; otherwise the exact number, which may be larger.
inline std::size_t edit_distance(std::string_view a, std::string_view b, std::size_t limit = SIZE_MAX) {
  if (std::max(a.size(), b.size()) - std::min(a.size(), b.size()) >= limit) return limit;
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    auto diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const auto above = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, diagonal + (a[i - 1] != b[j - 1])});
      diagonal = above;
    }
  }
  return row[b.size()];
}

/// Returns the names nearest to a word: those that differ in at most a third of its letters, or one.
inline std::vector<std::string> nearest_names(std::string_view word, const std::vector<std::string>& names) {
  std::vector<std::string> best;
  auto least = std::max<std::size_t>(word.size() / 3, 1);
  for (const auto& name : names) {
    const auto distance = edit_distance(word, name);
    if (distance < least) best.clear(), least = distance;
    if (distance == least) best.push_back(name);
  }
  return best;
}

}  // namespace algebra
