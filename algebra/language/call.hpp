#pragma once
// A call as its function sees it: the evaluated arguments, with conversions.

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
  std::string_view written{};  ///< the name as written, which may be another one of the function
  std::vector<Value> indices;  ///< template arguments
  std::vector<Value> arguments;
  std::vector<std::string> names;  ///< per argument: its name if it is only a name, otherwise ""
  std::vector<SourceSpan> spans;   ///< of the arguments
  Steps* steps = nullptr;          ///< receives the operation's steps; null: none are recorded
  bool as_in_cpp = false;          ///< with CuTe's integers: what only Python takes is refused

  std::size_t count() const { return arguments.size(); }
  /// A tuple or an integer; in CuTe a tiler of integers is a tuple, too.
  bool is_tuple(std::size_t i) const;
  const Value& argument(std::size_t i) const;
  IntTuple tuple(std::size_t i) const;
  Int integer(std::size_t i) const;
  /// A layout; a shape counts as its LayoutLeft layout.
  Layout layout(std::size_t i) const;
  /// The same, or the layout of a tensor that is not composed.
  Layout layout_or_tensor(std::size_t i) const;
  /// The layout inside a composed layout or a tensor, otherwise layout(i). Contracts are checked on it.
  Layout inner(std::size_t i) const;
  bool is_composed(std::size_t i) const { return i < count() && std::holds_alternative<ComposedLayout>(arguments[i]); }
  /// A layout, a swizzle, or what they are composed of.
  FunctionOrLayout function(std::size_t i) const;
  /// The argument itself if it is a tuple, otherwise the shape of the layout.
  IntTuple profile(std::size_t i) const;
  /// The same; all leaves must be integers.
  IntTuple shape(std::size_t i) const;
  /// A tuple of integers, or a single integer.
  IntTuple integers(std::size_t i) const;
  /// The same with each `_` as the static 0 that it is in C++.
  IntTuple numbers(std::size_t i) const;
  /// As shape(i), with each `_` of a tuple as that 0.
  IntTuple sizes(std::size_t i) const;
  /// As shape(i) and sizes(i) where C++ takes no layout in place of its shape.
  IntTuple only_shape(std::size_t i) const;
  IntTuple only_sizes(std::size_t i) const;
  /// A tensor; a layout counts as a tensor at ptr.
  Tensor tensor(std::size_t i) const;
  Tiler tiler(std::size_t i) const;
  std::vector<std::int64_t> path() const;  ///< the template arguments as integers
  std::int64_t index(std::size_t i) const;
  /// The position of the coordinate: 0 in f(coordinate, A), 1 in the DSL's order f(A, coordinate).
  std::size_t coordinate_place() const { return !is_tuple(0) && is_tuple(1) ? 1 : 0; }
};

/// Converts a value to a layout: itself, or a shape's LayoutLeft layout. Throws a Problem that names `what`.
Layout layout_of(const Value&, std::string_view what);
/// The layout shape:stride, with both checked. Throws a Problem.
Layout layout_of(const IntTuple& shape, const IntTuple& stride);
/// The tuple that a tiler of integers is; nullopt where a layout is in it.
std::optional<IntTuple> tuple_of(const Tiler&);
/// Converts a value to a tiler. Throws a Problem that names `what`.
Tiler tiler_of(const Value&, std::string_view what);
/// A value as what CuTe composes with; as_value goes back. Throws a Problem that names `what`.
FunctionOrLayout function_of(const Value&, std::string_view what);
/// The layout of a result: itself, a tensor's, or a composed layout's inner one.
Layout inner_layout(const Value&);

/// A tensor that owns its elements, as registers do: at 0. Throws a Problem for a layout that is not static.
Tensor owning_tensor(Layout, std::optional<ElementType> = {});

/// What besides a layout or a shape a function takes, as CuTe or its DSL has overloads for it.
struct Also {
  bool tensors = false, composed = false;  ///< both: also a tensor with a composed layout
};
inline constexpr Also layouts_only{}, tensors_too{.tensors = true}, composed_too{.composed = true},
    tensors_and_composed{.tensors = true, .composed = true};

/// f applied to the layout of argument `i`. A tensor keeps its offset and its outer function, a composed layout the latter.
/// Anything that the function does not take is an ArgumentProblem.
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
