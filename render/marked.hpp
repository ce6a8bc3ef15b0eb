#pragma once
// The picture of a value, with elements coloured that differ from another value.

#include <optional>
#include <string_view>

#include "algebra/hardware/fit.hpp"
#include "algebra/language/value.hpp"
#include "render/diagram.hpp"

namespace render {

/// Colours the elements of two diagrams that differ, and no others: by who owns them where both diagrams have owners for all
/// their elements, else by their values. False, and nothing changes, where they cannot be compared or have more than 2^20
/// elements.
bool mark_differences(Diagram& a, const algebra::Value& value_a, Diagram& b, const algebra::Value& value_b);

/// The tile of a copy and an MMA, with both owners of the elements where they differ.
std::optional<Diagram> fit_picture(const algebra::Owners&, std::string_view name, View);

/// Equal elements have no colour. Beyond 2^20 elements nothing is marked, and colours are as usual.
std::optional<Diagram> marked_picture(const algebra::Value& shown, const algebra::Value& other, std::string_view name);

}  // namespace render
