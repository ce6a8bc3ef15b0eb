#pragma once
// Loading sheets from files and programs, and saving them.

#include <string>

#include <tl/expected.hpp>

#include "algebra/text/message.hpp"
#include "app/document/sheet.hpp"
#include "app/import/cpp_program.hpp"

namespace app {

/// Loads a sheet, by its path, its link (see is_sheet_link) or `-` for standard input, or a program's definitions as a sheet if the
/// extension is a program's (see program_language). `settings` are what the program is given; of a sheet they replace entries of those
/// names. `macros` are of C++ alone. Error: one sentence with the path and the reason, also for a name that is not there.
tl::expected<Sheet, algebra::Message> load_sheet(const std::string& path, const ProgramSettings& settings = {},
                                                 const MacroSettings& macros = {}, const ProgramFolders& = {});
/// The sheet of a file's text, which was read already: what comes through a pipe can be read once. An entry is a line of it.
tl::expected<Sheet, algebra::Message> sheet_of_file(const std::string& text, const std::string& path, const ProgramSettings& settings = {},
                                                    const MacroSettings& macros = {}, const ProgramFolders& = {});
/// The same of one that is opened to be looked at: where it is neither a sheet nor a program, what print or a compiler printed in it
/// becomes entries, as where it is pasted (see for_field), whatever else is in it; otherwise its lines are.
tl::expected<Sheet, algebra::Message> sheet_of_opened(const std::string& text, const std::string& path,
                                                      const ProgramSettings& settings = {}, const MacroSettings& macros = {},
                                                      const ProgramFolders& = {});
/// What a question names (see source_kind): such a file, link or standard input, or an expression, which becomes the only entry of a
/// sheet. Error: as above.
tl::expected<Sheet, algebra::Message> sheet_of_source(const std::string& source, const ProgramSettings& settings = {},
                                                      const MacroSettings& macros = {}, const ProgramFolders& = {});
/// "there is no X in sgemm.cu to set: it needs m, n, k, threadIdx.x"; the same of a macro; "" if all were used.
algebra::Message unused_settings(const CppProgram&, const std::string& path);
/// Saves the sheet. Error: as above; also for a path with a program's extension, so that no source file is overwritten.
tl::expected<void, algebra::Message> save_sheet(const Sheet&, const std::string& path);

}  // namespace app
