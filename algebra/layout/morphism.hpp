#pragma once
// Tractable layouts as arrows between tuples: morphisms of nested tuples, how they compose, and the refinements with which they do.
// Source: J. Carlisle and others, "Categorical Foundations for CuTe Layouts", arXiv 2601.05972, sections 2.3.10, 3.2 and 4.1,
// whose program, tract, has the same.

#include <optional>
#include <utility>
#include <vector>

#include "algebra/layout/operations.hpp"

namespace algebra {

/// A morphism S -> T of nested tuples: entry i of S goes to entry arrows[i] - 1 of T, which is as large and has no other arrow, or for 0
/// nowhere. Entries are counted through all brackets.
struct Morphism {
  IntTuple domain, codomain;
  std::vector<int> arrows;
  friend bool operator==(const Morphism&, const Morphism&) = default;
};

/// Whether the layout is that of a morphism: of its modes by stride, each stride but 0 times its size divides the next one. Modes of size
/// 1 move nothing and do not count. If not, the message names the first two modes for which it does not hold.
std::optional<Message> why_intractable(const Layout&);
/// The places of those two modes.
std::optional<std::pair<int, int>> intractable_modes(const Layout&);
/// The standard morphism of a tractable layout, whose layout it is. Errors: "tractable".
Morphism morphism_of(const Layout&);
/// The functor to layouts: entry i of the domain has as its stride the product of what is before entry arrows[i] of the codomain.
Layout layout_of(const Morphism&);
/// A morphism as the tuple (domain, codomain, arrows), and back. Errors: "morphism" where such a tuple is none.
IntTuple as_tuple(const Morphism&);
Morphism morphism_of(const IntTuple&);

/// f behind g: what f does with g's codomain. Errors: "composable" unless g's codomain is f's domain.
Morphism compose(const Morphism& f, const Morphism& g);

/// T' and U' that refine T and U, of which T' is the beginning of U': both are cut at the same places. nullopt where a cut of one is none
/// of the other: an integer there neither divides the other nor is divided by it, or T is the larger. `steps` gets a line for each cut.
struct Refinements {
  IntTuple first, second;
};
std::optional<Refinements> mutual_refinement(const IntTuple& t, const IntTuple& u, std::vector<Message>* steps = nullptr);
/// g with its codomain refined; f with its domain refined. Errors: "refinement" where the tuple does not refine it.
Morphism pullback(const Morphism& g, const IntTuple& refinement);
Morphism pushforward(const Morphism& f, const IntTuple& refinement);
/// f behind g where g's codomain and f's domain have a mutual refinement. Errors: "composable".
Morphism weak_composition(const Morphism& f, const Morphism& g);

}  // namespace algebra
