#pragma once
// Which layout of a tile in shared memory takes the fewest wavefronts: the question, the family of layouts that is gone through, and
// the answer. What an access costs is the memory model's (gpu/memory/memory_model.hpp).

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

/// Someone who touches every element of the tile, or some of them.
struct TileAccess {
  algebra::Message name;  ///< as it was written
  bool write = false;
  std::int64_t weight = 1;  ///< how often it happens, beside the others
  /// (thread, value) -> 1-D coordinate in the tile; of ldmatrix and stmatrix the values are those of the rows that lanes give the
  /// addresses of. Not used for TMA.
  algebra::Layout thread_value{};
  Instruction instruction{};
  int most_bytes = 16;                   ///< of plain accesses whose instruction leaves the width open
  std::optional<algebra::Tensor> tma{};  ///< the tensor in global memory, where TMA copies the tile

  /// Plain accesses take as many values at once as the layout keeps side by side.
  bool any_width() const { return !tma && instruction.kind == Instruction::Kind::access && instruction.bytes == 0; }
};

/// Which layouts are candidates.
struct Varying {
  bool swizzles = true;            ///< Swizzle<B,M,S> on elements, of every B, M and S that change an index of the tile
  bool order = true;               ///< which mode is the fastest, the next, ...
  std::int64_t padding_bytes = 0;  ///< up to so many behind each mode but the slowest
  bool canonical = true;           ///< tiles of GMMA's and UMMA's atoms, as WGMMA and tcgen05.mma read them
  bool nothing_else = false;       ///< only these
  friend bool operator==(const Varying&, const Varying&) = default;
};

struct TileQuestion {
  algebra::Layout tile;              ///< shape of the tile; without `order` its modes keep the order of these strides
  algebra::Swizzle swizzle{};        ///< of the layout as it is now, where it has one
  bool has_layout = false;           ///< whether the tile was given with its layout, which is compared with the candidates
  algebra::ElementType element{};    ///< of 8 to 128 bits
  std::string type;                  ///< as it is written in expressions: half_t
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

/// What an access costs in a layout.
struct AccessCost {
  std::int64_t wavefronts = 0;
  int bytes = 0;                  ///< that a lane moves at once
  std::int64_t instructions = 0;  ///< of TMA
  friend bool operator==(const AccessCost&, const AccessCost&) = default;
};

struct RankedLayout {
  const std::string& expression() const { return is.expression; }
  TileLayout is;
  std::vector<AccessCost> costs;  ///< of each access
  std::int64_t wavefronts = 0;    ///< weighted sum
  std::int64_t bytes = 0;         ///< of shared memory
  std::int64_t rank = 0;          ///< among all that are possible, from 1; 0: not ranked
};

/// Lanes of a request that meet in one bank.
struct Clash {
  std::size_t access = 0;  ///< of the question
  std::int64_t warp = 0, request = 0;
  int bank = 0;
  std::vector<int> lanes;    ///< that want different words of it
  int turns = 1, ideal = 1;  ///< of their phase
  /// Where lanes and layout are linear over F2: bits in which the lanes' words differ, and with which of these they reach the banks. Both 0
  /// elsewhere.
  int lane_rank = 0, bank_rank = 0;
};

/// Lanes that want one word each of pieces that another access keeps together, so that they wait in any layout.
struct PieceBound {
  std::size_t access = 0, keeper = 0;  ///< who waits, and who needs the pieces in one
  std::int64_t warp = 0, request = 0;
  int pieces = 0, piece_bytes = 16, turns = 1;
};

/// What no layout goes below, whatever its family.
struct TileBound {
  std::vector<std::int64_t> least;  ///< wavefronts of each access, where their weighted sum is the least
  std::int64_t wavefronts = 0;      ///< that sum
  std::optional<PieceBound> pieces{};
  /// Two accesses that want different elements side by side, so that one of them moves fewer bytes at once.
  std::optional<std::pair<std::size_t, std::size_t>> across{};
};

struct Answer {
  /// Best first: by wavefronts, bytes and simplicity. Of layouts that are alike in the banks the first. Half of the list are the best;
  /// the others are those that one would have taken without looking, and one of each further number of wavefronts.
  std::vector<RankedLayout> best;
  std::optional<RankedLayout> now{};  ///< the layout that the tile has, where every access can be made in it
  algebra::Message why_not_now{};     ///< otherwise
  std::int64_t covered = 0;           ///< candidates of the family
  std::int64_t possible = 0;          ///< in which every access can be made
  std::int64_t scored = 0;            ///< that differ in the banks: the others are alike by symmetry
  TileBound bound;
  algebra::Message none{};  ///< why no candidate is possible: a sentence
  bool cancelled = false;
};

/// The most candidates that a question may have.
inline constexpr std::int64_t most_candidates = std::int64_t{1} << 22;

/// How far a search is; may be read and cancelled from any thread.
struct SuggestProgress {
  std::atomic<bool> cancelled{false};
  std::atomic<std::int64_t> done{0}, total{0};
  /// A search that goes on beyond it is cancelled.
  std::chrono::steady_clock::time_point until = std::chrono::steady_clock::time_point::max();
  void keep_time() {
    if (until != std::chrono::steady_clock::time_point::max() && std::chrono::steady_clock::now() > until) cancelled = true;
  }
};

/// Goes through the whole family on all cores and ranks it; up to `count` layouts are spelled out. The order does not depend on the
/// number of cores. Errors: a sentence, where the question is too large or the tile has no such elements.
tl::expected<Answer, algebra::Message> suggest(const TileQuestion&, std::size_t count, SuggestProgress&);

/// Where the layout loses turns: the worst phase of its requests; nullopt where no lanes meet.
std::optional<Clash> worst_clash(const TileQuestion&, const TileLayout&, std::size_t access);

/// The different words that each bank has to give in the worst phase of an access: what a picture shows. All 0 for TMA, cp.async.cg and
/// layouts in which the access cannot be made.
std::array<int, 32> words_in_banks(const TileQuestion&, const TileLayout&, std::size_t access);

/// One access as a user writes it: [N x] [A of | B of | C of] EXPRESSION [by N bytes], or [N x] tma EXPRESSION, the tensor in global
/// memory. The expression is a tiled copy, a tiled MMA, or a layout (thread, value) -> coordinate in the tile.
/// Errors: a sentence with what would work.
tl::expected<TileAccess, algebra::Message> tile_access(std::string_view text, bool write, const algebra::Layout& tile,
                                                       const algebra::ElementType&, const LookUp&);

/// The tile of a question from its expression: a shape, a layout or a layout behind one swizzle. Errors: a sentence.
tl::expected<void, algebra::Message> read_tile(std::string_view text, const LookUp&, TileQuestion&);

}  // namespace gpu
