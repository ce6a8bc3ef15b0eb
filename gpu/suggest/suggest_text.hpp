#pragma once
// The answer to a question about a tile, as text and as JSON.

#include <string>

#include "algebra/text/message.hpp"
#include "gpu/suggest/suggest.hpp"

namespace gpu {

/// "Lanes 0, 1, 2, ... of warp 0 want 8 different words of bank 0 in request 3: 8 turns, where 1 would do.", and by which ranks.
algebra::Message clash_text(const Clash&);
/// "The best of 16,989 layouts, proved by enumeration: ...".
algebra::Message proof_text(const Answer&);
/// Whether fewer wavefronts are possible at all, and why not; or, where the best is above the bound, that nothing in the family reaches it.
algebra::Message bound_text(const TileQuestion&, const Answer&);
/// "3 x make_tiled_copy(...)" -> "write 1", "read 2": short names of the accesses, by their places.
algebra::Message short_name(const TileQuestion&, std::size_t access);

/// "20 wavefronts, 4096 B".
algebra::Message cost_text(const RankedLayout&);

/// The whole report, in English or as `say` has the messages.
std::string answer_text(const TileQuestion&, const Answer&, const algebra::Say& say = &algebra::in_english);
std::string answer_json(const TileQuestion&, const Answer&);

}  // namespace gpu
