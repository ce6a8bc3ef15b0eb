#pragma once
// Links of diagrams of arrows: the entries of a morphism, or of two shapes cut alike, with each other and with elements.

#include <cstdint>
#include <optional>
#include <vector>

#include "algebra/language/evaluate.hpp"
#include "algebra/language/link_rule.hpp"

namespace algebra::links {

/// The two columns of such a diagram. The entries of both are numbered together, from 0.
struct Arrows {
  std::vector<std::int64_t> left, right;  ///< the domain and the codomain; or the parts of both shapes
  std::vector<int> to;                    ///< for each entry of the left, the entry of the right at which its arrow ends, from 1; 0: no
                                          ///< arrow
  bool cuts = false;                      ///< the columns are the parts of two shapes
  std::int64_t count() const { return static_cast<std::int64_t>(left.size() + right.size()); }
  /// Returns the left entry whose arrow ends there; -1: none.
  int from(std::size_t right) const;
};
/// Returns the columns of a value; nullopt if it is not drawn as arrows.
std::optional<Arrows> arrows_of(const Value&, const Provenance& made);

// An element of a layout is linked to the arrows along which it has moved: to entry i of the domain if its coordinate in mode i is not 0,
// and to the entry of the codomain at which that arrow ends.

/// Links a morphism with the layout that it comes from, or with the morphism whose entries it cuts.
void arrows(LinkBuilder&);
/// Links a composition of morphisms: its codomain with that of the first operand, its domain with that of the second.
void arrows_composed(LinkBuilder&);
/// Links two shapes that were cut alike with both operands.
void cuts(LinkBuilder&);
/// Links the elements of a morphism's layout with its arrows.
void arrows_to_layout(LinkBuilder&);

}  // namespace algebra::links
