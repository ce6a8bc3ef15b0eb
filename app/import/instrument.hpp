#pragma once
// Instruments a program: copies of its files print each CuTe value after its declaration.

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/import/preprocessor.hpp"

namespace app {

struct InstrumentedSource {
  std::string text;            ///< with the source's line numbers, by #line
  std::size_t values = 0;      ///< number of variables and aliases that are printed
  std::size_t constexprs = 0;  ///< number of functions left alone, because they may run in the compiler
};

/// Instruments the function bodies in branches that the macros select. `path`: the file name in the copy's #line and output.
InstrumentedSource instrumented(std::string_view source, const std::string& path, std::span<const MacroSetting> = {});

}  // namespace app
