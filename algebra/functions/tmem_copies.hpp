#pragma once
// Functions about loads from tensor memory and stores to it: evaluates their calls, and lists the instructions for an entry.

#include <optional>
#include <string>
#include <vector>

#include "algebra/hardware/tmem_copies.hpp"
#include "algebra/language/evaluate.hpp"

namespace algebra {

/// The instructions that can copy an accumulator, and the expression of the accumulator.
struct TmemChoices {
  std::string accumulator;  ///< "acc"; for a tiled MMA "partition_fragment_C(mma, (_128,_256))", for its tile
  std::vector<TmemFit> fits;
};
/// Returns the choices for a tensor in tensor memory, or a tiled MMA with C there; `name` is its name in expressions. nullopt for any other
/// value.
std::optional<TmemChoices> tmem_choices(const Value&, const std::string& name);
/// For a call of fits_tmem that returns false: returns an expression for the load or store that fits with the fewest instructions,
/// "make_tmem_copy(SM100_TMEM_LOAD_16dp256b16x, acc)"; "" if none does, if the tensor has no name, or for another operation.
std::string fitting_tmem_copy(const Provenance&, const Value&);
/// Returns the copy and the tensor of a call of make_tmem_copy; nullopt for any other operation.
std::optional<TmemCopying> tmem_copying(const Provenance&, const Value&);
/// For the result of partition_S or partition_D: describes the first warp that reaches beyond its quarter of the lanes; nullopt if each
/// keeps to its own, and for any other operation.
std::optional<Message> tmem_trespass(const Provenance&);

}  // namespace algebra
