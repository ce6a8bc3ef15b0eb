#pragma once
// Reading a program's source, CuTe C++ or the CuTe DSL, as a sheet whose entries are the program's definitions of layouts.

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "app/document/sections.hpp"
#include "app/import/cpp_program.hpp"
#include "app/import/program_language.hpp"

namespace app {

/// The language by the file's extension: .cu, .cuh, .hpp, .py, ... Nothing for any other.
std::optional<ProgramLanguage> program_language(std::string_view path);

/// The definitions of the program in a file, by the reader of its language, with the files that it includes (program_files.hpp). Python
/// has no macros.
CppProgram read_program(std::string_view source, ProgramLanguage, const std::string& path, const ProgramSettings& = {},
                        std::span<const MacroSetting> = {}, const ProgramFolders& = {});

/// What stands for a sheet, a program or a text in a question: `-` is standard input; a link has the form of one; a file has the ending of
/// a sheet or of a program, or is there, unless its name alone could be a name of the language; the rest are expressions.
enum class SourceKind : std::uint8_t { expression, file, link, input };
SourceKind source_kind(const std::string& source);
/// Whether it is no expression.
inline bool names_sheet(const std::string& source) { return source_kind(source) != SourceKind::expression; }
/// The path under which standard input is read.
inline constexpr const char* input_path = "/dev/stdin";

/// A C++ program's definitions as entries behind a note that says how many are understood. Of the first kernel the most telling
/// ones are cards: what a thread has, where the program asks which one it is. The entries of parameters come first. Empty if nothing
/// is defined in it. If a file is at the path, the sheet knows where it is from and with which macros it was read.
Sheet sheet_of_program(const CppProgram&, const std::string& path);
DefinitionCount understood(const CppProgram&);

/// The definitions of a program; if there are none, or the text is no program, the layouts printed in it. The first entry is a
/// note that says what was found. An empty sheet if nothing was.
Sheet sheet_of_text(std::string_view text, const std::string& path);

}  // namespace app
