#pragma once
// Finds the thread layout that loads a tile of global memory with the fewest sectors: tries every layout of that many threads, with every
// vector width along every mode.

#include <optional>
#include <string>
#include <vector>

#include "algebra/text/message.hpp"
#include "gpu/suggest/suggest.hpp"

namespace gpu {

struct ThreadQuestion {
  algebra::Layout tile;            ///< coordinate -> element of the tensor in global memory
  algebra::ElementType element{};  ///< of 8 to 128 bits
  std::string type;                ///< as written in expressions: half_t
  int threads = 128;
  int most_bytes = 16;  ///< bytes that a thread moves at once
  algebra::Marks marks = algebra::Marks::plain;
};

/// A tiled copy, and its cost for the whole tile.
struct RankedThreads {
  std::string text;  ///< arguments of make_tiled_copy
  const std::string& expression() const { return text; }
  int bytes = 0;  ///< bytes that a thread moves at once
  std::int64_t sectors = 0;
  std::int64_t requests = 0;  ///< requests of warps
  std::int64_t lines = 0;     ///< lines of 128 bytes that the requests touch
  /// The request with the most sectors beyond those that its bytes fill; sectors 0: there is none.
  struct {
    std::int64_t warp = 0, request = 0;
    int sectors = 0, ideal = 0;
  } worst;
};

struct ThreadAnswer {
  std::vector<RankedThreads> best;                     ///< by sectors, requests, lines and simplicity
  std::int64_t covered = 0;                            ///< thread layouts with a vector width
  std::int64_t possible = 0;                           ///< those whose vectors are adjacent and aligned
  std::int64_t least_sectors = 0, least_requests = 0;  ///< needed by every thread layout
  bool cancelled = false;
};

/// Tries all of them on all cores. Errors: a sentence, if that many threads do not divide the tile in any way, with the nearest number that
/// does, or if the tile is too large.
tl::expected<ThreadAnswer, algebra::Message> suggest_threads(const ThreadQuestion&, std::size_t count, SuggestProgress&);

/// Returns "The best of 70, proved by enumeration: ...".
algebra::Message proof_text(const ThreadAnswer&);
/// Tells whether fewer sectors are possible at all.
algebra::Message bound_text(const ThreadAnswer&);
/// Describes its request with the most sectors beyond those that its bytes fill; empty if there is none.
algebra::Message worst_text(const RankedThreads&);

std::string answer_text(const ThreadQuestion&, const ThreadAnswer&, const algebra::Say& say = &algebra::in_english);
std::string answer_json(const ThreadQuestion&, const ThreadAnswer&);

}  // namespace gpu
