#include "algebra/code/cpp.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "algebra/code/cpp_calls.hpp"
#include "algebra/code/cpp_literals.hpp"
#include "algebra/hardware/smem_atoms.hpp"
#include "algebra/language/atoms.hpp"
#include "algebra/language/words.hpp"
#include "algebra/layout/element.hpp"
#include "algebra/text/characters.hpp"

namespace algebra::code {
namespace {

// Words that C++ reserves.
constexpr std::array<std::string_view, 66> reserved_words{
    "alignas",   "and",      "asm",      "auto",     "bool",   "break",    "case",      "catch",    "char",     "class",    "const",
    "constexpr", "continue", "decltype", "default",  "delete", "do",       "double",    "else",     "enum",     "explicit", "export",
    "extern",    "false",    "float",    "for",      "friend", "goto",     "if",        "inline",   "int",      "long",     "mutable",
    "namespace", "new",      "not",      "operator", "or",     "private",  "protected", "public",   "register", "return",   "short",
    "signed",    "sizeof",   "static",   "struct",   "switch", "template", "this",      "throw",    "true",     "try",      "typedef",
    "typeid",    "typename", "union",    "unsigned", "using",  "virtual",  "void",      "volatile", "while",    "main",     "print"};

bool has_gaps(const std::vector<Part>& modes) {
  return std::any_of(modes.begin(), modes.end(), [](const Part& p) { return p.is_tuple() && has_underscore(std::get<IntTuple>(p.value)); });
}

bool at_a_pointer(const Value& v) {
  const auto* tensor = std::get_if<Tensor>(&v);
  return tensor != nullptr && !tensor->coordinate && !tensor->descriptors;
}

/// Returns the statements that print a zip, which CuTe cannot print.
std::string printed(const Shown& s, const Zip& zip) {
  const auto print = [](std::string_view text) { return fmt::format("print(\"{}\"); ", text); };
  const bool tensors = zip.of == Zip::Of::tensor, layouts = zip.of == Zip::Of::layout;
  auto text = s.label.empty() ? std::string{} : print(s.label + " = ");
  text += print(tensors ? "make_zip_tensor(" : layouts ? "ZipLayout(" : "(");
  for (std::size_t i = 0; i < zip.parts.size(); ++i) {
    const auto part = fmt::format("get<{}>(shown)", i);
    if (i > 0) text += print(",");
    if (at_a_pointer(part_of(zip, i)))
      text += fmt::format("print(\"ptr+\"); print(*{0}.data()); print(\" o \"); print({0}.layout()); ", part);
    else text += fmt::format("print({}); ", part);
  }
  const auto parts = tensors ? fmt::format("unzip_tensor({})", s.text) : layouts ? fmt::format("({}).layouts_", s.text) : s.text;
  return fmt::format("  {{\n    auto const shown = {};\n    {}print(\")\\n\");\n  }}\n", parts, text);
}

/// Returns the statement that prints a descriptor with its fields on one line. CuTe prints only one kind of descriptor, on many lines.
std::string printed(const Shown& s, const MatrixDescriptor& d, const std::string& label) {
  const bool umma = d.of == MatrixDescriptor::Of::umma;
  return fmt::format(
      "  {{\n    {} const shown = {};\n    {}auto const& f = shown{};\n"
      "    printf(\"{} 0x%016llx (%s=%d, start %d, LBO %d, SBO %d, base %d{})\\n\", static_cast<unsigned long long>(shown.desc_),\n"
      "           to_string(static_cast<{}::LayoutType>(f.layout_type_)), f.layout_type_, f.start_address_, f.leading_byte_offset_,\n"
      "           f.stride_byte_offset_, f.base_offset_{});\n  }}\n",
      umma ? "UMMA::SmemDescriptor" : "GmmaDescriptor", s.text, label, umma ? "" : ".bitfield", umma ? "SmemDescriptor" : "GmmaDescriptor",
      umma ? ", version %d, LBO mode %d" : "", umma ? "UMMA" : "GMMA", umma ? ", f.version_, f.lbo_mode_" : "");
}

/// Returns the statements that print a value as Cutescope shows it, on a line of its own.
std::string printed(const Shown& s) {
  if (const auto* zip = std::get_if<Zip>(&s.value)) return printed(s, *zip);
  const auto label = s.label.empty() ? std::string{} : fmt::format("print(\"{} = \"); ", s.label);
  if (at_a_pointer(s.value)) {
    // `*data()` of registers is not their place, in contrast to the elements that ptr stands for.
    const auto& tensor = std::get<Tensor>(s.value);
    // The same holds for a place within a byte, and for tensor memory, which counts in units of its own.
    const bool known =
        tensor.memory == MemorySpace::registers || tensor.memory == MemorySpace::tensor || (tensor.type && tensor.type->bits < 8);
    const auto offset = known ? fmt::format("print({})", tensor.offset)
                        : tensor.type
                            ? fmt::format("print(int(raw_pointer_cast(shown.data()) - static_cast<{}*>(nullptr)))", cpp_type(*tensor.type))
                            : "print(*shown.data())";
    const auto swizzle = tensor.pointer_swizzle();
    return fmt::format(
        "  {{\n    auto const& shown = {};\n    {}print(\"{}ptr+\"); {}; print(\" o \"); print(shown.layout()); print(\"\\n\");\n  }}\n",
        s.text, label, swizzle ? algebra::plain(Value(*swizzle)) + "_" : "", offset);
  }
  if (const auto* d = std::get_if<MatrixDescriptor>(&s.value)) return printed(s, *d, label);
  if (std::holds_alternative<Truth>(s.value))
    return fmt::format("  {}print(bool({}) ? \"true\" : \"false\"); print(\"\\n\");\n", label, s.text);
  if (std::holds_alternative<MmaAtom>(s.value))
    return fmt::format("  {}print(MMA_Atom<decltype({})>{{}}); print(\"\\n\");\n", label, s.text);
  const auto* copy = std::get_if<CopyAtom>(&s.value);
  if (std::holds_alternative<ElementType>(s.value) || std::holds_alternative<Major>(s.value) || std::holds_alternative<TvTiler>(s.value) ||
      (copy != nullptr && !copy->type))
    return fmt::format("  static_cast<void>({});  // a type: there is nothing to print\n", s.text);
  return fmt::format("  {}print({}); print(\"\\n\");\n", label, s.text);
}

bool is_function(const Value& v) {
  return std::holds_alternative<IntTuple>(v) || std::holds_alternative<Layout>(v) || std::holds_alternative<Tensor>(v) ||
         std::holds_alternative<ComposedLayout>(v);
}

}  // namespace

std::string Cpp::define(const std::string& name, const std::string& text) const { return fmt::format("auto {} = {};", name, text); }

std::string Cpp::identifier(std::string_view name) const {
  const bool reserved = std::find(reserved_words.begin(), reserved_words.end(), name) != reserved_words.end();
  const bool taken = reserved || name == "ptr" || name == "shown" || name == "same" || expression::find_function(name, false) != nullptr;
  return std::string(name) + (taken ? "_" : "");
}

std::string Cpp::literal(const Value& v, const Node& node) const {
  if (const auto* atom = std::get_if<MmaAtom>(&v); atom != nullptr && !has_cpp_traits(*atom->traits))
    refuse(node, message("CuTe has no {}: only Cutescope evaluates it.", plain(v)));
  const auto* t = std::get_if<IntTuple>(&v);
  const auto* l = std::get_if<Layout>(&v);
  const auto check = [&](Int i) {
    if (is_special(i)) refuse(node, "CuTe has no strides over F2, and no sums of basis elements.");
  };
  if (l != nullptr) l->stride().for_each_integer(check);
  if (t != nullptr) t->for_each_integer(check);
  // GMMA::Layout_K_SW128_Atom<half_t>{}, as written.
  const auto atom = node.kind == Node::Kind::name || node.kind == Node::Kind::call ? find_smem_atom(node.text) : std::nullopt;
  if (!atom) return cpp_of(v);
  std::string arguments;
  for (const auto& index : node.indices) {
    const auto type = expression::element_type_of(index, names_);
    const auto* major = expression::find_major(index.text);
    const auto text = type ? cpp_type(*type) : major != nullptr ? algebra::plain(*major) : fmt::format("{}", index.value.value);
    arguments += (arguments.empty() ? "" : ", ") + text;
  }
  return fmt::format("{}{}{{}}", to_string(*atom), arguments.empty() ? "" : fmt::format("<{}>", arguments));
}

std::string Cpp::tuple(const std::vector<Part>& modes, bool tiler) const {
  return fmt::format("{}({})", tiler ? "make_tile" : has_gaps(modes) ? "make_coord" : "make_shape", joined(modes));
}

std::string Cpp::layout(const Part& shape, const Part& stride, const Value&) const {
  return fmt::format("make_layout({}, {})", shape.text, renamed(stride.text, "make_stride"));
}

std::string Cpp::call(const Written& w) const {
  const auto rule = w.function->code.cpp;
  return rule != nullptr ? rule(*this, w) : cpp::plain(*this, w);
}

std::string Cpp::apply(const Part& callee, const std::vector<Part>& coordinate, const Node&) const {
  if (const auto* zip = std::get_if<Zip>(&callee.value); zip != nullptr && zip->of == Zip::Of::tensor && !has_gaps(coordinate))
    refuse(*callee.node,
           "An element of zipped tensors depends on memory: C++ code shows only their slices and the indices of their layout.");
  const auto* tensor = std::get_if<Tensor>(&callee.value);
  const auto called = fmt::format("{}({})", as_layout(callee), joined(coordinate));
  if (tensor == nullptr || tensor->coordinate || tensor->descriptors || has_gaps(coordinate)) return called;
  // An element of a tensor is shown as its place, since the program has no data to read.
  if (tensor->type) return fmt::format("make_tensor({0}.data() + {0}.layout()({1}), Layout<_1,_0>{{}})", callee.text, joined(coordinate));
  // The elements that ptr points to are their own offsets.
  return fmt::format("make_tensor(ptr + {}, Layout<_1,_0>{{}})", called);
}

std::string Cpp::compose(const Part& a, const Part& b, const Value&, const Node&) const {
  if (a.is_tensor()) return fmt::format("{}.compose({})", a.text, b.text);
  // composition(swizzle, layout) has no offset of its own.
  if (a.is_swizzle() && !b.is_swizzle()) return fmt::format("composition({}, {})", a.text, as_layout(b));
  return fmt::format("composition({}, {})", as_layout(a), b.text);
}
std::string Cpp::compose(const Part& outer, const Part& offset, const Part& inner, const Node&) const {
  return fmt::format("composition({}, {}, {})", outer.text, offset.text, as_layout(inner));
}

std::string Cpp::tensor(const Tensor& at, const Part& l, const Node&) const {
  return fmt::format("make_tensor({}, {})", cpp_pointer(at), as_layout(l));
}

std::string Cpp::equal(const Part& a, const Part& b, const Node& node) const {
  const auto typed = [](const Part& p) {
    const auto* t = std::get_if<Tensor>(&p.value);
    return t != nullptr && t->type;
  };
  if (typed(a) && typed(b))
    return fmt::format("(raw_pointer_cast({0}.data()) == raw_pointer_cast({1}.data()) && same({0}.layout(), {1}.layout()))", a.text,
                       b.text);
  if (typed(a) || typed(b)) refuse(node, "C++ code compares tensors whose elements both have a type, or neither.");
  if (is_function(a.value) && is_function(b.value)) return fmt::format("same({}, {})", as_layout(a), as_layout(b));
  // Atoms, swizzles and the like are empty classes, so comparing their types suffices.
  if (std::holds_alternative<Tiler>(a.value) || std::holds_alternative<Zip>(a.value) || std::holds_alternative<LayoutAndOffset>(a.value) ||
      std::holds_alternative<Truth>(a.value))
    refuse(node, "C++ code compares layouts and tensors, and what a type tells apart, such as swizzles.");
  return fmt::format("is_same_v<decltype({}), decltype({})>", a.text, b.text);
}

std::string Cpp::renamed(std::string text, std::string_view maker) {
  constexpr std::string_view shape = "make_shape(";
  for (std::size_t at = 0; (at = text.find(shape, at)) != std::string::npos;) {
    // Leaves a longer name with this ending alone.
    const bool whole = at == 0 || !is_word(text[at - 1]);
    if (whole) text.replace(at, shape.size() - 1, maker);
    at += whole ? maker.size() : shape.size();
  }
  return text;
}
std::string Cpp::as_layout(const Part& p) { return p.is_tuple() ? fmt::format("make_layout({})", p.text) : p.text; }
std::string Cpp::as_shape(const Part& p) {
  return p.is_layout() || p.is_tensor() || p.is_composed() ? fmt::format("shape({})", p.text) : p.text;
}
std::string Cpp::as_tensor(const Part& p) { return p.is_tensor() ? p.text : fmt::format("make_tensor(ptr, {})", as_layout(p)); }

std::string Cpp::frame(const std::vector<std::string>& definitions, std::span<const Shown> shown) const {
  std::string body;
  for (const auto& line : definitions) body += "  " + line + "\n";
  const auto mentions = [&](std::string_view word) {
    return body.find(word) != std::string::npos ||
           std::any_of(shown.begin(), shown.end(), [&](const Shown& s) { return s.text.find(word) != std::string::npos; });
  };
  std::string text =
      "// Compile with CUTLASS 3.5 or later:  nvcc -std=c++17 -I CUTLASS/include -x cu this_file\n"
      "// or without nvcc:  g++ -std=c++17 -I CUTLASS/include -I CUDA/include -I CUDA/include/cccl -x c++ this_file\n";
  if (rule_ == IntegerRule::math) text += "// Every integer is static, as in the mathematical reading: print shows 4 as _4.\n";
  text += "#include <cute/tensor.hpp>\n";
  // also for GMMA::Layout_K_SW128_Atom
  if (mentions("SM") || mentions("Copy") || mentions("MMA") || mentions("tiled_") || mentions("tma_"))
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
  text += "int main() {\n";
  if (has_word(body, "ptr") || std::any_of(shown.begin(), shown.end(), [](const Shown& s) { return has_word(s.text, "ptr"); }))
    text += "  auto ptr = counting_iterator<int>{0};  // stands for a pointer: the element at offset i is i\n";
  if (mentions("X{}")) text += "  using X = Underscore;\n";
  text += body;
  for (const auto& s : shown) text += printed(s);
  return text + "}\n";
}

}  // namespace algebra::code
