// Integer arithmetic by C++'s operators, with CuTe's rules for static integers.

#include "algebra/functions/records.hpp"

#include <functional>
#include <utility>

#include "algebra/code/cpp_calls.hpp"
#include "algebra/code/dsl_calls.hpp"
#include "algebra/code/pycute_calls.hpp"
#include "algebra/layout/element.hpp"
#include "algebra/layout/int_width.hpp"

namespace algebra::expression {
namespace {

template <class Operation>
Value run_operator(const Call& c) {
  return IntTuple(Operation{}(c.integer(0), c.integer(1)));
}
/// Adds or subtracts; with mathematical integers also coordinates and vectors over F2.
template <class Operation, std::int64_t sign>
Value run_sum(const Call& c) {
  const auto a = c.integer(0), b = c.integer(1);
  if (c.as_in_cpp || (a.basis | b.basis) == 0) return run_operator<Operation>(c);
  const Element right(b);
  return IntTuple((Element(a) + (is_bits(b.basis) ? right : right.times(sign))).as_integer());
}
struct Sum {
  Int operator()(Int a, Int b) const {
    // CuTe turns 1@0 + 2@1 into a tuple.
    arithmetic::require_plain("sum", a, b);
    return a + b;
  }
};
Value run_negate(const Call& c) { return IntTuple(Int{0, true} - c.integer(0)); }

/// Converts to a C++ type; the result is dynamic. Mathematical integers have no types.
template <bool is_long, bool is_unsigned>
Value run_in_type(const Call& c) {
  const auto i = c.integer(0);
  return IntTuple(c.as_in_cpp ? converted(i, IntKind::of(false, is_long, is_unsigned)) : i);
}

Function integer_type(std::string_view name, std::vector<Alias> aliases, std::string_view signature, std::string_view meaning,
                      Value (*run)(const Call&), const Example& example) {
  return {.name = name,
          .aliases = std::move(aliases),
          .signature = signature,
          .group = Group::layout,
          .meaning = meaning,
          .parameters = "n",
          .arguments = {1, 1},
          .run = run,
          .code = {.cpp = code::cpp::plain, .dsl = code::dsl::value, .pycute = code::pycute::value},
          .search_words = "cast width overflow long bits",
          .example = example};
}

constexpr CodeCalls infix{.cpp = code::cpp::infix, .dsl = code::dsl::infix, .pycute = code::pycute::infix};

Function binary(std::string_view name, std::string_view sign, std::string_view meaning, Notation notation, Value (*run)(const Call&),
                int blamed, std::string_view search_words, const Example& example) {
  return member_of({.name = name,
                    .signature = "a {0} b",
                    .group = Group::layout,
                    .meaning = meaning,
                    .parameters = "a b",
                    .arguments = {2, 2},
                    .notation = notation,
                    .run = run,
                    .blamed = blamed,
                    .code = infix,
                    .search_words = search_words,
                    .example = example},
                   sign);
}

}  // namespace

std::vector<Function> arithmetic_functions() {
  return {
      binary("plus", "+", "the sum of two integers", Notation::plus, run_sum<Sum, 1>, no_argument, "add arithmetic", {"4 + 3*2", "10"}),
      binary("minus", "-", "the difference of two integers", Notation::minus, run_sum<std::minus<>, -1>, no_argument, "subtract arithmetic",
             {"size((4,2)) - 1", "7"}),
      binary("multiplies", "*", "the product of two integers", Notation::times, run_operator<std::multiplies<>>, no_argument,
             "multiply times arithmetic", {"(4*8,8):(8,1)", "(32,8):(8,1)"}),
      binary("divides", "/", "the quotient of two integers, rounded towards 0", Notation::over, run_operator<std::divides<>>, 1,
             "divide arithmetic", {"size((8,6)) / 5", "9"}),
      binary("modulus", "%", "what remains of a / b", Notation::modulo, run_operator<std::modulus<>>, 1, "remainder modulo arithmetic",
             {"48 % 5", "3"}),
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
      integer_type("int64_t", {{"Int64"}}, "int64_t(n) · 4LL", "a dynamic integer of 64 bits", run_in_type<true, false>,
                   {"size((int64_t(65536),65536,_1))", "4294967296"}),
      integer_type("int32_t", {{"Int32"}}, "int32_t(n)", "a dynamic integer of 32 bits, C++'s int, which a number has without a suffix",
                   run_in_type<false, false>, {"int32_t(_4)", "4"}),
      integer_type("uint64_t", {{"size_t"}, {"Uint64"}}, "uint64_t(n) · 4ULL", "a dynamic integer of 64 bits without a sign",
                   run_in_type<true, true>, {"uint64_t(_4)", "4"}),
      integer_type("uint32_t", {{"Uint32"}}, "uint32_t(n) · 4u", "a dynamic integer of 32 bits without a sign", run_in_type<false, true>,
                   {"uint32_t(_4)", "4"}),
  };
}

}  // namespace algebra::expression
