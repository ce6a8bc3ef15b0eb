#pragma once
// What `cutescope check` is to check: files, all that lies in a folder, and what a compile_commands.json says is compiled, and how.

#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "algebra/text/message.hpp"
#include "app/import/front_end.hpp"
#include "app/import/preprocessor.hpp"

namespace app {

struct CheckSource {
  std::string path;
  std::vector<std::string> folders{};  ///< where its compiler looks for what it includes
  MacroSettings macros{};              ///< that its compiler is told
  CompiledAs compiled_as{};
};

/// In the order of the arguments, each once; sheets and programs of a folder in the order of their paths, without hidden ones. Error: one
/// sentence, of a folder in which there is neither, or of a file that is no compilation database.
tl::expected<std::vector<CheckSource>, algebra::Message> check_sources(const std::vector<std::string>& arguments);

/// The sources of a compilation database (clang.llvm.org/docs/JSONCompilationDatabase.html) that are C++. Entries that say nothing of a
/// file are left out. `path`: of the database, for errors.
tl::expected<std::vector<CheckSource>, algebra::Message> compiled_sources(std::string_view text, const std::string& path);

}  // namespace app
