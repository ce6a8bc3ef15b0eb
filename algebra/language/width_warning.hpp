#pragma once
// What is said of numbers that C++'s int cannot hold.

#include <functional>
#include <optional>
#include <vector>

#include "algebra/language/value.hpp"
#include "algebra/layout/int_width.hpp"
#include "algebra/layout/problem.hpp"

namespace algebra::expression {

/// An operation on other operands.
using OperationOn = std::function<Value(const std::vector<Value>&)>;

/// A number on the way to a result did not fit into its type: what the result would be, and the operand, of those of the operation, that
/// mends it.
struct WidthWarning {
  Problem problem;
  int blamed = -1;  ///< the operand that the suggestions stand for; -1: the whole
};
/// nullopt where the result is right all the same.
std::optional<WidthWarning> width_warning(const BeyondType&, const Value& result, const std::vector<Value>& operands, const OperationOn&);
/// Of a refused operation: why CuTe refuses what it would take without a limit. Empty where it refuses that, too.
Message width_refusal(const BeyondType&, const std::vector<Value>& operands, const OperationOn&);

/// Offsets of a layout's or a tensor's elements that their type cannot hold.
std::optional<Problem> width_hint(const Value&);

}  // namespace algebra::expression
