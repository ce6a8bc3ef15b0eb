#pragma once
// The functions and words of the language, for completion and help.

#include <deque>
#include <string_view>
#include <vector>

#include "algebra/language/functions.hpp"
#include "algebra/language/words.hpp"
#include "algebra/layout/element_type.hpp"

namespace algebra {

using expression::Function;
using expression::function_of;
using expression::Notation;

/// Returns all functions, in the order of help and palette.
inline const std::deque<Function>& functions() { return expression::table(); }
/// Returns the function with this name in the language, C++, the CuTe DSL or pycute; null if there is none.
inline const Function* function_named(std::string_view name) { return expression::find_function(name, true); }

/// A word of the language that is not a function.
struct Word {
  enum class Kind : std::uint8_t { order, element_type, mma_atom, copy_atom, smem_atom, mark };
  std::string_view name;
  Kind kind = Kind::mark;
};
/// Returns orders of modes, short names of element types, atoms, and marks such as X. The names have static lifetime.
const std::vector<Word>& words();

/// Returns whether a name denotes a pointer, such as ptr or gmem_ptr; `pointer o layout` is a tensor.
bool names_pointer(std::string_view name);

}  // namespace algebra
