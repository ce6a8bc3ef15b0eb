// Swizzles, and the parts of a composed layout.

#include "algebra/functions/records.hpp"

#include <fmt/format.h>

#include "algebra/code/cpp_calls.hpp"
#include "algebra/code/dsl_calls.hpp"
#include "algebra/code/pycute_calls.hpp"
#include "algebra/language/shorthand.hpp"
#include "algebra/links/link_rules.hpp"

namespace algebra::expression {
namespace {

/// Makes Swizzle<B,M,S>; Swizzle<B,M,S>(i) applies it to an index. Swizzle<B,M> has S = B, as in C++.
Value run_swizzle(const Call& c) {
  if (c.indices.size() != 2 && c.indices.size() != 3)
    throw Problem{"template argument", "Swizzle takes 3 numbers in <>: Swizzle<B,M,S>.", {"Swizzle<3,4,3>"}};
  const auto s = make_swizzle(c.index(0), c.index(1), c.indices.size() == 3 ? c.index(2) : c.index(0));
  if (c.count() == 0) return s;
  const auto i = c.integer(0);
  return IntTuple(Int{apply(s, i.value), i.is_static});
}
/// Turns a pointer's swizzle into one of the layout; a tensor at another pointer is unchanged.
Value run_position_independent(const Call& c) {
  const auto& t = c.argument(0);
  const auto* tensor = std::get_if<Tensor>(&t);
  if (tensor == nullptr || (tensor->outer && tensor->outer->only_swizzle() == nullptr) || tensor->coordinate)
    throw ArgumentProblem{{"argument", message("{} needs a tensor in shared memory, not {}.", c.name, to_string(t, Marks::plain)), {}}, 0};
  return as_position_independent(*tensor);
}
Value run_position_independent_layout(const Call& c) {
  const auto* l = c.is_composed(0) ? &std::get<ComposedLayout>(c.argument(0)) : nullptr;
  if (l == nullptr || l->outer.offset.pointer_bits == 0 || l->outer.offset.pointer_sparsity != 1)
    throw ArgumentProblem{
        {"argument",
         message("{} needs a layout that waits for its pointer, such as Sw<3,4,3> o smem_ptr[16b](unset) o (8,64):(64,1), "
                 "not {}.",
                 c.name, to_string(c.argument(0), Marks::plain)),
         {}},
        0};
  return as_value(composition(std::get<Swizzle>(l->outer.function), Offset{}, l->layout));
}
/// Runs make_swizzle<Y,Z>(), and Python's make_swizzle(B, M, S).
Value run_make_swizzle(const Call& c) {
  if (c.count() == 3) return make_swizzle(c.integer(0).value, c.integer(1).value, c.integer(2).value);
  if (c.indices.size() != 2 || c.count() != 0)
    throw Problem{"template argument", "make_swizzle takes the masks of the bits that are read and changed: make_swizzle<8,4>().", {}};
  return make_swizzle(c.index(0), c.index(1));
}

/// Applies f to a composed layout or a composed function.
template <class F>
Value of_composed(const Call& c, F&& f) {
  if (const auto* l = std::get_if<ComposedLayout>(&c.argument(0))) return f(*l);
  if (const auto* l = std::get_if<ComposedFunction>(&c.argument(0))) return f(*l);
  throw ArgumentProblem{{"argument", message("{} needs a composed layout, not {}.", c.name, to_string(c.argument(0), Marks::plain)), {}},
                        0};
}
/// Returns the argument if it is a layout that waits for its pointer, whose swizzle is on bytes; else null.
const ComposedLayout* waiting(const Call& c) {
  const auto* l = std::get_if<ComposedLayout>(&c.argument(0));
  return l != nullptr && l->outer.offset.pointer_bits != 0 ? l : nullptr;
}
Value run_layout_a(const Call& c) {
  if (const auto* l = waiting(c)) return on_bytes(l->outer, l->outer.offset.logical_bits());
  return of_composed(c, [](const auto& l) { return as_value(layout_a(l.outer)); });
}
Value run_layout_b(const Call& c) {
  return of_composed(c, [](const auto& l) { return as_value(layout_b(l)); });
}
Value run_offset(const Call& c) {
  if (const auto* l = waiting(c))
    throw ArgumentProblem{{"offset", message("The offset of {} is a pointer that is not set, not an integer.", plain(*l)), {}}, 0};
  return of_composed(c, [](const auto& l) { return Value(IntTuple(offset_of(l.outer).value)); });
}

Value run_swizzle_portion(const Call& c) {
  if (!c.is_composed(0)) return c.layout(0), Swizzle{0, 4, 3};
  if (waiting(c) != nullptr) return run_layout_a(c);
  if (const auto* s = std::get<ComposedLayout>(c.argument(0)).outer.swizzle()) return *s;
  throw Problem{"swizzle", "This composed layout has no swizzle.", {}};
}
Value run_nonswizzle_portion(const Call& c) {
  if (!c.is_composed(0)) return c.layout(0);
  run_swizzle_portion(c);  // refuses an outer function that is a layout
  return run_layout_b(c);
}

}  // namespace

std::vector<Function> swizzle_functions() {
  return {
      {.name = "Swizzle",
       .aliases = {{.name = "Sw", .is_type = true}},
       .signature = "Swizzle<B,M,S>",
       .group = Group::layout,
       .meaning = "xor B bits, M above the least, from S further up",
       .formula = "i xor ((i >> S) & ((2^B - 1) << M))",
       .parameters = "b m s",
       .arguments = {0, 1},
       .indices = any_number,
       .numbers_in_angles = NumberRole::swizzle,
       .run = run_swizzle,
       .code = {.cpp = code::cpp::value, .dsl = code::dsl::value, .pycute = code::pycute::value},
       .example = {"Swizzle<2,0,3>{}", "Sw<2,0,3>"}},
      {.name = "make_swizzle",
       .signature = "make_swizzle<Y,Z>()",
       .group = Group::layout,
       .meaning = "the swizzle that reads the bits Y and changes the bits Z",
       .parameters = "b m s",
       .arguments = {0, 3},
       .indices = any_number,
       .run = run_make_swizzle,
       .code = {.cpp = code::cpp::value, .dsl = code::dsl::value, .pycute = code::pycute::value},
       .example = {"make_swizzle<24,3>()", "Sw<2,0,3>"}},
      {.name = "layout_a",
       .signature = "A.layout_a()",
       .group = Group::layout,
       .meaning = "the outer function of a composed layout",
       .parameters = "layout",
       .arguments = {1, 1},
       .run = run_layout_a,
       .code = {.cpp = code::cpp::method, .dsl = code::dsl::inner},
       .example = {"S.layout_a()", "Sw<2,0,3>", "S = Swizzle<2,0,3> o (8,4):(4,1)"}},
      {.name = "layout_b",
       .signature = "A.layout_b()",
       .group = Group::layout,
       .meaning = "the inner layout of a composed layout",
       .parameters = "layout",
       .arguments = {1, 1},
       .run = run_layout_b,
       .links = links::same_as_first,
       .code = {.cpp = code::cpp::method, .dsl = code::dsl::outer},
       .example = {"S.layout_b()", "(8,4):(4,1)", "S = Swizzle<2,0,3> o (8,4):(4,1)"}},
      {.name = "offset",
       .signature = "A.offset()",
       .group = Group::layout,
       .meaning = "the offset of a composed layout",
       .parameters = "layout",
       .arguments = {1, 1},
       .run = run_offset,
       .code = {.cpp = code::cpp::method, .dsl = code::dsl::attribute},
       .example = {"S.offset()", "0", "S = Swizzle<2,0,3> o (8,4):(4,1)"}},
      {.name = "get_swizzle_portion",
       .signature = "get_swizzle_portion(A)",
       .group = Group::layout,
       .meaning = "the swizzle of a layout",
       .parameters = "layout",
       .arguments = {1, 1},
       .run = run_swizzle_portion,
       .code = {.cpp = code::cpp::layout_first, .dsl = code::dsl::same_name},
       .example = {"get_swizzle_portion(S)", "Sw<2,0,3>", "S = Swizzle<2,0,3> o (8,4):(4,1)"}},
      {.name = "get_nonswizzle_portion",
       .signature = "get_nonswizzle_portion(A)",
       .group = Group::layout,
       .meaning = "the layout without its swizzle",
       .parameters = "layout",
       .arguments = {1, 1},
       .run = run_nonswizzle_portion,
       .links = links::same_as_first,
       .code = {.cpp = code::cpp::layout_first, .dsl = code::dsl::same_name},
       .example = {"get_nonswizzle_portion(S)", "(8,4):(4,1)", "S = Swizzle<2,0,3> o (8,4):(4,1)"}},
      {.name = "as_position_independent_swizzle_tensor",
       .signature = "as_position_independent_swizzle_tensor(T)",
       .group = Group::layout,
       .meaning = "the tensor with its pointer's swizzle in the layout, on elements",
       .parameters = "tensor",
       .arguments = {1, 1},
       .run = run_position_independent,
       .makes_layout = true,
       .links = links::same_place,
       .keeps_memory_of = 0,
       .code = {.cpp = code::cpp::value},
       .example = {"as_position_independent_swizzle_tensor(T)", "ptr+0 o Sw<3,3,3> o 0 o (8,64):(64,1)",
                   "T = make_tensor(make_smem_ptr<half_t>(ptr, Swizzle<3,4,3>{}), (8,64):(64,1))"}},
      {.name = "as_position_independent_swizzle_layout",
       .signature = "as_position_independent_swizzle_layout(A)",
       .group = Group::layout,
       .meaning = "a layout that waits for a pointer, as one with its swizzle on elements",
       .parameters = "layout",
       .arguments = {1, 1},
       .run = run_position_independent_layout,
       .makes_layout = true,
       .links = links::same_place,
       .code = {.cpp = code::cpp::value},
       .example = {"as_position_independent_swizzle_layout(A)", "Sw<3,3,3> o 0 o (8,64):(64,1)",
                   "A = Swizzle<3,4,3> o smem_ptr[16b](unset) o (8,64):(64,1)"}},
  };
}

std::string_view printed_function(std::string_view word) { return word == "S" ? "Swizzle" : std::string_view{}; }

}  // namespace algebra::expression
