// CUTLASS's reference in Python: fewer functions, no static integers, tilers as tuples.

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "algebra/code/python.hpp"

namespace algebra::code {
namespace {

constexpr std::array<std::string_view, 12> as_they_are{"composition",    "complement",    "right_inverse", "left_inverse",
                                                       "logical_divide", "zipped_divide", "tiled_divide",  "logical_product",
                                                       "zipped_product", "tiled_product", "coalesce",      "filter"};

class Pycute final : public Python {
 public:
  using Python::Python;

  std::string frame(const std::vector<std::string>& definitions, const std::string& shown, const Value& value) const override {
    std::string text = "# Needs pycute from CUTLASS:  PYTHONPATH=CUTLASS/python python3 this_file\n";
    if (rule_ == IntegerRule::cute) text += "# pycute knows no static integers: _4 and 4 are the same here.\n";
    text += "from pycute import *\n\n";
    for (const auto& line : definitions) text += line + "\n";
    static_cast<void>(value);
    return text + fmt::format("print({})\n", shown);
  }

 protected:
  bool taken(std::string_view name) const override {
    constexpr std::array<std::string_view, 16> names{"Layout",    "Swizzle",  "ComposedLayout", "LayoutBase", "chain",  "reduce",
                                                     "Union",     "signum",   "prefix_product", "tuple_max",  "is_int", "is_tuple",
                                                     "is_layout", "has_none", "hier_unzip",     "slice_"};
    return std::find(names.begin(), names.end(), name) != names.end() || expression::find_function(name, false) != nullptr;
  }
  std::string integer(Int i, const Node& node) const override {
    if (i.basis != 0) refuse(node, "pycute has no basis strides such as 1@0.");
    return fmt::format("{}", i.value);
  }
  std::string made(const std::string& shape, const std::string& stride) const override {
    return fmt::format("Layout({}, {})", shape, stride);
  }
  std::string swizzle(const Swizzle& s) const override { return fmt::format("Swizzle({}, {}, {})", s.bits, s.base, s.shift); }

  std::string layout(const Part& shape, const Part& stride, const Value& value) const override {
    // LayoutRight is a word of C++: its strides in numbers.
    if (std::holds_alternative<Major>(stride.value)) return made(shape.text, text_of(std::get<Layout>(value).stride(), *shape.node));
    return made(shape.text, stride.text);
  }

  std::string tensor(std::int64_t, const Part&, const Node& node) const override { refuse(node, "pycute has layouts, but no tensors."); }

  std::string compose(const Part& a, const Part& b, const Value&, const Node& node) const override {
    if (a.is_swizzle() && !b.is_swizzle()) return fmt::format("ComposedLayout({}, 0, {})", a.text, as_layout(b));
    if (a.is_tensor() || a.is_composed() || b.is_composed() || b.is_swizzle())
      refuse(node, "pycute composes layouts with layouts only; a swizzle can be the outer function.");
    return fmt::format("composition({}, {})", as_layout(a), tiler(b));
  }
  std::string compose(const Part& outer, const Part& offset, const Part& inner, const Node&) const override {
    return fmt::format("ComposedLayout({}, {}, {})", outer.text, offset.text, as_layout(inner));
  }

  std::string apply(const Part& callee, const std::vector<Part>& coordinate, const Node& node) const override {
    if (callee.is_tensor()) refuse(node, "pycute has layouts, but no tensors.");
    return fmt::format("{}({})", as_layout(callee), joined(coordinate));
  }

  std::string call(const Written& w) const override;

 private:
  [[noreturn]] static void lacks(const Written& w) { refuse(*w.node, fmt::format("pycute has no {}; CuTe C++ has.", w.function)); }
  /// logical_product takes an integer for a divide: so integers are layouts in every tiler.
  std::string tiler(const Part& p) const {
    if (const auto* t = std::get_if<IntTuple>(&p.value)) return text_of(layouts(*t), *p.node);
    return p.text;
  }
  static Tiler layouts(const IntTuple& t) {
    if (!t.is_tuple()) return t.is_integer() ? Tiler{Layout(t, IntTuple(1))} : Tiler{t};
    std::vector<Tiler> modes;
    for (int i = 0; i < t.rank(); ++i) modes.push_back(layouts(t.mode(i)));
    return Tiler{std::move(modes)};
  }
  std::string made_layout(const Written&) const;
  static std::string of_mode(const Written& w, std::string text, std::string_view how);
};

std::string Pycute::made_layout(const Written& w) const {
  const auto& from = w.arguments.empty() ? w.indices : w.arguments;
  if (from.empty()) lacks(w);
  const bool second = from.size() == 2 && (from[1].is_tuple() || std::holds_alternative<Major>(from[1].value));
  if (from[0].is_tuple() && from.size() == 1) return fmt::format("Layout({})", from[0].text);
  if (from[0].is_tuple() && second) return layout(from[0], from[1], w.value);
  std::string modes;
  for (const auto& p : from) modes += (modes.empty() ? "" : ", ") + as_layout(p);
  // make_layout of one layout would take it for a list.
  return from.size() == 1 ? fmt::format("make_layout([{}])", modes) : fmt::format("make_layout({})", modes);
}

/// size<1,0>(A): of the mode A[1][0].
std::string Pycute::of_mode(const Written& w, std::string text, std::string_view how) {
  for (const auto& i : w.indices) text += fmt::format("[{}]", integer_of(i));
  return fmt::format(fmt::runtime(how), text);
}

std::string Pycute::call(const Written& w) const {
  const auto f = w.function;
  const auto& a = w.arguments;
  for (const auto& p : a)
    if (p.is_tensor()) refuse(*w.node, "pycute has layouts, but no tensors.");
  if (f == "Int" || f == "Swizzle" || f == "make_swizzle") return literal(w.value, *w.node);
  if (f == "make_layout") return made_layout(w);
  if (f == "make_shape") return tuple(w.arguments.empty() ? w.indices : w.arguments, false);
  if (f == "make_tile") return tuple(w.arguments.empty() ? w.indices : w.arguments, true);
  const auto& first = a.empty() ? w.indices : a;
  if (first.empty()) lacks(w);
  const bool layout_first = !first[0].is_tuple();
  if (f == "composition" && a.size() == 3) return compose(a[0], a[1], a[2], *w.node);
  if (f == "composition") return compose(a[0], a[1], w.value, *w.node);
  if (f == "complement")
    return a.size() == 1 ? fmt::format("complement({})", as_layout(a[0]))
                         : fmt::format("complement({}, {}({}))", as_layout(a[0]), a[1].is_tuple() ? "product" : "size", a[1].text);
  if (std::any_of(a.begin(), a.end(), [](const Part& p) { return p.is_composed() || p.is_swizzle(); }) && f != "size") lacks(w);
  if (std::find(as_they_are.begin(), as_they_are.end(), f) != as_they_are.end())
    return a.size() == 1 ? fmt::format("{}({})", f, as_layout(a[0]))
                         : fmt::format("{}({}, {})", f, as_layout(a[0]), f == "coalesce" || f == "filter" ? a[1].text : tiler(a[1]));
  if (f == "size") return of_mode(w, a[0].text, layout_first ? "size({})" : "product({})");
  if (f == "cosize") return of_mode(w, as_layout(a[0]), "cosize({})");
  if (f == "shape") return layout_first ? of_mode(w, a[0].text + ".shape", "{}") : of_mode(w, a[0].text, "{}");
  if (f == "stride") return of_mode(w, as_layout(a[0]) + ".stride", "{}");
  if (f == "rank" && (layout_first || !w.indices.empty() || std::get<IntTuple>(a[0].value).is_tuple())) {
    if (w.indices.empty()) return fmt::format("len({})", a[0].text);
    return of_mode(w, as_layout(a[0]), "len({})");
  }
  if (f == "get") return of_mode(w, a[0].text, "{}");
  if (f == "layout") return of_mode(w, as_layout(a[0]), "{}");
  if (f == "select") {
    std::string modes;
    for (const auto& i : w.indices) modes += fmt::format("{}{}[{}]", modes.empty() ? "" : ", ", a[0].text, integer_of(i));
    return layout_first ? fmt::format("make_layout([{}])", modes) : fmt::format("({},)", modes);
  }
  if (f == "take") {
    const auto range = fmt::format("range({}, {})", integer_of(w.indices[0]), integer_of(w.indices[1]));
    return layout_first ? fmt::format("make_layout([{}[i] for i in {}])", a[0].text, range)
                        : fmt::format("tuple({}[i] for i in {})", a[0].text, range);
  }
  // pycute's flatten makes a tuple of an integer; CuTe's leaves it.
  if (f == "flatten" && layout_first && std::holds_alternative<Layout>(a[0].value) && !std::get<Layout>(a[0].value).shape().is_tuple())
    return a[0].text;
  if (f == "flatten" && !layout_first && !std::get<IntTuple>(a[0].value).is_tuple()) return a[0].text;
  if (f == "flatten")
    return layout_first ? fmt::format("Layout(flatten({0}.shape), flatten({0}.stride))", a[0].text) : fmt::format("flatten({})", a[0].text);
  if (f == "crd2idx" && a.size() == 2 && !a[1].is_tuple()) return fmt::format("{}({})", a[1].text, a[0].text);
  if (f == "crd2idx" || (f == "idx2crd" && a.size() == 3)) return fmt::format("{}({})", f, joined(a));
  if (f == "idx2crd" && a[0].is_tuple() && std::get<IntTuple>(a[0].value).is_tuple())
    refuse(*w.node, "pycute's idx2crd takes an integer; CuTe C++ also takes a tuple.");
  if (f == "idx2crd") return fmt::format("idx2crd({0}, {1}, prefix_product({1}))", a[0].text, as_shape(a[1]));
  if (f == "slice")
    return layout_first || !a[1].is_tuple() ? fmt::format("{}({})", a[1].text, a[0].text)
                                            : fmt::format("slice_({}, {})", a[0].text, a[1].text);
  if (f == "slice_and_offset") {
    const std::size_t at = !a[0].is_tuple() && a[1].is_tuple() ? 1 : 0;
    return fmt::format("slice_and_offset({}, {})", a[at].text, as_layout(a[1 - at]));
  }
  if (f == "shape_div" || f == "elem_scale" || f == "inner_product" || f == "max" || f == "min") return fmt::format("{}({})", f, joined(a));
  if (f == "equal") return equal(a[0], a[1], *w.node);
  lacks(w);
}

}  // namespace

std::unique_ptr<Writer> pycute_writer(const Environment& names, IntegerRule rule) { return std::make_unique<Pycute>(names, rule); }

}  // namespace algebra::code
