#pragma once
// Reads a C++ or CUDA source: its functions are interpreted as far as layouts are concerned, and their definitions become entries.

#include <cstddef>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "algebra/text/message.hpp"
#include "app/import/preprocessor.hpp"
#include "app/import/program_files.hpp"

namespace app {

/// Values for a program's parameters: {"M", "512"}, {"threadIdx.x", "37"}.
using ProgramSettings = std::vector<std::pair<std::string, std::string>>;

/// A definition in the program, as an entry of a sheet.
struct ProgramDefinition {
  std::string function{};  ///< the function around it, "gemm_nt"; a kernel's with its caller, "gemm_device@gemm_nt"; "" outside of
                           ///< functions
  std::string name{};      ///< as in the source
  std::string entry{};     ///< its name in the sheet, unique
  std::string text{};      ///< as an expression of the language; if there is a `problem`, the source in one line
  std::size_t line = 1;
  bool parameter = false;      ///< can be set: a number or type that the program receives
  algebra::Message problem{};  ///< why the language cannot express it; "" if it can
  std::string kind{};          ///< shape, tiler, layout, tensor, fragment, tiled_copy, tiled_mma, type, ...; "" without a value
  bool card = false;           ///< worth a picture: a layout or a tensor, not a number
  /// Entries with assumed numbers or types on which the value depends, including itself.
  std::set<std::string, std::less<>> assumed{};
  bool first_round = false;  ///< in a loop, and the value differs, or may differ, in later rounds
  bool is_assumed = false;   ///< the program does not give this number or type, and a usual one is assumed
  /// File and line, if they are not in the main file; `line` is then the line in the main file that includes it.
  std::string file{};
  std::size_t file_line = 0;
  static constexpr std::string_view unknown_memory = "@";  ///< a value of `memory_of`
  std::string memory_of{};     ///< the tensor that owns the memory, if the text does not show it: make_tensor(sA.iterator, layout)
  std::int64_t alignment = 0;  ///< of a tensor's address: the guaranteed alignment in bytes; 0: unknown
  /// For a problem that is not a limitation of the reader: the condition that CuTe checks, such as "composable"; "" otherwise.
  std::string refused{};
  std::vector<std::int64_t> by_thread{};  ///< in a traced kernel: the value for each thread of the block; `text` is that of one
};

struct CppProgram {
  static constexpr std::size_t most_definitions = 2000;

  /// Parameters first, then function by function in the order of execution. Each value is that of its text, which uses names of other
  /// entries.
  std::vector<ProgramDefinition> definitions;
  /// Functions that are kernels, unless their names show it by a caller's name.
  std::set<std::string, std::less<>> kernels{};
  /// Bytes of the arrays that kernels declare in shared memory, by the name of the memory in definitions; the largest over several
  /// instances of a kernel.
  std::map<std::string, std::int64_t, std::less<>> array_bytes{};
  std::vector<std::string> unused;         ///< settings of names that do not occur in the program
  std::vector<AskedMacro> macros;          ///< macros in its preprocessor conditions
  std::vector<std::string> unused_macros;  ///< -D or -U for macros that do not occur in it
  MacroSettings set_macros;                ///< as passed in
  std::vector<std::string> users{};        ///< files that instantiate the templates of a header, and were read with it
  std::vector<std::string> missing{};      ///< includes that were not found in any folder
  algebra::Message unread{};               ///< why the nearest compilation database could not be read; "" if it could
};

/// Reads a program. Time is linear in the source's length, and the number of executed steps is bounded. A setting replaces the program's
/// own number, with all its consequences, such as the branches that are taken. A macro's setting acts as the compiler's -D or -U.
CppProgram read_cpp_program(std::string_view source, const ProgramSettings& = {}, std::span<const MacroSetting> = {});
/// Reads a program of several files. Lists the definitions of the main file, and those of other files that they need or that run before
/// them.
CppProgram read_cpp_program(const ProgramFiles&, const ProgramSettings& = {}, std::span<const MacroSetting> = {});

}  // namespace app
