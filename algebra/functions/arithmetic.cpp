// Integer arithmetic by C++'s operators, with CuTe's rule of what is static.

#include <functional>

#include "algebra/code/cpp_calls.hpp"
#include "algebra/code/dsl_calls.hpp"
#include "algebra/code/pycute_calls.hpp"
#include "algebra/functions/records.hpp"

namespace algebra::expression {
namespace {

template <class Operation>
Value run_operator(const Call& c) {
  return IntTuple(Operation{}(c.integer(0), c.integer(1)));
}
struct Sum {
  Int operator()(Int a, Int b) const {
    // CuTe makes a tuple of 1@0 + 2@1.
    arithmetic::require_plain("sum", a, b);
    return a + b;
  }
};
Value run_negate(const Call& c) { return IntTuple(Int{0, true} - c.integer(0)); }

}  // namespace

std::vector<Function> arithmetic_functions() {
  const CodeCalls infix{.cpp = code::cpp::infix, .dsl = code::dsl::infix, .pycute = code::pycute::infix};
  return {
      {.name = "plus",
       .signature = "a + b",
       .group = Group::layout,
       .meaning = "the sum of two integers",
       .parameters = "a b",
       .arguments = {2, 2},
       .notation = Notation::plus,
       .run = run_operator<Sum>,
       .code = infix,
       .search_words = "add arithmetic",
       .example = {"4 + 3*2", "10"}},
      {.name = "minus",
       .signature = "a - b",
       .group = Group::layout,
       .meaning = "the difference of two integers",
       .parameters = "a b",
       .arguments = {2, 2},
       .notation = Notation::minus,
       .run = run_operator<std::minus<>>,
       .code = infix,
       .search_words = "subtract arithmetic",
       .example = {"size((4,2)) - 1", "7"}},
      {.name = "multiplies",
       .signature = "a * b",
       .group = Group::layout,
       .meaning = "the product of two integers",
       .parameters = "a b",
       .arguments = {2, 2},
       .notation = Notation::times,
       .run = run_operator<std::multiplies<>>,
       .code = infix,
       .search_words = "multiply times arithmetic",
       .example = {"(4*8,8):(8,1)", "(32,8):(8,1)"}},
      {.name = "divides",
       .signature = "a / b",
       .group = Group::layout,
       .meaning = "the quotient of two integers, rounded towards 0",
       .parameters = "a b",
       .arguments = {2, 2},
       .notation = Notation::over,
       .run = run_operator<std::divides<>>,
       .blamed = 1,
       .code = infix,
       .search_words = "divide arithmetic",
       .example = {"size((8,6)) / 5", "9"}},
      {.name = "modulus",
       .signature = "a % b",
       .group = Group::layout,
       .meaning = "what remains of a / b",
       .parameters = "a b",
       .arguments = {2, 2},
       .notation = Notation::modulo,
       .run = run_operator<std::modulus<>>,
       .blamed = 1,
       .code = infix,
       .search_words = "remainder modulo arithmetic",
       .example = {"48 % 5", "3"}},
      {.name = "negate",
       .signature = "-a",
       .group = Group::layout,
       .meaning = "an integer with the other sign",
       .parameters = "a",
       .arguments = {1, 1},
       .notation = Notation::negative,
       .run = run_negate,
       .code = infix,
       .search_words = "minus arithmetic",
       .example = {"-size((4,2))", "-8"}},
  };
}

}  // namespace algebra::expression
