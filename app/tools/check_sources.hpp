#pragma once
// What `cutescope check` and `cutescope flow` look at: files, all that lies in a folder, and what a compile_commands.json says is
// compiled, and how.

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

/// In the order of the arguments, each once; sheets and programs of a folder in the order of their paths, without hidden ones. Links to
/// folders are not followed, files that are there under two names are looked at once, and what the kernel makes up, as in /proc, is left
/// out. `excluded`: patterns of what is not looked at, as matches_path() has them; of what lies in a folder the path behind the folder's.
/// Error: one sentence, of a folder in which there is neither or more than can be looked through, of a file that is no compilation
/// database, or where nothing is left.
tl::expected<CheckSources, algebra::Message> check_sources(const std::vector<std::string>& arguments,
                                                           const std::vector<std::string>& excluded = {});

/// Whether a pattern is of a path, "a/b/c.cu", or of a folder that it lies in. `*` and `?` stand for what is no /, `**` for any folders. A
/// pattern without / is of the name of the file or of any folder; a / at its end is nothing.
bool matches_path(std::string_view pattern, std::string_view path);

/// --exclude.
Option exclude_option();

/// Notes what was not looked at: for people a line each, for other programs a finding of level note.
void note_left_out(Report&, const std::vector<algebra::Message>& left_out);

/// As source_kind(), but what could be the name of a file or of a folder is one: that it is not there is an error.
SourceKind checked_kind(const std::string& source);

/// How much of CuTe a program's text has in it, as far as its words say.
enum class CuteWords : std::uint8_t {
  none,
  some,     ///< names of functions that other libraries have, too
  certain,  ///< it includes or names CuTe or CUTLASS, or has names of functions that CuTe alone has
};
CuteWords words_of_cute(std::string_view program);

}  // namespace app
