#pragma once
// Pictures of the mathematics: the function that a refused operation requires, the arrows of a morphism, shapes cut alike.

#include <optional>
#include <string_view>

#include "algebra/language/refusal.hpp"
#include "algebra/layout/morphism.hpp"
#include "render/diagram.hpp"

namespace render {

/// Draws the required function as a grid; without one, the operand with the mode to blame. Frames the three elements that prove that it is
/// not a layout, and lists the conditions and the changes that work in the table. nullopt for more than most_asked elements.
std::optional<Diagram> describe_refusal(const algebra::Refusal&, std::string_view name, const View&);

/// Draws the paper's diagram of arrows: a row for each entry, those of the domain at the left, those of the codomain at the right, in the
/// colours of the domain's entries.
std::optional<Diagram> describe_morphism(const algebra::Morphism&, std::string_view name, const View&);

/// Draws two shapes cut at the same places, part beside part.
std::optional<Diagram> describe_cuts(const algebra::IntTuple& first, const algebra::IntTuple& second, std::string_view name, const View&);

}  // namespace render
