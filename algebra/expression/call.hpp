#pragma once
// A call as its function sees it: the evaluated arguments, and what they are taken for.

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "algebra/operations.hpp"
#include "algebra/problem.hpp"
#include "algebra/steps.hpp"
#include "algebra/value.hpp"

namespace algebra::expression {

/// What is wrong with one argument of a call. Inside the library only.
struct ArgumentProblem : Problem {
  std::size_t argument = 0;
};

/// A call with evaluated arguments. Accessors throw an ArgumentProblem when an argument is of another kind.
struct Call {
  std::string_view name;
  std::vector<Value> indices;  ///< template arguments
  std::vector<Value> arguments;
  std::vector<std::string> names;  ///< of arguments that are just names; else ""
  std::vector<SourceSpan> spans;   ///< of the arguments
  Steps* steps = nullptr;          ///< where the operation writes its steps; null: nowhere

  std::size_t count() const { return arguments.size(); }
  bool is_tuple(std::size_t i) const { return std::holds_alternative<IntTuple>(argument(i)); }
  const Value& argument(std::size_t i) const;
  const IntTuple& tuple(std::size_t i) const;
  Int integer(std::size_t i) const;
  /// A layout; a shape counts as its LayoutLeft layout.
  Layout layout(std::size_t i) const;
  /// The layout inside a composed layout or a tensor, else layout(i): what a contract is about.
  Layout inner(std::size_t i) const;
  bool is_composed(std::size_t i) const { return i < count() && std::holds_alternative<ComposedLayout>(arguments[i]); }
  /// The argument itself if it is a tuple, else the shape of the layout.
  IntTuple profile(std::size_t i) const;
  /// The same where it must be integers.
  IntTuple shape(std::size_t i) const;
  /// A tuple of integers, or one.
  const IntTuple& integers(std::size_t i) const;
  /// A tensor; a layout counts as a tensor at ptr.
  Tensor tensor(std::size_t i) const;
  Tiler tiler(std::size_t i) const;
  std::vector<std::int64_t> path() const;  ///< the template arguments as integers
  std::int64_t index(std::size_t i) const;
  /// Where the coordinate stands in f(coordinate, A); the DSL has them the other way round, f(A, coordinate).
  std::size_t coordinate_place() const { return !is_tuple(0) && is_tuple(1) ? 1 : 0; }
};

/// A value as a layout: a layout, a tensor's, or the LayoutLeft layout of a shape. Throws a Problem about `what`.
Layout layout_of(const Value&, std::string_view what);
/// shape:stride, each checked. Throws a Problem.
Layout layout_of(const IntTuple& shape, const IntTuple& stride);
/// A value as a tiler. Throws a Problem about `what`.
Tiler tiler_of(const Value&, std::string_view what);
/// A layout, composed or not, as a value.
Value as_value(std::variant<Layout, ComposedLayout>);
/// The layout of a result: its own, a tensor's, a composed layout's inner one.
Layout inner_layout(const Value&);

/// f(layout) of argument `i`. A tensor keeps its offset and its outer function; so does a composed layout if `composed`,
/// that is, where CuTe has the function for one. Otherwise a composed layout is an ArgumentProblem.
template <class F>
Value through(const Call& c, bool composed, F&& f, std::size_t i = 0) {
  if (const auto* t = std::get_if<Tensor>(&c.argument(i)); t != nullptr && (composed || !t->outer)) {
    auto result = *t;
    result.layout = f(t->layout);
    return result;
  }
  if (const auto* l = std::get_if<ComposedLayout>(&c.argument(i)); l != nullptr && composed) return ComposedLayout{l->outer, f(l->layout)};
  return f(c.layout(i));
}
inline constexpr bool composed_too = true, layouts_only = false;

}  // namespace algebra::expression
