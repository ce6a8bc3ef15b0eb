#pragma once
// Macros of the compiler and of headers, as far as they are known without them.

#include <span>
#include <string_view>

namespace app::preprocessing {

struct KnownMacro {
  std::string_view name, value;
};
/// Returns the macros of nvcc (CUDA 13) with g++ on Linux, C++17, for device code of sm_80.
std::span<const KnownMacro> compiler_macros();
/// Returns whether a macro is known not to be defined: another compiler's, or NDEBUG.
bool is_never_defined(std::string_view name);
/// Returns whether CUTLASS's headers define a name as 1 on machines that can run the code which tests it.
bool is_library_switch(std::string_view name);
/// Returns whether a name is __has_include or similar: defined, with an operand in parentheses.
bool is_question(std::string_view name);

}  // namespace app::preprocessing
