#pragma once
// Words of the language that are neither functions nor entries.

#include <optional>
#include <string_view>

#include "algebra/layout/tensors.hpp"

namespace algebra::expression {

/// Finds LayoutLeft, GenColMajor, LayoutRight, GenRowMajor; Major::MN, Major::K.
const Major* find_major(std::string_view name);
/// Returns the number of an enumerator of UMMA::TmemAllocMode; nullopt for any other name.
std::optional<std::int64_t> find_alloc_mode(std::string_view name);
/// Returns the vector over F2 that PyCuTe prints as F9; nullopt for any other name. An entry of that name takes precedence.
std::optional<Int> bits_named(std::string_view name);
/// Returns the memory that gmem_ptr, make_smem_ptr and so on point to, and that gmem, smem, ... name; unknown for any other name.
MemorySpace memory_of_pointer(std::string_view name);
/// Returns 2 for smem_sparse<2>_ptr, and 1 for any other name.
int sparsity_of_pointer(std::string_view name);
/// Returns whether a name is reserved, so that no entry can have it: the above, atoms, o, X, None, ptr.
bool is_word(std::string_view name);

}  // namespace algebra::expression
