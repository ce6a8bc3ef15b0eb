#pragma once
// Draws a value with the elements coloured that differ from another value.

#include <optional>
#include <string_view>

#include "algebra/hardware/fit.hpp"
#include "algebra/language/value.hpp"
#include "render/diagram.hpp"

namespace render {

/// Colours only the elements of two diagrams that differ: by their owners if both diagrams have owners for all their elements, else by
/// their values. Returns false, and changes nothing, if they cannot be compared or have more than 2^20 elements.
bool mark_differences(Diagram& a, const algebra::Value& value_a, Diagram& b, const algebra::Value& value_b);

/// Draws the tile of a copy and an MMA, with both owners where they differ.
std::optional<Diagram> fit_picture(const algebra::Owners&, std::string_view name, View);

/// Draws `shown`, with no colour on elements equal to those of `other`. Beyond 2^20 elements nothing is marked, and colours are as usual.
std::optional<Diagram> marked_picture(const algebra::Value& shown, const algebra::Value& other, std::string_view name);

}  // namespace render
