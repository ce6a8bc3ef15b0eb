#pragma once
// Words of the language that are neither functions nor entries.

#include <string_view>

#include "algebra/value.hpp"

namespace algebra::expression {

/// LayoutLeft, GenColMajor, LayoutRight, GenRowMajor.
const Major* find_major(std::string_view name);
/// f32, float, Float32, half_t, ...: a name of CuTe or CUTLASS, or the short name.
const ElementType* find_element_type(std::string_view name);
/// Whether a name is reserved, so that no entry can have it: the above, atoms, o, X, None, ptr.
bool is_word(std::string_view name);

}  // namespace algebra::expression
