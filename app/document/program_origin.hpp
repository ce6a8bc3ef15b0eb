#pragma once
// The C++ program from which a sheet was read, with its macros: `@program` and `@macro` lines.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "algebra/text/message.hpp"

namespace app {

/// A macro that a condition of the program tests, or that was set.
struct ProgramMacro {
  std::string name;                  ///< with its parameters, if it has any: F(x)
  std::optional<std::string> value;  ///< nullopt: it is not defined
  bool set = false;                  ///< set by -D or -U, or in the window; otherwise as the program or the compiler defines it

  friend bool operator==(const ProgramMacro&, const ProgramMacro&) = default;
};

struct ProgramOrigin {
  std::string path;  ///< path of the file; only a name if the folder is unknown; "": the sheet is not from such a file
  std::vector<ProgramMacro> macros;

  friend bool operator==(const ProgramOrigin&, const ProgramOrigin&) = default;
};

/// Returns true if a compiler would take the name for an option or for a file of options: it begins with - or @.
bool is_like_option(std::string_view path);

/// Returns the absolute path of the program's file; "" if only its name is known, as in a link, or if there is no program.
std::string program_file(const ProgramOrigin&);
/// Removes the folder: the program of a link or a pasted text has a name, but no file on this machine. Also removes a name that is like an
/// option.
void leave_folder(ProgramOrigin&);
/// Completes a relative path with the folder of the sheet's file.
void complete_path(ProgramOrigin&, const std::string& sheet_path);

/// Parse the text after `@program` and `@macro`. Error: one sentence; also for a macro that occurs in `before`.
tl::expected<std::string, algebra::Message> read_program_path(std::string_view rest);
tl::expected<ProgramMacro, algebra::Message> read_macro(std::string_view rest, const std::vector<ProgramMacro>& before);
/// Returns the lines with their line breaks; "" if there is no program.
std::string program_lines(const ProgramOrigin&);

}  // namespace app
