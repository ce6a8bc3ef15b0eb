#pragma once
// What the language consists of, besides the entries: for completion and help.

#include <deque>
#include <string_view>
#include <vector>

#include "algebra/expression/functions.hpp"

namespace algebra {

using expression::Function;
using expression::function_of;
using expression::Notation;

/// The functions of the language, in the order of help and palette.
inline const std::deque<Function>& functions() { return expression::table(); }
/// A function by its name, or by what C++, the CuTe DSL or pycute call it; null for any other word.
inline const Function* function_named(std::string_view name) { return expression::find_function(name, true); }

/// A word of the language that is not a function.
struct Word {
  enum class Kind : std::uint8_t { order, element_type, mma_atom, copy_atom, mark };
  std::string_view name;
  Kind kind = Kind::mark;
};
/// Orders of modes, element types by their short names, atoms, and marks such as X. Names live as long as the program.
const std::vector<Word>& words();

/// Whether a name is a pointer's, such as ptr or gmem_ptr: a layout at it is a tensor.
bool names_pointer(std::string_view name);

}  // namespace algebra
