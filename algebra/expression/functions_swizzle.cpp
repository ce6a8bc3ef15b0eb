// Swizzles, and the parts of a composed layout.

#include <fmt/format.h>

#include "algebra/expression/functions.hpp"

namespace algebra::expression {
namespace {

/// Swizzle<B,M,S>; Swizzle<B,M> has S = B, as in C++.
Value run_swizzle(const Call& c) {
  if (c.indices.size() != 2 && c.indices.size() != 3)
    throw Problem{"template argument", "Swizzle takes 3 numbers in <>: Swizzle<B,M,S>.", {"Swizzle<3,4,3>"}};
  return make_swizzle(c.index(0), c.index(1), c.indices.size() == 3 ? c.index(2) : c.index(0));
}
/// make_swizzle<Y,Z>(), and Python's make_swizzle(B, M, S).
Value run_make_swizzle(const Call& c) {
  if (c.count() == 3) return make_swizzle(c.integer(0).value, c.integer(1).value, c.integer(2).value);
  if (c.indices.size() != 2 || c.count() != 0)
    throw Problem{"template argument", "make_swizzle takes the masks of the bits that are read and changed: make_swizzle<8,4>().", {}};
  return make_swizzle(c.index(0), c.index(1));
}

const ComposedLayout& composed(const Call& c) {
  if (const auto* l = std::get_if<ComposedLayout>(&c.argument(0))) return *l;
  throw ArgumentProblem{
      {"argument", fmt::format("{} needs a composed layout, not {}.", c.name, to_string(c.argument(0), Marks::plain)), {}}, 0};
}
Value run_layout_a(const Call& c) {
  return std::visit([](const auto& f) -> Value { return f; }, composed(c).outer.function);
}
Value run_layout_b(const Call& c) { return composed(c).layout; }
Value run_offset(const Call& c) { return IntTuple(composed(c).outer.offset.value); }

Value run_swizzle_portion(const Call& c) {
  if (!c.is_composed(0)) return c.layout(0), Swizzle{0, 4, 3};
  if (const auto* s = std::get_if<Swizzle>(&composed(c).outer.function)) return *s;
  throw Problem{"swizzle", "This composed layout has no swizzle.", {}};
}
Value run_nonswizzle_portion(const Call& c) { return c.inner(0); }

}  // namespace

std::vector<Function> swizzle_functions() {
  constexpr std::string_view g = "Layout";
  constexpr int any = Function::any;
  return {
      {{"Swizzle", "Swizzle<B,M,S>", "xor B bits, M above the least, from S further up", g}, "b m s", 0, 0, any, run_swizzle},
      {{"make_swizzle", "make_swizzle<Y,Z>()", "the swizzle that reads the bits Y and changes the bits Z", g},
       "b m s",
       0,
       3,
       any,
       run_make_swizzle},
      {{"layout_a", "A.layout_a()", "the outer function of a composed layout", g}, "layout", 1, 1, 0, run_layout_a},
      {{"layout_b", "A.layout_b()", "the inner layout of a composed layout", g}, "layout", 1, 1, 0, run_layout_b},
      {{"offset", "A.offset()", "the offset of a composed layout", g}, "layout", 1, 1, 0, run_offset},
      {{"get_swizzle_portion", "get_swizzle_portion(A)", "the swizzle of a layout", g}, "layout", 1, 1, 0, run_swizzle_portion},
      {{"get_nonswizzle_portion", "get_nonswizzle_portion(A)", "the layout without its swizzle", g},
       "layout",
       1,
       1,
       0,
       run_nonswizzle_portion},
  };
}

}  // namespace algebra::expression
