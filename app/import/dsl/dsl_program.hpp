#pragma once
// Reads a Python program in the CuTe DSL: its functions are interpreted as far as layouts are concerned, and their definitions become
// entries.

#include <string>
#include <string_view>
#include <vector>

#include "app/import/cpp_program.hpp"

namespace app {

/// Reads a Python program as read_cpp_program reads C++. The code is interpreted, never executed. Modules next to the file or in a folder
/// above it are read with it; those of the DSL are built in. `path`: the file, or "" for text. A setting replaces a command line argument,
/// a thread's number or a function's argument: {"mnk", "512,256,64"}, {"threadIdx.x", "37"}, {"mA", "(512,128):(128,_1)"}. For a number
/// that changes in a loop, {"state.index", "1"} lists the first round in which it has that value. `folders`: further folders of modules,
/// such as the DSL's own package, whose helpers are then read down to built-in functions.
CppProgram read_dsl_program(std::string_view source, const ProgramSettings& = {}, const std::string& path = {},
                            const std::vector<std::string>& folders = {});
/// Returns the named folders, and those of an installed DSL package in PYTHONPATH and the active environment.
std::vector<std::string> module_folders(std::vector<std::string> named);

}  // namespace app
