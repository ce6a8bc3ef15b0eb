#pragma once
// Words of the language that are neither functions nor entries.

#include <optional>
#include <string_view>
#include <vector>

#include "algebra/value.hpp"

namespace algebra::expression {

/// LayoutLeft, GenColMajor, LayoutRight, GenRowMajor; Major::MN, Major::K.
const Major* find_major(std::string_view name);
/// The number of an enumerator of UMMA::TmemAllocMode; nullopt for any other name.
std::optional<std::int64_t> find_alloc_mode(std::string_view name);
/// f32, float, Float32, half_t, ...: a name of CuTe or CUTLASS, or the short name.
const ElementType* find_element_type(std::string_view name);
/// The same, and f8, c64 and c128, which are no words of the language: what a setting such as element=f16 may say.
const ElementType* element_type_of_setting(std::string_view name);
/// The short names of element types: f16, e4m3, i8, ...
std::vector<std::string_view> element_type_names();
/// Where gmem_ptr, make_smem_ptr and so on point to, and what gmem, smem, ... name; unknown for any other name.
MemorySpace memory_of_pointer(std::string_view name);
/// 2 of smem_sparse<2>_ptr, and 1 of any other name.
int sparsity_of_pointer(std::string_view name);
/// Whether a name is reserved, so that no entry can have it: the above, atoms, o, X, None, ptr.
bool is_word(std::string_view name);

}  // namespace algebra::expression
