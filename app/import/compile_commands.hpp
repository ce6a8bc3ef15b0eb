#pragma once
// How a program is compiled, by the compilation database (clang.llvm.org/docs/JSONCompilationDatabase.html) that CMake and Bear write as
// compile_commands.json.

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "algebra/text/message.hpp"
#include "app/import/preprocessor.hpp"
#include "app/import/program_files.hpp"

namespace app {

/// The compiler's options apart from macros and folders.
struct CompiledAs {
  std::string architecture{};  ///< "sm_90a"; "": derived from the program's instructions
  std::string standard{};      ///< "c++20"; "": c++17
};

struct CompiledSource {
  std::string path;
  std::vector<std::string> folders{};  ///< searched for included files
  MacroSettings macros{};              ///< from the command line
  CompiledAs compiled_as{};
};

/// Returns the C++ sources of a compilation database. Entries without a file are left out. `path`: of the database, for relative folders
/// and errors. Error: one sentence, if the text is not a compilation database.
tl::expected<std::vector<CompiledSource>, algebra::Message> compiled_sources(std::string_view text, const std::string& path);

/// How to read and compile a program: explicit settings, completed by the nearest database.
struct Commanded {
  ProgramFolders folders;
  MacroSettings macros;
  CompiledAs compiled_as;
  algebra::Message problem{};  ///< why a database nearer than the one in use could not be read; "" if all could
};
Commanded as_commanded(const std::string& file, ProgramFolders folders, std::span<const MacroSetting> macros, CompiledAs = {});

/// Returns a file's command from the nearest database: in its folder, in `build` below it, or in the folders above up to the repository's
/// root. A header without a command gets that of the nearest source. nullopt without a readable database.
std::optional<CompiledSource> compile_command_of(const std::string& file);

}  // namespace app
