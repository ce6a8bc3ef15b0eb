#pragma once
// Tensors of PyTorch and numpy, patterns of einops and layouts of Mojo, as layouts: shape, strides and what reorders them.

#include <optional>

#include "algebra/language/printed.hpp"
#include "algebra/reading/call_text.hpp"

namespace algebra::dialects {

/// Reads one of these, for example
///   torch.empty((8, 3, 32, 32), memory_format=torch.channels_last).permute(0, 2, 3, 1)   coordinate -> element
///   np.zeros((4, 8), order="F").T, torch.empty_strided((2, 3), (3, 1))
///   rearrange("b (h w) -> h b w", b=2, h=4, w=8)   coordinate of the result -> element of the row-major argument
///   Layout.row_major(4, 8), Layout((4, 8), (8, 1)), LayoutTensor[DType.float32, Layout.row_major(4, 8)]
/// nullopt for another call. Throws a CallProblem if there is no layout.
std::optional<Printed> read_strided(const CallValue&);

}  // namespace algebra::dialects
