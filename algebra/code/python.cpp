#include "algebra/code/python.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "algebra/layout/operations.hpp"

namespace algebra::code {

std::string Python::define(const std::string& name, const std::string& text) const { return fmt::format("{} = {}", name, text); }

std::string Python::identifier(std::string_view name) const {
  constexpr std::array<std::string_view, 38> keywords{
      "False", "None", "True",   "and",     "as",     "assert", "async",  "await", "break",  "class", "continue", "def",    "del",
      "elif",  "else", "except", "finally", "for",    "from",   "global", "if",    "import", "in",    "is",       "lambda", "nonlocal",
      "not",   "or",   "pass",   "raise",   "return", "try",    "while",  "with",  "yield",  "print", "main",     "ptr"};
  const bool reserved = taken(name) || std::find(keywords.begin(), keywords.end(), name) != keywords.end();
  return std::string(name) + (reserved ? "_" : "");
}

void Python::lacks(const Written& w) const {
  refuse(*w.node, message("There is no code for {} in {} here; in CuTe C++ there is.", w.name(), title()));
}

const std::vector<Part>& Python::arguments(const Written& w) const {
  if (w.arguments.empty()) lacks(w);
  return w.arguments;
}

std::string Python::printed(const Shown& s) {
  const auto note = s.note.empty() ? std::string() : s.note + "\n";
  return note + (s.label.empty() ? fmt::format("print({})\n", s.text) : fmt::format("print(\"{} =\", {})\n", s.label, s.text));
}

std::string Python::bracketed(const std::vector<std::string>& modes) {
  std::string text = "(";
  for (std::size_t i = 0; i < modes.size(); ++i) text += (i > 0 ? ", " : "") + modes[i];
  return text + (modes.size() == 1 ? ",)" : ")");
}

std::string Python::tuple(const std::vector<Part>& modes, bool) const {
  std::vector<std::string> texts;
  for (const auto& m : modes) texts.push_back(m.text);
  return bracketed(texts);
}

std::string Python::text_of(const IntTuple& t, const Node& node) const {
  if (t.is_integer()) return integer(t.integer(), node);
  if (!t.is_tuple()) return "None";
  std::vector<std::string> modes;
  for (int i = 0; i < t.rank(); ++i) modes.push_back(text_of(t.mode(i), node));
  return bracketed(modes);
}

std::string Python::text_of(const Tiler& t, const Node& node) const {
  if (const auto* l = std::get_if<Layout>(&t.is)) return text_of(*l, node);
  if (const auto* leaf = std::get_if<IntTuple>(&t.is)) return text_of(*leaf, node);
  std::vector<std::string> modes;
  for (const auto& m : t.modes()) modes.push_back(text_of(m, node));
  return bracketed(modes);
}

std::string Python::literal(const Value& v, const Node& node) const {
  if (const auto* t = std::get_if<IntTuple>(&v)) return text_of(*t, node);
  if (const auto* l = std::get_if<Layout>(&v)) return text_of(*l, node);
  if (const auto* t = std::get_if<Tiler>(&v)) return text_of(*t, node);
  if (const auto* s = std::get_if<Swizzle>(&v)) return swizzle(*s);
  if (std::holds_alternative<Major>(v)) return fmt::format("\"{}\"", to_string(v, Marks::plain));
  refuse(node, message("{} has no equivalent in Python here.", to_string(v, Marks::plain)));
}

std::string Python::as_layout(const Part& p) const {
  const auto* t = std::get_if<IntTuple>(&p.value);
  if (t == nullptr) return p.text;
  auto left = attempt([&] { return make_layout(*t); });
  if (!left) throw Diagnostic{p.node->span, left.error()};
  return made(p.text, text_of(left->stride(), *p.node));
}

std::string Python::as_shape(const Part& p) const { return p.is_layout() || p.is_tensor() || p.is_composed() ? p.text + ".shape" : p.text; }

std::string Python::equal(const Part& a, const Part& b, const Node& node) const {
  for (const auto* p : {&a, &b}) {
    if (p->is_tensor()) refuse(node, message("{} compares layouts; of a tensor take the layout.", title()));
    if (!p->is_tuple() && !p->is_layout() && !p->is_composed()) refuse(node, message("{} compares layouts only.", title()));
  }
  return fmt::format("same({}, {})", as_layout(a), as_layout(b));
}

}  // namespace algebra::code
