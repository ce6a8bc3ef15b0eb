#pragma once
// The preprocessor of C++ and CUDA: conditions are decided and macros expanded, before a source is parsed.
//
// Why no library does this: docs/architecture.md.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "algebra/text/message.hpp"

namespace app {

/// A macro as set by -D NAME=VALUE or, without a value, by -U NAME. The name may have parameters: F(x).
struct MacroSetting {
  std::string name;
  std::optional<std::string> value;
  friend bool operator==(const MacroSetting&, const MacroSetting&) = default;
};
using MacroSettings = std::vector<MacroSetting>;

/// A macro in a condition of the source, except include guards.
struct AskedMacro {
  enum class By : std::uint8_t {
    file,      ///< defined somewhere in the source
    setting,   ///< -D or -U
    compiler,  ///< defined by nvcc, or known not to be
    nothing    ///< unknown, and taken as not defined
  };
  std::string name;
  std::size_t line = 0;              ///< of its first use, from 1
  By by = By::nothing;               ///< where its value comes from
  std::optional<std::string> value;  ///< nullopt: not defined
  bool is_open = false;              ///< not defined before its first use, so that -D decides, as for #ifndef TILE
  std::string file{};                ///< among files named together, if it is not the first
};

struct PreprocessingProblem {
  std::size_t line = 0;
  algebra::Message message;
};

struct PreprocessedSource {
  /// As many lines as the source, without comments and directives. A token is on its own line, or that of its macro's use, and in its own
  /// column unless something before it on the line was replaced.
  std::string text;
  std::vector<AskedMacro> asked;               ///< in the order of first use
  std::vector<PreprocessingProblem> problems;  ///< #error, an #if without #endif, a macro's call without ), ...
  std::vector<std::string> unused;             ///< settings of macros that the source does not mention
};

/// Preprocesses a source as `nvcc -E` of CUDA 13 does for device code of sm_80, except that headers are not read: their macros are
/// undefined apart from a few names (preprocessor_compiler.cpp). Time is linear in the source's length, and the output of macros is
/// bounded.
PreprocessedSource preprocess(std::string_view source, std::span<const MacroSetting> settings = {});

/// Returns whether a text is valid for -U: a name, perhaps with parameters.
bool is_macro_name(std::string_view text);
/// Returns the macro of -D NAME=VALUE, or of -D NAME, which defines 1; nullopt if the text is neither.
std::optional<MacroSetting> defined_macro(std::string_view text);

}  // namespace app
