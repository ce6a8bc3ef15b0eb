#pragma once
// Functions about loads from tensor memory and stores to it: what their calls ask, and what there is to choose from for an entry.

#include <optional>
#include <string>
#include <vector>

#include "algebra/hardware/tmem_copies.hpp"
#include "algebra/language/evaluate.hpp"

namespace algebra {

/// What copies an accumulator, as an entry's expression takes it, and what there is to choose from.
struct TmemChoices {
  std::string accumulator;  ///< "acc"; of a tiled MMA "partition_fragment_C(mma, (_128,_256))", of its tile
  std::vector<TmemFit> fits;
};
/// Of a tensor in tensor memory, or of a tiled MMA that has C there, called so in expressions; nullopt for any other value.
std::optional<TmemChoices> tmem_choices(const Value&, const std::string& name);
/// The load, or the store, that fits with the fewest instructions, of a call of fits_tmem that is answered with no, as an expression:
/// "make_tmem_copy(SM100_TMEM_LOAD_16dp256b16x, acc)"; "" where none does, the tensor has no name, or it is another operation.
std::string fitting_tmem_copy(const Provenance&, const Value&);
/// What a call of make_tmem_copy made; nothing for any other operation.
std::optional<TmemCopying> tmem_copying(const Provenance&, const Value&);
/// The first warp that reaches beyond its quarter of the lanes, of what a call of partition_S or partition_D gives; nullopt where each
/// keeps to its own, and for any other operation.
std::optional<Message> tmem_trespass(const Provenance&);

}  // namespace algebra
