#pragma once
// What the language consists of, besides the entries: for completion and help.

#include <optional>
#include <string_view>
#include <vector>

#include "algebra/evaluate.hpp"

namespace algebra {

/// A function by its name, or by what C++, the CuTe DSL or pycute call it; nothing for any other word.
std::optional<FunctionInfo> function_named(std::string_view name);

/// How many arguments a function needs, and template arguments: -1 where that depends. Zeros for any other word.
struct Arity {
  int least = 0, most = 0, indices = 0;
};
Arity arity_of(std::string_view name);

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
