#pragma once
// Figures of tiles whose elements are owned by threads.

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

#include "algebra/hardware/tiled.hpp"
#include "algebra/text/message.hpp"
#include "render/figure.hpp"

namespace render {

/// The view, coloured by thread unless its colours show owners, and labelled (thread, value) in place of the index.
View owner_view(View);

/// A tile of that shape with owners from (thread, value) -> index. Nothing if it is too large.
std::optional<Diagram> owned_tile(const algebra::IntTuple& shape, const algebra::Layout& owners, std::string_view name, const View&);

/// B above C and A to the left of C, as in every figure of an MMA: K runs towards C. Error: one sentence.
tl::expected<Figure, algebra::Message> mma_figure(const algebra::TiledMma&, View);
/// The figure of a single atom. Throws algebra::Problem if it cannot be tiled.
tl::expected<Figure, algebra::Message> mma_figure(const algebra::MmaAtom&, const View&);

/// Colours and labels each cell by the owner of its index.
void show_owners(Diagram&, const std::function<Diagram::Owner(std::int64_t index)>& owner);

}  // namespace render
