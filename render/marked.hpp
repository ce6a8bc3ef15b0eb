#pragma once
// The picture of a value, with elements coloured that differ from another value.

#include <optional>
#include <string_view>

#include "algebra/value.hpp"
#include "render/diagram.hpp"

namespace render {

/// Equal elements have no colour. Beyond 2^20 elements nothing is marked, and colours are as usual.
std::optional<Diagram> marked_picture(const algebra::Value& shown, const algebra::Value& other, std::string_view name);

}  // namespace render
