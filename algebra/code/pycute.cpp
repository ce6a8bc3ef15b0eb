#include "algebra/code/pycute.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace algebra::code {
namespace {

/// Integers as layouts of stride 1.
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
  for (const auto& line : definitions) text += line + "\n";
  for (const auto& s : shown) text += printed(s);
  return text;
}

bool Pycute::taken(std::string_view name) const {
  constexpr std::array<std::string_view, 16> names{"Layout",    "Swizzle",  "ComposedLayout", "LayoutBase", "chain",  "reduce",
                                                   "Union",     "signum",   "prefix_product", "tuple_max",  "is_int", "is_tuple",
                                                   "is_layout", "has_none", "hier_unzip",     "slice_"};
  return std::find(names.begin(), names.end(), name) != names.end() || expression::find_function(name, false) != nullptr;
}

std::string Pycute::integer(Int i, const Node& node) const {
  if (i.basis != 0) refuse(node, "pycute has no basis strides such as 1@0.");
  return fmt::format("{}", i.value);
}

std::string Pycute::made(const std::string& shape, const std::string& stride) const { return fmt::format("Layout({}, {})", shape, stride); }

std::string Pycute::swizzle(const Swizzle& s) const { return fmt::format("Swizzle({}, {}, {})", s.bits, s.base, s.shift); }

std::string Pycute::layout(const Part& shape, const Part& stride, const Value& value) const {
  // LayoutRight is a word of C++: its strides in numbers.
  if (std::holds_alternative<Major>(stride.value)) return made(shape.text, text_of(std::get<Layout>(value).stride(), *shape.node));
  return made(shape.text, stride.text);
}

std::string Pycute::tensor(std::int64_t, const Part&, const Node& node) const { refuse(node, "pycute has layouts, but no tensors."); }

std::string Pycute::compose(const Part& a, const Part& b, const Value&, const Node& node) const {
  if (a.is_swizzle() && !b.is_swizzle()) return fmt::format("ComposedLayout({}, 0, {})", a.text, as_layout(b));
  if (a.is_tensor() || a.is_composed() || b.is_composed() || b.is_swizzle())
    refuse(node, "pycute composes layouts with layouts only; a swizzle can be the outer function.");
  return fmt::format("composition({}, {})", as_layout(a), tiler(b));
}

std::string Pycute::compose(const Part& outer, const Part& offset, const Part& inner, const Node&) const {
  return fmt::format("ComposedLayout({}, {}, {})", outer.text, offset.text, as_layout(inner));
}

std::string Pycute::apply(const Part& callee, const std::vector<Part>& coordinate, const Node& node) const {
  if (callee.is_tensor()) refuse(node, "pycute has layouts, but no tensors.");
  return fmt::format("{}({})", as_layout(callee), joined(coordinate));
}

std::string_view Pycute::title() const { return "pycute"; }

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
