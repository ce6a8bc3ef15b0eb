#pragma once
// A program that tells what its values are: copies of its files in which each declaration of a value of CuTe is followed by a line that
// prints it.

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/import/preprocessor.hpp"

namespace app {

struct InstrumentedSource {
  std::string text;            ///< lines are those of the source, by #line
  std::size_t values = 0;      ///< variables and aliases that are printed
  std::size_t constexprs = 0;  ///< functions that are left alone, for they may run in the compiler
};

/// `path`: what the copy tells as its place. The declarations are those of function bodies in the branches that the macros leave.
InstrumentedSource instrumented(std::string_view source, const std::string& path, std::span<const MacroSetting> = {});

}  // namespace app
