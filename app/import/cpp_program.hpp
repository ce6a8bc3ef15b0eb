#pragma once
// Reading a C++ or CUDA source: its functions are run as far as layouts go, and their definitions become entries.

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace app {

/// What a program's free names are: {"M", "512"}, {"threadIdx.x", "37"}.
using ProgramSettings = std::vector<std::pair<std::string, std::string>>;

struct ProgramDefinition {
  std::string function;  ///< where it stands, "gemm_nt"; of a kernel with its caller, "gemm_device@gemm_nt"; "" outside of functions
  std::string name;      ///< as in the source
  std::string entry;     ///< its name in the sheet; "" if it has no entry
  std::string text;      ///< as an expression of the language
  std::size_t line = 1;
  bool parameter = false;  ///< may be set: a number that the program is given
  std::string problem{};   ///< why it is not understood; "" if it is
};

struct CppProgram {
  std::vector<ProgramDefinition> definitions;  ///< those of a function in a row; what one uses stands before it
};

CppProgram read_cpp_program(std::string_view source, const ProgramSettings& = {});

}  // namespace app
