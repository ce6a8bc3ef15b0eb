#pragma once
// Reading a Python program in the CuTe DSL: its functions are run as far as layouts go, and their definitions become entries.

#include <string>
#include <string_view>

#include "app/import/cpp_program.hpp"

namespace app {

/// As read_cpp_program, of Python. Nothing of the program is executed: the code is interpreted. Modules that lie beside the file, or in a
/// folder above it, are read with it; those of the DSL itself are known. `path`: of the file; "" for text without one. A
/// setting replaces what the command line's argument of that name, a thread's number or a function's argument is: {"mnk", "512,256,64"},
/// {"threadIdx.x", "37"}, {"mA", "(512,128):(128,_1)"}.
CppProgram read_dsl_program(std::string_view source, const ProgramSettings& = {}, const std::string& path = {});

}  // namespace app
