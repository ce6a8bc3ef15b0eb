#pragma once
// Any value as a function of 1-D coordinates.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "algebra/language/value.hpp"
#include "algebra/layout/indexing.hpp"

namespace algebra {

/// The function that a layout, a tensor or a composed layout is, whatever it is composed of; of a descriptor that of its tile, and
/// of a tensor of descriptors their start addresses. nullopt for any other value,
/// for a layout with a negative size, and where a function would have to take a coordinate for an index.
/// The first of a zip's.
std::optional<Indexing> indexing(const Value&);
/// Those of all parts of a zip, which have their 1-D coordinates in common; of any other value that of `indexing`. None
/// where a part has none, or where the modes of the parts differ in size.
std::vector<Indexing> indexings(const Value&);

/// The same of any value with elements; of a zip "(9,(1,2))", of a shape or a tiler the coordinate itself.
std::string index_text(const Value&, std::int64_t coordinate);

}  // namespace algebra
