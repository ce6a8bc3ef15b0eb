// Expressions as CuTe C++: the same calls, with layouts where C++ wants layouts.

#include "algebra/code/cpp.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "algebra/expression/words.hpp"

namespace algebra::code {
namespace {

template <std::size_t N>
bool among(std::string_view name, const std::array<std::string_view, N>& names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// Functions whose first argument, or the first two, must be layouts: a shape counts as its LayoutLeft layout in the sheet.
constexpr std::array<std::string_view, 32> first_layout{"composition",
                                                        "complement",
                                                        "right_inverse",
                                                        "left_inverse",
                                                        "filter",
                                                        "nullspace",
                                                        "max_alignment",
                                                        "logical_divide",
                                                        "zipped_divide",
                                                        "tiled_divide",
                                                        "flat_divide",
                                                        "tile_unzip",
                                                        "logical_product",
                                                        "zipped_product",
                                                        "tiled_product",
                                                        "flat_product",
                                                        "tile_to_shape",
                                                        "make_layout_like",
                                                        "make_fragment_like",
                                                        "cosize",
                                                        "coshape",
                                                        "coprofile",
                                                        "layout",
                                                        "stride",
                                                        "upcast",
                                                        "downcast",
                                                        "with_shape",
                                                        "get_hier_coord",
                                                        "get_flat_coord",
                                                        "get_1d_coord",
                                                        "get_nonswizzle_portion",
                                                        "get_swizzle_portion"};
constexpr std::array<std::string_view, 4> two_layouts{"max_common_layout", "max_common_vector", "blocked_product", "raked_product"};
// Functions of shapes: a layout counts as its shape.
constexpr std::array<std::string_view, 14> of_shapes{
    "make_ordered_layout", "make_identity_layout", "make_identity_tensor", "make_basis_like", "compact_major",
    "compact_col_major",   "compact_row_major",    "compact_order",        "congruent",       "weakly_congruent",
    "compatible",          "repeat_like",          "domain_distribute",    "crd2crd"};
constexpr std::array<std::string_view, 9> methods{"with_shape", "get_hier_coord", "get_flat_coord", "get_1d_coord", "layout_a",
                                                  "layout_b",   "offset",         "tidfrg_S",       "tidfrg_D"};
constexpr std::array<std::string_view, 4> getters{"layoutS_TV", "layoutD_TV", "thr_layout_vmnk", "layoutA_TV"};
// Names that the standard library has as well.
constexpr std::array<std::string_view, 4> qualified{"max", "min", "gcd", "abs"};
constexpr std::array<std::string_view, 5> makers{"make_shape", "make_stride", "make_coord", "make_step", "make_tuple"};
// What C++ takes for itself.
constexpr std::array<std::string_view, 66> reserved{
    "alignas",   "and",      "asm",      "auto",     "bool",   "break",    "case",      "catch",    "char",     "class",    "const",
    "constexpr", "continue", "decltype", "default",  "delete", "do",       "double",    "else",     "enum",     "explicit", "export",
    "extern",    "false",    "float",    "for",      "friend", "goto",     "if",        "inline",   "int",      "long",     "mutable",
    "namespace", "new",      "not",      "operator", "or",     "private",  "protected", "public",   "register", "return",   "short",
    "signed",    "sizeof",   "static",   "struct",   "switch", "template", "this",      "throw",    "true",     "try",      "typedef",
    "typeid",    "typename", "union",    "unsigned", "using",  "virtual",  "void",      "volatile", "while",    "main",     "print"};

class Cpp final : public Writer {
 public:
  using Writer::Writer;

  std::string define(const std::string& name, const std::string& text) const override { return fmt::format("auto {} = {};", name, text); }

  std::string identifier(std::string_view name) const override {
    const bool taken =
        among(name, reserved) || name == "ptr" || name == "show" || name == "same" || expression::find_function(name, false) != nullptr;
    return std::string(name) + (taken ? "_" : "");
  }

  std::string frame(const std::vector<std::string>& definitions, const std::string& shown, const Value& value) const override;

 protected:
  std::string literal(const Value& v, const Node&) const override { return cpp_of(v); }

  std::string tuple(const std::vector<Part>& modes, bool tiler) const override {
    return fmt::format("{}({})", tiler ? "make_tile" : has_gaps(modes) ? "make_coord" : "make_shape", joined(modes));
  }

  std::string layout(const Part& shape, const Part& stride, const Value&) const override {
    return fmt::format("make_layout({}, {})", shape.text, renamed(stride.text, "make_stride"));
  }

  std::string call(const Written&) const override;

  std::string apply(const Part& callee, const std::vector<Part>& coordinate, const Node& node) const override {
    const auto* tensor = std::get_if<Tensor>(&callee.value);
    const auto called = fmt::format("{}({})", as_layout(callee), joined(coordinate));
    if (tensor == nullptr || tensor->coordinate || has_gaps(coordinate)) return called;
    // An element of a tensor is shown as its place: the elements that ptr points to are their own offsets.
    static_cast<void>(node);
    return fmt::format("make_tensor(ptr + {}, Layout<_1,_0>{{}})", called);
  }

  std::string compose(const Part& a, const Part& b, const Value&, const Node&) const override { return composition(a, b); }
  std::string compose(const Part& outer, const Part& offset, const Part& inner, const Node&) const override {
    return fmt::format("composition({}, {}, {})", outer.text, offset.text, as_layout(inner));
  }

  std::string tensor(std::int64_t offset, const Part& l, const Node&) const override {
    return offset == 0 ? fmt::format("make_tensor(ptr, {})", as_layout(l)) : fmt::format("make_tensor(ptr + {}, {})", offset, as_layout(l));
  }

  std::string equal(const Part& a, const Part& b, const Node&) const override {
    return fmt::format("same({}, {})", as_layout(a), as_layout(b));
  }

 private:
  static bool has_gaps(const std::vector<Part>& modes) {
    return std::any_of(modes.begin(), modes.end(),
                       [](const Part& p) { return p.is_tuple() && has_underscore(std::get<IntTuple>(p.value)); });
  }
  /// Tuples are tuples, whatever makes them; the name says what for.
  static std::string renamed(std::string text, std::string_view maker) {
    constexpr std::string_view shape = "make_shape(";
    for (std::size_t at = 0; (at = text.find(shape, at)) != std::string::npos; at += maker.size())
      text.replace(at, shape.size() - 1, maker);
    return text;
  }
  static std::string as_layout(const Part& p) { return p.is_tuple() ? fmt::format("make_layout({})", p.text) : p.text; }
  static std::string as_shape(const Part& p) {
    return p.is_layout() || p.is_tensor() || p.is_composed() ? fmt::format("shape({})", p.text) : p.text;
  }
  static std::string as_tensor(const Part& p) { return p.is_tensor() ? p.text : fmt::format("make_tensor(ptr, {})", as_layout(p)); }
  static std::string composition(const Part& a, const Part& b) {
    if (a.is_tensor()) return fmt::format("{}.compose({})", a.text, b.text);
    // composition(swizzle, layout) has no offset of its own.
    if (a.is_swizzle() && !b.is_swizzle()) return fmt::format("composition({}, {})", a.text, as_layout(b));
    return fmt::format("composition({}, {})", as_layout(a), b.text);
  }
  static std::string made_layout(const std::vector<Part>& from);
  static std::string partitioned(const Written&);
  static std::string tiled(const Written&);
};

/// As run_make_layout: one or two tuples are shape and stride, anything else are modes.
std::string Cpp::made_layout(const std::vector<Part>& from) {
  if (from.empty()) return "make_layout()";
  const bool second = from.size() == 2 && (from[1].is_tuple() || std::holds_alternative<Major>(from[1].value));
  if (from[0].is_tuple() && (from.size() == 1 || second)) return fmt::format("make_layout({})", joined(from));
  if (from.size() == 1 && from[0].is_swizzle()) return fmt::format("make_layout({})", from[0].text);
  std::string modes;
  for (const auto& p : from) modes += (modes.empty() ? "" : ", ") + as_layout(p);
  return fmt::format("make_layout({})", modes);
}

/// partition_S(copy, thread, T), partition_S(get_slice(copy, thread), T).
std::string Cpp::partitioned(const Written& w) {
  const auto& a = w.arguments;
  const auto receiver = a.size() == 3 ? fmt::format("{}.get_slice({})", a[0].text, a[1].text) : a[0].text;
  return fmt::format("{}.{}({})", receiver, w.function, as_tensor(a.back()));
}

/// What there is of tiled copies and MMAs; empty for any other function.
std::string Cpp::tiled(const Written& w) {
  const auto& a = w.arguments.empty() ? w.indices : w.arguments;
  const auto f = w.function;
  if (f.starts_with("partition_")) return partitioned(w);
  if (f == "get_slice") return fmt::format("{}.get_slice({})", a[0].text, a[1].text);
  if (among(f, getters) || f == "layoutB_TV" || f == "layoutC_TV") return fmt::format("{}.get_{}()", a[0].text, f);
  if (f.starts_with("thrfrg_") || f.starts_with("tidfrg_")) return fmt::format("{}.{}({})", a[0].text, f, as_layout(a[1]));
  if (f == "make_tiled_copy") {
    std::string layouts;
    for (std::size_t i = 1; i < a.size(); ++i) layouts += ", " + as_layout(a[i]);
    return fmt::format("make_tiled_copy({}{})", a[0].text, layouts);
  }
  if (f == "make_tiled_mma") {
    auto text = fmt::format("make_tiled_mma({}", a[0].text);
    if (a.size() > 1) text += ", " + as_layout(a[1]);
    if (a.size() > 2) text += ", " + a[2].text;
    return text + ")";
  }
  if (f == "make_tiled_copy_impl") return fmt::format("make_tiled_copy_impl({}, {}, {})", a[0].text, as_layout(a[1]), a[2].text);
  if (f == "tile_shape" && std::holds_alternative<TiledCopy>(a[0].value))
    return fmt::format("product_each(shape(typename decltype({})::Tiler_MN{{}}))", a[0].text);
  return {};
}

std::string Cpp::call(const Written& w) const {
  const auto f = w.function;
  // What is all written in <> has its value there.
  if (among(f, std::array<std::string_view, 6>{"Int", "Swizzle", "make_swizzle", "basis_element", "Copy_Atom", "MMA_Atom"}))
    return cpp_of(w.value);
  const auto& given = w.arguments.empty() ? w.indices : w.arguments;
  if (f == "make_layout") return made_layout(given);
  if (f == "make_shape") return fmt::format("{}({})", among(w.node->text, makers) ? w.node->text : "make_shape", joined(given));
  if (f == "make_tile") return fmt::format("make_tile({})", joined(given));
  if (f == "make_tensor") return tensor(0, given.back(), *w.node);
  if (auto text = tiled(w); !text.empty()) return text;
  auto a = given;
  if (f == "equal") return equal(a[0], a[1], *w.node);
  if (f == "composition" && a.size() == 2) return composition(a[0], a[1]);
  if (f == "composition") return compose(a[0], a[1], a[2], *w.node);
  if (f == "product_each" || f == "sum" || f == "size" || f == "rank" || f == "depth" || f == "shape")
    return a.empty() ? cpp_of(w.value)
                     : fmt::format("{}{}({})", f, w.indices.empty() ? "" : "<" + plain_integers(w.indices) + ">", a[0].text);

  if (f == "local_tile" || f == "local_partition" || f == "inner_partition" || f == "outer_partition") {
    a[0].text = as_tensor(a[0]);
    if (f == "local_partition") a[1].text = as_layout(a[1]);
    a[2].text = renamed(a[2].text, "make_coord");
    if (a.size() == 4) a[3].text = renamed(a[3].text, "make_step");
    return fmt::format("{}({})", f, joined(a));
  }
  if (f == "slice_and_offset" || f == "domain_offset") {
    const std::size_t at = !a[0].is_tuple() && a[1].is_tuple() ? 1 : 0;
    return fmt::format("{}({}, {})", f, a[at].text, as_layout(a[1 - at]));
  }
  if (f == "slice" && (a[1].is_tensor() || a[1].is_composed())) return fmt::format("{}({})", a[1].text, a[0].text);
  if (f == "recast_layout") {
    if (a.size() == 3)
      return fmt::format("recast_layout<uint_bit_t<{}>, uint_bit_t<{}>>({})", integer_of(a[1]), integer_of(a[0]), as_layout(a[2]));
    return fmt::format("recast_layout<{}, {}>({})", cpp_type(std::get<ElementType>(w.indices[0].value)),
                       cpp_type(std::get<ElementType>(w.indices[1].value)), as_layout(a[0]));
  }
  if (f == "compact_major")
    return fmt::format("compact_major<{}>({})", std::get<Major>(w.indices[0].value) == Major::left ? "LayoutLeft" : "LayoutRight",
                       joined(a));

  if (among(f, of_shapes))
    for (auto& p : a) p.text = as_shape(p);
  // In the sheet a shape is enough where C++ wants a layout; of a mode and a layout both are layouts.
  const bool two = among(f, two_layouts) || ((f == "append" || f == "prepend" || f == "replace" || f == "zip") &&
                                             std::any_of(a.begin(), a.end(), [](const Part& p) { return !p.is_tuple(); }));
  if ((among(f, first_layout) || two) && !a.empty()) a[0].text = a[0].is_swizzle() ? a[0].text : as_layout(a[0]);
  if (two && a.size() > 1) a[1].text = as_layout(a[1]);
  if ((f == "coalesce" || f == "filter_zeros") && a.size() == 1) a[0].text = as_layout(a[0]);
  if (f == "complement" && a.size() > 1) a[1].text = as_shape(a[1]);
  if (f == "idx2crd" && a.size() > 1) a[1].text = as_shape(a[1]);
  if (f == "evenly_divides") a[0].text = as_shape(a[0]);

  const auto templated = w.indices.empty() ? std::string() : "<" + plain_integers(w.indices) + ">";
  if (among(f, methods)) return fmt::format("{}.{}({})", a[0].text, f, joined(a, 1));
  if (f == "group" && a[0].is_tensor()) return fmt::format("group_modes{}({})", templated, a[0].text);
  return fmt::format("{}{}{}({})", among(f, qualified) ? "cute::" : "", f, templated, joined(a));
}

std::string Cpp::frame(const std::vector<std::string>& definitions, const std::string& shown, const Value& value) const {
  std::string body;
  for (const auto& line : definitions) body += "  " + line + "\n";
  const auto mentions = [&](std::string_view word) {
    return body.find(word) != std::string::npos || shown.find(word) != std::string::npos;
  };
  std::string text =
      "// Compile with CUTLASS 3.5 or later:  nvcc -std=c++17 -I CUTLASS/include -x cu this_file\n"
      "// or without nvcc:                    g++ -std=c++17 -I CUTLASS/include -I CUDA/include this_file\n";
  if (rule_ == IntegerRule::math) text += "// Every integer is static, as in the mathematical reading: print shows 4 as _4.\n";
  text += "#include <cute/tensor.hpp>\n";
  if (mentions("SM") || mentions("Copy") || mentions("MMA") || mentions("tiled_"))
    text += "#include <cute/atom/copy_atom.hpp>\n#include <cute/atom/mma_atom.hpp>\n";
  text += "\nusing namespace cute;\n\n";
  if (mentions("same("))
    text +=
        "// The same function: as many elements, each at the same index.\n"
        "template <class A, class B>\n"
        "bool same(A const& a, B const& b) {\n"
        "  if (int(size(a)) != int(size(b))) return false;\n"
        "  for (int i = 0; i < int(size(a)); ++i)\n"
        "    if (a(i) != b(i)) return false;\n"
        "  return true;\n"
        "}\n\n";
  const auto* tensor = std::get_if<Tensor>(&value);
  text += "int main() {\n";
  if (mentions("ptr") || (tensor != nullptr && !tensor->coordinate))
    text += "  auto ptr = counting_iterator<int>{0};  // stands for a pointer: the element at offset i is i\n";
  if (mentions("X{}")) text += "  using X = Underscore;\n";
  text += body;
  if (tensor != nullptr && !tensor->coordinate)
    text += fmt::format(
        "  auto const& shown = {};\n  print(\"ptr+\"); print(*shown.data()); print(\" o \"); print(shown.layout()); print(\"\\n\");\n",
        shown);
  else if (std::holds_alternative<Truth>(value)) text += fmt::format("  print(bool({}) ? \"true\" : \"false\"); print(\"\\n\");\n", shown);
  else if (std::holds_alternative<ElementType>(value) || std::holds_alternative<Major>(value))
    text += fmt::format("  static_cast<void>({});  // a type: there is nothing to print\n", shown);
  else text += fmt::format("  print({}); print(\"\\n\");\n", shown);
  return text + "}\n";
}

}  // namespace

std::unique_ptr<Writer> cpp_writer(const Environment& names, IntegerRule rule) { return std::make_unique<Cpp>(names, rule); }

}  // namespace algebra::code
