#pragma once
// Reading a C++ or CUDA source: its functions are run as far as layouts go, and their definitions become entries.

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

/// What a program's free names are: {"M", "512"}, {"threadIdx.x", "37"}.
using ProgramSettings = std::vector<std::pair<std::string, std::string>>;

/// A statement of the program that defines something, as an entry of a sheet.
struct ProgramDefinition {
  std::string function{};  ///< where it stands, "gemm_nt"; of a kernel with its caller, "gemm_device@gemm_nt"; "" outside of functions
  std::string name{};      ///< as in the source
  std::string entry{};     ///< its name in the sheet, unique
  std::string text{};      ///< as an expression of the language; if `problem` says something, as in the source, in one line
  std::size_t line = 1;
  bool parameter = false;      ///< may be set: a number or a type that the program is given
  algebra::Message problem{};  ///< why it cannot be said in the language; "" if it can
  std::string kind{};          ///< shape, tiler, layout, tensor, fragment, tiled_copy, tiled_mma, type, ...; "" for what has no value
  bool card = false;           ///< worth a picture: a layout or a tensor, not a number
  /// Entries whose numbers or types nothing in the program gives, and from which the value follows; its own, if it is one of them.
  std::set<std::string, std::less<>> assumed{};
  bool first_round = false;  ///< it stands in a loop, and in a later round its value is another, or may be
  bool is_assumed = false;   ///< such a number or type, with what it usually is
  /// Where it stands, if that is another file of the program than the named one; `line` is then where that comes in.
  std::string file{};
  std::size_t file_line = 0;
  static constexpr std::string_view unknown_memory = "@";  ///< of `memory_of`
  std::string memory_of{};     ///< the tensor whose memory it is, where its text does not say so: make_tensor(sA.iterator, layout)
  std::int64_t alignment = 0;  ///< of a tensor's memory: bytes of which its address is a multiple, as far as it is promised; 0: not known
  /// Of a problem that is no gap of the reader: the condition by which the algebra refuses it, such as "composable"; "" of others.
  std::string refused{};
  std::vector<std::int64_t> by_thread{};  ///< of a kernel that is traced: what each thread of the block has, of which `text` is that of one
};

struct CppProgram {
  static constexpr std::size_t most_definitions = 2000;

  /// Parameters first, then function by function, in the order in which they run. The value of each is that of its text, which
  /// names entries of this list.
  std::vector<ProgramDefinition> definitions;
  /// Functions that are kernels, where their names do not say so by the caller's.
  std::set<std::string, std::less<>> kernels{};
  /// Bytes of arrays that kernels declare in shared memory, by the name of the memory that definitions have; of several instances of a
  /// kernel the most.
  std::map<std::string, std::int64_t, std::less<>> array_bytes{};
  std::vector<std::string> unused;         ///< settings of names that the program does not have
  std::vector<AskedMacro> macros;          ///< that its conditions ask for
  std::vector<std::string> unused_macros;  ///< -D or -U of macros that it does not mention
  MacroSettings set_macros;                ///< as they were given
  std::vector<std::string> users{};        ///< files that say what the templates of a header are for, and that were read with it
  std::vector<std::string> missing{};      ///< includes that are not found in any folder of the program
  algebra::Message unread{};               ///< why the compilation database that lies nearest could not be read; "" if it could
};

/// Time is linear in the source's length; what runs is bounded. A setting replaces the program's own number, and with it what
/// depends on it, such as which branch is taken. A macro's setting is what a compiler is told by -D or -U.
CppProgram read_cpp_program(std::string_view source, const ProgramSettings& = {}, std::span<const MacroSetting> = {});
/// The same of a program in several files. Listed are the definitions of the named file, and those of others that they need or that run
/// before them.
CppProgram read_cpp_program(const ProgramFiles&, const ProgramSettings& = {}, std::span<const MacroSetting> = {});

}  // namespace app
