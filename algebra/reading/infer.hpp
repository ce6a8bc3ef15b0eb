#pragma once
// The layout behind a table of indices: the simplest one, or the first cell that no layout makes.
//
// The answers are exact. A layout of given mode sizes is, refined until each of its sizes is prime, one of finitely many shapes with
// strides that satisfy a linear equation for each cell. A swizzle is its own inverse, so that a swizzled layout makes a table if a
// layout makes the swizzled table; all swizzles that change a bit of the table are tried.

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
  std::vector<std::int64_t> extents;  ///< of the axes: the table's, or larger ones of pairs with gaps
  bool unique = true;                 ///< no other layout (no other swizzled one, if it is swizzled) of these sizes makes the cells
};

/// Why there is none.
struct NotInferred {
  std::optional<std::size_t> cell{};  ///< the first one that no layout makes together with those before it
  Message message{};                  ///< one or two sentences
  /// One other number, and a layout makes the table.
  struct Repair {
    std::size_t cell = 0;
    std::int64_t index = 0;
    std::string expression{};
  };
  std::optional<Repair> repair{};
};

/// The simplest layout that makes a table: without a swizzle if possible, then without an offset, with the fewest modes, then the
/// smallest strides from left to right, none of them negative if that is possible. Pairs that leave gaps may be of a
/// layout up to twice as large as the largest coordinate. Returns soon after a stop is requested; the result then means nothing.
tl::expected<Inferred, NotInferred> infer(const Table&, std::stop_token = {});

/// How many cells of the table a layout or a composed layout makes whose axes have these extents; 0 for any other value.
std::int64_t cells_made(const Value&, const Table&, std::span<const std::int64_t> extents);

/// The cell as messages name it: "(2,3)", "5", "T3 V1".
std::string name_of(const TableCell&, const Table&);
/// Which other number would do, and what the table would be, in a sentence.
Message text_of(const NotInferred::Repair&, const Table&);
/// An index as messages write it: "12", and the place "(3,1)" in a picture of threads and values.
std::string shown_index(std::int64_t, const Table&);

}  // namespace algebra
