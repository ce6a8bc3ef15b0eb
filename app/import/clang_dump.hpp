#pragma once
// The tree that clang prints by -ast-dump, read line by line for the types of local variables and of aliases, in each instantiation of
// the functions and structures that they stand in.

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace app {

/// A variable or an alias whose type says its value, as the compiler has it.
struct CompiledVariable {
  std::string name, file;
  std::size_t line = 1;
  std::string layout;  ///< or another value, as the language writes it, with ? for what only the running program knows
  friend bool operator==(const CompiledVariable&, const CompiledVariable&) = default;
};
/// A function or a structure with certain template arguments.
struct CompiledInstance {
  std::string function;   ///< its name, that of the outermost structure before it: "CollectiveMma::load"
  std::string arguments;  ///< "Flash_fwd_kernel_traits<128, 128, 64, 4>, false, true"
  std::vector<CompiledVariable> variables;
};

class ClangDumpReader {
 public:
  /// A line of the output without its end.
  void line(std::string_view);
  /// Those that have a variable, each once.
  std::vector<CompiledInstance> take();

 private:
  struct Open {
    std::size_t depth = 0;
    std::string name, arguments;
    bool is_function = false;
  };
  void place(std::string_view written);

  std::vector<Open> open_;  ///< the declarations around the line
  std::string file_;
  std::size_t line_ = 1;
  std::vector<CompiledInstance> all_;
  std::map<std::string, std::size_t> by_name_;              ///< name and arguments -> index
  std::map<std::string, std::string, std::less<>> values_;  ///< by type: many have the same
};

/// The layout in a type as clang writes it, which may be a tensor's. "" if it has none, or depends on template parameters.
std::string layout_in_type(std::string_view type);
/// What a variable of that type is, where the type says it: a layout, that of a tensor, a tiled copy or MMA, `get_slice(TILED,?)` of one of
/// a thread's, an atom, a swizzle, integers that are static. As the language has it, in its own words where it knows the instruction. ""
/// for all others.
std::string value_in_type(std::string_view type);
/// Whether what was read of a value is what the compiler has, where the compiler knows: `compiled` has ? for numbers that it does not.
bool fits_compiled(std::string_view compiled, std::string_view value);

}  // namespace app
