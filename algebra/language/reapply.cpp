#include "algebra/language/reapply.hpp"

#include <fmt/format.h>

#include "algebra/language/functions.hpp"

namespace algebra::expression {

Value run_again(const Provenance& made, const std::vector<Value>& operands) {
  if (made.operation.empty()) return operands.at(0);
  const auto* function = find_function(made.operation, !made.indices.empty());
  if (function == nullptr) throw Problem{"unknown function", message("There is no function {} here.", made.operation), {}};
  Call c{.name = function->name, .indices = made.indices, .arguments = operands, .names = {}, .spans = {}};
  if (function->notation == Notation::apply && operands.size() > 2) {
    // A(2,_): the coordinate is the bracket's content.
    IntTuple coordinate;
    for (std::size_t i = 1; i < operands.size(); ++i) coordinate.append(c.tuple(i));
    c.arguments = {operands[0], coordinate};
  }
  c.names.resize(c.arguments.size());
  c.spans.resize(c.arguments.size());
  return function->run(c);
}

}  // namespace algebra::expression
