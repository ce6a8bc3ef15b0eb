#pragma once
// The functions of the language: one table for dispatch, help and the nearest name.

#include <string>
#include <string_view>
#include <vector>

#include "algebra/evaluate.hpp"
#include "algebra/operations.hpp"

namespace algebra::expression {

/// A call with evaluated arguments. Accessors throw a Problem that names the argument when it is of another kind.
struct Call {
  std::string_view name;
  std::vector<Value> indices;        ///< template arguments
  std::vector<Value> arguments;
  std::vector<std::string> names;    ///< of arguments that are just names; else ""

  std::size_t count() const { return arguments.size(); }
  bool is_tuple(std::size_t i) const { return std::holds_alternative<IntTuple>(arguments[i]); }
  const Value& argument(std::size_t i) const;
  const IntTuple& tuple(std::size_t i) const;
  Int integer(std::size_t i) const;
  /// A layout; a shape counts as its LayoutLeft layout.
  Layout layout(std::size_t i) const;
  /// A tensor; a layout counts as a tensor at ptr.
  Tensor tensor(std::size_t i) const;
  Tiler tiler(std::size_t i) const;
  std::vector<std::int64_t> path() const;   ///< the template arguments as integers
  std::int64_t index(std::size_t i) const;
};

using Run = Value (*)(const Call&);
using Check = Verdict (*)(const Call&, const Value& result);

struct Function {
  FunctionInfo info;
  int least, most;      ///< arguments
  int indices;          ///< template arguments: a number, or -1 for any
  Run run;
  Check check;          ///< null: no contract
};

const std::vector<Function>& table();
const Function* find_function(std::string_view name);
/// The known name that differs least; empty when none is near.
std::string nearest_name(std::string_view name, const Environment&);

Layout layout_of(const Value&, std::string_view what);
Tiler tiler_of_value(const Value&);

}  // namespace algebra::expression
