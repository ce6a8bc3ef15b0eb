#pragma once
// What the inspector says of an element and of a layout: words and numbers, no drawing.

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/state/state.hpp"

namespace app {

struct ElementFacts {
  algebra::Layout layout;       ///< of the element's entry
  std::int64_t offset = 0;      ///< of the entry's tensor
  std::string rank_coordinate;  ///< "(9,1)"
  std::string natural;          ///< "((1,2),(1,0))"
  std::string inner_product;    ///< "1·8 + 2·1 + 1·32 + 0·4 = 42"; with a swizzle "1·32 + 0·1 = 32 → 36"
  std::vector<std::pair<std::string, std::string>> in_operands;  ///< {"A", "A(5,2)"}, {"T", "T(1,2)"}: where the operation took it from
  std::string owner;                                             ///< "T6 V0"; "" where no launch covers it
  std::string address;                                           ///< "base + 0xA8 (fp32)"
  std::string memory;                                            ///< "line 1, sector 1 · bank 10"
};

/// Nothing when the entry has no layout or the coordinate is beyond it.
std::optional<ElementFacts> inspect(const Workspace&, const Element&);

/// "(9,1)": one integer a mode, each the mode's 1-D coordinate.
std::string rank_coordinate(const algebra::Layout&, std::int64_t coordinate);

/// Label and value, in the order shown: size, cosize, rank, depth, injective, ...
std::vector<std::pair<const char*, std::string>> properties_of(const algebra::Layout&, int element_bits);

}  // namespace app
