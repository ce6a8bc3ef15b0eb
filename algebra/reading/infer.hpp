#pragma once
// Infers the layout behind a table of indices: the simplest one, or the first cell that no layout produces.
//
// The answers are exact. A layout of given mode sizes is, refined until each of its sizes is prime, one of finitely many shapes with
// strides that satisfy a linear equation for each cell. A swizzle is its own inverse, so a swizzled layout produces a table if a layout
// produces the swizzled table; all swizzles that change a bit of the table are tried.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "algebra/language/value.hpp"
#include "algebra/reading/table.hpp"
#include "algebra/text/message.hpp"

namespace algebra {

struct Inferred {
  /// The layout, coalesced by mode, or swizzle o offset o layout; a layout with an offset is Sw<0,4,3> o offset o layout, CuTe's
  /// swizzle that changes nothing.
  Value value;
  std::vector<std::int64_t> extents;  ///< of the axes: the table's, or larger ones for pairs with gaps
  bool unique = true;                 ///< no other layout (no other swizzled one, if it is swizzled) of these sizes makes the cells
};

/// The reason why there is no layout.
struct NotInferred {
  std::optional<std::size_t> cell{};  ///< the first one that no layout produces together with those before it
  Message message{};                  ///< one or two sentences
  /// A single changed number with which a layout produces the table.
  struct Repair {
    std::size_t cell = 0;
    std::int64_t index = 0;
    std::string expression{};
  };
  std::optional<Repair> repair{};
};

/// Returns the simplest layout that produces a table: without a swizzle if possible, then without an offset, with the fewest modes, then
/// the smallest strides from left to right, none of them negative if possible. Pairs with gaps may come from a layout up to twice as large
/// as the largest coordinate. Returns soon after a stop is requested; the result is then meaningless.
tl::expected<Inferred, NotInferred> infer(const Table&, std::stop_token = {});

/// Returns the number of cells of the table that a layout or a composed layout with axes of these extents produces; 0 for any other value.
std::int64_t cells_made(const Value&, const Table&, std::span<const std::int64_t> extents);

/// Returns a cell's name in messages: "(2,3)", "5", "T3 V1".
std::string name_of(const TableCell&, const Table&);
/// Describes a repair in a sentence: the number that would work, and the resulting layout.
Message text_of(const NotInferred::Repair&, const Table&);
/// Returns an index as messages write it: "12", or the place "(3,1)" in a picture of threads and values.
std::string shown_index(std::int64_t, const Table&);

}  // namespace algebra
