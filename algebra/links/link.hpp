#pragma once
// Links between the elements of two values, and the numbering of a value's elements.

#include <optional>

#include "algebra/links/relation.hpp"

namespace algebra::links {

enum class LinkKind : std::uint8_t {
  element,  ///< the same element at two coordinates
  place,    ///< a position in a tile, a block or another function's domain that has several copies
  owner,    ///< the thread or the atom of an MMA that owns the element
  bit,      ///< an entry of a matrix over F2, which many elements have: these are what it stands for
};

/// A link between two values, each an operand's number or the result (-1). `first` is an operand; in a link of kind
/// place or owner it holds the places or owners; of kind bit the second is the matrix.
struct Link {
  static constexpr int result = -1;
  int first = 0, second = result;
  LinkKind kind = LinkKind::element;
  Relation relation;
};

/// The shape that a value's 1-D coordinates refer to, as in its picture (for an MMA and its atom, C's tile); nullopt for
/// an integer, a truth or a copy atom.
std::optional<IntTuple> element_shape(const Value&);
/// Whether all integers of a tuple are at least 1, as in a shape.
bool only_sizes(const IntTuple&);
/// Coordinate -> index relative to the value's pointer, including its swizzle; nullopt if indices are not integers.
std::optional<IndexMap> index_map(const Value&);

}  // namespace algebra::links
