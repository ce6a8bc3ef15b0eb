#pragma once
// Any value as a function of 1-D coordinates.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "algebra/language/value.hpp"
#include "algebra/layout/indexing.hpp"

namespace algebra {

/// Returns the function of a layout, a tensor or a composed layout, whatever it is composed of; for a descriptor that of its tile, for a
/// tensor of descriptors their start addresses, for a zip that of its first part. nullopt for any other value, for a layout with a negative
/// size, and if a function would have to take a coordinate as an index.
std::optional<Indexing> indexing(const Value&);
/// Returns the functions of all parts of a zip, which share 1-D coordinates; for any other value that of `indexing`. Empty if a part has
/// none, or the modes of the parts differ in size.
std::vector<Indexing> indexings(const Value&);

/// Returns the text of an element's index; for a zip "(9,(1,2))", for a shape or a tiler the coordinate itself.
std::string index_text(const Value&, std::int64_t coordinate);

}  // namespace algebra
