#pragma once
// Tractable layouts as arrows between tuples: morphisms of nested tuples, how they compose, and the refinements with which they do.
// Source: J. Carlisle and others, "Categorical Foundations for CuTe Layouts", arXiv 2601.05972, sections 2.3.10, 3.2 and 4.1,
// whose program, tract, has the same.

#include <optional>
#include <utility>
#include <vector>

#include "algebra/layout/operations.hpp"

namespace algebra {

/// A morphism S -> T of nested tuples: entry i of S maps to entry arrows[i] - 1 of T, which has the same size and no other arrow; 0 means
/// no entry. Entries are counted through all brackets.
struct Morphism {
  IntTuple domain, codomain;
  std::vector<int> arrows;
  friend bool operator==(const Morphism&, const Morphism&) = default;
};

/// Returns nothing if the layout is tractable, i.e. comes from a morphism: with modes sorted by stride, each nonzero stride times its size
/// divides the next stride. Modes of size 1 do not count. Otherwise returns a message that names the first two modes that violate this.
std::optional<Message> why_intractable(const Layout&);
/// Returns the places of those two modes.
std::optional<std::pair<int, int>> intractable_modes(const Layout&);
/// Returns the standard morphism of a tractable layout; layout_of() gives the layout back. Errors: "tractable".
Morphism morphism_of(const Layout&);
/// Returns the layout of a morphism: the stride of entry i is the product of the codomain's entries before arrow i's target.
Layout layout_of(const Morphism&);
/// Convert a morphism to the tuple (domain, codomain, arrows), and back. Errors: "morphism" if the tuple is not one.
IntTuple as_tuple(const Morphism&);
Morphism morphism_of(const IntTuple&);

/// Composes: f after g. Errors: "composable" unless g's codomain is f's domain.
Morphism compose(const Morphism& f, const Morphism& g);

/// Refinements T' and U' of T and U such that T' is the beginning of U': both are cut at the same places. nullopt if an integer there
/// neither divides the other nor is divided by it, or if T is larger. `steps` gets a line per cut.
struct Refinements {
  IntTuple first, second;
};
std::optional<Refinements> mutual_refinement(const IntTuple& t, const IntTuple& u, std::vector<Message>* steps = nullptr);
/// Refine g's codomain, and f's domain. Errors: "refinement" if the tuple does not refine it.
Morphism pullback(const Morphism& g, const IntTuple& refinement);
Morphism pushforward(const Morphism& f, const IntTuple& refinement);
/// Composes f after g if g's codomain and f's domain have a mutual refinement. Errors: "composable".
Morphism weak_composition(const Morphism& f, const Morphism& g);

}  // namespace algebra
