#pragma once
// CUTLASS's reordering of the narrow operand in a mixed-input GEMM, with which a thread reads its values of several MMAs at once.
//
// Offsets count elements of the narrow type: two int4 per byte.
//
// Source: CUTLASS tools/util/include/cutlass/util/mixed_dtype_utils.hpp (compute_memory_reordering_atom),
// include/cutlass/detail/collective/mixed_input_utils.hpp (get_smem_layout). Both throw a Problem.

#include <variant>

#include "algebra/layout/element_type.hpp"
#include "algebra/layout/layout.hpp"

namespace algebra {

/// Returns (row, k) -> place for one warp's MMAs. `mma`: the wide type, which selects the instruction. `atoms`: number of consecutive
/// instructions along K; `values`: the order of a thread's values. Errors: "static", "static_assert", "argument".
Layout memory_reordering_atom(const ElementType& mma, const Layout& atoms, const Layout& values);
/// Returns the stages of shared memory for a tensor in global memory: for a layout its tile, made compact; for strides the atom repeated.
Layout reordered_smem_layout(const Layout& atom, const IntTuple& tile, const std::variant<IntTuple, Layout>& global, std::int64_t stages);

}  // namespace algebra
