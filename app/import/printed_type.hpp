#pragma once
// Reads a single value in a compiler's notation as an expression of the language.

#include <optional>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

#include "algebra/text/message.hpp"

namespace app {

struct PrintedType {
  std::string expression;  ///< with likely numbers for those known only at run time
  std::string unknown;     ///< these numbers, by algebra::dialects::run_time_words; "" if there are none
  std::string note;        ///< how the value was interpreted if the text leaves it open; else ""
};

/// Reads a type of CuTe's IR, a memref of MLIR, a Triton tensor with its encoding, or a layout of another language. nullopt if the text is
/// none of these, or several. Error: one sentence, for an unsupported type.
std::optional<tl::expected<PrintedType, algebra::Message>> printed_type(std::string_view text);

}  // namespace app
