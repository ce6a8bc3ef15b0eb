#include "algebra/code/dsl.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "algebra/hardware/instructions.hpp"
#include "algebra/hardware/smem_atoms.hpp"
#include "algebra/language/atoms.hpp"
#include "algebra/language/words.hpp"
#include "algebra/layout/element.hpp"
#include "algebra/layout/element_type.hpp"

namespace algebra::code {
namespace {

/// Returns the name of an element type in the DSL; "" if it has none.
std::string_view dsl_type(const ElementType& t) {
  const auto* record = record_of(t);
  return record != nullptr ? record->dsl : std::string_view{};
}

/// Writes `ptr`, or with an element type a pointer to that type.
std::string pointer_to(const Tensor& t) {
  const auto type = t.type ? dsl_type(*t.type) : std::string_view{};
  if (type.empty()) return "ptr";
  const auto* space = t.memory == MemorySpace::shared      ? "smem"
                      : t.memory == MemorySpace::registers ? "rmem"
                      : t.memory == MemorySpace::tensor    ? "tmem"
                                                           : "gmem";
  return fmt::format("cute.make_ptr(cutlass.{}, 0, cute.AddressSpace.{})", type, space);
}

}  // namespace

std::string Dsl::frame(const std::vector<std::string>& definitions, std::span<const Shown> shown) const {
  std::string body;
  for (const auto& line : definitions) body += "    " + line + "\n";
  std::string prints;
  // The DSL prints static values while it compiles, and dynamic ones as ?.
  for (const auto& s : shown) prints += "    " + printed(s);
  const bool pointer = has_word(body, "ptr") || has_word(prints, "ptr");
  std::string text = "# Needs the CuTe DSL:  pip install nvidia-cutlass-dsl\nimport cutlass\nimport cutlass.cute as cute\n\n\n";
  if (body.find("same(") != std::string::npos || prints.find("same(") != std::string::npos)
    text +=
        "def same(a, b):\n"
        "    \"\"\"The same function: as many elements, each at the same index. Both are known while this compiles.\"\"\"\n"
        "    if cute.size(a) != cute.size(b):\n"
        "        return False\n"
        "    return all(cute.crd2idx(i, a) == cute.crd2idx(i, b) for i in range(cute.size(a)))\n\n\n";
  text += "@cute.jit\ndef main():\n";
  if (pointer) text += "    ptr = cute.make_ptr(cutlass.Float32, 0, cute.AddressSpace.gmem)  # stands for a pointer\n";
  return text + body + prints + "\n\nmain()\n";
}

bool Dsl::taken(std::string_view name) const { return name == "cute" || name == "cutlass" || name == "same"; }
std::string Dsl::integer(Int i, const Node& node) const {
  if (is_special(i)) refuse(node, "CuTe has no strides over F2, and no sums of basis elements.");
  const auto number = i.is_static ? fmt::format("{}", i.value)
                                  : fmt::format("cutlass.{}{}({})", i.is_static.is_unsigned() ? "Uint" : "Int",
                                                i.is_static.is_long() || i.value > 0x7fffffff || i.value < -0x7fffffff ? 64 : 32, i.value);
  if (i.basis == 0) return number;
  std::string modes;
  for (auto path = i.basis; path != 0; path = basis_rest(path)) modes += fmt::format("{}{}", modes.empty() ? "" : ", ", basis_first(path));
  const auto element = modes.find(',') == std::string::npos ? fmt::format("cute.E({})", modes) : fmt::format("cute.E([{}])", modes);
  return i.value == 1 ? element : fmt::format("{} * {}", number, element);
}

std::string Dsl::made(const std::string& shape, const std::string& stride) const {
  return fmt::format("cute.make_layout({}, stride={})", shape, stride);
}

std::string Dsl::swizzle(const Swizzle& s) const { return fmt::format("cute.make_swizzle({}, {}, {})", s.bits, s.base, s.shift); }

std::string Dsl::literal(const Value& v, const Node& node) const {
  // GMMA::Layout_K_SW128_Atom<half_t>: its swizzle is on bytes in the DSL, too.
  const bool named = node.kind == Node::Kind::name || node.kind == Node::Kind::call;
  const auto atom = named ? find_smem_atom(node.text) : std::nullopt;
  if (!atom || atom->form != SmemAtomName::Form::dense) return value_of(v, node);
  const auto type = expression::element_type_of(node.indices.at(0), names_);
  const auto element = type ? dsl_type(*type) : std::string_view{};
  if (element.empty()) return value_of(v, node);
  const auto major = atom->major ? *atom->major : *expression::find_major(node.indices.at(1).text);
  return fmt::format("cute.nvgpu.{0}.make_smem_layout_atom(cute.nvgpu.{0}.SmemLayoutAtomKind.{1}_{2}, cutlass.{3})",
                     atom->swizzle == SmemSwizzle::sw128_32b ? "tcgen05" : "warpgroup", major == Major::k ? "K" : "MN",
                     name_of(atom->swizzle), element);
}

std::string Dsl::value_of(const Value& v, const Node& node) const {
  if (const auto* m = std::get_if<MmaAtom>(&v)) return made(*m, node);
  if (const auto* c = std::get_if<CopyAtom>(&v)) return made(*c, node);
  if (const auto* t = std::get_if<TiledCopy>(&v)) return made(*t, node);
  if (const auto* t = std::get_if<TiledMma>(&v)) return made(*t, node);
  if (const auto* c = std::get_if<ComposedLayout>(&v)) return made(*c, node);
  if (const auto* t = std::get_if<ElementType>(&v); t != nullptr && !dsl_type(*t).empty()) return fmt::format("cutlass.{}", dsl_type(*t));
  if (const auto* t = std::get_if<Tensor>(&v);
      t != nullptr && !t->coordinate && !t->descriptors && t->offset == 0 && !t->swizzled_pointer) {
    const auto layout = t->outer ? made(ComposedLayout{*t->outer, t->layout}, node) : text_of(t->layout, node);
    return fmt::format("cute.make_tensor({}, {})", pointer_to(*t), layout);
  }
  return Python::literal(v, node);
}

std::string Dsl::made(const MmaAtom& atom, const Node& node) const {
  const auto call = dsl_operation_of(dsl_mma_operations(), plain(Value(atom)));
  if (!call) refuse(node, message("The CuTe DSL has no operation for {} here.", plain(Value(atom))));
  return operation(*call, node);
}

std::string Dsl::made(const CopyAtom& atom, const Node& node) const {
  const auto call = atom.tma ? std::nullopt : dsl_operation_of(dsl_copy_operations(), name_of(*atom.traits));
  const auto type = atom.type ? dsl_type(*atom.type) : std::string_view{};
  if (!call || (atom.type && type.empty())) refuse(node, message("The CuTe DSL has no operation for {} here.", plain(Value(atom))));
  // The width of the copy is an argument of its atom, not of the operation.
  if (!atom.type) return operation(*call, node);
  std::string others;
  for (const auto& [parameter, value] : call->others) others += fmt::format(", {}={}", parameter, value);
  return fmt::format("cute.make_copy_atom({}, cutlass.{}{})", operation(*call, node), type, others);
}

std::string Dsl::made(const TiledCopy& t, const Node& node) const {
  return of_thread(fmt::format("cute.make_tiled_copy({}, {}, {})", made(t.atom, node), text_of(t.layout_tv, node), text_of(t.tiler, node)),
                   t.thread, node);
}

std::string Dsl::permutation(const TiledMma& t, const Node& node) const {
  if (!t.permutations.by_mode()) return {};
  bool permutes = false;
  std::vector<std::string> modes;
  for (const auto& m : t.permutations.modes()) {
    modes.push_back(text_of(m, node));
    permutes = permutes || modes.back() != "None";
  }
  return permutes ? fmt::format(", permutation_mnk={}", bracketed(modes)) : std::string();
}

std::string Dsl::made(const TiledMma& t, const Node& node) const {
  return of_thread(fmt::format("cute.make_tiled_mma({}, {}{})", made(t.atom, node), text_of(t.thr_layout_mnk, node), permutation(t, node)),
                   t.thread, node);
}

std::string Dsl::of_thread(std::string tiled, const std::optional<Int>& thread, const Node& node) const {
  return thread ? fmt::format("{}.get_slice({})", tiled, integer(*thread, node)) : tiled;
}

std::string Dsl::made(const ComposedLayout& c, const Node& node) const {
  // The swizzle of a layout that waits for a pointer is on bytes; CuTe C++ marks that by a flag of the pointer.
  const auto& offset = c.outer.offset;
  const auto* swizzle = offset.pointer_bits != 0 ? nullptr : c.outer.only_swizzle();
  if (swizzle == nullptr) refuse(node, message("{} has no equivalent in Python here.", to_string(Value(c), Marks::plain)));
  return fmt::format("cute.make_composed_layout({}, {}, {})", this->swizzle(*swizzle), integer(offset.value, node),
                     text_of(c.layout, node));
}

std::string Dsl::operation(const DslCall& call, const Node& node) const {
  const auto& of = *call.operation;
  const auto module = of.module.empty() ? std::string() : fmt::format("{}.", of.module);
  const bool copies = std::string_view(of.name).substr(0, 3) != "Mma";
  std::string arguments;
  for (const auto& [name, value] : call.arguments) {
    const std::string_view n = name;
    std::string text;
    if (n.ends_with("type")) {
      const auto* type = find_element_type(value);
      const auto word = type == nullptr ? std::string_view{} : dsl_type(*type);
      if (word.empty()) refuse(node, message("{} has no equivalent in Python here.", value));
      text = fmt::format("cutlass.{}", word);
    } else if (n.find("shape") != n.npos) {
      text = value;
      for (std::size_t i = 0; (i = text.find('x', i)) != std::string::npos;) text.replace(i, 1, ", ");
      text = fmt::format("({})", text);
    } else if (n == "a_src") text = fmt::format("cute.nvgpu.{}OperandSource.{}", module, value);
    else if (n == "cta_group") text = fmt::format("cute.nvgpu.{}CtaGroup.{}", module, value);
    else if (n == "cache_mode") text = fmt::format("cute.nvgpu.{}LoadCacheMode.{}", module, value);
    else if (n == dsl_repetitions) text = fmt::format("cute.nvgpu.{}Repetition.x{}", module, value);
    else if (n == "pack" || n == "unpack") {
      if (value != "True") continue;
      text = n == "pack" ? "cute.nvgpu.tcgen05.Pack.PACK_16b_IN_32b" : "cute.nvgpu.tcgen05.Unpack.UNPACK_32b_IN_16b";
    } else if (n.ends_with("major_mode")) text = fmt::format("cute.nvgpu.OperandMajorMode.{}", value);
    else text = value;
    arguments += (arguments.empty() ? "" : ", ") + (copies ? fmt::format("{}={}", name, text) : text);
  }
  return fmt::format("cute.nvgpu.{}{}({})", module, of.name, arguments);
}

std::string Dsl::layout(const Part& shape, const Part& stride, const Value& value) const {
  if (std::holds_alternative<Major>(stride.value)) return made(shape.text, text_of(std::get<Layout>(value).stride(), *shape.node));
  return made(shape.text, stride.text);
}

std::string Dsl::tensor(const Tensor& at, const Part& l, const Node&) const {
  auto pointer = pointer_to(at);
  if (at.offset != 0) pointer += fmt::format(" + {}", at.offset);
  return fmt::format("cute.make_tensor({}, {})", pointer, as_layout(l));
}

std::string Dsl::compose(const Part& a, const Part& b, const Value&, const Node& node) const {
  if (a.is_swizzle() && !b.is_swizzle()) return fmt::format("cute.make_composed_layout({}, 0, {})", a.text, as_layout(b));
  if (a.is_tensor() || b.is_swizzle())
    refuse(node, "Code for the CuTe DSL composes only layouts: use the tensor's layout, and put a swizzle first.");
  return fmt::format("cute.composition({}, {})", as_layout(a), b.text);
}

std::string Dsl::compose(const Part& outer, const Part& offset, const Part& inner, const Node&) const {
  return fmt::format("cute.make_composed_layout({}, {}, {})", outer.text, offset.text, as_layout(inner));
}

std::string Dsl::equal(const Part& a, const Part& b, const Node& node) const {
  const auto known = [](const Part& p) {
    const auto* l = std::get_if<Layout>(&p.value);
    const auto* t = std::get_if<IntTuple>(&p.value);
    const auto* c = std::get_if<ComposedLayout>(&p.value);
    if (c != nullptr) l = &c->layout;
    return l != nullptr ? l->shape().all_static() && l->stride().all_static() : t == nullptr || t->all_static();
  };
  if (!known(a) || !known(b)) refuse(node, "The CuTe DSL knows only static layouts while it compiles: write _4 for 4 to compare them.");
  return Python::equal(a, b, node);
}

std::string Dsl::apply(const Part& callee, const std::vector<Part>& coordinate, const Node& node) const {
  if (callee.is_swizzle()) refuse(node, "Code for the CuTe DSL does not call a swizzle here: compose it with a layout.");
  const auto at = coordinate.size() == 1 ? coordinate[0].text : tuple(coordinate, false);
  const bool slice = std::any_of(coordinate.begin(), coordinate.end(),
                                 [](const Part& p) { return p.is_tuple() && has_underscore(std::get<IntTuple>(p.value)); });
  if (slice) return fmt::format("cute.slice_({}, {})", as_layout(callee), at);
  if (callee.is_tensor())
    return fmt::format("cute.make_tensor({0}.iterator + cute.crd2idx({1}, {0}.layout), cute.make_layout(1))", callee.text, at);
  return fmt::format("cute.crd2idx({}, {})", at, as_layout(callee));
}

std::string_view Dsl::title() const { return "the CuTe DSL"; }

std::string Dsl::as_tensor(const Part& p) const { return p.is_tensor() ? p.text : fmt::format("cute.make_tensor(ptr, {})", as_layout(p)); }

std::string Dsl::call(const Written& w) const {
  const auto rule = w.function->code.dsl;
  if (rule == nullptr) lacks(w);
  return rule(*this, w);
}

}  // namespace algebra::code
