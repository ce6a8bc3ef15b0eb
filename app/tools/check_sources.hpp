#pragma once
// Lists the files that `cutescope check` and `cutescope flow` look at: named ones, those of folders, and those of a compile_commands.json
// with their macros and folders.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "algebra/text/message.hpp"
#include "app/import/compile_commands.hpp"
#include "app/import/program.hpp"
#include "app/tools/tool.hpp"

namespace app {

struct CheckSources {
  std::vector<CompiledSource> all;
  std::vector<algebra::Message> left_out;  ///< what of the folders was not looked at, a line each
};

/// Lists the files of the arguments in their order, each once; those of a folder by their paths, without hidden ones. Links to folders are
/// not followed, a file with two names is listed once, and files that the kernel makes up, as in /proc, are left out. `excluded`: patterns,
/// as matches_path() has them, of files to leave out; in a folder they match the path behind it. Error: one sentence, for a folder
/// without sheets and programs or with too many files, for a file that is not a compilation database, or if nothing is left.
tl::expected<CheckSources, algebra::Message> check_sources(const std::vector<std::string>& arguments,
                                                           const std::vector<std::string>& excluded = {});

/// Tells whether a pattern matches a path, "a/b/c.cu", or a folder that it lies in. `*` and `?` stand for letters other than /, `**` for
/// any folders. A pattern without / matches the name of the file or of any folder; a / at its end is ignored.
bool matches_path(std::string_view pattern, std::string_view path);

/// --exclude.
Option exclude_option();

/// Notes what was not looked at: for people a line each, for other programs a finding of level note.
void note_left_out(Report&, const std::vector<algebra::Message>& left_out);

/// Returns source_kind(), but a text that could be the name of a file or a folder is one, also if it is missing.
SourceKind checked_kind(const std::string& source);

/// Evidence in a program's words that it uses CuTe.
enum class CuteWords : std::uint8_t {
  none,
  some,     ///< names of functions that other libraries have, too
  certain,  ///< it includes or names CuTe or CUTLASS, or has names of functions that CuTe alone has
};
CuteWords words_of_cute(std::string_view program);

}  // namespace app
