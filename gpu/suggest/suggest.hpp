#pragma once
// Finds the layout of a tile in shared memory with the fewest wavefronts: the question, the family of candidate layouts, and the answer.
// The memory model gives the cost of an access (gpu/memory/memory_model.hpp).

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <tl/expected.hpp>

#include "algebra/language/value.hpp"
#include "algebra/text/message.hpp"
#include "gpu/launch/instruction.hpp"
#include "gpu/run/launch_plan.hpp"

namespace gpu {

/// An access that touches every element of the tile, or some of them.
struct TileAccess {
  algebra::Message name;  ///< as written by the user
  bool write = false;
  std::int64_t weight = 1;  ///< how often it happens, relative to the others
  /// (thread, value) -> 1-D coordinate in the tile; for ldmatrix and stmatrix the values are those of the rows whose addresses lanes give.
  /// Not used for TMA.
  algebra::Layout thread_value{};
  Instruction instruction{};
  int most_bytes = 16;                   ///< of plain accesses whose instruction leaves the width open
  std::optional<algebra::Tensor> tma{};  ///< the tensor in global memory, where TMA copies the tile

  /// Returns whether the access takes as many values at once as the layout keeps adjacent: a plain access.
  bool any_width() const { return !tma && instruction.kind == Instruction::Kind::access && instruction.bytes == 0; }
};

/// The candidate layouts.
struct Varying {
  bool swizzles = true;            ///< Swizzle<B,M,S> on elements, of every B, M and S that change an index of the tile
  bool order = true;               ///< order of the modes, fastest first
  std::int64_t padding_bytes = 0;  ///< at most that many bytes behind each mode but the slowest
  bool canonical = true;           ///< tiles of GMMA's and UMMA's atoms, as WGMMA and tcgen05.mma read them
  bool nothing_else = false;       ///< only these
  friend bool operator==(const Varying&, const Varying&) = default;
};

struct TileQuestion {
  algebra::Layout tile;              ///< shape of the tile; without `order` its modes keep the order of these strides
  algebra::Swizzle swizzle{};        ///< of the present layout, if it has one
  bool has_layout = false;           ///< the tile was given with its layout, which is compared with the candidates
  algebra::ElementType element{};    ///< of 8 to 128 bits
  std::string type;                  ///< as written in expressions: half_t
  std::vector<TileAccess> accesses;  ///< at least one
  Varying vary;
  algebra::Marks marks = algebra::Marks::plain;  ///< of the integers in expressions
};

/// A layout of the family: swizzle o layout.
struct TileLayout {
  algebra::Layout layout;
  algebra::Swizzle swizzle{};  ///< on elements
  std::string expression;      ///< as CuTe writes it
  std::int64_t padding = 0;    ///< elements, of all modes together
  bool canonical = false;      ///< an atom of GMMA or UMMA, tiled
};

/// The cost of an access in a layout.
struct AccessCost {
  std::int64_t wavefronts = 0;
  int bytes = 0;                  ///< bytes that a lane moves at once
  std::int64_t instructions = 0;  ///< for TMA
  friend bool operator==(const AccessCost&, const AccessCost&) = default;
};

struct RankedLayout {
  const std::string& expression() const { return is.expression; }
  TileLayout is;
  std::vector<AccessCost> costs;  ///< of each access
  std::int64_t wavefronts = 0;    ///< weighted sum
  std::int64_t bytes = 0;         ///< of shared memory
  std::int64_t rank = 0;          ///< among all possible layouts, from 1; 0: not ranked
};

/// Lanes of a request that need different words of one bank.
struct Clash {
  std::size_t access = 0;  ///< index into the question's accesses
  std::int64_t warp = 0, request = 0;
  int bank = 0;
  std::vector<int> lanes;    ///< lanes that need different words of it
  int turns = 1, ideal = 1;  ///< of their phase
  /// If lanes and layout are linear over F2: bits in which the lanes' words differ, and the number of these with which they reach the
  /// banks. Otherwise 0.
  int lane_rank = 0, bank_rank = 0;
};

/// Lanes that each need one word of pieces that another access keeps together, so that they wait in any layout.
struct PieceBound {
  std::size_t access = 0, keeper = 0;  ///< the waiting access, and the one that needs whole pieces
  std::int64_t warp = 0, request = 0;
  int pieces = 0, piece_bytes = 16, turns = 1;
};

/// A lower bound for all layouts, of any family.
struct TileBound {
  std::vector<std::int64_t> least;  ///< wavefronts of each access, for the least weighted sum
  std::int64_t wavefronts = 0;      ///< that sum
  std::optional<PieceBound> pieces{};
  /// Two accesses that need different elements adjacent, so that one of them moves fewer bytes at once.
  std::optional<std::pair<std::size_t, std::size_t>> across{};
};

struct Answer {
  /// Best first: by wavefronts, bytes and simplicity. Of layouts that are alike in the banks, the first. Half of the list are the best; the
  /// others are the obvious choices, and one of each further number of wavefronts.
  std::vector<RankedLayout> best;
  std::optional<RankedLayout> now{};  ///< the tile's present layout, if every access can be made in it
  algebra::Message why_not_now{};     ///< the reason why not, otherwise
  std::int64_t covered = 0;           ///< candidates of the family
  std::int64_t possible = 0;          ///< candidates in which every access can be made
  std::int64_t scored = 0;            ///< candidates that differ in the banks: the others are alike by symmetry
  TileBound bound;
  algebra::Message none{};  ///< a sentence why no candidate is possible
  bool cancelled = false;
};

/// Most candidates of a question.
inline constexpr std::int64_t most_candidates = std::int64_t{1} << 22;

/// Progress of a search; may be read and cancelled from any thread.
struct SuggestProgress {
  std::atomic<bool> cancelled{false};
  std::atomic<std::int64_t> done{0}, total{0};
  /// A search that takes longer is cancelled.
  std::chrono::steady_clock::time_point until = std::chrono::steady_clock::time_point::max();
  void keep_time() {
    if (until != std::chrono::steady_clock::time_point::max() && std::chrono::steady_clock::now() > until) cancelled = true;
  }
};

/// Goes through the whole family on all cores and ranks it; up to `count` layouts are spelled out. The order does not depend on the
/// number of cores. Errors: a sentence, where the question is too large or the tile has no such elements.
tl::expected<Answer, algebra::Message> suggest(const TileQuestion&, std::size_t count, SuggestProgress&);

/// Returns the worst phase of an access's requests, in which turns are lost; nullopt if there are no bank conflicts.
std::optional<Clash> worst_clash(const TileQuestion&, const TileLayout&, std::size_t access);

/// Returns the number of different words that each bank has to give in the worst phase of an access, for a picture. All 0 for TMA,
/// cp.async.cg and layouts in which the access cannot be made.
std::array<int, 32> words_in_banks(const TileQuestion&, const TileLayout&, std::size_t access);

/// Parses one access as a user writes it: [N x] [A of | B of | C of] EXPRESSION [by N bytes], or [N x] tma EXPRESSION, the tensor in global
/// memory. The expression is a tiled copy, a tiled MMA, or a layout (thread, value) -> coordinate in the tile. Errors: a sentence with what
/// would work.
tl::expected<TileAccess, algebra::Message> tile_access(std::string_view text, bool write, const algebra::Layout& tile,
                                                       const algebra::ElementType&, const LookUp&);

/// Parses the tile of a question: a shape, a layout or a layout behind one swizzle. Errors: a sentence.
tl::expected<void, algebra::Message> read_tile(std::string_view text, const LookUp&, TileQuestion&);

}  // namespace gpu
