#pragma once
// The cost of a question's accesses in one of its layouts: requests as lists of coordinates, made once, and scored behind the index of each
// layout.

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "algebra/text/message.hpp"
#include "gpu/memory/memory_model.hpp"
#include "gpu/suggest/suggest.hpp"

namespace gpu {

/// The index of every coordinate of the tile in a layout, without the swizzle.
struct TileIndices {
  std::vector<std::int32_t> of;
  bool linear = false;              ///< over F2, in the bits of the coordinate
  std::vector<std::int64_t> sizes;  ///< of the layout's modes
};
TileIndices tile_indices(const algebra::Layout&);

/// A swizzle as masks, to be applied many times.
struct FastSwizzle {
  explicit FastSwizzle(const algebra::Swizzle& s);
  std::int32_t operator()(std::int32_t index) const { return index ^ ((index & read) >> right << left); }
  std::int32_t changed() const { return read >> right << left; }
  /// Returns the bit from which on it neither reads nor changes any.
  int end() const;
  std::int32_t read = 0;
  int right = 0, left = 0;
};

/// A phase of lanes, which shared memory serves separately, by the coordinates of their first elements.
struct PhaseOfLanes {
  std::uint32_t first = 0;  ///< index into the list of coordinates
  std::uint16_t lanes = 0;  ///< with distinct coordinates, except in copies
  std::uint32_t times = 1;  ///< number of phases that a linear layout serves like this one: their coordinates differ by an XOR
  std::int32_t warp = 0, request = 0;
  std::uint8_t first_lane = 0;
};

/// The requests of an access that moves that many bytes per lane at once.
struct RequestList {
  int bytes = 0, values = 1;
  Direction direction = Direction::load;
  std::vector<std::int32_t> coordinates;
  std::vector<PhaseOfLanes> phases;                 ///< all phases
  std::vector<PhaseOfLanes> classes;                ///< one of the phases that are alike in a linear layout, with their number
  std::vector<std::vector<std::uint32_t>> moved;    ///< phases with the coordinates of the first, moved in the modes of the tile
  std::vector<std::int32_t> groups;                 ///< coordinates that must be adjacent, `values` of them each, each group once
  std::vector<std::array<std::int64_t, 32>> whole;  ///< for cp.async.cg: all lanes of a request
  std::int64_t least = 0;                           ///< wavefronts that every layout needs
};

/// The elements that a width needs adjacent, behind a layout: a few bits then decide whether they are adjacent behind a swizzle.
class SideBySide {
 public:
  SideBySide(const RequestList&, const TileIndices&);
  bool behind(const FastSwizzle&) const;

 private:
  static constexpr int most_values = 16, most_bits = 4;
  int values_ = 1;
  bool never_ = false;                              ///< groups differ in the distances of their elements
  std::array<std::int32_t, most_values> apart_{};   ///< XOR of an element's index with that of the first
  std::uint32_t ones_ = 0;                          ///< bits that are set in some first index
  std::array<std::uint32_t, most_bits> differs_{};  ///< bits in which some first index differs from its bit of this number
};

/// Buffers that the scores of a layout's phases reuse; one per thread.
struct ScoreScratch {
  struct Known {
    std::uint32_t stamp = 0;
    std::int32_t turns = 0;
  };
  std::vector<Known> known;
  std::uint32_t stamp = 0;
};

/// An access of the question, ready to be scored.
class AccessScore {
 public:
  /// Makes it. Errors: a sentence, for accesses that do not fit the tile.
  static tl::expected<AccessScore, algebra::Message> of(const TileAccess&, const algebra::Layout& tile, int element_bytes);

  /// Returns the widest of its widths that a layout allows; nullopt if none.
  std::optional<std::size_t> width(const TileIndices&, const FastSwizzle&) const;
  /// Returns the turns of all requests of that width, which the layout must allow.
  std::int64_t wavefronts(std::size_t width, const TileIndices&, const FastSwizzle&, ScoreScratch&) const;
  /// Returns the turns of one phase.
  int turns(const RequestList&, const PhaseOfLanes&, const TileIndices&, const FastSwizzle&) const;

  const std::vector<RequestList>& widths() const { return widths_; }
  bool tma() const { return widths_.empty(); }
  /// Returns whether only banks matter, and not lines: for accesses of whole words other than cp.async.cg.
  bool by_banks_alone(std::size_t width) const;

 private:
  std::int64_t turns_of_moved(const RequestList&, const TileIndices&, const FastSwizzle&, ScoreScratch&) const;

  std::vector<RequestList> widths_;  ///< the widest first
  std::vector<std::int64_t> sizes_;  ///< of the tile's modes
  int element_bytes_ = 2;
};

/// A layout of the tile, to be combined with many swizzles.
class BeforeSwizzles {
 public:
  BeforeSwizzles(std::span<const AccessScore>, const algebra::Layout&);
  const TileIndices& tile() const { return tile_; }
  /// Returns the same as AccessScore::width.
  std::optional<std::size_t> width(std::size_t access, const FastSwizzle&);
  /// Returns the greatest index.
  std::int32_t last(const FastSwizzle&);

 private:
  std::span<const AccessScore> accesses_;
  TileIndices tile_;
  std::vector<std::vector<std::optional<SideBySide>>> known_;  ///< by access and width
  std::vector<std::int32_t> by_height_;                        ///< indices; those that agree with the greatest in more bits are first
  std::array<std::uint32_t, 33> agreeing_{};                   ///< number of indices that agree from this bit on
};

}  // namespace gpu
