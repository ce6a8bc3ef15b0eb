#pragma once
// How a program is compiled, as a compilation database says it (clang.llvm.org/docs/JSONCompilationDatabase.html), which CMake and Bear
// write as compile_commands.json.

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

/// How a program is compiled, beside its macros and folders.
struct CompiledAs {
  std::string architecture{};  ///< "sm_90a"; "": by what the program names
  std::string standard{};      ///< "c++20"; "": c++17
};

struct CompiledSource {
  std::string path;
  std::vector<std::string> folders{};  ///< where its compiler looks for what it includes
  MacroSettings macros{};              ///< that its compiler is told
  CompiledAs compiled_as{};
};

/// The sources of a compilation database that are C++. Entries that say nothing of a file are left out. `path`: of the database, for its
/// folder and for errors. Error: one sentence, of what is no compilation database.
tl::expected<std::vector<CompiledSource>, algebra::Message> compiled_sources(std::string_view text, const std::string& path);

/// How a program is read and compiled: as somebody says it, and where nobody does as the nearest database does.
struct Commanded {
  ProgramFolders folders;
  MacroSettings macros;
  CompiledAs compiled_as;
  algebra::Message problem{};  ///< why a database could not be read that lies nearer than one that says something; "" if all could
};
Commanded as_commanded(const std::string& file, ProgramFolders folders, std::span<const MacroSetting> macros, CompiledAs = {});

/// What the nearest database says of a file: that of its folder, or of `build` in it, or of those around it as far as the repository goes.
/// Of a header that no database names what it says of the source that lies nearest. Nothing where there is none that can be read.
std::optional<CompiledSource> compile_command_of(const std::string& file);

}  // namespace app
