#pragma once
// How a block's threads take a tile of global memory with the fewest sectors: every thread layout of so many threads, with every vector
// width along every mode.

#include <optional>
#include <string>
#include <vector>

#include "algebra/text/message.hpp"
#include "gpu/suggest/suggest.hpp"

namespace gpu {

struct ThreadQuestion {
  algebra::Layout tile;            ///< coordinate -> element of the tensor in global memory
  algebra::ElementType element{};  ///< of 8 to 128 bits
  std::string type;                ///< as it is written in expressions: half_t
  int threads = 128;
  int most_bytes = 16;  ///< that a thread moves at once
  algebra::Marks marks = algebra::Marks::plain;
};

/// A tiled copy, and what it costs for the whole tile.
struct RankedThreads {
  std::string text;  ///< of make_tiled_copy
  const std::string& expression() const { return text; }
  int bytes = 0;  ///< that a thread moves at once
  std::int64_t sectors = 0;
  std::int64_t requests = 0;  ///< of warps
  std::int64_t lines = 0;     ///< of 128 bytes, that the requests touch
  /// The request with the most sectors beyond those that its bytes fill; sectors 0: there is none.
  struct {
    std::int64_t warp = 0, request = 0;
    int sectors = 0, ideal = 0;
  } worst;
};

struct ThreadAnswer {
  std::vector<RankedThreads> best;                     ///< by sectors, requests, lines and simplicity
  std::int64_t covered = 0;                            ///< thread layouts with a vector width
  std::int64_t possible = 0;                           ///< whose vectors lie side by side and aligned
  std::int64_t least_sectors = 0, least_requests = 0;  ///< that no thread layout goes below
  bool cancelled = false;
};

/// Goes through all of them on all cores. Errors: a sentence, where so many threads do not divide the tile in any way, with the nearest
/// number that does, or the tile is too large.
tl::expected<ThreadAnswer, algebra::Message> suggest_threads(const ThreadQuestion&, std::size_t count, SuggestProgress&);

/// "The best of 70, proved by enumeration: ...".
algebra::Message proof_text(const ThreadAnswer&);
/// Whether fewer sectors are possible at all.
algebra::Message bound_text(const ThreadAnswer&);
/// Its request with the most sectors beyond those that its bytes fill; says nothing if there is none.
algebra::Message worst_text(const RankedThreads&);

std::string answer_text(const ThreadQuestion&, const ThreadAnswer&, const algebra::Say& say = &algebra::in_english);
std::string answer_json(const ThreadQuestion&, const ThreadAnswer&);

}  // namespace gpu
