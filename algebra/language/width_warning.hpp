#pragma once
// Warns of numbers that overflow C++'s int.

#include <functional>
#include <optional>
#include <vector>

#include "algebra/language/value.hpp"
#include "algebra/layout/int_width.hpp"
#include "algebra/layout/problem.hpp"

namespace algebra::expression {

/// Runs the operation on other operands.
using OperationOn = std::function<Value(const std::vector<Value>&)>;

/// A warning that a number on the way to a result overflowed its type: the correct result, and a wider operand that gives it.
struct WidthWarning {
  Problem problem;
  int blamed = -1;  ///< the operand that the suggestions replace; -1: the whole expression
};
/// Returns the warning; nullopt if the result is right despite the overflow.
std::optional<WidthWarning> width_warning(const BeyondType&, const Value& result, const std::vector<Value>& operands, const OperationOn&);
/// Explains a refused operation that CuTe would accept without the limit of the type. Empty if CuTe refuses it even then.
Message width_refusal(const BeyondType&, const std::vector<Value>& operands, const OperationOn&);

/// Returns a hint if offsets of a layout's or a tensor's elements overflow their type.
std::optional<Problem> width_hint(const Value&);

}  // namespace algebra::expression
