#pragma once
// An element in words: where it is in its entry's value, and what the value is there.

#include <cstdint>
#include <string>

#include "algebra/language/value.hpp"
#include "app/document/evaluation.hpp"

namespace app {

/// "(9,1)": each mode's 1-D coordinate.
std::string rank_coordinate(const algebra::Layout&, std::int64_t coordinate);

/// What stands before an element's coordinate: the entry's name, or its number from 1 if it has none.
std::string called(const EntryResult&, int entry);

/// "D(9,1) = 42"; "" where there is no such element.
std::string element_text(const EntryResult&, int entry, std::int64_t coordinate);

}  // namespace app
