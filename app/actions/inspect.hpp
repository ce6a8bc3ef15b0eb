#pragma once
// What the inspector shows for an element and for a layout, as text and numbers; nothing here draws.

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/state/state.hpp"

namespace app {

struct ElementFacts {
  algebra::Layout layout;       ///< of the element's entry
  std::string rank_coordinate;  ///< "(9,1)"
  std::string natural;          ///< "((1,2),(1,0))"
  std::string index;            ///< "42"; of indices that are coordinates "(1,3)"
  std::string inner_product;    ///< "1·8 + 2·1 + 1·32 + 0·4 = 42"; with a swizzle "1·32 + 0·1 = 32 → 36"
  std::vector<std::pair<std::string, std::string>> in_operands;  ///< operand and the element that it came from: {"A", "A(5,2)"}
  std::string owner;                                             ///< "T6 V0"; "" if no launch covers it
  std::string address;                                           ///< "base + 0xA8 (fp32)"; in tensor memory "lane 17, column 3"
  std::string memory;                                            ///< "line 1, sector 1 · bank 10"; "" in tensor memory
};

/// Nothing if the entry has no layout or the coordinate is out of its range.
std::optional<ElementFacts> inspect(const Workspace&, const Element&);

/// Labels and values in the order shown: size, cosize, rank, depth, injective, ...
std::vector<std::pair<const char*, std::string>> properties_of(const algebra::Layout&, int element_bits);

}  // namespace app
