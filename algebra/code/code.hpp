#pragma once
// Generates programs from entries, in the languages in which CuTe exists.
//
// Calls remain calls: `zipped_divide(A, T)` becomes CuTe's zipped_divide of an A and a T defined before it.
// Source: CUTLASS media/docs/cpp/cute, include/cute; for Python, python/pycute and the reference of cutlass.cute.

#include <array>
#include <span>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

#include "algebra/language/evaluate.hpp"

namespace algebra::code {

enum class Dialect : std::uint8_t {
  cpp,     ///< CuTe C++ (CUTLASS 3 and 4)
  dsl,     ///< CuTe DSL, cutlass.cute in Python
  pycute,  ///< CUTLASS's reference implementation in plain Python
  triton,  ///< Triton's encoding of the owners of elements, #ttg.linear: for (thread, value) layouts and tiled copies
};

/// Names in the order of Dialect, for options and settings.
inline constexpr std::array<std::string_view, 4> dialect_keys{"cpp", "dsl", "pycute", "triton"};
inline constexpr std::array<const char*, 4> dialect_titles{"CuTe C++", "CuTe DSL", "pycute", "Triton"};

/// An entry: `name` is its name in the sheet ("" for a bare expression).
struct Definition {
  std::string name;
  std::string expression;
};

/// A diagnostic and the index of the definition it refers to.
struct Refusal {
  std::size_t definition = 0;
  Diagnostic diagnostic;
};

/// Returns a complete program that defines the entries, each after those it uses, and prints the last one as `eval` shows it. `rule` is
/// math or cute; under math every integer becomes static, so that C++ prints underscores. Errors: an entry without a value, or one for
/// which the language has no equivalent.
tl::expected<std::string, Refusal> program(std::span<const Definition>, IntegerRule rule, Dialect);

/// Returns the program of all entries: defines each, and prints each in the order given, with its name before it.
tl::expected<std::string, Refusal> whole_program(std::span<const Definition>, IntegerRule rule, Dialect);

/// Returns only the definitions, without the program's frame; the last one is `name = expression` or a bare expression.
tl::expected<std::vector<std::string>, Refusal> statements(std::span<const Definition>, IntegerRule rule, Dialect);

}  // namespace algebra::code
