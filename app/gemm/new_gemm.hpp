#pragma once
// A new GEMM: the sheet of a kernel that multiplies matrices as it was chosen.

#include <string>

#include <tl/expected.hpp>

#include "algebra/text/message.hpp"
#include "app/document/sheet.hpp"
#include "app/gemm/gemm_limits.hpp"

namespace app {

/// The sheet: definitions, and the steps of the kernel, with notes as `say` has them; its map is shown. Of the kinds without tensor cores
/// the proposed layouts of shared memory are the finder's (gpu/suggest). Error: as cost_of.
tl::expected<Sheet, GemmRefusal> new_gemm(const GemmChoice&, const algebra::Say& say = &algebra::in_english);

/// The layout of a tile in shared memory that is chosen or proposed, as CuTe writes it: an atom, or of the finder the whole tile. Requires
/// that the choice costs something, in a kind with shared memory.
std::string tile_layout(const GemmChoice&, GemmOperand);

}  // namespace app
