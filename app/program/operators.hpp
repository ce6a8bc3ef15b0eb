#pragma once
// The operators of C++ on numbers, with their notations and results.

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace app {

enum class Operator : std::uint8_t {
  none,
  add,
  subtract,
  multiply,
  divide,
  remainder,
  shift_left,
  shift_right,
  bit_and,
  bit_or,
  bit_xor,
  less,
  greater,
  at_most,
  at_least,
  equal,
  different,
  three_way,
  both,
  either,
  negation,
  complement,
  assignment,
  comma,
  // Operators that only Python has (python_operators.hpp).
  floor_divide,
  power,
  matrix_multiply,
  identical,
  not_identical,
  contained,
  not_contained,
};

struct OperatorRecord {
  enum class Kind : std::uint8_t { arithmetic, shift, bitwise, comparison, logical, other };
  Operator is;
  std::string_view sign;
  Kind kind;
  bool in_language = false;      ///< true: the language of layouts has it too
  std::string_view word = sign;  ///< the alternative notation
};

inline constexpr std::array<OperatorRecord, 23> operators{{
    {Operator::add, "+", OperatorRecord::Kind::arithmetic, true},
    {Operator::subtract, "-", OperatorRecord::Kind::arithmetic, true},
    {Operator::multiply, "*", OperatorRecord::Kind::arithmetic, true},
    {Operator::divide, "/", OperatorRecord::Kind::arithmetic, true},
    {Operator::remainder, "%", OperatorRecord::Kind::arithmetic, true},
    {Operator::shift_left, "<<", OperatorRecord::Kind::shift},
    {Operator::shift_right, ">>", OperatorRecord::Kind::shift},
    {Operator::bit_and, "&", OperatorRecord::Kind::bitwise, false, "bitand"},
    {Operator::bit_or, "|", OperatorRecord::Kind::bitwise, false, "bitor"},
    {Operator::bit_xor, "^", OperatorRecord::Kind::bitwise, false, "xor"},
    {Operator::less, "<", OperatorRecord::Kind::comparison},
    {Operator::greater, ">", OperatorRecord::Kind::comparison},
    {Operator::at_most, "<=", OperatorRecord::Kind::comparison},
    {Operator::at_least, ">=", OperatorRecord::Kind::comparison},
    {Operator::equal, "==", OperatorRecord::Kind::comparison, true},
    {Operator::different, "!=", OperatorRecord::Kind::comparison, false, "not_eq"},
    {Operator::three_way, "<=>", OperatorRecord::Kind::other},
    {Operator::both, "&&", OperatorRecord::Kind::logical, false, "and"},
    {Operator::either, "||", OperatorRecord::Kind::logical, false, "or"},
    {Operator::negation, "!", OperatorRecord::Kind::other, false, "not"},
    {Operator::complement, "~", OperatorRecord::Kind::other, false, "compl"},
    {Operator::assignment, "=", OperatorRecord::Kind::other},
    {Operator::comma, ",", OperatorRecord::Kind::other},
}};

/// Returns the operator of a notation; none for other texts, such as +=.
constexpr Operator operator_of(std::string_view written) {
  for (const auto& o : operators)
    if (o.sign == written || o.word == written) return o.is;
  return Operator::none;
}

/// Returns the record of an operator; null for none, and for operators that C++ does not have.
constexpr const OperatorRecord* record_of(Operator is) {
  for (const auto& o : operators)
    if (o.is == is) return &o;
  return nullptr;
}
constexpr std::string_view sign_of(Operator is) {
  const auto* record = record_of(is);
  return record != nullptr ? record->sign : std::string_view{};
}
constexpr bool is_of_kind(Operator is, OperatorRecord::Kind kind) {
  const auto* record = record_of(is);
  return record != nullptr && record->kind == kind;
}
constexpr bool is_comparison(Operator is) { return is_of_kind(is, OperatorRecord::Kind::comparison); }
constexpr bool is_logical(Operator is) { return is_of_kind(is, OperatorRecord::Kind::logical); }
constexpr bool language_has(Operator is) {
  const auto* record = record_of(is);
  return record != nullptr && record->in_language;
}

/// Returns the result of a comparison; nullopt for other operators.
template <class T>
constexpr std::optional<bool> compared(Operator is, T a, T b) {
  switch (is) {
    case Operator::less: return a < b;
    case Operator::greater: return a > b;
    case Operator::at_most: return a <= b;
    case Operator::at_least: return a >= b;
    case Operator::equal: return a == b;
    case Operator::different: return a != b;
    default: return std::nullopt;
  }
}

}  // namespace app
