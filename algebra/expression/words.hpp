#pragma once
// Words of the language that are neither functions nor entries.

#include <span>
#include <string_view>

#include "algebra/value.hpp"

namespace algebra::expression {

/// LayoutLeft, GenColMajor, LayoutRight, GenRowMajor.
const Major* find_major(std::string_view name);
/// f32, float, Float32, half_t, ...: by CuTe's, CUTLASS's or our short name.
const ElementType* find_element_type(std::string_view name);
/// Whether a name has a meaning of its own, so that no entry can have it: the above, atoms, o, X,
/// None, ptr.
bool is_word(std::string_view name);

/// Another spelling of a function, as C++, the CuTe DSL, pycute or a debugger has it.
struct Alias {
  std::string_view name, of;
  bool is_type = false;  ///< a function only before `<`, as in Shape<_4,_2>: elsewhere C and Tile are names like any other
};
std::span<const Alias> aliases();

}  // namespace algebra::expression
