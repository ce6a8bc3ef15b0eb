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
  std::string path;  ///< of the file; a name without a folder where it is not known; "": the sheet is not from such a file
  std::vector<ProgramMacro> macros;

  friend bool operator==(const ProgramOrigin&, const ProgramOrigin&) = default;
};

/// Whether a compiler would take the name for an option or for a file of options: it begins with - or @.
bool is_like_option(std::string_view path);

/// The program's file where it can be read: its whole path. "" for one of which the name alone is known, as in a link, and for none.
std::string program_file(const ProgramOrigin&);
/// Takes the folder away: of what came with a link or with a pasted text the name is known, and no file here is meant by it. A name that
/// would be like an option goes, too.
void leave_folder(ProgramOrigin&);
/// Completes a relative path by the folder of the sheet's file.
void complete_path(ProgramOrigin&, const std::string& sheet_path);

/// What follows `@program` and `@macro`. Error: one sentence; also of a macro that is there already.
tl::expected<std::string, algebra::Message> read_program_path(std::string_view rest);
tl::expected<ProgramMacro, algebra::Message> read_macro(std::string_view rest, const std::vector<ProgramMacro>& before);
/// The lines with their ends; "" if there is no program.
std::string program_lines(const ProgramOrigin&);

}  // namespace app
