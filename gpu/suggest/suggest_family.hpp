#pragma once
// The candidate layouts of a question about a tile, without scores.

#include <vector>

#include "algebra/text/message.hpp"
#include "gpu/suggest/suggest.hpp"

namespace gpu {

/// A layout to put swizzles in front of; a canonical one has its swizzle already.
struct FamilyBase {
  TileLayout is;
  std::int64_t cosize = 0;  ///< of the layout without its swizzle
  int bits = 0;             ///< bits of its largest index
};

/// A candidate by numbers: a base and a swizzle.
struct FamilyMember {
  std::uint32_t base = 0;
  std::int8_t bits = 0, shift = 0;
  std::int8_t swizzle_base = 0;
  algebra::Swizzle swizzle() const { return {.bits = bits, .base = swizzle_base, .shift = shift}; }
};

struct Family {
  std::vector<FamilyBase> bases;
  std::vector<FamilyMember> members;  ///< the simplest first
};

/// Enumerates the family. Error: more candidates than most_candidates, and what would make them fewer.
tl::expected<Family, algebra::Message> family_of(const TileQuestion&);

/// Returns the candidate with its expression.
TileLayout spelled(const FamilyBase&, const algebra::Swizzle&);

}  // namespace gpu
