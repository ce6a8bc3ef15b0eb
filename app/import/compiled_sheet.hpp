#pragma once
// A program's sheet with what its compiler's front end says, in the instantiation that is chosen.

#include <cstddef>
#include <string>
#include <vector>

#include "app/document/sheet.hpp"
#include "app/import/cpp_program.hpp"
#include "app/import/front_end.hpp"
#include "app/system/texts.hpp"

namespace app {

/// A program as it is read, and as its compiler has it.
struct CompiledProgram {
  Sheet as_read;
  std::vector<std::string> names;   ///< by entry of `as_read`: as the program writes it; "" of notes, parameters and what is another file's
  std::vector<std::string> values;  ///< by entry: with underscores for what is static; "" where reading has none
  FrontEndAnswer answer;
};

/// `as_read` is evaluated here. path: of the program's file.
CompiledProgram compiled_program(const CppProgram&, const std::string& path, FrontEndAnswer);

/// How many entries the compiler has decided in a sheet: those that reading does not know or has assumed, and those of which it has another
/// value.
struct CompiledCount {
  std::size_t added = 0, differs = 0;
};

/// The sheet with the values of an instantiation, an index of FrontEndAnswer::instances; of other functions those of the one whose
/// arguments begin most alike, the first of several. Numbers that only the running program knows become parameters of their own. What was
/// done in the sheet stays (see kept_in_sheet). A note in the texts' language says where reading has another value that it has not assumed.
Sheet with_compiled(const Sheet& now, const CompiledProgram&, std::size_t shown, const Texts&, CompiledCount* = nullptr);

/// The titles of the instantiations, in their order: the function and those of its arguments by which its instantiations differ, after
/// "…" where some are alike; all of them where there is one alone.
std::vector<std::string> instance_titles(const std::vector<CompiledInstance>&);

}  // namespace app
