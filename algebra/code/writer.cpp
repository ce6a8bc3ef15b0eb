#include "algebra/code/writer.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "algebra/hardware/atoms.hpp"
#include "algebra/language/arguments.hpp"
#include "algebra/language/evaluator.hpp"
#include "algebra/language/spelling.hpp"
#include "algebra/language/words.hpp"
#include "algebra/layout/operations.hpp"
#include "algebra/text/characters.hpp"

namespace algebra::code {

using Kind = Node::Kind;

Value Writer::value_of(const Node& node) const {
  return expression::evaluate_tree(node, names_, rule_, {.verdicts = false, .steps = nullptr}).value;
}

void Writer::refuse(const Node& node, Message message) { throw Diagnostic{node.span, {"no equivalent", std::move(message), {}}}; }

Part Writer::part(const Node& node) {
  Part p{&node, value_of(node), {}};
  p.text = text_of(node, p.value);
  return p;
}

std::vector<Part> Writer::parts(std::span<const Node> nodes, std::size_t first) {
  std::vector<Part> all;
  for (const auto& node : nodes.subspan(std::min(first, nodes.size()))) all.push_back(part(node));
  return all;
}

std::string Writer::text_of(const Node& node, const Value& value) {
  switch (node.kind) {
    case Kind::integer:
    case Kind::underscore:
    case Kind::skip: return literal(value, node);
    case Kind::tuple: {
      const auto modes = parts(node.children);
      // Brackets around one layout only group.
      if (modes.size() == 1 && !std::holds_alternative<IntTuple>(value)) return modes[0].text;
      return tuple(modes, std::holds_alternative<Tiler>(value));
    }
    case Kind::tiler: return tuple(parts(node.children), true);
    case Kind::layout: {
      const auto shape = part(node.children[0]);
      return layout(shape, part(node.children[1]), value);
    }
    case Kind::name:
    case Kind::pointer: return names_.contains(node.text) ? identifier(node.text) : literal(value, node);
    case Kind::call: return call_of(node, value);
    case Kind::apply: return apply(part(node.children[0]), parts(node.children, 1), node);
    case Kind::compose: return composition_of(node, value);
    case Kind::equal: return equal(part(node.children[0]), part(node.children[1]), node);
  }
  refuse(node, "This has no equivalent.");
}

std::string Writer::call_of(const Node& node, const Value& value) {
  const bool bare = node.children.empty() && node.indices.empty();
  if ((bare && expression::is_word(node.text)) || (node.children.empty() && is_atom_name(node.text))) return literal(value, node);
  const auto* function = expression::find_function(node.text, !node.indices.empty());
  if (function == nullptr) {
    // A(2,_): the called name is an entry.
    const auto it = names_.find(node.text);
    if (it == names_.end()) refuse(node, message("There is no {} here.", node.text));
    return apply(Part{&node, it->second, identifier(node.text)}, parts(node.children), node);
  }
  Written w{.function = function, .indices = parts(node.indices), .arguments = {}, .node = &node, .value = value};
  const Node* children = node.children.data();
  std::size_t count = node.children.size();
  if (function->notation == expression::Notation::tensor && count > 0 && children->kind == Kind::pointer &&
      !names_.contains(children->text)) {
    if (std::get<Tensor>(value).swizzled_pointer) return literal(value, node);
    // The pointer's place: a composed layout may have an offset of its own.
    auto at = std::get<Tensor>(value);
    at.offset = children->value.value;
    Part made{&node, Value{}, {}};
    w.arguments = parts(node.children, 1);
    if (w.arguments.size() == 1) return tensor(at, w.arguments[0], node);
    if (w.arguments.size() != 2) refuse(node, "A tensor is made of a pointer and a layout.");
    made.value = at.layout;
    made.text = layout(w.arguments[0], w.arguments[1], made.value);
    return tensor(at, made, node);
  }
  // Arranged in CuTe's order, with Python's keywords and trailing arguments at their C++ places.
  expression::Call c{.name = function->name, .indices = {}, .arguments = {}, .names = {}, .spans = {}};
  for (const auto& index : w.indices) c.indices.push_back(index.value);
  // transform_layout(A, coalesce): the name of a function is not a value.
  const auto* by_name = expression::named_function(*function, node, names_);
  auto written = parts(std::span(node.children).first(by_name != nullptr ? count - 1 : count));
  if (by_name != nullptr) written.push_back({&node.children.back(), IntTuple(), std::string(by_name->name)});
  for (const auto& argument : written) {
    c.arguments.push_back(argument.value);
    c.names.emplace_back();
    c.spans.push_back(argument.node->span);
  }
  c = expression::arranged(node, *function, std::move(c));
  for (const auto& span : c.spans)
    w.arguments.push_back(*std::find_if(written.begin(), written.end(), [&](const Part& p) { return p.node->span == span; }));
  if (w.indices.empty())
    for (const auto& index : c.indices) w.indices.push_back({&node, index, to_string(index, Marks::plain)});
  return call(w);
}

std::string Writer::composition_of(const Node& node, const Value& value) {
  const auto& children = node.children;
  const auto is_address = [&](const Node& n) { return n.kind == Kind::pointer && !names_.contains(n.text); };
  if (const auto* t = std::get_if<Tensor>(&value); t != nullptr && t->swizzled_pointer) return literal(value, node);
  if (is_address(children[0])) {
    Tensor at;
    if (const auto* t = std::get_if<Tensor>(&value)) at = *t;
    at.offset = children[0].value.value;
    return tensor(at, part(expression::composed_from(node, 1)), node);
  }
  if (children[0].kind == Kind::call && begins_coordinates(children[0].text))
    refuse(node, "This coordinate tensor cannot be written as code. Use make_identity_tensor and slices of it.");
  auto left = part(children[0]);
  // f o offset o A, where A may be composed again, and swizzled pointers, whose bytes count as elements, are written from the value.
  if (children.size() >= 3 && children.size() % 2 == 1 && is_address(children[1])) return literal(value, node);
  if (children.size() >= 3 && children.size() % 2 == 1 && children[1].kind == Kind::integer) {
    return compose(left, part(children[1]), part(expression::composed_from(node, 2)), node);
  }
  // a o b o c, from the left; every step has its own value.
  for (std::size_t i = 1; i < children.size(); ++i) {
    Node joined{.kind = Kind::compose, .span = {node.span.begin, children[i].span.end}};
    joined.children.assign(children.begin(), children.begin() + static_cast<std::ptrdiff_t>(i) + 1);
    const auto result = i + 1 == children.size() ? value : value_of(joined);
    const auto right = part(children[i]);
    left = Part{&node, result, compose(left, right, result, node)};
  }
  return left.text;
}

std::string joined(const std::vector<Part>& parts, std::size_t first) {
  std::string text;
  for (std::size_t i = first; i < parts.size(); ++i) text += (i > first ? ", " : "") + parts[i].text;
  return text;
}

std::int64_t integer_of(const Part& p) {
  const auto* t = std::get_if<IntTuple>(&p.value);
  return t != nullptr && t->is_integer() ? t->integer().value : 0;
}

std::string infix(const Written& w, std::string_view sign) {
  const auto operand = [](const Part& p) {
    const auto* inner = p.node->kind == Kind::call ? expression::find_function(p.node->text, false) : nullptr;
    const bool operation = inner != nullptr && !expression::sign_of(inner->notation).empty();
    return operation || p.text.starts_with('-') ? fmt::format("({})", p.text) : p.text;
  };
  const auto& a = w.arguments;
  return a.size() == 1 ? fmt::format("{}{}", sign, operand(a[0])) : fmt::format("{} {} {}", operand(a[0]), sign, operand(a[1]));
}

bool has_word(std::string_view text, std::string_view word) {
  for (std::size_t at = 0; (at = text.find(word, at)) != std::string_view::npos; at += word.size())
    if ((at == 0 || !is_word(text[at - 1])) && (at + word.size() == text.size() || !is_word(text[at + word.size()]))) return true;
  return false;
}

std::string plain_integers(const std::vector<Part>& parts) {
  std::string text;
  for (const auto& p : parts) text += fmt::format("{}{}", text.empty() ? "" : ",", integer_of(p));
  return text;
}

}  // namespace algebra::code
