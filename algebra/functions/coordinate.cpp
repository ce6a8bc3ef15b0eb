// Coordinates, indices and slices.

#include "algebra/functions/records.hpp"

#include "algebra/code/cpp_calls.hpp"
#include "algebra/code/dsl_calls.hpp"
#include "algebra/code/pycute_answers.hpp"
#include "algebra/code/pycute_calls.hpp"
#include "algebra/layout/contracts_composed.hpp"
#include "algebra/links/link_rules.hpp"

namespace algebra::expression {
namespace {

Value run_idx2crd(const Call& c) {
  if (c.count() == 3) return idx2crd(c.integers(0), c.integers(1), c.integers(2));
  // C++ treats a layout as a leaf, in which an index is its own coordinate.
  if (c.as_in_cpp && std::holds_alternative<Layout>(c.argument(1)) && c.integers(0).is_integer()) return c.integers(0);
  return idx2crd(c.integers(0), c.only_sizes(1));
}
Value run_crd2idx(const Call& c) {
  if (c.count() == 3) return index_of(c.tuple(0), layout_of(c.tuple(1), c.tuple(2)));
  if (c.is_tuple(1)) return IntTuple(crd2idx(c.tuple(0), c.shape(1)));
  return index_of(c.tuple(0), c.layout(1));
}

/// Writes a coordinate as between the parentheses of a call.
std::string inside(const IntTuple& coordinate) {
  const auto text = to_string(coordinate, Marks::underscores);
  return coordinate.is_tuple() ? text.substr(1, text.size() - 2) : text;
}
Value run_slice(const Call& c) {
  const auto at = c.coordinate_place(), from = 1 - at;
  if (c.is_tuple(from)) return slice(c.tuple(at), c.tuple(from));
  if (const auto* t = std::get_if<Tensor>(&c.argument(from))) {
    if (c.as_in_cpp && c.written == "slice")
      throw ArgumentProblem{
          {"argument", message("CuTe's slice takes no tensor: T({}) is the slice of a tensor T.", inside(c.tuple(at))), {}},
          static_cast<std::size_t>(from)};
    return slice(*t, c.tuple(at));
  }
  if (const auto* l = std::get_if<ComposedLayout>(&c.argument(from)))
    return std::visit([](auto&& x) -> Value { return x; }, slice_and_offset(c.tuple(at), *l).layout);
  return slice(c.tuple(at), c.layout(from));
}
/// Checks a slice. Slices of layouts are exact; those of composed layouts, which CuTe takes apart, need not be.
Verdict slice_check(const Call& c, const Value&, const Checking& checking) {
  const auto at = c.coordinate_place();
  if (const auto* t = std::get_if<Tensor>(&c.argument(1 - at))) return check_slice(Slicing{*t, c.tuple(at)}, checking);
  const auto* composed = std::get_if<ComposedLayout>(&c.argument(1 - at));
  return composed != nullptr ? check_slice(*composed, c.tuple(at), Begins::anywhere, checking) : Verdict{};
}
Obstacle slice_hindered(const Call& c, Marks) {
  const auto at = c.coordinate_place();
  const auto* composed = std::get_if<ComposedLayout>(&c.argument(1 - at));
  auto exact = composed != nullptr ? exact_slice(*composed, c.tuple(at)) : std::nullopt;
  return exact ? Obstacle{.exact = std::move(*exact), .in_place = true} : Obstacle{};
}
Value slice_in_pycute(const Call& c) {
  const auto at = c.coordinate_place();
  const auto* composed = std::get_if<ComposedLayout>(&c.argument(1 - at));
  return composed != nullptr ? code::pycute::answers::slice(*composed, c.tuple(at)) : run_slice(c);
}
Value run_dice(const Call& c) {
  const auto at = c.coordinate_place(), from = 1 - at;
  if (c.is_tuple(from)) return dice(c.tuple(at), c.tuple(from));
  return dice(c.tuple(at), c.layout(from));
}

/// Returns the index of a method that finds coordinates. CuTe takes no coordinate for it.
IntTuple given_index(const Call& c) {
  const auto index = c.numbers(1);
  if (!index.is_integer())
    throw ArgumentProblem{{"argument", message("{} takes an index, not the coordinate {}.", c.name, to_string(index, Marks::plain)), {}},
                          1};
  return index;
}
/// Returns the natural coordinate of an index, an integer for each mode of it, or one integer.
Value run_hier_coord(const Call& c) {
  const auto l = c.layout_or_tensor(0);
  return idx2crd(given_index(c), l.shape(), l.stride());
}
Value run_flat_coord(const Call& c) { return flat_coordinate(c.layout_or_tensor(0), given_index(c)); }
Value run_1d_coord(const Call& c) {
  const auto l = c.layout_or_tensor(0);
  return IntTuple(crd2idx(idx2crd(given_index(c), l.shape(), l.stride()), l.shape()));
}
Value run_crd2crd(const Call& c) { return crd2crd(c.integers(0), c.integers(1), c.integers(2)); }

}  // namespace

std::vector<Function> coordinate_functions() {
  return {
      {.name = "idx2crd",
       .signature = "idx2crd(i, shape)",
       .group = Group::layout,
       .meaning = "the coordinate of an index",
       .formula = "crd2idx(R, shape) = i",
       .parameters = "idx shape stride",
       .arguments = {2, 3},
       .run = run_idx2crd,
       .blamed = 0,
       .code = {.cpp = code::cpp::shape_second, .dsl = code::dsl::idx2crd, .pycute = code::pycute::idx2crd},
       .example = {"idx2crd(5, (4,(2,3)))", "(1,(1,0))"}},
      {.name = "crd2idx",
       .signature = "crd2idx(c, shape, stride) · crd2idx(c, A)",
       .group = Group::layout,
       .meaning = "the index of a coordinate",
       .formula = "c0 * d0 + c1 * d1 + ...",
       .parameters = "coord layout stride",
       .arguments = {2, 3},
       .run = run_crd2idx,
       .blamed = 0,
       .code = {.dsl = code::dsl::crd2idx, .pycute = code::pycute::crd2idx},
       .example = {"crd2idx((1,2), (4,6))", "9"}},
      {.name = "slice",
       .aliases = {{"slice_"}},
       .signature = "slice(c, A) · A(2,_)",
       .group = Group::layout,
       .meaning = "the modes at _",
       .formula = "A(2,_)(x) = A(2,x) - A(2,0)",
       .parameters = "coord src",
       .arguments = {2, 2},
       .notation = Notation::apply,
       .run = run_slice,
       .contract = slice_check,
       .condition = "slice",
       .blamed = 0,
       .obstacle = slice_hindered,
       .links = links::reordered_by_coordinate,
       .keeps_memory_of = 0,
       .code = {.cpp = code::cpp::slice, .dsl = code::dsl::slice, .pycute = code::pycute::slice, .pycute_answer = slice_in_pycute},
       .example = {"slice((2,_), (4,6):(6,1))", "(6):(1)"}},
      {.name = "dice",
       .signature = "dice(c, A)",
       .group = Group::layout,
       .meaning = "the modes not at _",
       .parameters = "dicer src",
       .arguments = {2, 2},
       .run = run_dice,
       .blamed = 0,
       .links = links::reordered_by_coordinate,
       .keeps_memory_of = 0,
       .code = {.dsl = code::dsl::dice},
       .example = {"dice((2,_), (4,6):(6,1))", "(4):(6)"}},
      {.name = "crd2crd",
       .signature = "crd2crd(c, from, to)",
       .group = Group::layout,
       .meaning = "the coordinate in another shape",
       .formula = "crd2idx(R, to) = crd2idx(c, from)",
       .parameters = "coord src_shape dst_shape",
       .arguments = {3, 3},
       .run = run_crd2crd,
       .blamed = 0,
       .code = {.cpp = code::cpp::shapes},
       .example = {"crd2crd((3,2), (4,6), (2,12))", "(3,2)"}},
      {.name = "get_hier_coord",
       .signature = "A.get_hier_coord(i)",
       .group = Group::layout,
       .meaning = "the natural coordinate of an index",
       .formula = "A(R) = i",
       .parameters = "layout idx",
       .arguments = {2, 2},
       .run = run_hier_coord,
       .blamed = 1,
       .code = {.cpp = code::cpp::method},
       .example = {"A.get_hier_coord(8)", "(1,(0,1))", "A = (4,(2,3)):(6,(1,2))"}},
      {.name = "get_flat_coord",
       .signature = "A.get_flat_coord(i)",
       .group = Group::layout,
       .meaning = "the coordinate of an index, an integer a mode",
       .formula = "A(R) = i",
       .parameters = "layout idx",
       .arguments = {2, 2},
       .run = run_flat_coord,
       .blamed = 1,
       .code = {.cpp = code::cpp::method},
       .example = {"A.get_flat_coord(8)", "(1,2)", "A = (4,(2,3)):(6,(1,2))"}},
      {.name = "get_1d_coord",
       .signature = "A.get_1d_coord(i)",
       .group = Group::layout,
       .meaning = "the 1-D coordinate of an index",
       .formula = "A(R) = i",
       .parameters = "layout idx",
       .arguments = {2, 2},
       .run = run_1d_coord,
       .blamed = 1,
       .code = {.cpp = code::cpp::method},
       .example = {"A.get_1d_coord(8)", "9", "A = (4,(2,3)):(6,(1,2))"}},
  };
}

}  // namespace algebra::expression
