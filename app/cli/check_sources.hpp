#pragma once
// What `cutescope check` is to check: files, all that lies in a folder, and what a compile_commands.json says is compiled, and how.

#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "algebra/text/message.hpp"
#include "app/import/compile_commands.hpp"

namespace app {

struct CheckSources {
  std::vector<CompiledSource> all;
  std::vector<algebra::Message> left_out;  ///< what of the folders was not looked at, a line each
};

/// In the order of the arguments, each once; sheets and programs of a folder in the order of their paths, without hidden ones. Links to
/// folders are not followed, and what the kernel makes up, as in /proc, is left out. Error: one sentence, of a folder in which there is
/// neither or more than can be looked through, or of a file that is no compilation database.
tl::expected<CheckSources, algebra::Message> check_sources(const std::vector<std::string>& arguments);

}  // namespace app
