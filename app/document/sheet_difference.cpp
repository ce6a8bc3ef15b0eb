#include "app/document/sheet_difference.hpp"

#include <algorithm>

namespace app {

SheetDifference difference_between(const Sheet& before, const Sheet& after) {
  const auto &x = before.entries, &y = after.entries;
  const auto shorter = std::min(x.size(), y.size());
  std::size_t head = 0, tail = 0;
  while (head < shorter && x[head].text == y[head].text) ++head;
  while (tail < shorter - head && x[x.size() - 1 - tail].text == y[y.size() - 1 - tail].text) ++tail;
  return {head, x.size() - head - tail, y.size() - head - tail};
}

int changed_entry(const SheetDifference& d, const Sheet& after) {
  return after.entries.empty() ? 0 : static_cast<int>(std::min(d.first, after.entries.size() - 1));
}

}  // namespace app
