#pragma once
// Reads a program's source in CuTe C++ or the CuTe DSL as a sheet of the program's layouts.

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "app/document/sections.hpp"
#include "app/import/cpp_program.hpp"
#include "app/import/program_language.hpp"

namespace app {

/// Returns the language of a file by its extension: .cu, .cuh, .hpp, .py, ...; nullopt for any other.
std::optional<ProgramLanguage> program_language(std::string_view path);

/// Reads the definitions of a program's file and of the files that it includes (program_files.hpp). Python has no macros.
CppProgram read_program(std::string_view source, ProgramLanguage, const std::string& path, const ProgramSettings& = {},
                        std::span<const MacroSetting> = {}, const ProgramFolders& = {});

/// The kind of a command's argument: `-` is standard input; links are recognised by their form; files by the extension of a sheet or
/// program, or if they exist and their name cannot be a name of the language; all else is an expression.
enum class SourceKind : std::uint8_t { expression, file, link, input };
SourceKind source_kind(const std::string& source);
/// Returns whether an argument is not an expression.
inline bool names_sheet(const std::string& source) { return source_kind(source) != SourceKind::expression; }
/// The path under which standard input is read.
inline constexpr const char* input_path = "/dev/stdin";

/// Returns a C++ program's definitions as entries after a note with the number that was understood. The most useful ones of the first
/// kernel are cards: a thread's parts, if the program uses the thread's index. Parameters come first. Empty if the program has no
/// definitions. If the path is a file, the sheet remembers it and its macros.
Sheet sheet_of_program(const CppProgram&, const std::string& path);
DefinitionCount understood(const CppProgram&);

/// Returns the sheet of a program's definitions or, without any, of the layouts printed in the text. The first entry is a note on what was
/// found. Empty if nothing was.
Sheet sheet_of_text(std::string_view text, const std::string& path);

}  // namespace app
