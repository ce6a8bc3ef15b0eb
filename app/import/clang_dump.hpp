#pragma once
// Reads the tree that clang prints with -ast-dump, line by line, for the types of local variables and aliases in each instantiation of the
// functions and structures around them.

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace app {

/// A variable or an alias whose value is in its type, as the compiler sees it.
struct CompiledVariable {
  std::string name, file;
  std::size_t line = 1;
  std::string layout;  ///< or another value, in the language's notation, with ? for numbers known only at run time
  friend bool operator==(const CompiledVariable&, const CompiledVariable&) = default;
};
/// A function or structure with certain template arguments.
struct CompiledInstance {
  std::string function;   ///< its name, after that of the outermost structure: "CollectiveMma::load"
  std::string arguments;  ///< "Flash_fwd_kernel_traits<128, 128, 64, 4>, false, true"
  std::vector<CompiledVariable> variables;
};

class ClangDumpReader {
 public:
  /// Reads one line of the output, without its line end.
  void line(std::string_view);
  /// Returns the instances that have a variable, each once.
  std::vector<CompiledInstance> take();

 private:
  struct Open {
    std::size_t depth = 0;
    std::string name, arguments;
    bool is_function = false;
  };
  void place(std::string_view written);

  std::vector<Open> open_;  ///< the enclosing declarations of the current line
  std::string file_;
  std::size_t line_ = 1;
  std::vector<CompiledInstance> all_;
  std::map<std::string, std::size_t> by_name_;              ///< index into all_, by function and arguments
  std::map<std::string, std::string, std::less<>> values_;  ///< values by type, as many variables share a type
};

/// Returns the layout in a type as clang prints it, possibly a tensor's, or "" if there is none or it depends on template parameters.
std::string layout_in_type(std::string_view type);
/// Returns the value of a variable of that type, if the type determines it: a layout, that of a tensor, a tiled copy or MMA,
/// `get_slice(TILED,?)` for a thread's slice of one, an atom, a swizzle, static integers. In the language's notation, and with its names of
/// instructions where it has them. "" for any other type.
std::string value_in_type(std::string_view type);
/// Returns whether a value that was read agrees with the compiler's: ? in `compiled` matches any number.
bool fits_compiled(std::string_view compiled, std::string_view value);

}  // namespace app
