#pragma once
// Loading sheets from files and programs, and saving them.

#include <string>

#include <tl/expected.hpp>

#include "algebra/text/message.hpp"
#include "app/document/sheet.hpp"
#include "app/import/cpp_program.hpp"

namespace app {

/// Loads a sheet from a path, a link (see is_sheet_link) or `-` for standard input, or a program's definitions as a sheet if the extension
/// is a program's (see program_language). `settings`: values for the program's parameters, or for a sheet's entries of these names.
/// `macros`: for C++ only. Error: one sentence with path and reason, including names that do not exist.
tl::expected<Sheet, algebra::Message> load_sheet(const std::string& path, const ProgramSettings& settings = {},
                                                 const MacroSettings& macros = {}, const ProgramFolders& = {});
/// Returns the sheet of a file's text, for input that can be read only once, such as a pipe. Each line is an entry.
tl::expected<Sheet, algebra::Message> sheet_of_file(const std::string& text, const std::string& path, const ProgramSettings& settings = {},
                                                    const MacroSettings& macros = {}, const ProgramFolders& = {});
/// Returns the sheet of a file opened for viewing. If it is neither a sheet nor a program, printed values in it become entries, as when
/// pasted (see for_field), whatever else it contains; without any, its lines do.
tl::expected<Sheet, algebra::Message> sheet_of_opened(const std::string& text, const std::string& path,
                                                      const ProgramSettings& settings = {}, const MacroSettings& macros = {},
                                                      const ProgramFolders& = {});
/// Returns the sheet of a command's argument (see source_kind): a file, a link, standard input, or an expression, which becomes the only
/// entry. Error: as above.
tl::expected<Sheet, algebra::Message> sheet_of_source(const std::string& source, const ProgramSettings& settings = {},
                                                      const MacroSettings& macros = {}, const ProgramFolders& = {});
/// Returns "there is no X in sgemm.cu to set: it needs m, n, k, threadIdx.x", or the same for a macro; "" if all were used.
algebra::Message unused_settings(const CppProgram&, const std::string& path);
/// Saves the sheet. Error: as above. A path with a program's extension is refused, so that no source file is overwritten.
tl::expected<void, algebra::Message> save_sheet(const Sheet&, const std::string& path);

}  // namespace app
