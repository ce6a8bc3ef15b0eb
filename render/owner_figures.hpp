#pragma once
// Figures of tiles whose elements are owned by threads.

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "render/diagram.hpp"

namespace render {

/// Returns the view coloured by thread, unless its colours show owners, and labelled (thread, value) instead of by index.
View owner_view(View);

/// Draws a tile of that shape with owners from (thread, value) -> index. nullopt if it is too large.
std::optional<Diagram> owned_tile(const algebra::IntTuple& shape, const algebra::Layout& owners, std::string_view name, const View&);

/// Colours and labels each cell by the owner of its index.
void show_owners(Diagram&, const std::function<Diagram::Owner(std::int64_t index)>& owner);

}  // namespace render
