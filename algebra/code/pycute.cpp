#include "algebra/code/pycute.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "algebra/language/evaluator.hpp"
#include "algebra/layout/element.hpp"

namespace algebra::code {
namespace {

/// Turns integers into layouts of stride 1.
Tiler layouts(const IntTuple& t) {
  if (!t.is_tuple()) return t.is_integer() ? Tiler{Layout(t, IntTuple(1))} : Tiler{t};
  std::vector<Tiler> modes;
  for (int i = 0; i < t.rank(); ++i) modes.push_back(layouts(t.mode(i)));
  return Tiler{std::move(modes)};
}

}  // namespace

std::string Pycute::frame(const std::vector<std::string>& definitions, std::span<const Shown> shown) const {
  std::string text = "# Needs pycute from CUTLASS:  PYTHONPATH=CUTLASS/python python3 this_file\n";
  if (rule_ == IntegerRule::cute) text += "# pycute knows no static integers: _4 and 4 are the same here.\n";
  text += "from pycute import *\n\n";
  const auto mentions = [&](std::string_view word) {
    return std::any_of(shown.begin(), shown.end(), [&](const Shown& s) { return s.text.find(word) != std::string::npos; }) ||
           std::any_of(definitions.begin(), definitions.end(),
                       [&](const std::string& line) { return line.find(word) != std::string::npos; });
  };
  if (mentions("same("))
    text +=
        "\ndef same(a, b):\n"
        "  \"\"\"The same function: as many elements, each at the same index. pycute's == compares shapes and strides.\"\"\"\n"
        "  return size(a) == size(b) and all(a(i) == b(i) for i in range(size(a)))\n\n\n";
  if (mentions("sliced("))
    text +=
        "\ndef sliced(a, coordinate):\n"
        "  \"\"\"A slice of a ComposedLayout: pycute's own call takes no None.\"\"\"\n"
        "  layout, offset = slice_and_offset(coordinate, a.layoutA)\n"
        "  return ComposedLayout(a.layoutB, a.offset + offset, layout)\n\n\n";
  for (const auto& line : definitions) text += line + "\n";
  for (const auto& s : shown) text += printed(s);
  return text;
}

std::string Pycute::note(const std::string& name, const Node& node, const Value& value) {
  const auto cute = to_string(value, rule_ == IntegerRule::cute ? Marks::underscores : Marks::plain);
  refused_ = false;
  try {
    auto answer = expression::evaluate_tree(node, answers_, IntegerRule::math, {.verdicts = false, .steps = nullptr, .pycute = true}).value;
    const auto text = to_string(answer, Marks::plain);
    const bool same = text == to_string(value, Marks::plain);
    if (!name.empty()) answers_.insert_or_assign(name, std::move(answer));
    return same ? std::string() : fmt::format("# pycute answers {}; CuTe C++ answers {}.", text, cute);
  } catch (const Diagnostic& d) {
    // pycute's answer is known only if the refusal comes from its own rules.
    if (d.problem.condition != "pycute") return {};
    refused_ = true;
    // The program continues with CuTe's answer.
    if (!name.empty()) answers_.insert_or_assign(name, value);
    return fmt::format("# pycute refuses this: {}. CuTe C++ answers {}.", d.problem.message, cute);
  }
}

std::string Pycute::define_refused(const std::string& name, const std::string& text, const Value& value, const Node& node) {
  if (!refused_) return {};
  // Later statements continue with CuTe's answer.
  const auto answer = [&]() -> std::string {
    try {
      return literal(value, node);
    } catch (const Diagnostic&) {
      return "None";
    }
  }();
  return fmt::format("try:\n    {0} = {1}\nexcept Exception:\n    {0} = {2}", name, text, answer);
}

bool Pycute::taken(std::string_view name) const {
  constexpr std::array<std::string_view, 18> names{"Layout",    "Swizzle",  "ComposedLayout", "LayoutBase", "chain",  "reduce",
                                                   "Union",     "signum",   "prefix_product", "tuple_max",  "is_int", "is_tuple",
                                                   "is_layout", "has_none", "hier_unzip",     "slice_",     "same",   "sliced"};
  return std::find(names.begin(), names.end(), name) != names.end() || expression::find_function(name, false) != nullptr;
}

std::string Pycute::integer(Int i, const Node& node) const {
  if (is_special(i)) refuse(node, "CuTe has no strides over F2, and no sums of basis elements.");
  if (i.basis != 0) refuse(node, "pycute has no basis strides such as 1@0.");
  return fmt::format("{}", i.value);
}

std::string Pycute::made(const std::string& shape, const std::string& stride) const { return fmt::format("Layout({}, {})", shape, stride); }

std::string Pycute::swizzle(const Swizzle& s) const { return fmt::format("Swizzle({}, {}, {})", s.bits, s.base, s.shift); }

std::string Pycute::layout(const Part& shape, const Part& stride, const Value& value) const {
  // pycute has no LayoutRight, so its strides are written as numbers.
  if (std::holds_alternative<Major>(stride.value)) return made(shape.text, text_of(std::get<Layout>(value).stride(), *shape.node));
  return made(shape.text, stride.text);
}

std::string Pycute::tensor(const Tensor&, const Part&, const Node& node) const { refuse(node, "pycute has layouts, but no tensors."); }

std::string Pycute::compose(const Part& a, const Part& b, const Value& value, const Node& node) const {
  // CuTe turns a swizzle of no bits into a layout.
  if (a.is_swizzle() && std::holds_alternative<Layout>(value)) return as_layout(b);
  if (a.is_swizzle() && !b.is_swizzle()) return fmt::format("ComposedLayout({}, 0, {})", a.text, as_layout(b));
  if (a.is_tensor() || a.is_composed() || b.is_composed() || b.is_swizzle())
    refuse(node, "pycute composes layouts with layouts only; a swizzle can be the outer function.");
  return fmt::format("composition({}, {})", as_layout(a), tiler(b));
}

std::string Pycute::compose(const Part& outer, const Part& offset, const Part& inner, const Node&) const {
  if (const auto* s = std::get_if<Swizzle>(&outer.value); s != nullptr && s->bits == 0 && integer_of(offset) == 0) return as_layout(inner);
  return fmt::format("ComposedLayout({}, {}, {})", outer.text, offset.text, as_layout(inner));
}

std::string Pycute::apply(const Part& callee, const std::vector<Part>& coordinate, const Node& node) const {
  if (callee.is_tensor()) refuse(node, "pycute has layouts, but no tensors.");
  if (callee.is_composed() && std::any_of(coordinate.begin(), coordinate.end(),
                                          [](const Part& p) { return p.is_tuple() && has_underscore(std::get<IntTuple>(p.value)); }))
    return fmt::format("sliced({}, {})", callee.text, coordinate.size() == 1 ? coordinate[0].text : tuple(coordinate, false));
  return fmt::format("{}({})", as_layout(callee), joined(coordinate));
}

std::string_view Pycute::title() const { return "pycute"; }

std::string Pycute::tuple(const std::vector<Part>& modes, bool is_tiler) const {
  if (!is_tiler) return Python::tuple(modes, false);
  std::vector<std::string> texts;
  for (const auto& m : modes) texts.push_back(tiler(m));
  return bracketed(texts);
}

std::string Pycute::tiler(const Part& p) const {
  if (const auto* t = std::get_if<IntTuple>(&p.value)) return text_of(layouts(*t), *p.node);
  return p.text;
}

std::string Pycute::call(const Written& w) const {
  for (const auto& p : w.arguments)
    if (p.is_tensor()) refuse(*w.node, "pycute has layouts, but no tensors.");
  const auto rule = w.function->code.pycute;
  if (rule == nullptr) lacks(w);
  return rule(*this, w);
}

}  // namespace algebra::code
