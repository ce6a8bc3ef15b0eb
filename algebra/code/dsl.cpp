// CuTe DSL: cutlass.cute in Python. A Python integer is static, an Int32 is dynamic.

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "algebra/code/python.hpp"

namespace algebra::code {
namespace {

/// Functions with CuTe's name and order: how many of their arguments come first as layouts.
struct Same {
  std::string_view name;
  int layouts;
};
constexpr std::array<Same, 34> same{{{"composition", 1},
                                     {"complement", 1},
                                     {"right_inverse", 1},
                                     {"left_inverse", 1},
                                     {"filter", 1},
                                     {"nullspace", 1},
                                     {"max_common_layout", 2},
                                     {"max_common_vector", 2},
                                     {"logical_divide", 1},
                                     {"zipped_divide", 1},
                                     {"tiled_divide", 1},
                                     {"flat_divide", 1},
                                     {"logical_product", 1},
                                     {"zipped_product", 1},
                                     {"tiled_product", 1},
                                     {"flat_product", 1},
                                     {"blocked_product", 2},
                                     {"raked_product", 2},
                                     {"make_layout_like", 1},
                                     {"flatten", 0},
                                     {"crd2idx", 0},
                                     {"idx2crd", 0},
                                     {"slice_and_offset", 0},
                                     {"shape_div", 0},
                                     {"ceil_div", 0},
                                     {"round_up", 0},
                                     {"elem_less", 0},
                                     {"product_each", 0},
                                     {"product_like", 0},
                                     {"unflatten", 0},
                                     {"wrap", 0},
                                     {"unwrap", 0},
                                     {"get_swizzle_portion", 0},
                                     {"get_nonswizzle_portion", 0}}};

class Dsl final : public Python {
 public:
  using Python::Python;

  std::string frame(const std::vector<std::string>& definitions, const std::string& shown, const Value& value) const override {
    std::string body;
    for (const auto& line : definitions) body += "    " + line + "\n";
    const bool pointer = body.find("ptr") != std::string::npos || shown.find("ptr") != std::string::npos;
    std::string text =
        "# Needs the CuTe DSL:  pip install nvidia-cutlass-dsl\nimport cutlass\nimport cutlass.cute as cute\n\n\n@cute.jit\ndef main():\n";
    if (pointer) text += "    ptr = cute.make_ptr(cutlass.Float32, 0, cute.AddressSpace.gmem)  # stands for a pointer\n";
    static_cast<void>(value);
    text += body;
    // What the compiler knows is printed while it compiles; what it does not know shows as ?.
    return text + fmt::format("    print({})\n\n\nmain()\n", shown);
  }

 protected:
  bool taken(std::string_view name) const override { return name == "cute" || name == "cutlass"; }
  std::string integer(Int i, const Node&) const override {
    const auto number = i.is_static ? fmt::format("{}", i.value)
                                    : fmt::format("cutlass.Int{}({})", i.value > 0x7fffffff || i.value < -0x7fffffff ? 64 : 32, i.value);
    if (i.basis == 0) return number;
    std::string modes;
    for (auto path = i.basis; path != 0; path = basis_rest(path))
      modes += fmt::format("{}{}", modes.empty() ? "" : ", ", basis_first(path));
    const auto element = modes.find(',') == std::string::npos ? fmt::format("cute.E({})", modes) : fmt::format("cute.E([{}])", modes);
    return i.value == 1 ? element : fmt::format("{} * {}", number, element);
  }
  std::string made(const std::string& shape, const std::string& stride) const override {
    return fmt::format("cute.make_layout({}, stride={})", shape, stride);
  }
  std::string swizzle(const Swizzle& s) const override { return fmt::format("cute.make_swizzle({}, {}, {})", s.bits, s.base, s.shift); }

  std::string layout(const Part& shape, const Part& stride, const Value& value) const override {
    if (std::holds_alternative<Major>(stride.value)) return made(shape.text, text_of(std::get<Layout>(value).stride(), *shape.node));
    return made(shape.text, stride.text);
  }
  std::string tensor(std::int64_t offset, const Part& l, const Node&) const override {
    return offset == 0 ? fmt::format("cute.make_tensor(ptr, {})", as_layout(l))
                       : fmt::format("cute.make_tensor(ptr + {}, {})", offset, as_layout(l));
  }
  std::string compose(const Part& a, const Part& b, const Value&, const Node& node) const override {
    if (a.is_swizzle() && !b.is_swizzle()) return fmt::format("cute.make_composed_layout({}, 0, {})", a.text, as_layout(b));
    if (a.is_tensor() || b.is_swizzle())
      refuse(node, "The CuTe DSL composes layouts; of a tensor take the layout, and write a swizzle first.");
    return fmt::format("cute.composition({}, {})", as_layout(a), b.text);
  }
  std::string compose(const Part& outer, const Part& offset, const Part& inner, const Node&) const override {
    return fmt::format("cute.make_composed_layout({}, {}, {})", outer.text, offset.text, as_layout(inner));
  }
  std::string apply(const Part& callee, const std::vector<Part>& coordinate, const Node& node) const override {
    if (callee.is_swizzle()) refuse(node, "The CuTe DSL does not call a swizzle; compose it with a layout.");
    const auto at = coordinate.size() == 1 ? coordinate[0].text : tuple(coordinate, false);
    const bool slice = std::any_of(coordinate.begin(), coordinate.end(),
                                   [](const Part& p) { return p.is_tuple() && has_underscore(std::get<IntTuple>(p.value)); });
    if (slice) return fmt::format("cute.slice_({}, {})", as_layout(callee), at);
    if (callee.is_tensor())
      return fmt::format("cute.make_tensor({0}.iterator + cute.crd2idx({1}, {0}.layout), cute.make_layout(1))", callee.text, at);
    return fmt::format("cute.crd2idx({}, {})", at, as_layout(callee));
  }
  std::string call(const Written& w) const override;

 private:
  [[noreturn]] static void lacks(const Written& w) { refuse(*w.node, fmt::format("The CuTe DSL has no {}; CuTe C++ has.", w.function)); }
  std::string as_tensor(const Part& p) const { return p.is_tensor() ? p.text : fmt::format("cute.make_tensor(ptr, {})", as_layout(p)); }
  std::string made_layout(const Written&) const;
};

std::string Dsl::made_layout(const Written& w) const {
  const auto& from = w.arguments.empty() ? w.indices : w.arguments;
  if (from.empty() || from[0].is_swizzle()) lacks(w);
  const bool second = from.size() == 2 && (from[1].is_tuple() || std::holds_alternative<Major>(from[1].value));
  if (from[0].is_tuple() && from.size() == 1) return fmt::format("cute.make_layout({})", from[0].text);
  if (from[0].is_tuple() && second) return layout(from[0], from[1], w.value);
  // Modes side by side: make_layout of the DSL takes shapes and strides only.
  std::vector<std::string> shapes, strides;
  for (const auto& p : from) {
    shapes.push_back(as_layout(p) + ".shape");
    strides.push_back(as_layout(p) + ".stride");
  }
  return made(bracketed(shapes), bracketed(strides));
}

std::string Dsl::call(const Written& w) const {
  const auto f = w.function;
  const auto& a = w.arguments;
  if (f == "Int" || f == "Swizzle" || f == "make_swizzle" || f == "basis_element") return literal(w.value, *w.node);
  if (f == "make_layout") return made_layout(w);
  if (f == "make_shape") return tuple(a.empty() ? w.indices : a, false);
  if (f == "make_tile") return tuple(a.empty() ? w.indices : a, true);
  if (f == "composition" && a.size() == 3) return compose(a[0], a[1], a[2], *w.node);
  if (f == "composition" && a.size() == 2) return compose(a[0], a[1], w.value, *w.node);
  if (a.empty()) lacks(w);
  if (f == "make_tensor") return tensor(0, a.back(), *w.node);
  const auto modes = fmt::format("[{}]", plain_integers(w.indices));
  const auto with_mode = w.indices.empty() ? std::string() : ", mode=" + modes;
  if (f == "size" || f == "rank") return fmt::format("cute.{}({}{})", f, a[0].text, with_mode);
  if (f == "cosize") return fmt::format("cute.cosize({}{})", as_layout(a[0]), with_mode);
  if (f == "depth")
    return fmt::format("cute.depth({})", w.indices.empty() ? a[0].text : fmt::format("cute.get({}{})", a[0].text, with_mode));
  if (f == "get" || f == "select") return fmt::format("cute.{}({}{})", f, a[0].text, with_mode);
  if (f == "layout") return w.indices.empty() ? as_layout(a[0]) : fmt::format("cute.get({}{})", as_layout(a[0]), with_mode);
  if (f == "shape") return w.indices.empty() ? as_shape(a[0]) : fmt::format("cute.get({}{})", as_shape(a[0]), with_mode);
  if (f == "stride")
    return w.indices.empty() ? as_layout(a[0]) + ".stride" : fmt::format("cute.get({}.stride{})", as_layout(a[0]), with_mode);
  if (f == "take") {
    std::string range;
    for (auto i = integer_of(w.indices[0]); i < integer_of(w.indices[1]) && i < 64; ++i)
      range += fmt::format("{}{}", range.empty() ? "" : ", ", i);
    return fmt::format("cute.select({}, mode=[{}])", a[0].text, range);
  }
  if (f == "group") return fmt::format("cute.group_modes({}, {}, {})", a[0].text, integer_of(w.indices[0]), integer_of(w.indices[1]));
  if (f == "append" || f == "prepend") {
    if (a.size() == 1)
      return fmt::format("cute.{}_ones({}{})", f, a[0].text,
                         w.indices.empty() ? "" : fmt::format(", up_to_rank={}", integer_of(w.indices[0])));
    const bool layouts = !a[0].is_tuple();
    return fmt::format("cute.{}({}, {}{})", f, a[0].text, layouts ? as_layout(a[1]) : a[1].text,
                       w.indices.empty() ? "" : fmt::format(", up_to_rank={}", integer_of(w.indices[0])));
  }
  if (f == "coalesce" || f == "filter_zeros")
    return fmt::format("cute.{}({}{})", f, as_layout(a[0]), a.size() > 1 ? ", target_profile=" + a[1].text : "");
  if (f == "slice") return fmt::format("cute.slice_({}, {})", a[1].text, a[0].text);
  if (f == "dice") return fmt::format("cute.dice({}, {})", a[1].text, a[0].text);
  if (f == "domain_offset") {
    const std::size_t at = !a[0].is_tuple() && a[1].is_tuple() ? 1 : 0;
    return fmt::format("cute.domain_offset({}, {})", a[at].text, as_tensor(a[1 - at]));
  }
  if (f == "make_ordered_layout")
    return std::holds_alternative<Major>(a[1].value) ? literal(w.value, *w.node)
                                                     : fmt::format("cute.make_ordered_layout({}, order={})", as_shape(a[0]), a[1].text);
  if (f == "make_identity_layout" || f == "make_identity_tensor") return fmt::format("cute.{}({})", f, as_shape(a[0]));
  if (f == "tile_to_shape")
    return fmt::format("cute.tile_to_shape({}, {}, {})", as_layout(a[0]), a[1].text,
                       a.size() > 2 ? a[2].text : "tuple(range(cute.rank(" + a[1].text + ")))");
  if (f == "congruent" || f == "weakly_congruent") return fmt::format("cute.is_{}({}, {})", f, a[0].text, a[1].text);
  if (f == "upcast") return fmt::format("cute.recast_layout({}, 1, {})", integer_of(w.indices[0]), as_layout(a[0]));
  if (f == "downcast") return fmt::format("cute.recast_layout(1, {}, {})", integer_of(w.indices[0]), as_layout(a[0]));
  if (f == "recast_layout") {
    if (a.size() == 3) return fmt::format("cute.recast_layout({}, {}, {})", a[0].text, a[1].text, as_layout(a[2]));
    return fmt::format("cute.recast_layout({}, {}, {})", std::get<ElementType>(w.indices[1].value).bits,
                       std::get<ElementType>(w.indices[0].value).bits, as_layout(a[0]));
  }
  if (f == "local_tile")
    return fmt::format("cute.local_tile({}, {}, {}{})", as_tensor(a[0]), a[1].text, a[2].text, a.size() > 3 ? ", proj=" + a[3].text : "");
  if (f == "local_partition")
    return fmt::format("cute.local_partition({}, {}, {}{})", as_tensor(a[0]), as_layout(a[1]), a[2].text,
                       a.size() > 3 ? ", proj=" + a[3].text : "");
  if (f == "repeat_like") return fmt::format("cute.repeat_like({}, {})", a[1].text, a[0].text);
  if (f == "with_shape")
    return fmt::format("cute.composition({}, cute.make_layout({}))", as_layout(a[0]),
                       a.size() > 2 ? bracketed([&] {
                         std::vector<std::string> s;
                         for (std::size_t i = 1; i < a.size(); ++i) s.push_back(a[i].text);
                         return s;
                       }())
                                    : a[1].text);
  if (f == "equal") return equal(a[0], a[1], *w.node);
  const auto it = std::find_if(same.begin(), same.end(), [&](const Same& s) { return s.name == f; });
  if (it == same.end() || !w.indices.empty()) lacks(w);
  std::string arguments;
  for (std::size_t i = 0; i < a.size(); ++i)
    arguments += (i > 0 ? ", " : "") + (static_cast<int>(i) < it->layouts ? as_layout(a[i]) : a[i].text);
  return fmt::format("cute.{}({})", f, arguments);
}

}  // namespace

std::unique_ptr<Writer> dsl_writer(const Environment& names, IntegerRule rule) { return std::make_unique<Dsl>(names, rule); }

}  // namespace algebra::code
