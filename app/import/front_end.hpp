#pragma once
// The compiler's own front end, clang, as a second reader of a C++ program: it says which layout each variable and alias has, in each
// instantiation, as far as that is static.

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
  std::string source;    ///< the file that was compiled: the named one, or one that uses it
  std::vector<CompiledInstance> instances;
  std::string instead_of{};  ///< the architecture that was wanted, "sm_100a", where the compiler does not know it; sm_90a is taken
  std::string errors;        ///< what the compiler could not compile; the rest is there all the same
  bool from_cache = false;   ///< the same source was asked before
};

/// The newest clang of the PATH, clang++-19 say; "" if there is none.
std::string installed_clang();

/// Whether a path that a compiler or a running program names is that of the file; of one that is not here by its name.
bool is_source_of(const std::string& path, const std::string& file);

/// Whoever waits for the compiler.
struct FrontEndWaiting {
  /// Asked ten times a second, from any thread, one at a time: true ends the compiler.
  std::function<bool()> given_up{};
  /// It is run once for each part of the program, some of them at the same time: how many it is done with, of how many. From any thread,
  /// one at a time.
  std::function<void(std::size_t done, std::size_t parts)> progress{};
  bool in_background = false;  ///< see ProgramLimits
};

/// Why the compiler cannot be asked about a program in that file: there is no clang, no CUTLASS, no CUDA; "" if it can.
algebra::Message why_no_front_end(const std::string& path, const ProgramFolders&);

/// Asks clang for the functions of the named file, compiled as is said here and, where nothing is, as the nearest compilation database
/// says. CUTLASS is that of -I, of the environment, of the file's repository, or that is
/// installed. It runs as a process of its own, with limits of time and memory, and its answer is
/// kept in the user's cache by what the program's files say. Error: one sentence: there is no clang, no CUTLASS, no CUDA; it took
/// too long; it ended without a tree.
tl::expected<FrontEndAnswer, algebra::Message> ask_front_end(const ProgramFiles&, const CompiledAs&, const ProgramFolders&,
                                                             const MacroSettings&, const FrontEndWaiting& = {});

}  // namespace app
