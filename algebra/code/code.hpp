#pragma once
// Entries as programs in the languages that CuTe is written in.
//
// The calls stay calls: `zipped_divide(A, T)` becomes CuTe's own zipped_divide on an A and a T that are defined above it.
// Rules: CUTLASS media/docs/cpp/cute, include/cute, and for Python python/pycute and the reference of cutlass.cute.

#include <span>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

#include "algebra/evaluate.hpp"

namespace algebra::code {

enum class Dialect : std::uint8_t {
  cpp,     ///< CuTe C++ (CUTLASS 3 and 4)
  dsl,     ///< CuTe DSL, cutlass.cute in Python
  pycute,  ///< CUTLASS's reference in plain Python
};

/// One entry: `name` as it is called in the sheet ("" for a bare expression).
struct Definition {
  std::string name;
  std::string expression;
};

/// A diagnostic, and which of the definitions it is about.
struct Refusal {
  std::size_t definition = 0;
  Diagnostic diagnostic;
};

/// A complete program that defines the entries, each of them after those that it mentions, and prints the last one as
/// `eval` shows it. In the mathematical reading every integer becomes a static one, so that C++ prints underscores.
/// `rule` is math or cute. Refused: what has no value, and what the other language has no equivalent of.
tl::expected<std::string, Refusal> program(std::span<const Definition>, IntegerRule rule, Dialect);

/// Only the definitions, without the frame around them; the last one is `name = expression` or a bare expression.
tl::expected<std::vector<std::string>, Refusal> statements(std::span<const Definition>, IntegerRule rule, Dialect);

}  // namespace algebra::code
