#pragma once
// A program's sheet with the values from the compiler's front end, for a chosen instantiation.

#include <cstddef>
#include <string>
#include <vector>

#include "app/document/sheet.hpp"
#include "app/import/cpp_program.hpp"
#include "app/import/front_end.hpp"
#include "app/system/texts.hpp"

namespace app {

/// A program as it was read, and the compiler's answer about it.
struct CompiledProgram {
  Sheet as_read;
  std::vector<std::string> names;   ///< by entry of `as_read`: the program's own name; "" for notes, parameters and entries of other files
  std::vector<std::string> values;  ///< by entry: the value with underscores on static integers; "" if reading found none
  FrontEndAnswer answer;
};

/// Evaluates `as_read`. path: the program's file.
CompiledProgram compiled_program(const CppProgram&, const std::string& path, FrontEndAnswer);

/// The number of entries that the compiler decides: those that reading left open or assumed, and those with another value.
struct CompiledCount {
  std::size_t added = 0, differs = 0;
};

/// Returns the sheet with the values of one instantiation, an index of FrontEndAnswer::instances. For other functions the instantiation
/// whose arguments have the longest common beginning counts, the first of equals. Run-time numbers become parameters. Changes that were
/// made in the sheet are kept (see kept_in_sheet). A note in the texts' language reports each value that differs from one that reading had
/// not assumed.
Sheet with_compiled(const Sheet& now, const CompiledProgram&, std::size_t shown, const Texts&, CompiledCount* = nullptr);

/// Returns a title for each instantiation: the function and the arguments in which its instantiations differ, after "…" if others are left
/// out. All arguments if there is only one instantiation.
std::vector<std::string> instance_titles(const std::vector<CompiledInstance>&);

}  // namespace app
