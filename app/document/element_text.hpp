#pragma once
// An element in words: where it is in its entry's value, and what the value is there.

#include <cstdint>
#include <string>

#include "algebra/language/value.hpp"
#include "algebra/links/link_arrows.hpp"
#include "app/document/evaluation.hpp"

namespace app {

/// Returns the 1-D coordinate of each mode: "(9,1)".
std::string rank_coordinate(const algebra::Layout&, std::int64_t coordinate);

/// Returns the text before an element's coordinate: the entry's name, or its number from 1 if it has none.
std::string called(const EntryResult&, int entry);

/// An entry of a value that is drawn as arrows: its place by the heads of the picture's columns, "S1"; the arrow from or to it, "S1 → T0"
/// ("" if it has none); and its size.
struct ArrowEntry {
  std::string place, arrow;
  std::int64_t size = 0;
};
ArrowEntry arrow_entry(const algebra::links::Arrows&, std::int64_t number);

/// Returns the element as text: "D(9,1) = 42", for arrows "M: S1 = 8, S1 → T0"; "" if there is no such element.
std::string element_text(const EntryResult&, int entry, std::int64_t coordinate);

}  // namespace app
