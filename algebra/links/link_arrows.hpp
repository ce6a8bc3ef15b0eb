#pragma once
// Links of what is drawn as arrows: the entries of a morphism, or of two shapes that are cut alike, with each other and with elements.

#include <cstdint>
#include <optional>
#include <vector>

#include "algebra/language/evaluate.hpp"
#include "algebra/language/link_rule.hpp"

namespace algebra::links {

/// What stands in the two columns of such a picture: entries of both are numbered one after the other, from 0.
struct Arrows {
  std::vector<std::int64_t> left, right;  ///< the domain and the codomain; or the parts of both shapes
  std::vector<int> to;                    ///< by entry of the left that of the right at which its arrow ends, from 1; 0: it has none
  bool cuts = false;                      ///< they are the parts of two shapes
  std::int64_t count() const { return static_cast<std::int64_t>(left.size() + right.size()); }
  /// The left entry whose arrow ends there; -1: none.
  int from(std::size_t right) const;
};
/// nullopt for a value that is not drawn as arrows.
std::optional<Arrows> arrows_of(const Value&, const Provenance& made);

// An element of a layout is linked to the arrows along which it has moved: to entry i of the domain if its coordinate in mode i is not 0,
// and to the entry of the codomain at which that arrow ends.

/// A morphism with the layout that it is of, or with the morphism whose entries it cuts.
void arrows(LinkBuilder&);
/// A morphism behind another: its codomain with that of the first operand, its domain with that of the second.
void arrows_composed(LinkBuilder&);
/// Two shapes that are cut alike, with both.
void cuts(LinkBuilder&);
/// The elements of a morphism's layout with its arrows.
void arrows_to_layout(LinkBuilder&);

}  // namespace algebra::links
