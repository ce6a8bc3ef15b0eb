#pragma once
// Writes the answer to a question about a tile as text and as JSON.

#include <string>

#include "algebra/text/message.hpp"
#include "gpu/suggest/suggest.hpp"

namespace gpu {

/// Returns "Lanes 0, 1, 2, ... of warp 0 want 8 different words of bank 0 in request 3: 8 turns, where 1 would do.", with the ranks.
algebra::Message clash_text(const Clash&);
/// Returns "The best of 16,989 layouts, proved by enumeration: ...".
algebra::Message proof_text(const Answer&);
/// Tells whether fewer wavefronts are possible at all, and why not; or, if the best is above the bound, that nothing in the family reaches
/// it.
algebra::Message bound_text(const TileQuestion&, const Answer&);
/// Returns a short name of an access by its place, "write 1" or "read 2"; the full one may be "3 x make_tiled_copy(...)".
algebra::Message short_name(const TileQuestion&, std::size_t access);

/// Returns "20 wavefronts, 4096 B".
algebra::Message cost_text(const RankedLayout&);

/// Returns the whole report, in English or in the language of `say`.
std::string answer_text(const TileQuestion&, const Answer&, const algebra::Say& say = &algebra::in_english);
std::string answer_json(const TileQuestion&, const Answer&);

}  // namespace gpu
