#pragma once
// Links between the elements of two values, and the numbering of a value's elements.

#include <optional>

#include "algebra/language/evaluate.hpp"
#include "algebra/links/relation.hpp"

namespace algebra::links {

enum class LinkKind : std::uint8_t {
  element,  ///< the same element at two coordinates
  place,    ///< a place in a tile, a block or another function's domain, which several copies share
  owner,    ///< the thread or the atom of an MMA that owns the element
  bit,      ///< an entry of a matrix over F2, linked to the elements that it stands for
  mode,     ///< an entry of a diagram of arrows, linked to the elements that have moved along it
};

/// A link between two values, each an operand's number or the result (-1). `first` is an operand; in a link of kind place or owner it holds
/// the places or owners; in one of kind bit the second is the matrix.
struct Link {
  static constexpr int result = -1;
  int first = 0, second = result;
  LinkKind kind = LinkKind::element;
  Relation relation;
  /// Whether that end counts entries of a diagram of arrows instead of elements. Both ends may be the result: the ends of an arrow.
  bool first_entries = false, second_entries = false;
};

/// Returns the shape that a value's 1-D coordinates refer to, as in its picture (for an MMA and its atom, C's tile); nullopt for an
/// integer, a truth or a copy atom.
std::optional<IntTuple> element_shape(const Value&);
/// Returns the same, given how the value was made: for a diagram of arrows, the number of its entries.
std::optional<IntTuple> element_shape(const Value&, const Provenance& made);
/// Returns whether all integers of a tuple are at least 1, as in a shape, and their product can be counted.
bool only_sizes(const IntTuple&);
/// Returns coordinate -> index relative to the value's pointer, including its swizzle; nullopt if indices are not integers.
std::optional<IndexMap> index_map(const Value&);

}  // namespace algebra::links
