#pragma once
// Links between the elements of two values, and the numbering of a value's elements.

#include <optional>

#include "algebra/language/evaluate.hpp"
#include "algebra/links/relation.hpp"

namespace algebra::links {

enum class LinkKind : std::uint8_t {
  element,  ///< the same element at two coordinates
  place,    ///< a position in a tile, a block or another function's domain that has several copies
  owner,    ///< the thread or the atom of an MMA that owns the element
  bit,      ///< an entry of a matrix over F2, which many elements have: these are what it stands for
  mode,     ///< an entry of what is drawn as arrows, which many elements have: those that have moved along it
};

/// A link between two values, each an operand's number or the result (-1). `first` is an operand; in a link of kind
/// place or owner it holds the places or owners; of kind bit the second is the matrix.
struct Link {
  static constexpr int result = -1;
  int first = 0, second = result;
  LinkKind kind = LinkKind::element;
  Relation relation;
  /// Whether the numbers of that end are those of entries of a value that is drawn as arrows. Both ends may be the result: the ends of an
  /// arrow.
  bool first_entries = false, second_entries = false;
};

/// The shape that a value's 1-D coordinates refer to, as in its picture (for an MMA and its atom, C's tile); nullopt for
/// an integer, a truth or a copy atom.
std::optional<IntTuple> element_shape(const Value&);
/// The same of a value and how it was made: that of what is drawn as arrows is the number of its entries.
std::optional<IntTuple> element_shape(const Value&, const Provenance& made);
/// Whether all integers of a tuple are at least 1, as in a shape, and as many elements can be counted.
bool only_sizes(const IntTuple&);
/// Coordinate -> index relative to the value's pointer, including its swizzle; nullopt if indices are not integers.
std::optional<IndexMap> index_map(const Value&);

}  // namespace algebra::links
