#pragma once
// What the accesses of a question cost in one of its layouts: requests as lists of coordinates, made once, and scored behind the index
// of each layout.

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "gpu/memory_model.hpp"
#include "gpu/suggest.hpp"

namespace gpu {

/// The index of every coordinate of the tile in a layout, the swizzle apart.
struct TileIndices {
  std::vector<std::int32_t> of;
  bool linear = false;  ///< over F2, in the bits of the coordinate
};
TileIndices tile_indices(const algebra::Layout&);

/// A swizzle as masks, to be applied many times.
struct FastSwizzle {
  explicit FastSwizzle(const algebra::Swizzle& s);
  std::int32_t operator()(std::int32_t index) const { return index ^ ((index & read) >> right << left); }
  std::int32_t read = 0;
  int right = 0, left = 0;
};

/// Lanes that shared memory serves one after the other with others, by the coordinates of their first elements.
struct PhaseOfLanes {
  std::uint32_t first = 0;  ///< in the list of coordinates
  std::uint16_t lanes = 0;  ///< with coordinates of their own, but for copies
  std::uint32_t times = 1;  ///< phases that a linear layout serves as it serves this one: it has their coordinates but for an XOR
  std::int32_t warp = 0, request = 0;
  std::uint8_t first_lane = 0;
};

/// The requests of an access that moves so many bytes a lane at once.
struct RequestList {
  int bytes = 0, values = 1;
  Direction direction = Direction::load;
  std::vector<std::int32_t> coordinates;
  std::vector<PhaseOfLanes> phases;                 ///< each
  std::vector<PhaseOfLanes> classes;                ///< one of those that are alike in a linear layout, with how many
  std::vector<std::int32_t> groups;                 ///< coordinates that must lie side by side, `values` of them each, each group once
  std::vector<std::array<std::int64_t, 32>> whole;  ///< of cp.async.cg: all lanes of a request
  std::int64_t least = 0;                           ///< wavefronts that no layout goes below
};

/// An access of the question, ready to be scored.
class AccessScore {
 public:
  /// Errors: a sentence, for accesses that do not fit the tile.
  static tl::expected<AccessScore, std::string> of(const TileAccess&, std::int64_t tile_size, int element_bytes);

  /// Which of its widths a layout allows, the widest first; nullopt if none.
  std::optional<std::size_t> width(const TileIndices&, const FastSwizzle&) const;
  /// The turns of all requests of that width.
  std::int64_t wavefronts(std::size_t width, const TileIndices&, const FastSwizzle&) const;
  /// The turns of one phase.
  int turns(const RequestList&, const PhaseOfLanes&, const TileIndices&, const FastSwizzle&) const;

  const std::vector<RequestList>& widths() const { return widths_; }
  bool tma() const { return widths_.empty(); }
  /// Whether only the places in the banks matter, and not the lines: of accesses of whole words that are no cp.async.cg.
  bool by_banks_alone(std::size_t width) const;

 private:
  std::vector<RequestList> widths_;  ///< the widest first
  int element_bytes_ = 2;
};

/// The bits of F2: how many of these differences are independent.
int rank_over_f2(std::vector<std::int64_t> differences);

}  // namespace gpu
