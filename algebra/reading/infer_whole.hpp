#pragma once
// Decides a whole table behind a swizzle, mode by mode.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include <tl/expected.hpp>

#include "algebra/language/value.hpp"
#include "algebra/reading/table.hpp"

namespace algebra::inferring {

/// A size and a stride of one mode of an axis.
struct Run {
  std::int64_t size = 1, stride = 0;
  friend bool operator==(const Run&, const Run&) = default;
  friend auto operator<=>(const Run&, const Run&) = default;
};
/// An offset and the coalesced modes of each axis; an axis of size 1 has none.
struct Modes {
  std::int64_t offset = 0;
  std::vector<std::vector<Run>> axes;
  friend bool operator==(const Modes&, const Modes&) = default;
  std::int64_t extent(std::size_t axis) const;
  /// Orders answers by simplicity: fewer modes, no offset, no negative stride, fewer elements, smaller strides.
  using Rank = std::tuple<std::size_t, bool, bool, std::int64_t, std::vector<std::int64_t>, std::vector<std::int64_t>>;
  Rank rank() const;
};

/// The failure of a swizzle and a shape: the first cell that they do not produce, and the nearest value that they would.
struct Miss {
  std::size_t cell = 0;
  std::int64_t expected = 0;  ///< before the swizzle
  Message reason{};           ///< a sentence; may be empty
};

/// Returns the modes that, behind a swizzle, produce a whole table. `values` are in the order of their coordinates, the last axis fastest.
tl::expected<Modes, Miss> whole_table(std::span<const std::int64_t> extents, std::span<const std::int64_t> values, const Swizzle&);

}  // namespace algebra::inferring
