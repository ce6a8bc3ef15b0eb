#pragma once
// Which elements of two values belong together, and how a value's elements are numbered.

#include <optional>

#include "algebra/links/relation.hpp"

namespace algebra::links {

enum class LinkKind : std::uint8_t {
  element,  ///< the same element, under two coordinates
  place,    ///< a place in a tile, a block or another function's domain, of which there are several copies
  owner,    ///< the thread, or the atom of an MMA, that has the element
};

/// Between an operand, by its number, and the result (-1) or an operand that it says something about. The one that is a
/// place or an owner is the first.
struct Link {
  static constexpr int result = -1;
  int first = 0, second = result;
  LinkKind kind = LinkKind::element;
  Relation relation;
};

/// How a value's elements are numbered: the shape that its 1-D coordinates are of, as its picture shows it (of an MMA
/// and its atom that is C's tile); nothing for an integer, a truth or a copy atom.
std::optional<IntTuple> element_shape(const Value&);
/// Whether a tuple is a shape of sizes: integers of 1 and more.
bool only_sizes(const IntTuple&);
/// Coordinate -> index behind the value's pointer, through its swizzle; nothing where indices are no integers.
std::optional<IndexMap> index_map(const Value&);

}  // namespace algebra::links
