#pragma once
// What the compiler and headers define, as far as it is known without them.

#include <span>
#include <string_view>

namespace app::preprocessing {

struct KnownMacro {
  std::string_view name, value;
};
/// What nvcc of CUDA 13 defines with g++ on Linux, C++17, for device code of sm_80.
std::span<const KnownMacro> compiler_macros();
/// Whether it is known to define no such macro: another compiler's, or NDEBUG.
bool is_never_defined(std::string_view name);
/// Whether CUTLASS's headers define the name as 1, where the machine can run what a source shows.
bool is_library_switch(std::string_view name);
/// __has_include and its like, which are defined and take an operand in brackets.
bool is_question(std::string_view name);

}  // namespace app::preprocessing
