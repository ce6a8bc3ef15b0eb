#pragma once
// The picture of a value with the elements coloured where another value differs.

#include <optional>
#include <string_view>

#include "algebra/value.hpp"
#include "render/diagram.hpp"

namespace render {

/// Elements that are the same have no colour. As usual where there are too many elements to mark them (2^20).
std::optional<Diagram> marked_picture(const algebra::Value& shown, const algebra::Value& other, std::string_view name);

}  // namespace render
