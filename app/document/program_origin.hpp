#pragma once
// The C++ program that a sheet was read from, and the macros that it was read with: `@program` and `@macro` lines.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "algebra/text/message.hpp"

namespace app {

/// A macro that a condition of the program asks for, or that was set.
struct ProgramMacro {
  std::string name;                  ///< with its parameters, where it has some: F(x)
  std::optional<std::string> value;  ///< nothing: it is not defined
  bool set = false;                  ///< by -D or -U, or in the window; else it is as the program or the compiler has it

  friend bool operator==(const ProgramMacro&, const ProgramMacro&) = default;
};

struct ProgramOrigin {
  std::string path;  ///< of the file, where it can be read again; "": the sheet is not from such a file
  std::vector<ProgramMacro> macros;

  friend bool operator==(const ProgramOrigin&, const ProgramOrigin&) = default;
};

/// What follows `@program` and `@macro`. Error: one sentence; also of a macro that is there already.
tl::expected<std::string, algebra::Message> read_program_path(std::string_view rest);
tl::expected<ProgramMacro, algebra::Message> read_macro(std::string_view rest, const std::vector<ProgramMacro>& before);
/// The lines with their ends; "" if there is no program.
std::string program_lines(const ProgramOrigin&);

}  // namespace app
