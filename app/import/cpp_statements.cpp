#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "algebra/characters.hpp"
#include "algebra/language.hpp"
#include "app/import/cpp_reader.hpp"

namespace app {
namespace {

/// Whether a function's name says that it is about layouts, whether the language has it or not.
bool names_layouts(std::string_view function) {
  if (const auto* f = algebra::function_named(function)) return f->makes_layout;
  for (const std::string_view word : {"tensor", "layout", "tiled", "tma", "fragment", "shape", "stride", "coord", "partition", "tile",
                                      "swizzle", "_atom", "_mma", "copy_atom"})
    if (function.find(word) != std::string_view::npos) return true;
  return false;
}

}  // namespace

SyntaxNode declared_name(SyntaxNode declarator, bool* pointer) {
  for (int i = 0; declarator && i < 50; ++i) {
    if (declarator.is("identifier") || declarator.is("type_identifier") || declarator.is("field_identifier") ||
        declarator.is("structured_binding_declarator"))
      return declarator;
    if (pointer != nullptr && (declarator.is("pointer_declarator") || declarator.is("array_declarator"))) *pointer = true;
    auto next = declarator["declarator"];
    if (!next)
      for (const auto& child : declarator.children())
        if (child.is("identifier") || child.kind().ends_with("declarator")) next = child;
    declarator = next;
  }
  return {};
}

void CppReader::block(SyntaxNode node) {
  scopes_.emplace_back();
  for (const auto& child : node.children()) statement(child);
  scopes_.pop_back();
}

/// The statements of an #if that count: #if 0 is left out, what depends on macros is read.
std::vector<SyntaxNode> CppReader::taken(SyntaxNode node) {
  std::vector<SyntaxNode> parts;
  const auto when = node["condition"];
  const auto otherwise = node["alternative"];
  if (when && (when.text() == "0" || when.text() == "false")) {
    if (otherwise)
      for (const auto& child : otherwise.children()) parts.push_back(child);
    return parts;
  }
  for (const auto& child : node.children())
    if (!(child == when) && !(child == otherwise) && !(child == node["name"])) parts.push_back(child);
  return parts;
}

void CppReader::statement(SyntaxNode node) {
  ++steps_;
  if (full_ || too_much(node.line())) return;
  const Deeper deeper(*this);
  statement_of(node);
}

void CppReader::statement_of(SyntaxNode node) {
  const auto kind = node.kind();
  if (kind == "compound_statement") return block(node);
  if (kind == "declaration") return declaration(node);
  if (kind == "alias_declaration") return alias(node["name"].text(), node["type"], node.line());
  if (kind == "type_definition") return alias(node["declarator"].text(), node["type"], node.line());
  if (kind == "preproc_if" || kind == "preproc_ifdef") {
    for (const auto& part : taken(node)) statement(part);
    return;
  }
  if (kind == "if_statement") return branch(node);
  if (kind == "for_statement") {
    scopes_.emplace_back();
    ++loops_;
    if (const auto first = node["initializer"]) statement(first);
    --loops_;
    statement(node["body"]);
    scopes_.pop_back();
    return;
  }
  if (kind == "while_statement" || kind == "do_statement") return statement(node["body"]);
  if (kind == "for_range_loop") {
    scopes_.emplace_back();
    if (const auto n = declared_name(node["declarator"]))
      bind(n.text(), {Binding::Kind::object, fmt::format("{} is another in each round of the loop", n.text())});
    statement(node["body"]);
    scopes_.pop_back();
    return;
  }
  // What stands in half-typed code is still read.
  if (kind == "labeled_statement" || kind == "attributed_statement" || kind == "ERROR" || kind == "else_clause" ||
      kind == "switch_statement" || kind == "case_statement") {
    for (const auto& child : node.children()) statement(child);
    return;
  }
  if (kind == "expression_statement" || kind == "return_statement") {
    const auto e = only(node);
    if (e.is("assignment_expression")) return assignment(e);
    calls_in(e);
  }
}

void CppReader::branch(SyntaxNode node) {
  const auto holds = condition(node["condition"]);
  const auto then = node["consequence"];
  auto otherwise = node["alternative"];
  if (otherwise.is("else_clause")) otherwise = only(otherwise);
  // A call that is not made here: with other numbers it is.
  if (holds && !*holds && !remember_alternative(node["condition"], then) && has_unread_call(then)) guarded(then, true);
  if (!holds || *holds) guarded(then, !holds.has_value());
  if (otherwise && (!holds || !*holds)) guarded(otherwise, !holds.has_value());
  if (!holds || !*holds) return;
  // Of else if after else if, those after the one that is taken.
  for (auto next = otherwise; next;) {
    if (!next.is("if_statement")) {
      if (has_unread_call(next)) guarded(next, true);
      break;
    }
    if (!remember_alternative(next["condition"], next["consequence"]) && has_unread_call(next["consequence"]))
      guarded(next["consequence"], true);
    next = next["alternative"];
    if (next.is("else_clause")) next = only(next);
  }
}
/// What may not happen changes no variable.
void CppReader::guarded(SyntaxNode node, bool perhaps) {
  perhaps_ += perhaps ? 1 : 0;
  statement(node);
  perhaps_ -= perhaps ? 1 : 0;
}

void CppReader::assignment(SyntaxNode node) {
  calls_in(node["right"]);
  const auto left = node["left"];
  if (!left.is("identifier") || perhaps_ > 0 || !in_host_ || !node.has("=")) return;
  auto* b = find(left.text());
  if (b == nullptr || (b->kind != Binding::Kind::number && b->kind != Binding::Kind::value)) return;
  try {
    // Only of numbers: what a loop moves on stays as it was defined.
    auto text = expression(node["right"]);
    if (setting(left.text()) != nullptr || !integer_of(text)) return;
    b = find(left.text());
    *b = {Binding::Kind::number, std::move(text), {}, node.line(), section_};
  } catch (Unknown&) {
  }
}

void CppReader::alias(std::string_view n, SyntaxNode of, std::size_t line) {
  try {
    // Another name of a structure of the file.
    auto named = of.is("type_descriptor") ? of["type"] : of;
    if (named.is("dependent_type")) named = only(named);
    const auto base = without_arguments(named.text());
    if (named.is("template_type") || named.is("type_identifier")) {
      const auto* b = find(base);
      if (b != nullptr && b->kind == Binding::Kind::structure) return bind(n, *b);
      if (b == nullptr && structures_.contains(base)) {
        std::string key;
        instance(std::string(base),
                 named.is("template_type") ? template_arguments(named["arguments"]) : std::vector<std::optional<Binding>>{}, &key);
        return bind(n, {Binding::Kind::structure, key});
      }
    }
    auto text = type(of);
    const auto v = value_of(is_template(text) ? text + "{}" : text);
    if (v && std::holds_alternative<algebra::ElementType>(*v)) {
      if (names_.contains(text)) return bind(n, {Binding::Kind::type, text});
      if (const auto* set = setting(n)) text = *set;
      const auto entry = add({.function = section_, .name = std::string(n), .text = text, .line = line, .parameter = true});
      types_.emplace(entry, text);
      return bind(n, {Binding::Kind::type, entry.empty() ? text : entry});
    }
    if (v || concerns_layouts(of)) define(n, is_template(text) ? text + "{}" : text, line);
    else bind(n, {Binding::Kind::value, text});
  } catch (Unknown& u) {
    if (concerns_layouts(of)) fail(n, of, u.why, line);
    else bind(n, {Binding::Kind::object, u.why});
  }
}

bool CppReader::stores_elements(const Binding& b) {
  if (b.kind != Binding::Kind::structure) return false;
  const auto& members = instances_[b.text];
  return std::any_of(members.begin(), members.end(), [](const auto& m) { return m.second.kind == Binding::Kind::pointer; });
}

void CppReader::declaration(SyntaxNode node) {
  const auto of = node["type"];
  for (const auto& d : node.children()) {
    if (d == of || !(d.is("identifier") || d.kind().ends_with("declarator"))) continue;
    bool pointer = false;
    const auto name_node = declared_name(d, &pointer);
    if (!name_node) continue;
    const auto n = name_node.text();
    const auto init = d.is("init_declarator") ? d["value"] : d.is("function_declarator") ? d["parameters"] : SyntaxNode{};
    if (name_node.is("structured_binding_declarator")) unpack(name_node, init);
    else if (const auto f = function_in(init)) bind(n, {Binding::Kind::function, std::string(without_arguments(unqualified(f.text()))), f});
    else if (pointer) {
      std::string element;
      try {
        element = of.is("placeholder_type_specifier") ? element_of(init) : type(of);
      } catch (Unknown&) {
      }
      bind(n, {Binding::Kind::pointer, element == "void" || element == "char" ? "" : element});
    } else if (const auto* b = of.is("type_identifier") ? find(of.text()) : nullptr; b != nullptr && stores_elements(*b)) {
      bind(n, *b);  // SharedStorage& smem
    } else {
      initialise(n, of, init, d);
    }
  }
}

/// What a lambda defines, with arguments that are others in each call.
void CppReader::read_lambda(SyntaxNode lambda) {
  scopes_.emplace_back();
  for (const auto& p : lambda["declarator"]["parameters"].children())
    if (const auto n = declared_name(p["declarator"]))
      bind(n.text(), {Binding::Kind::object, fmt::format("{} is another in each call", n.text())});
  const auto kept = std::exchange(perhaps_, perhaps_ + 1);
  statement(lambda["body"]);
  perhaps_ = kept;
  scopes_.pop_back();
}

void CppReader::unpack(SyntaxNode names, SyntaxNode init) {
  std::string text, why;
  try {
    text = expression(init);
  } catch (Unknown& u) {
    why = std::move(u.why);
  }
  int i = 0;
  for (const auto& n : names.children()) {
    if (!text.empty()) define(n.text(), fmt::format("get<{}>({})", i, text), n.line());
    else if (concerns_layouts(init)) fail(n.text(), init, why, n.line());
    else bind(n.text(), {Binding::Kind::object, why});
    ++i;
  }
}

/// `init`: the value, an initializer list, an argument list, or null; `whole`: the declarator.
void CppReader::initialise(std::string_view n, SyntaxNode of, SyntaxNode init, SyntaxNode whole) {
  const auto line = whole.line();
  const auto type_text = in_one_line(of.text(), 80);
  const bool automatic = of.is("placeholder_type_specifier");
  const auto no_value = [&](std::string why) { bind(n, {Binding::Kind::object, std::move(why)}); };
  if (init.is("lambda_expression")) {
    bind(n, {Binding::Kind::lambda, {}, init});
    return read_lambda(init);
  }
  const bool integer = is_integer_type(type_text);
  const bool wanted = is_layout_type(type_text) || (init && concerns_layouts(init));
  try {
    std::string text;
    if (!init) {
      if (integer || automatic || is_real_type(type_text)) return no_value(fmt::format("{} has no value here", n));
      // thrust::device_vector<TA> d_A is known by its elements.
      if (!is_layout_type(type_text)) {
        if (of.is("template_type") || of.is("qualified_identifier")) {
          auto last = of;
          while (last.is("qualified_identifier")) last = last["name"];
          if (last.is("template_type") && (last["name"].text().ends_with("vector") || last["name"].text().ends_with("Vector")))
            return bind(n, {Binding::Kind::pointer, type(only(last["arguments"]))});
        }
        if (!concerns_layouts(of)) return no_value(fmt::format("{} has no value here", n));
      }
      const auto t = type(of);
      text = is_template(t) ? t + "{}" : t;
    } else if (init.is("argument_list") || init.is("parameter_list")) {
      if (type_text.ends_with("dim3")) return bind(n, {Binding::Kind::value, fmt::format("({})", list(init))});
      if (type_text.find("vector") != std::string::npos) return initialise(n, of, {}, whole);
      if (!wanted && !integer) return no_value(fmt::format("{} has no value here", n));
      text = init.children().empty() ? type(of) : list(init);
    } else if (type_text.ends_with("dim3") && init.is("initializer_list")) {
      return bind(n, {Binding::Kind::value, fmt::format("({})", list(init))});
    } else if (type_text.find("vector") != std::string::npos) {
      return initialise(n, of, {}, whole);
    } else if (init.is("initializer_list")) {
      if (!wanted && !integer && !concerns_layouts(of)) return no_value(fmt::format("{} has no value here", n));
      text = automatic || integer ? list(init) : literal(of, init);
    } else if (!wanted && !integer && !automatic) {
      calls_in(init);
      return no_value(fmt::format("{} has no value here", n));
    } else {
      text = expression(init);
    }
    if (text == "ptr") return bind(n, {Binding::Kind::pointer, element_of(init)});
    const auto value = value_of(text);
    if (!value && !wanted) {
      calls_in(init);
      return no_value(fmt::format("{} has no value here", n));
    }
    // A variable of type int is dynamic, whatever it begins with.
    const auto* number = value ? std::get_if<algebra::IntTuple>(&*value) : nullptr;
    if (integer && number != nullptr && number->is_integer() && number->integer().is_static) text = fmt::format("({}) * 1", text);
    const bool constant = whole.text().find('{') != std::string_view::npos || automatic;
    // A host function's variable, which may change before it is used.
    if (integer && in_host_ && !constant) {
      auto now = text;
      if (loops_ == 0) {
        if (const auto* set = setting(n, calls_deep_ <= 1)) now = *set;
        if (!frames_.empty())
          if (const auto it = assumed_.find({frames_.back().function->key(), std::string(n)}); it != assumed_.end()) now = it->second;
      }
      return bind(n, {Binding::Kind::number, std::move(now), {}, line, section_});
    }
    define(n, std::move(text), line);
  } catch (Unknown& u) {
    if (wanted) fail(n, init ? init : whole, std::move(u.why), line);
    else no_value(std::move(u.why));
  }
}

/// Whether what an expression or type gives is a layout or made of layouts.
bool CppReader::concerns_layouts(SyntaxNode node, int depth) {
  if (depth > 20) return false;
  for (int i = 0; i < 50 && node; ++i) {
    const auto kind = node.kind();
    if (kind == "identifier" || kind == "type_identifier") {
      const auto* b = find(node.text());
      return b != nullptr && b->kind == Binding::Kind::value && names_.contains(b->text);
    }
    if (kind == "call_expression") {
      const auto callee = node["function"];
      if (!callee.is("field_expression")) {
        const auto function = without_arguments(unqualified(callee.text()));
        if (names_layouts(function)) return true;
        if (callee.is("identifier") && concerns_layouts(callee, depth + 1)) return true;
        if (algebra::function_named(function) == nullptr && !function.ends_with("_cast")) return false;
        const auto arguments = node["arguments"].children();
        return std::any_of(arguments.begin(), arguments.end(), [&](const auto& a) { return concerns_layouts(a, depth + 1); });
      }
      if (names_layouts(without_arguments(callee["field"].text()))) return true;
      node = callee["argument"];
    } else if (kind == "binary_expression") {
      if (concerns_layouts(node["right"], depth + 1)) return true;
      node = node["left"];
    } else if (kind == "type_descriptor") node = node["type"];
    else if (kind == "compound_literal_expression") node = node["type"];
    else if (kind == "template_type") return is_layout_type(node["name"].text()) || names_layouts(node["name"].text());
    else if (kind == "qualified_identifier") {
      if (const auto* m = member(node)) return m->kind == Binding::Kind::value;
      node = node["name"];
    } else if (kind == "field_expression") node = node["argument"];
    else if (kind == "decltype" || kind == "dependent_type" || kind == "parenthesized_expression" || kind == "placeholder_type_specifier")
      node = only(node);
    else return false;
  }
  return false;
}

}  // namespace app
