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

/// What a compiler is told by -D NAME=VALUE, or, without a value, by -U NAME. The name may have parameters: F(x).
struct MacroSetting {
  std::string name;
  std::optional<std::string> value;
  friend bool operator==(const MacroSetting&, const MacroSetting&) = default;
};
using MacroSettings = std::vector<MacroSetting>;

/// A macro that a condition of the source asks for; include guards aside.
struct AskedMacro {
  enum class By : std::uint8_t {
    file,      ///< the source itself defines it somewhere
    setting,   ///< -D or -U
    compiler,  ///< nvcc defines it, or is known not to
    nothing    ///< it counts as not defined, for want of anything better
  };
  std::string name;
  std::size_t line = 0;              ///< where it is asked for first, from 1
  By by = By::nothing;               ///< who says what it is
  std::optional<std::string> value;  ///< what it is; nothing: not defined
  bool is_open = false;              ///< not defined yet where it is asked for first: -D decides, as of #ifndef TILE
  std::string file{};                ///< of those that were named together, if it is not the first
};

struct PreprocessingProblem {
  std::size_t line = 0;
  algebra::Message message;
};

struct PreprocessedSource {
  /// As many lines as the source. A token stands on the line where it stood, or where its macro was used, and in its column where
  /// nothing before it on the line was replaced. Without comments and directives.
  std::string text;
  std::vector<AskedMacro> asked;               ///< in the order in which they are
  std::vector<PreprocessingProblem> problems;  ///< #error, an #if without #endif, a macro's call without ), ...
  std::vector<std::string> unused;             ///< settings of macros that the source does not mention
};

/// As `nvcc -E` of CUDA 13 has it for device code of sm_80, but that no header is read: what those define is not defined, save for a
/// few names (preprocessor_compiler.cpp). Time is linear in the source's length, and what macros make is bounded.
PreprocessedSource preprocess(std::string_view source, std::span<const MacroSetting> settings = {});

/// Whether a text is what -U takes: a name, perhaps with parameters.
bool is_macro_name(std::string_view text);
/// What a compiler makes of -D NAME=VALUE, or of -D NAME, which is 1. Nothing if the text is neither.
std::optional<MacroSetting> defined_macro(std::string_view text);

}  // namespace app
