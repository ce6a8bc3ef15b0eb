#pragma once
// Reading a Python program in the CuTe DSL: its functions are run as far as layouts go, and their definitions become entries.

#include <string>
#include <string_view>
#include <vector>

#include "app/import/cpp_program.hpp"

namespace app {

/// As read_cpp_program, of Python. Nothing of the program is executed: the code is interpreted. Modules that lie beside the file, or in a
/// folder above it, are read with it; those of the DSL itself are known. `path`: of the file; "" for text without one. A
/// setting replaces what the command line's argument of that name, a thread's number or a function's argument is: {"mnk", "512,256,64"},
/// {"threadIdx.x", "37"}, {"mA", "(512,128):(128,_1)"}; a number that changes in a loop, {"state.index", "1"}, lists the loop's first round
/// in which it is that. `folders`: where modules lie besides, such as the DSL's own package, whose helpers are then read; what they end in
/// is known.
CppProgram read_dsl_program(std::string_view source, const ProgramSettings& = {}, const std::string& path = {},
                            const std::vector<std::string>& folders = {});
/// Returns the folders that are named, and those in which an installed package of the DSL lies: of PYTHONPATH, and of the environment
/// that is active.
std::vector<std::string> module_folders(std::vector<std::string> named);

}  // namespace app
