#pragma once
// How CUTLASS reorders the narrow operand of a mixed-input GEMM, so that a thread reads its values of several MMAs at once.
//
// Offsets count elements of the narrow type: of int4, two a byte.
//
// Source: CUTLASS tools/util/include/cutlass/util/mixed_dtype_utils.hpp (compute_memory_reordering_atom),
// include/cutlass/detail/collective/mixed_input_utils.hpp (get_smem_layout). Both throw a Problem.

#include <variant>

#include "algebra/layout/element_type.hpp"
#include "algebra/layout/layout.hpp"

namespace algebra {

/// (row, k) -> place, of one warp's MMAs. `mma`: the wide type, of which the instruction is. `atoms`: how many instructions follow one
/// another along K; `values`: the order of a thread's values. Errors: "static", "static_assert", "argument".
Layout memory_reordering_atom(const ElementType& mma, const Layout& atoms, const Layout& values);
/// The stages of shared memory for a tensor in global memory: of a layout its tile, made compact; of strides the atom repeated.
Layout reordered_smem_layout(const Layout& atom, const IntTuple& tile, const std::variant<IntTuple, Layout>& global, std::int64_t stages);

}  // namespace algebra
