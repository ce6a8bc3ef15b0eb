#pragma once
// Tensor memory as a picture: 128 lanes by columns of 32 bits, and which element lies in each cell.

#include <optional>
#include <string>
#include <string_view>

#include "algebra/language/value.hpp"
#include "render/diagram.hpp"

namespace render {

/// The cells of tensor memory as far as the tensor's allocation reaches, or all, with the quarter of each warp as a slab. With owners in
/// the context, (thread, value) -> address, each cell has its register. nullopt: the tensor is not in tensor memory, or the view asks for
/// its modes.
std::optional<Diagram> tmem_cells(const algebra::Tensor&, std::string_view name, const View&, const Context&);

/// "allocated", "whole", "modes", as in sheets and on the command line; nullopt for any other word.
std::string_view name_of(TmemGrid);
std::optional<TmemGrid> tmem_grid(std::string_view name);

/// "lane 17, column 3: register 5 of thread 17, of warp 0", "lane 17, column 3: no element".
algebra::Message tmem_remark(const Diagram&, std::int64_t row, std::int64_t column);

}  // namespace render
