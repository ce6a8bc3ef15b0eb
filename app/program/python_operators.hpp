#pragma once
// The operators of Python, with their notations and the methods by which a class implements them.

#include "app/program/operators.hpp"

namespace app {

struct PythonOperator {
  Operator is;
  std::string_view sign;
  std::string_view method{};    ///< of the left operand, "__add__"; "" if a class cannot implement it
  std::string_view mirrored{};  ///< of the right operand
  std::string_view in_place{};  ///< of the left side of "+="
};

inline constexpr std::array<PythonOperator, 24> python_operators{{
    {Operator::add, "+", "__add__", "__radd__", "__iadd__"},
    {Operator::subtract, "-", "__sub__", "__rsub__", "__isub__"},
    {Operator::multiply, "*", "__mul__", "__rmul__", "__imul__"},
    {Operator::divide, "/", "__truediv__", "__rtruediv__", "__itruediv__"},
    {Operator::floor_divide, "//", "__floordiv__", "__rfloordiv__", "__ifloordiv__"},
    {Operator::remainder, "%", "__mod__", "__rmod__", "__imod__"},
    {Operator::matrix_multiply, "@", "__matmul__", "__rmatmul__"},
    {Operator::power, "**", "__pow__", "__rpow__", "__ipow__"},
    {Operator::bit_and, "&", "__and__", "__rand__", "__iand__"},
    {Operator::bit_or, "|", "__or__", "__ror__", "__ior__"},
    {Operator::bit_xor, "^", "__xor__", "__rxor__", "__ixor__"},
    {Operator::shift_left, "<<", "__lshift__", "__rlshift__", "__ilshift__"},
    {Operator::shift_right, ">>", "__rshift__", "__rrshift__", "__irshift__"},
    {Operator::equal, "==", "__eq__", "__eq__"},
    {Operator::different, "!=", "__ne__", "__ne__"},
    {Operator::less, "<", "__lt__", "__gt__"},
    {Operator::at_most, "<=", "__le__", "__ge__"},
    {Operator::greater, ">", "__gt__", "__lt__"},
    {Operator::at_least, ">=", "__ge__", "__le__"},
    {Operator::identical, "is"},
    {Operator::not_identical, "is not"},
    {Operator::contained, "in"},
    {Operator::not_contained, "not in"},
    {Operator::complement, "~"},
}};

/// Returns the operator of a notation; none for other texts.
constexpr Operator python_operator_of(std::string_view sign) {
  for (const auto& o : python_operators)
    if (o.sign == sign) return o.is;
  return Operator::none;
}

/// Returns the record of an operator; without a sign for operators that Python does not have.
constexpr PythonOperator python_record_of(Operator is) {
  for (const auto& o : python_operators)
    if (o.is == is) return o;
  return {Operator::none, {}};
}
constexpr std::string_view python_sign_of(Operator is) { return python_record_of(is).sign; }

/// Returns true for < <= > and >=.
constexpr bool is_order(Operator is) { return is_comparison(is) && is != Operator::equal && is != Operator::different; }

}  // namespace app
