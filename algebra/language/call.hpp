#pragma once
// A call as the called function sees it: evaluated arguments, with conversions.

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "algebra/language/diagnostic.hpp"
#include "algebra/language/value.hpp"
#include "algebra/layout/operations.hpp"
#include "algebra/layout/steps.hpp"

namespace algebra::expression {

/// A problem with one argument of a call. Inside the library only.
struct ArgumentProblem : Problem {
  std::size_t argument = 0;
};

/// A call with evaluated arguments. Accessors throw an ArgumentProblem if an argument has the wrong kind.
struct Call {
  std::string_view name;
  std::string_view written{};  ///< the name as written, possibly an alias
  std::vector<Value> indices;  ///< template arguments
  std::vector<Value> arguments;
  std::vector<std::string> names;  ///< per argument: its name if it is only a name, otherwise ""
  std::vector<SourceSpan> spans;   ///< source places of the arguments
  Steps* steps = nullptr;          ///< receives the operation's steps; null: none are recorded
  bool as_in_cpp = false;          ///< with CuTe's integers: refuses arguments that only Python accepts

  std::size_t count() const { return arguments.size(); }
  /// Returns whether argument i is a tuple, an integer, or a tiler of integers, which is a tuple in CuTe.
  bool is_tuple(std::size_t i) const;
  const Value& argument(std::size_t i) const;
  IntTuple tuple(std::size_t i) const;
  Int integer(std::size_t i) const;
  /// Returns the layout; a shape counts as its LayoutLeft layout.
  Layout layout(std::size_t i) const;
  /// Returns the same; also accepts a tensor whose layout is not composed.
  Layout layout_or_tensor(std::size_t i) const;
  /// Returns the layout inside a composed layout or a tensor, otherwise layout(i). Contracts are checked on it.
  Layout inner(std::size_t i) const;
  bool is_composed(std::size_t i) const { return i < count() && std::holds_alternative<ComposedLayout>(arguments[i]); }
  /// Returns a layout, a swizzle or a composed layout.
  FunctionOrLayout function(std::size_t i) const;
  /// Returns the argument itself if it is a tuple, otherwise the shape of the layout.
  IntTuple profile(std::size_t i) const;
  /// Returns the same; throws unless all leaves are integers.
  IntTuple shape(std::size_t i) const;
  /// Returns a tuple of integers, or a single integer.
  IntTuple integers(std::size_t i) const;
  /// Returns the same with each `_` as a static 0, as in C++.
  IntTuple numbers(std::size_t i) const;
  /// Returns shape(i) with each `_` of a tuple as a static 0.
  IntTuple sizes(std::size_t i) const;
  /// Return shape(i) and sizes(i) for functions that in C++ accept no layout in place of its shape.
  IntTuple only_shape(std::size_t i) const;
  IntTuple only_sizes(std::size_t i) const;
  /// Returns a tensor; a layout counts as a tensor at ptr.
  Tensor tensor(std::size_t i) const;
  Tiler tiler(std::size_t i) const;
  std::vector<std::int64_t> path() const;  ///< the template arguments as integers
  std::int64_t index(std::size_t i) const;
  /// Returns the position of the coordinate: 0 in f(coordinate, A), 1 in the DSL's order f(A, coordinate).
  std::size_t coordinate_place() const { return !is_tuple(0) && is_tuple(1) ? 1 : 0; }
};

/// Converts a value to a layout: itself, or a shape's LayoutLeft layout. Throws a Problem that names `what`.
Layout layout_of(const Value&, std::string_view what);
/// Returns the layout shape:stride, with both checked. Throws a Problem.
Layout layout_of(const IntTuple& shape, const IntTuple& stride);
/// Returns a tiler of integers as a tuple; nullopt if the tiler contains a layout.
std::optional<IntTuple> tuple_of(const Tiler&);
/// Converts a value to a tiler. Throws a Problem that names `what`.
Tiler tiler_of(const Value&, std::string_view what);
/// Converts a value to an operand of CuTe's composition; as_value converts back. Throws a Problem that names `what`.
FunctionOrLayout function_of(const Value&, std::string_view what);
/// Returns the layout of a result: itself, a tensor's, or a composed layout's inner one.
Layout inner_layout(const Value&);

/// Returns a tensor at 0 that owns its elements, as registers do. Throws a Problem if the layout is not static.
Tensor owning_tensor(Layout, std::optional<ElementType> = {});

/// Kinds of arguments that a function accepts besides a layout or a shape, because CuTe or its DSL has overloads for them.
struct Also {
  bool tensors = false, composed = false;  ///< both: also a tensor with a composed layout
};
inline constexpr Also layouts_only{}, tensors_too{.tensors = true}, composed_too{.composed = true},
    tensors_and_composed{.tensors = true, .composed = true};

/// Applies f to the layout of argument `i`. A tensor keeps its offset and its outer function, a composed layout its outer function. Throws
/// an ArgumentProblem for a kind that the function does not accept.
template <class F>
Value through(const Call& c, Also also, F&& f, std::size_t i = 0) {
  if (const auto* t = std::get_if<Tensor>(&c.argument(i)); t != nullptr && also.tensors && (also.composed || t->has_plain_layout())) {
    auto result = *t;
    result.layout = f(t->layout);
    return result;
  }
  if (const auto* l = std::get_if<ComposedLayout>(&c.argument(i)); l != nullptr && also.composed)
    return ComposedLayout{l->outer, f(l->layout)};
  return f(c.layout(i));
}

}  // namespace algebra::expression
