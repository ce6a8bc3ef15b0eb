#pragma once
// What `cutescope check` is to check: files, all that lies in a folder, and what a compile_commands.json says is compiled, and how.

#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "algebra/text/message.hpp"
#include "app/import/compile_commands.hpp"

namespace app {

/// In the order of the arguments, each once; sheets and programs of a folder in the order of their paths, without hidden ones. Error: one
/// sentence, of a folder in which there is neither, or of a file that is no compilation database.
tl::expected<std::vector<CompiledSource>, algebra::Message> check_sources(const std::vector<std::string>& arguments);

}  // namespace app
