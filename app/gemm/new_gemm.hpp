#pragma once
// A new GEMM: makes the sheet of the chosen matrix-multiplication kernel.

#include <string>

#include <tl/expected.hpp>

#include "algebra/text/message.hpp"
#include "app/document/sheet.hpp"
#include "app/gemm/gemm_limits.hpp"

namespace app {

/// Returns the sheet: definitions and the steps of the kernel, with notes translated by `say`; its map is shown. For kinds without tensor
/// cores gpu/suggest finds the proposed layouts of shared memory. Error: as cost_of.
tl::expected<Sheet, GemmRefusal> new_gemm(const GemmChoice&, const algebra::Say& say = &algebra::in_english);

/// Returns the chosen or proposed layout of a tile in shared memory as CuTe writes it: an atom, or, from the finder, the whole tile.
/// Requires a valid choice of a kind with shared memory.
std::string tile_layout(const GemmChoice&, GemmOperand);

}  // namespace app
