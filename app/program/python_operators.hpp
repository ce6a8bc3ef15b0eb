#pragma once
// The operators of Python: how each is written, and the methods by which a class says what it does.

#include "app/program/operators.hpp"

namespace app {

struct PythonOperator {
  Operator is;
  std::string_view sign;
  std::string_view method{};    ///< of the left operand, "__add__"; "" where a class has none
  std::string_view mirrored{};  ///< of the right operand
  std::string_view in_place{};  ///< of what is left of "+="
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

/// Finds the operator that is written so; none of anything else.
constexpr Operator python_operator_of(std::string_view sign) {
  for (const auto& o : python_operators)
    if (o.sign == sign) return o.is;
  return Operator::none;
}

/// The record of an operator; one without a sign of what Python does not have.
constexpr PythonOperator python_record_of(Operator is) {
  for (const auto& o : python_operators)
    if (o.is == is) return o;
  return {Operator::none, {}};
}
constexpr std::string_view python_sign_of(Operator is) { return python_record_of(is).sign; }

/// Whether it is < <= > or >=.
constexpr bool is_order(Operator is) { return is_comparison(is) && is != Operator::equal && is != Operator::different; }

}  // namespace app
