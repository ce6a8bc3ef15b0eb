#pragma once
// Pictures of the mathematics: what a refused operation was asked for, the arrows of a morphism, shapes that are cut alike.

#include <optional>
#include <string_view>

#include "algebra/language/refusal.hpp"
#include "algebra/layout/morphism.hpp"
#include "render/diagram.hpp"

namespace render {

/// The function that was asked for as a grid, or the operand with the mode that is to blame where there is none: the three elements that
/// prove that it is no layout are framed, and the conditions and what would work are lines of the table. Nothing for more than most_asked
/// elements.
std::optional<Diagram> describe_refusal(const algebra::Refusal&, std::string_view name, const View&);

/// The paper's diagram of arrows: a row for each entry, those of the domain at the left, those of the codomain at the right, in the colours
/// of the domain's entries.
std::optional<Diagram> describe_morphism(const algebra::Morphism&, std::string_view name, const View&);

/// Two shapes cut at the same places, part beside part.
std::optional<Diagram> describe_cuts(const algebra::IntTuple& first, const algebra::IntTuple& second, std::string_view name, const View&);

}  // namespace render
