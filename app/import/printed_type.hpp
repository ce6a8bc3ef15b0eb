#pragma once
// A text that is one value as a compiler prints it, read as an expression of the language.

#include <optional>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

#include "algebra/text/message.hpp"

namespace app {

struct PrintedType {
  std::string expression;  ///< likely numbers stand for what only the running program knows
  std::string unknown;     ///< which these are, algebra::dialects::run_time_words; "" if there are none
  std::string note;        ///< how it is to be read, where its text does not say; "" else
};

/// A type of CuTe's IR, a memref of MLIR, or a tensor of Triton with its encoding, with blanks around it. Nothing if the text is
/// none of them, or several. Error: one sentence, of a type that is not read.
std::optional<tl::expected<PrintedType, algebra::Message>> printed_type(std::string_view text);

}  // namespace app
