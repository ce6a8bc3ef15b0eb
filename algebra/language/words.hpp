#pragma once
// Words of the language that are neither functions nor entries.

#include <optional>
#include <string_view>

#include "algebra/layout/tensors.hpp"

namespace algebra::expression {

/// LayoutLeft, GenColMajor, LayoutRight, GenRowMajor; Major::MN, Major::K.
const Major* find_major(std::string_view name);
/// The number of an enumerator of UMMA::TmemAllocMode; nullopt for any other name.
std::optional<std::int64_t> find_alloc_mode(std::string_view name);
/// The vector over F2 that F9 is, as PyCuTe prints it, unless an entry has the name; nullopt for any other name.
std::optional<Int> bits_named(std::string_view name);
/// Where gmem_ptr, make_smem_ptr and so on point to, and what gmem, smem, ... name; unknown for any other name.
MemorySpace memory_of_pointer(std::string_view name);
/// 2 of smem_sparse<2>_ptr, and 1 of any other name.
int sparsity_of_pointer(std::string_view name);
/// Whether a name is reserved, so that no entry can have it: the above, atoms, o, X, None, ptr.
bool is_word(std::string_view name);

}  // namespace algebra::expression
