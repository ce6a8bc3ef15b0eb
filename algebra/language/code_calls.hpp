#pragma once
// The other languages' spelling of a call, as stored in the function's record.

#include <string>

#include "algebra/language/value.hpp"

namespace algebra::expression {
struct Call;
}

namespace algebra::code {

class Cpp;
class Dsl;
class Pycute;
struct Written;

/// Rules from cpp_calls.hpp, dsl_calls.hpp and pycute_calls.hpp, or a function's own. They throw a Diagnostic if the
/// language has no equivalent of the call.
struct Calls {
  std::string (*cpp)(const Cpp&, const Written&) = nullptr;        ///< null: as in CuTe, f<indices>(arguments)
  std::string (*dsl)(const Dsl&, const Written&) = nullptr;        ///< null: the DSL has no such function
  std::string (*pycute)(const Pycute&, const Written&) = nullptr;  ///< null: pycute has no such function
  /// Computes pycute's result, a rule from pycute_answers.hpp; null: the same as CuTe C++.
  Value (*pycute_answer)(const expression::Call&) = nullptr;
};

}  // namespace algebra::code
