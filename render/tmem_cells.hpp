#pragma once
// A picture of tensor memory: 128 lanes by columns of 32 bits, and the element in each cell.

#include <optional>
#include <string>
#include <string_view>

#include "algebra/language/value.hpp"
#include "render/diagram.hpp"

namespace render {

/// Draws the cells of tensor memory within the tensor's allocation, or all, with the quarter of each warp as a slab. With owners in the
/// context, (thread, value) -> address, each cell has its register. nullopt: the tensor is not in tensor memory, or the view shows its
/// modes.
std::optional<Diagram> tmem_cells(const algebra::Tensor&, std::string_view name, const View&, const Context&);

/// Return "allocated", "whole", "modes", as in sheets and on the command line, and the reverse; nullopt for any other word.
std::string_view name_of(TmemGrid);
std::optional<TmemGrid> tmem_grid(std::string_view name);

/// Returns "lane 17, column 3: register 5 of thread 17, of warp 0", "lane 17, column 3: no element".
algebra::Message tmem_remark(const Diagram&, std::int64_t row, std::int64_t column);

}  // namespace render
