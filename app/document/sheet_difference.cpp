#include "app/document/sheet_difference.hpp"

#include <algorithm>
#include <span>

namespace app {

SheetDifference difference_between(const Sheet& before, const Sheet& after) {
  const auto &x = before.entries, &y = after.entries;
  const auto shorter = std::min(x.size(), y.size());
  std::size_t head = 0, tail = 0;
  while (head < shorter && x[head].text == y[head].text) ++head;
  while (tail < shorter - head && x[x.size() - 1 - tail].text == y[y.size() - 1 - tail].text) ++tail;
  return {head, x.size() - head - tail, y.size() - head - tail};
}

std::vector<int> followed_entries(const Sheet& before, const Sheet& after) {
  const auto d = difference_between(before, after);
  const auto changed = std::span(after.entries).subspan(d.first, d.added);
  const auto more = static_cast<int>(d.added) - static_cast<int>(d.removed);
  std::vector<int> followed;
  for (std::size_t i = 0; i < before.entries.size(); ++i) {
    const auto at = static_cast<int>(i);
    if (i < d.first) {
      followed.push_back(at);
    } else if (i >= d.first + d.removed) {
      followed.push_back(at + more);
    } else {
      const auto same = std::ranges::find(changed, before.entries[i].text, &Entry::text);
      followed.push_back(same != changed.end() ? static_cast<int>(d.first) + static_cast<int>(same - changed.begin())
                         : more == 0           ? at
                                               : -1);
    }
  }
  return followed;
}

int changed_entry(const SheetDifference& d, const Sheet& after) {
  return after.entries.empty() ? 0 : static_cast<int>(std::min(d.first, after.entries.size() - 1));
}

}  // namespace app
