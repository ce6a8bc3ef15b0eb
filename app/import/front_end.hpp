#pragma once
// Runs clang as a second reader of a C++ program: the static layout of each variable and alias, in each instantiation.

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "algebra/text/message.hpp"
#include "app/import/clang_dump.hpp"
#include "app/import/compile_commands.hpp"
#include "app/import/preprocessor.hpp"
#include "app/import/program_files.hpp"

namespace app {

struct FrontEndAnswer {
  std::string compiler;  ///< "clang++-19"
  std::string source;    ///< the file that was compiled: the main one, or one that uses it
  std::vector<CompiledInstance> instances;
  std::string instead_of{};  ///< the program's architecture, "sm_100a", if the compiler does not know it and sm_90a was used
  std::string errors;        ///< errors in parts that did not compile; the others are included
  bool from_cache = false;   ///< from the cache of an earlier run
};

/// Returns the newest clang in PATH, such as clang++-19, or "".
std::string installed_clang();

/// Returns whether a path given by a compiler or a running program means the file. A path that does not exist here is compared by file
/// name.
bool is_source_of(const std::string& path, const std::string& file);

/// The caller's control over a running compiler.
struct FrontEndWaiting {
  /// Polled ten times a second from any thread, one at a time. true ends the compiler.
  std::function<bool()> given_up{};
  /// Called from any thread, one at a time, with the number of finished runs: the compiler runs once for each part of the program, partly
  /// in parallel.
  std::function<void(std::size_t done, std::size_t parts)> progress{};
  bool in_background = false;  ///< see ProgramLimits
};

/// Returns why the compiler cannot be run for a file (no clang, CUTLASS or CUDA), or "".
algebra::Message why_no_front_end(const std::string& path, const ProgramFolders&);

/// Runs clang for the functions of the main file, with the given options, completed by the nearest compilation database. CUTLASS is found
/// in -I, the environment, the file's repository or the system. The compiler is a process with limits of time and memory, and its answer is
/// cached by the contents of the program's files. Error: one sentence: no clang, CUTLASS or CUDA; a timeout; no tree.
tl::expected<FrontEndAnswer, algebra::Message> ask_front_end(const ProgramFiles&, const CompiledAs&, const ProgramFolders&,
                                                             const MacroSettings&, const FrontEndWaiting& = {});

}  // namespace app
