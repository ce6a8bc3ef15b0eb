#include "app/import/cpp_program.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "algebra/characters.hpp"
#include "algebra/evaluate.hpp"
#include "algebra/expression/atoms.hpp"
#include "algebra/expression/words.hpp"
#include "algebra/language.hpp"
#include "app/import/syntax.hpp"

namespace app {
namespace {

using algebra::IntTuple;

/// Why a piece of code has no value here.
struct Unknown {
  std::string why;
};

std::string lower(std::string_view text) {
  std::string all(text);
  std::transform(all.begin(), all.end(), all.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return all;
}
/// std::min -> min, cute::make_layout<...> -> make_layout<...>
std::string_view unqualified(std::string_view name) {
  const auto angle = name.find('<');
  const auto at = name.substr(0, angle).rfind("::");
  return at == std::string_view::npos ? name : name.substr(at + 2);
}

struct Binding {
  enum class Kind : std::uint8_t {
    value,     ///< `text` is an expression of the language
    pointer,   ///< to elements; says nothing to layouts
    function,  ///< of the file, or a pointer to one
    lambda,
    unknown,  ///< `text` says why
  };
  Kind kind = Kind::value;
  std::string text;
  SyntaxNode node{};  ///< the function or lambda
};

struct Parameter {
  std::string name;
  SyntaxNode node;
  std::string type;  ///< its type's text
  bool pointer = false;
};

struct CppFunction {
  std::string name;
  SyntaxNode definition, templates;
  std::vector<Parameter> parameters;
  bool kernel = false;
  bool called = false;  ///< somewhere in the file
};

/// The declarator's name; its brackets, stars and ampersands aside.
SyntaxNode declared_name(SyntaxNode declarator, bool* pointer = nullptr) {
  while (declarator) {
    if (declarator.is("identifier") || declarator.is("type_identifier") || declarator.is("field_identifier") ||
        declarator.is("structured_binding_declarator"))
      return declarator;
    if (pointer != nullptr && (declarator.is("pointer_declarator") || declarator.is("array_declarator"))) *pointer = true;
    auto next = declarator["declarator"];
    if (!next)
      for (const auto& child : declarator.children())
        if (child.is("identifier") || child.kind().ends_with("declarator")) next = child;
    if (!next) return {};
    declarator = next;
  }
  return {};
}

class Reader {
 public:
  Reader(std::string_view source, const ProgramSettings& settings) : syntax_(std::string(source)), settings_(settings) {}

  CppProgram run() {
    scopes_.emplace_back();
    collect(syntax_.root(), {}, {});
    mark_called(syntax_.root());
    for (const auto& f : functions_)
      if (!f.called && !f.kernel) call_root(f);
    // What only a branch calls that is not taken, or nobody with numbers.
    for (const auto& f : functions_)
      if (!read_.contains(key(f)) && !f.kernel) call_root(f);
    for (const auto& f : functions_)
      if (!read_.contains(key(f))) call_root(f);
    return std::move(program_);
  }

 private:
  // ---- what the file defines

  void collect(SyntaxNode node, SyntaxNode templates, const std::string& scope) {
    for (const auto& child : node.children()) {
      if (child.is("template_declaration")) {
        collect_one_of(child, scope);
      } else if (child.is("function_definition")) {
        add_function(child, templates, scope);
      } else if (child.is("namespace_definition") || child.is("linkage_specification") || child.is("declaration_list")) {
        collect(child["body"] ? child["body"] : child, {}, scope);
      } else if (child.is("preproc_if") || child.is("preproc_ifdef")) {
        for (const auto& part : taken(child)) collect_node(part, scope);
      } else if (child.is("alias_declaration") || child.is("declaration")) {
        if (scope.empty()) statement(child);
      }
    }
  }
  void collect_node(SyntaxNode node, const std::string& scope) {
    if (node.is("template_declaration")) collect_one_of(node, scope);
    else if (node.is("function_definition")) add_function(node, {}, scope);
    else if (node.is("alias_declaration") || node.is("declaration")) statement(node);
    else if (node.is("namespace_definition")) collect(node["body"], {}, scope);
    else if (node.is("preproc_if") || node.is("preproc_ifdef"))
      for (const auto& part : taken(node)) collect_node(part, scope);
  }
  void collect_one_of(SyntaxNode declaration, const std::string& scope) {
    for (const auto& child : declaration.children())
      if (child.is("function_definition")) add_function(child, declaration["parameters"], scope);
  }

  void add_function(SyntaxNode definition, SyntaxNode templates, const std::string&) {
    CppFunction f{.name = {}, .definition = definition, .templates = templates, .parameters = {}};
    auto declarator = definition["declarator"];
    while (declarator && !declarator.is("function_declarator")) declarator = declarator["declarator"];
    if (!declarator || !definition["body"]) return;
    f.name = unqualified(declarator["declarator"].text());
    for (const auto& p : declarator["parameters"].children()) {
      if (!p.is("parameter_declaration") && !p.is("optional_parameter_declaration")) continue;
      Parameter parameter{.name = {}, .node = p, .type = std::string(p["type"].text())};
      parameter.name = declared_name(p["declarator"], &parameter.pointer).text();
      f.parameters.push_back(std::move(parameter));
    }
    f.kernel = syntax_.is_kernel(definition);
    functions_.push_back(std::move(f));
  }

  void mark_called(SyntaxNode node) {
    if (node.is("call_expression") || node.is("template_function")) {
      const auto name = unqualified((node.is("call_expression") ? node["function"] : node["name"]).text());
      for (auto& f : functions_)
        if (f.name == name.substr(0, name.find('<'))) f.called = true;
    }
    for (const auto& child : node.children()) mark_called(child);
  }

  static std::size_t key(const CppFunction& f) { return f.definition.line(); }

  /// Where several functions share a name, the element type tells them apart.
  std::string shown_name(const CppFunction& f) const {
    const bool shared = std::count_if(functions_.begin(), functions_.end(), [&](const auto& g) { return g.name == f.name; }) > 1;
    if (!shared) return f.name;
    for (const auto& p : f.parameters) {
      if (!p.pointer) continue;
      std::string type(unqualified(p.type));
      if (const auto* b = find(type); b != nullptr && b->kind == Binding::Kind::value) type = b->text;
      return fmt::format("{}<{}>", f.name, type);
    }
    return f.name;
  }

  // ---- names

  const Binding* find(std::string_view name) const {
    for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope)
      if (const auto it = scope->find(name); it != scope->end()) return &it->second;
    return nullptr;
  }
  void bind(std::string_view name, Binding b) { scopes_.back()[std::string(name)] = std::move(b); }
  void rebind(std::string_view name, Binding b) {
    for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope)
      if (const auto it = scope->find(name); it != scope->end()) {
        it->second = std::move(b);
        return;
      }
  }
  const CppFunction* function_named(std::string_view name, std::size_t arguments) const {
    const CppFunction* found = nullptr;
    const auto bare = unqualified(name).substr(0, unqualified(name).find('<'));
    for (const auto& f : functions_)
      if (f.name == bare && arguments <= f.parameters.size() && (found == nullptr || !f.templates || found->templates)) {
        // The one whose element type is that of the arguments is chosen by the caller; otherwise the first.
        if (found == nullptr) found = &f;
      }
    return found;
  }
  const std::string* setting(std::string_view name) const {
    for (const auto& [key, value] : settings_)
      if (key == name) return &value;
    for (const auto& [key, value] : settings_)
      if (lower(key) == lower(name)) return &value;
    return nullptr;
  }

  // ---- expressions, as text of the language

  std::optional<algebra::Value> value_of(const std::string& text) const {
    auto e = algebra::evaluate(text, environment_, algebra::IntegerRule::cute, {.verdicts = false, .steps = nullptr});
    if (!e) return std::nullopt;
    return std::move(e->value);
  }
  std::optional<std::int64_t> integer_of(const std::string& text) const {
    const auto v = value_of(text);
    if (!v) return std::nullopt;
    if (const auto* t = std::get_if<algebra::Truth>(&*v)) return t->holds ? 1 : 0;
    const auto* t = std::get_if<IntTuple>(&*v);
    return t != nullptr && t->is_integer() ? std::optional(t->integer().value) : std::nullopt;
  }

  std::string list(SyntaxNode arguments) {
    std::string text;
    for (const auto& a : arguments.children()) text += (text.empty() ? "" : ", ") + expression(a);
    return text;
  }

  [[noreturn]] static void unknown(std::string why) { throw Unknown{std::move(why)}; }

  std::string name(SyntaxNode node) {
    const auto text = node.text();
    if (const auto* b = find(text)) {
      switch (b->kind) {
        case Binding::Kind::value: return b->text;
        case Binding::Kind::pointer: return "ptr";
        case Binding::Kind::unknown: unknown(b->text);
        case Binding::Kind::function:
        case Binding::Kind::lambda: unknown(fmt::format("{} is a function", text));
      }
    }
    return bare_name(text);
  }
  std::string bare_name(std::string_view text) {
    const bool mark = text == "_" || text == "X" || (text.size() > 1 && text[0] == '_' && algebra::is_digit(text[1]));
    if (mark || algebra::expression::is_word(text) || algebra::is_atom_name(text)) return std::string(text);
    unknown(fmt::format("{} has no value here", text));
  }

  std::string number(SyntaxNode node) {
    std::string text;
    for (const char c : node.text())
      if (c != '\'') text += c;
    while (!text.empty() && std::string_view("uUlLzZ").find(text.back()) != std::string_view::npos) text.pop_back();
    if (text.find_first_of(".eEpP") != std::string::npos && !text.starts_with("0x")) unknown(fmt::format("{} is no integer", text));
    return text;
  }

  std::string expression(SyntaxNode node) {
    const auto kind = node.kind();
    if (kind == "identifier" || kind == "type_identifier" || kind == "namespace_identifier") return name(node);
    if (kind == "number_literal") return number(node);
    if (kind == "true" || kind == "false") return kind == "true" ? "1" : "0";
    if (kind == "char_literal") return std::to_string(node.text().size() > 1 ? static_cast<int>(node.text()[1]) : 0);
    // Brackets group; of a number alone they would make a tuple.
    if (kind == "parenthesized_expression") {
      const auto inner = expression(only(node));
      return only(node).is("binary_expression") ? fmt::format("({})", inner) : inner;
    }
    if (kind == "binary_expression") return binary(node);
    if (kind == "unary_expression") {
      if (!node.text().starts_with('-')) unknown(fmt::format("{} is not understood", node.text()));
      return fmt::format("-{}", expression(node["argument"]));
    }
    if (kind == "conditional_expression") {
      const auto holds = condition(node["condition"]);
      if (!holds) unknown(fmt::format("{} has no value here", node["condition"].text()));
      return expression(*holds ? node["consequence"] : node["alternative"]);
    }
    if (kind == "call_expression") return call(node);
    if (kind == "compound_literal_expression") return literal(node["type"], node["value"]);
    if (kind == "cast_expression") return expression(node["value"]);
    if (kind == "field_expression") return field(node);
    if (kind == "qualified_identifier") return qualified(node);
    if (kind == "template_type" || kind == "template_function" || kind == "type_descriptor" || kind == "primitive_type" ||
        kind == "dependent_type" || kind == "decltype" || kind == "sized_type_specifier" || kind == "placeholder_type_specifier")
      return type(node);
    if (kind == "sizeof_expression") return size_of(node);
    if (kind == "lambda_expression") unknown("a lambda");
    unknown(fmt::format("\"{}\" is not understood", first_line(node.text())));
  }

  static SyntaxNode only(SyntaxNode node) {
    const auto children = node.children();
    return children.empty() ? SyntaxNode{} : children[0];
  }
  static std::string first_line(std::string_view text) {
    const auto line = text.substr(0, text.find('\n'));
    return std::string(line.substr(0, 60));
  }

  std::string binary(SyntaxNode node) {
    const auto left = node["left"], right = node["right"];
    const auto sign = algebra::trimmed(std::string_view(
        left.text().data() + left.text().size(), static_cast<std::size_t>(right.text().data() - left.text().data()) - left.text().size()));
    if (sign == "+" || sign == "-" || sign == "*" || sign == "/" || sign == "%" || sign == "==")
      return fmt::format("{} {} {}", expression(left), sign, expression(right));
    const auto holds = condition(node);
    if (!holds) unknown(fmt::format("\"{}\" is not understood", first_line(node.text())));
    return *holds ? "1" : "0";
  }

  /// Whether a condition holds; nothing where that is not known.
  std::optional<bool> condition(SyntaxNode node) {
    try {
      if (node.is("condition_clause")) return condition(node["value"]);
      if (node.is("parenthesized_expression")) return condition(only(node));
      if (node.is("unary_expression") && (node.text().starts_with('!') || node.text().starts_with("not"))) {
        const auto inner = condition(node["argument"]);
        return inner ? std::optional(!*inner) : std::nullopt;
      }
      if (node.is("binary_expression")) {
        const auto left = node["left"], right = node["right"];
        const auto sign =
            algebra::trimmed(std::string_view(left.text().data() + left.text().size(),
                                              static_cast<std::size_t>(right.text().data() - left.text().data()) - left.text().size()));
        if (sign == "&&" || sign == "and" || sign == "||" || sign == "or") {
          const bool all = sign == "&&" || sign == "and";
          const auto a = condition(left), b = condition(right);
          if ((a && *a != all) || (b && *b != all)) return !all;
          return a && b ? std::optional(all) : std::nullopt;
        }
        const bool compares = sign == "<" || sign == ">" || sign == "<=" || sign == ">=" || sign == "==" || sign == "!=";
        if (compares) {
          const auto a = integer_of(expression(left)), b = integer_of(expression(right));
          if (!a || !b) return std::nullopt;
          return sign == "<"    ? *a < *b
                 : sign == ">"  ? *a > *b
                 : sign == "<=" ? *a <= *b
                 : sign == ">=" ? *a >= *b
                 : sign == "==" ? *a == *b
                                : *a != *b;
        }
      }
      const auto v = integer_of(expression(node));
      return v ? std::optional(*v != 0) : std::nullopt;
    } catch (Unknown&) {
      return std::nullopt;
    }
  }

  std::string literal(SyntaxNode type_node, SyntaxNode list_node) {
    const auto of = type(type_node);
    const auto inner = list_node.children();
    if (inner.empty()) return is_template(of) ? of + "{}" : of;
    // Shape<_2,int>{_2{}, n}: the values say it all.
    if (of.starts_with("Shape") || of.starts_with("Stride") || of.starts_with("Coord")) return fmt::format("({})", list(list_node));
    if (inner.size() == 1) return expression(inner[0]);
    return fmt::format("make_layout({})", list(list_node));
  }
  static bool is_template(const std::string& text) { return text.ends_with('>'); }

  std::string type(SyntaxNode node) {
    const auto kind = node.kind();
    if (kind == "type_descriptor") return type(node["type"]);
    if (kind == "decltype") {
      const auto children = node.children();
      if (children.empty() || children[0].is("auto")) unknown("decltype(auto)");
      return expression(children[0]);
    }
    if (kind == "placeholder_type_specifier") {
      for (const auto& child : node.children())
        if (child.is("decltype")) return type(child);
      unknown("auto");
    }
    if (kind == "dependent_type") return type(only(node));
    if (kind == "template_type" || kind == "template_function") {
      std::string arguments;
      for (const auto& a : node["arguments"].children()) arguments += (arguments.empty() ? "" : ",") + expression(a);
      const auto base = unqualified(node["name"].text());
      // Widths are numbers, not expressions.
      if (base == "uint_byte_t" || base == "uint_bit_t")
        if (const auto n = integer_of(arguments)) arguments = std::to_string(*n);
      if (base == "remove_cvref_t" || base == "remove_reference_t" || base == "decay_t") return arguments;
      if (base == "cosize_v" || base == "size_v" || base == "rank_v")
        return fmt::format("{}({})", base.substr(0, base.size() - 2), arguments);
      return fmt::format("{}<{}>", base, arguments);
    }
    if (kind == "qualified_identifier") return qualified(node);
    if (kind == "primitive_type" || kind == "sized_type_specifier") return std::string(node.text());
    return name(node);
  }

  std::string qualified(SyntaxNode node) {
    const auto scope = node["scope"];
    const auto last = node["name"];
    if (last.text() == "value" && scope) return type(scope);
    if (last.is("qualified_identifier")) return qualified(last);
    const auto whole = std::string(node.text());
    if (find(whole) != nullptr) return name(node);
    if (last.is("template_type") || last.is("template_function")) return type(last);
    return name(last);
  }

  std::string size_of(SyntaxNode node) {
    const auto of = node["type"] ? type(node["type"]) : expression(node["value"]);
    if (const auto v = value_of(of))
      if (const auto* t = std::get_if<algebra::ElementType>(&*v)) return std::to_string((t->bits + 7) / 8);
    unknown(fmt::format("sizeof({}) has no value here", of));
  }

  static bool is_position(std::string_view text) {
    return text == "threadIdx" || text == "blockIdx" || text == "blockDim" || text == "gridDim" || text == "clusterIdx";
  }

  std::string field(SyntaxNode node) {
    const auto object = node["argument"], member = node["field"];
    if (object.is("identifier") && is_position(object.text())) {
      const auto whole = fmt::format("{}.{}", object.text(), member.text());
      return given(whole, fmt::format("{}_{}", object.text(), member.text()), object.text().ends_with("Dim") ? "1" : "0", node.line());
    }
    unknown(fmt::format("{} has no value here", first_line(node.text())));
  }

  /// A number that the program is given: an entry of its own, once.
  std::string given(const std::string& name, const std::string& entry, const std::string& usual, std::size_t line) {
    if (!environment_.contains(entry)) {
      const auto* set = setting(name);
      define_entry({.function = {}, .name = name, .entry = entry, .text = set != nullptr ? *set : usual, .line = line, .parameter = true});
    }
    return entry;
  }

  /// Functions that make or cast pointers: what they point to matters to nobody here.
  static bool makes_pointer(std::string_view name) { return name.ends_with("_ptr") || name == "raw_pointer_cast"; }

  std::string call(SyntaxNode node) {
    const auto callee = node["function"];
    const auto arguments = node["arguments"];
    if (callee.is("field_expression")) return method(callee, arguments);
    const auto whole = callee.text();
    const auto bare = unqualified(whole);
    const auto base = bare.substr(0, bare.find('<'));
    if (callee.is("primitive_type")) return list(arguments);
    if (base == "static_cast" || base == "const_cast" || base == "forward" || base == "move") return list(arguments);
    if (makes_pointer(base)) return "ptr";
    if (callee.is("identifier")) {
      if (const auto* b = find(whole)) {
        if (b->kind == Binding::Kind::value) return fmt::format("{}({})", b->text, list(arguments));
        if (b->kind == Binding::Kind::lambda) return inlined(*b, arguments);
        if (b->kind == Binding::Kind::unknown) unknown(b->text);
      }
      if (const auto* f = function_named(whole, arguments.children().size())) return returned(*f, arguments);
    }
    std::string text(base);
    const auto templated = callee.is("template_function") ? callee : callee["name"];
    if (templated.is("template_function")) text = type(templated);
    return fmt::format("{}({})", text, list(arguments));
  }

  std::string method(SyntaxNode callee, SyntaxNode arguments) {
    const auto object = callee["argument"];
    auto member = callee["field"];
    if (member.is("dependent_name")) member = only(member);
    std::string text(member.text());
    if (member.is("template_method")) {
      std::string indices;
      for (const auto& a : member["arguments"].children()) indices += (indices.empty() ? "" : ",") + expression(a);
      text = fmt::format("{}<{}>", member["name"].text(), indices);
    }
    if (text == "data" || text == "begin" || text == "get") return "ptr";
    return fmt::format("{}.{}({})", expression(object), text == "get_thread_slice" ? "get_slice" : text, list(arguments));
  }

  /// The value that a lambda or a function with a single return gives.
  std::string inlined(const Binding& lambda, SyntaxNode arguments) {
    auto parameters = lambda.node["declarator"]["parameters"];
    return body_of(lambda.node["body"], parameters, arguments, "a lambda");
  }
  std::string returned(const CppFunction& f, SyntaxNode arguments) {
    auto declarator = f.definition["declarator"];
    while (declarator && !declarator.is("function_declarator")) declarator = declarator["declarator"];
    return body_of(f.definition["body"], declarator["parameters"], arguments, f.name);
  }
  std::string body_of(SyntaxNode body, SyntaxNode parameters, SyntaxNode arguments, const std::string& what) {
    if (++depth_ > 16) {
      --depth_;
      unknown(fmt::format("{} calls itself", what));
    }
    std::vector<std::string> values;
    const auto given = arguments.children();
    for (const auto& a : given) values.push_back(expression(a));
    const auto kept = scopes_.size();
    scopes_.emplace_back();
    const auto names = parameters.children();
    for (std::size_t i = 0; i < std::min(names.size(), values.size()); ++i)
      if (const auto n = declared_name(names[i]["declarator"])) bind(n.text(), {Binding::Kind::value, values[i]});
    std::optional<std::string> result;
    const auto statements = body.children();
    if (!statements.empty() && statements.back().is("return_statement")) {
      try {
        for (std::size_t i = 0; i + 1 < statements.size(); ++i) statement(statements[i]);
        result = expression(only(statements.back()));
      } catch (Unknown&) {
      }
    }
    scopes_.resize(kept);
    --depth_;
    if (!result) unknown(fmt::format("{} is not followed", what));
    return *result;
  }

  // ---- statements

  void block(SyntaxNode node) {
    scopes_.emplace_back();
    for (const auto& child : node.children()) statement(child);
    scopes_.pop_back();
  }

  /// The statements of an #if that count: #if 0 is left out, what depends on macros is read.
  std::vector<SyntaxNode> taken(SyntaxNode node) {
    std::vector<SyntaxNode> parts;
    const auto when = node["condition"];
    const bool out = when && (when.text() == "0" || when.text() == "false");
    const auto otherwise = node["alternative"];
    if (out) {
      if (otherwise)
        for (const auto& child : otherwise.children()) parts.push_back(child);
      return parts;
    }
    for (const auto& child : node.children())
      if (!(child == when) && !(child == otherwise) && !(child == node["name"])) parts.push_back(child);
    return parts;
  }

  void statement(SyntaxNode node) {
    const auto kind = node.kind();
    if (kind == "compound_statement") return block(node);
    if (kind == "declaration") return declaration(node);
    if (kind == "alias_declaration") return alias(node);
    if (kind == "preproc_if" || kind == "preproc_ifdef") {
      for (const auto& part : taken(node)) statement(part);
      return;
    }
    if (kind == "if_statement") return branch(node);
    if (kind == "for_statement") {
      scopes_.emplace_back();
      if (const auto first = node["initializer"]) statement(first);
      statement(node["body"]);
      scopes_.pop_back();
      return;
    }
    if (kind == "while_statement" || kind == "do_statement" || kind == "for_range_loop") return statement(node["body"]);
    if (kind == "labeled_statement" || kind == "attributed_statement") {
      for (const auto& child : node.children()) statement(child);
      return;
    }
    if (kind == "expression_statement" || kind == "return_statement") {
      const auto e = only(node);
      if (e.is("assignment_expression")) return assignment(e);
      calls_in(e);
    }
  }

  void branch(SyntaxNode node) {
    const auto holds = condition(node["condition"]);
    const auto then = node["consequence"];
    auto otherwise = node["alternative"];
    if (otherwise.is("else_clause")) otherwise = only(otherwise);
    if (holds && !*holds) remember_alternative(node["condition"], then);
    if (!holds || *holds) guarded(then, !holds.has_value());
    if (otherwise && (!holds || !*holds)) guarded(otherwise, !holds.has_value());
    // Of else if after else if, those after the one that is taken.
    if (holds && *holds)
      for (auto next = otherwise; next.is("if_statement");) {
        remember_alternative(next["condition"], next["consequence"]);
        next = next["alternative"];
        if (next.is("else_clause")) next = only(next);
      }
  }
  /// What may not happen changes no variable.
  void guarded(SyntaxNode node, bool perhaps) {
    perhaps_ += perhaps ? 1 : 0;
    statement(node);
    perhaps_ -= perhaps ? 1 : 0;
  }

  void assignment(SyntaxNode node) {
    calls_in(node["right"]);
    const auto left = node["left"];
    if (!left.is("identifier") || perhaps_ > 0) return;
    const auto* b = find(left.text());
    if (b == nullptr || b->kind == Binding::Kind::function) {
      return;
    }
    try {
      auto text = expression(node["right"]);
      // Only of numbers: what a loop moves on stays as it was defined.
      if (integer_of(text) && in_host_) rebind(left.text(), {Binding::Kind::value, text});
    } catch (Unknown&) {
    }
  }

  void alias(SyntaxNode node) {
    const auto n = node["name"].text();
    try {
      const auto text = type(node["type"]);
      const auto v = value_of(is_template(text) ? text + "{}" : text);
      if (v && std::holds_alternative<algebra::ElementType>(*v)) bind(n, {Binding::Kind::value, text});
      else if (v) define(n, is_template(text) ? text + "{}" : text, node.line(), false, true);
      else bind(n, {Binding::Kind::value, text});
    } catch (Unknown& u) {
      bind(n, {Binding::Kind::unknown, u.why});
    }
  }

  void declaration(SyntaxNode node) {
    const auto of = node["type"];
    for (const auto& d : node.children()) {
      if (d == of || !(d.is("identifier") || d.kind().ends_with("declarator"))) continue;
      bool pointer = false;
      const auto name_node = declared_name(d, &pointer);
      if (!name_node) continue;
      if (name_node.is("structured_binding_declarator")) {
        unpack(name_node, d["value"]);
        continue;
      }
      const auto n = name_node.text();
      const auto init = d.is("init_declarator") ? d["value"] : SyntaxNode{};
      if (pointer) {
        bind(n, {Binding::Kind::pointer, {}});
        continue;
      }
      // Foo f(a, b): as a function's declaration, or with arguments.
      if (d.is("function_declarator")) {
        initialise(n, of, d["parameters"], d.line());
        continue;
      }
      initialise(n, of, init, d.line());
    }
  }

  void unpack(SyntaxNode names, SyntaxNode init) {
    std::optional<std::string> text;
    std::string why;
    try {
      text = expression(init);
    } catch (Unknown& u) {
      why = u.why;
    }
    int i = 0;
    for (const auto& n : names.children()) {
      if (text) define(n.text(), fmt::format("get<{}>({})", i, *text), n.line(), false, false);
      else bind(n.text(), {Binding::Kind::unknown, why});
      ++i;
    }
  }

  static bool is_scalar(std::string_view type_text) {
    for (const std::string_view word : {"int", "unsigned", "size_t", "uint32_t", "int32_t", "int64_t", "uint64_t", "char", "bool", "long"})
      if (type_text == word || type_text.ends_with(fmt::format("::{}", word))) return true;
    return false;
  }
  /// Types of which an object without braces is a layout or the like.
  static bool is_layout_type(std::string_view text) {
    for (const std::string_view word :
         {"Tensor", "Layout", "TiledCopy", "TiledMMA", "ThrCopy", "ThrMMA", "Copy_Atom", "MMA_Atom", "ComposedLayout"})
      if (unqualified(text).starts_with(word)) return true;
    return false;
  }

  void initialise(std::string_view n, SyntaxNode of, SyntaxNode init, std::size_t line) {
    const auto type_text = of.text();
    bool wanted = is_layout_type(type_text);
    try {
      std::string text;
      if (init.is("lambda_expression")) return bind(n, {Binding::Kind::lambda, {}, init});
      if (init && (init.is("identifier") || init.is("template_function"))) {
        const auto target = unqualified(init.text()).substr(0, unqualified(init.text()).find('<'));
        if (find(init.text()) == nullptr)
          for (const auto& f : functions_)
            if (f.name == target) return bind(n, {Binding::Kind::function, f.name, f.definition});
      }
      if (!init) {
        if (is_scalar(type_text) || of.is("placeholder_type_specifier"))
          return bind(n, {Binding::Kind::unknown, fmt::format("{} has no value here", n)});
        const auto t = type(of);
        text = is_template(t) ? t + "{}" : t;
      } else if (init.is("initializer_list")) {
        text = literal(of, init);
      } else if (init.is("argument_list") || init.is("parameter_list")) {
        text = type_text.ends_with("dim3") || !is_layout_type(type_text) ? fmt::format("({})", list(init)) : list(init);
      } else {
        wanted = wanted || makes_layout(init);
        text = expression(init);
      }
      if (text == "ptr") return bind(n, {Binding::Kind::pointer, {}});
      define(n, std::move(text), line, is_scalar(type_text), wanted);
    } catch (Unknown& u) {
      fail(n, u.why, line, wanted);
    }
  }

  bool makes_layout(SyntaxNode node) const {
    if (!node.is("call_expression")) return false;
    const auto callee = node["function"];
    const auto text = callee.is("field_expression") ? callee["field"].text() : unqualified(callee.text());
    const auto* f = algebra::function_named(text.substr(0, text.find('<')));
    return f != nullptr && f->makes_layout;
  }

  void fail(std::string_view n, std::string why, std::size_t line, bool wanted) {
    bind(n, {Binding::Kind::unknown, fmt::format("{} has no value here", n)});
    if (wanted)
      program_.definitions.push_back(
          {.function = section_, .name = std::string(n), .entry = {}, .text = {}, .line = line, .problem = std::move(why)});
  }

  /// An entry of its own in the sheet.
  void define(std::string_view n, std::string text, std::size_t line, bool number, bool wanted) {
    if (in_host_)
      if (const auto* set = setting(n)) text = *set;
    if (!frames_.empty())
      if (const auto it = assumed_.find({key(*frames_.back().function), std::string(n)}); it != assumed_.end()) text = it->second;
    auto evaluated = algebra::evaluate(text, environment_, algebra::IntegerRule::cute, {.verdicts = false, .steps = nullptr});
    if (!evaluated) return fail(n, evaluated.error().problem.message, line, wanted || !number);
    if (silent_) {
      const auto* t = std::get_if<IntTuple>(&evaluated->value);
      if (t != nullptr && t->is_integer()) text = algebra::to_string(evaluated->value, algebra::Marks::underscores);
      return bind(n, {Binding::Kind::value, text});
    }
    const auto entry = free_name(n);
    environment_.emplace(entry, std::move(evaluated->value));
    program_.definitions.push_back({.function = section_, .name = std::string(n), .entry = entry, .text = std::move(text), .line = line});
    bind(n, {Binding::Kind::value, entry});
  }
  void define_entry(ProgramDefinition d) {
    if (auto evaluated = algebra::evaluate(d.text, environment_, algebra::IntegerRule::cute, {.verdicts = false, .steps = nullptr}))
      environment_.emplace(d.entry, std::move(evaluated->value));
    program_.definitions.push_back(std::move(d));
  }
  std::string free_name(std::string_view n) const {
    std::string name(n);
    if (!algebra::split_line(name + " = 1") || algebra::function_named(name) != nullptr) name += "_";
    auto unique = name;
    for (int i = 2; environment_.contains(unique); ++i) unique = fmt::format("{}_{}", name, i);
    return unique;
  }

  // ---- calls of the file's functions

  void calls_in(SyntaxNode node) {
    if (!node) return;
    if (node.is("call_expression")) follow(node);
    if (node.is("lambda_expression")) return;
    for (const auto& child : node.children()) calls_in(child);
  }

  void follow(SyntaxNode node) {
    const auto callee = node["function"];
    const auto arguments = node["arguments"].children();
    const auto as_function = [&](SyntaxNode n) -> const CppFunction* {
      if (const auto* b = find(n.text()); b != nullptr) return b->kind == Binding::Kind::function ? chosen(b->text, {}) : nullptr;
      return n.is("identifier") || n.is("template_function")
                 ? chosen(unqualified(n.text()).substr(0, unqualified(n.text()).find('<')), arguments)
                 : nullptr;
    };
    if (const auto* f = as_function(callee)) return enter(*f, arguments, 0);
    // launch_kernel_on_cluster(params, kernel, arguments...)
    if (lower(callee.text()).find("launch") == std::string::npos) return;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      auto a = arguments[i];
      if (a.is("cast_expression")) a = a["value"];
      if (const auto* f = as_function(a); f != nullptr && f->kernel) return enter(*f, arguments, i + 1);
    }
  }

  /// Of functions that share the name, the one for the element type of the first pointer argument.
  const CppFunction* chosen(std::string_view name, const std::vector<SyntaxNode>&) const {
    const CppFunction* found = nullptr;
    for (const auto& f : functions_) {
      if (f.name != name) continue;
      if (found == nullptr) found = &f;
    }
    return found;
  }

  void enter(const CppFunction& named, const std::vector<SyntaxNode>& arguments, std::size_t first) {
    if (depth_ >= 16 || (silent_ && named.kernel)) return;
    std::vector<std::optional<Binding>> values;
    std::vector<std::string> names;
    for (std::size_t i = first; i < arguments.size(); ++i) {
      values.push_back(argument(arguments[i]));
      names.emplace_back(arguments[i].is("identifier") ? arguments[i].text() : std::string_view{});
    }
    // Of functions that share the name, which one is called depends on types: all are read.
    for (const auto& f : functions_) {
      if (f.name != named.name || values.size() > f.parameters.size()) continue;
      if (f.kernel) {
        run_function(f, values, names, fmt::format("{}@{}", shown_name(f), section_));
        continue;
      }
      if (read_.contains(key(f)) && (target_ == 0 || !calls(f, target_, 0))) continue;
      for (auto& v : values)
        if (v && v->kind == Binding::Kind::value)
          if (const auto n = integer_of(v->text)) v->text = std::to_string(*n);
      run_function(f, values, names, {});
    }
  }
  /// Whether a function calls that one, by others perhaps.
  bool calls(const CppFunction& f, std::size_t target, int depth) const {
    if (depth > 8) return false;
    for (const auto& g : functions_)
      if (g.name != f.name && mentions(f.definition["body"], g.name) && (key(g) == target || calls(g, target, depth + 1))) return true;
    return false;
  }
  static bool mentions(SyntaxNode node, std::string_view name) {
    if (node.is("call_expression") && node["function"].text() == name) return true;
    const auto children = node.children();
    return std::any_of(children.begin(), children.end(), [&](const auto& child) { return mentions(child, name); });
  }
  std::optional<Binding> argument(SyntaxNode node) {
    if (const auto* b = node.is("identifier") ? find(node.text()) : nullptr) return *b;
    try {
      const auto text = expression(node);
      return text == "ptr" ? Binding{Binding::Kind::pointer, {}} : Binding{Binding::Kind::value, text};
    } catch (Unknown& u) {
      return Binding{Binding::Kind::unknown, u.why};
    }
  }

  void call_root(const CppFunction& f) {
    if (read_.contains(key(f))) return;
    run_function(f, {}, {}, {});
    // Branches that are not taken, but call what is not read yet: as if their condition held.
    for (int rounds = 0; rounds < 8; ++rounds) {
      const auto next =
          std::find_if(alternatives_.begin(), alternatives_.end(), [&](const auto& a) { return !read_.contains(a.function); });
      if (next == alternatives_.end()) break;
      assumed_ = next->assumed;
      target_ = next->function;
      alternatives_.erase(next);
      run_function(f, {}, {}, {});
      assumed_.clear();
      target_ = 0;
    }
    alternatives_.clear();
  }

  /// A function that a branch calls which is not taken; `assumed`: the numbers with which it is, by function's line and name.
  struct Alternative {
    std::size_t function = 0;
    std::map<std::pair<std::size_t, std::string>, std::string> assumed;
  };
  struct Frame {
    const CppFunction* function = nullptr;
    std::map<std::string, std::string, std::less<>> from;  ///< parameter -> the caller's variable
  };

  /// x == 3 && y == 'T': what has to be assumed; nothing if the condition is of another kind.
  bool equalities(SyntaxNode node, std::map<std::pair<std::size_t, std::string>, std::string>& out) {
    if (node.is("condition_clause")) return equalities(node["value"], out);
    if (node.is("parenthesized_expression")) return equalities(only(node), out);
    if (!node.is("binary_expression")) return false;
    const auto left = node["left"], right = node["right"];
    if (node.has("&&")) return equalities(left, out) && equalities(right, out);
    if (!node.has("==") || !left.is("identifier") || frames_.empty()) return false;
    try {
      const auto value = expression(right);
      std::string variable(left.text());
      auto frame = frames_.size() - 1;
      for (; frame > 0; --frame) {
        const auto it = frames_[frame].from.find(variable);
        if (it == frames_[frame].from.end() || it->second.empty()) break;
        variable = it->second;
      }
      out[{key(*frames_[frame].function), variable}] = value;
      return true;
    } catch (Unknown&) {
      return false;
    }
  }
  void remember_alternative(SyntaxNode condition_node, SyntaxNode body) {
    std::map<std::pair<std::size_t, std::string>, std::string> assumed = assumed_;
    if (!equalities(condition_node, assumed)) return;
    remember_calls(body, assumed);
  }
  void remember_calls(SyntaxNode node, const std::map<std::pair<std::size_t, std::string>, std::string>& assumed) {
    if (node.is("call_expression"))
      for (const auto& f : functions_)
        if (!f.kernel && f.name == node["function"].text() && !read_.contains(key(f)) &&
            std::none_of(alternatives_.begin(), alternatives_.end(), [&](const auto& a) { return a.function == key(f); }))
          alternatives_.push_back({key(f), assumed});
    for (const auto& child : node.children()) remember_calls(child, assumed);
  }

  void run_function(const CppFunction& f, const std::vector<std::optional<Binding>>& values, const std::vector<std::string>& names,
                    std::string section) {
    const bool again = !f.kernel && !read_.insert(key(f)).second;
    const auto kept_silent = silent_;
    silent_ = again;
    auto& frame = frames_.emplace_back(Frame{&f, {}});
    for (std::size_t i = 0; i < std::min(names.size(), f.parameters.size()); ++i) frame.from[f.parameters[i].name] = names[i];
    const auto kept_section = section_;
    const auto kept_host = in_host_;
    const auto kept_scopes = scopes_;
    scopes_ = {kept_scopes.front(), {}};
    ++depth_;
    in_host_ = !f.kernel;
    bind_templates(f);
    section_ = section.empty() ? shown_name(f) : std::move(section);
    for (std::size_t i = 0; i < f.parameters.size(); ++i) bind_parameter(f, f.parameters[i], i < values.size() ? values[i] : std::nullopt);
    bind_template_values(f);
    statement(f.definition["body"]);
    --depth_;
    scopes_ = kept_scopes;
    section_ = kept_section;
    in_host_ = kept_host;
    silent_ = kept_silent;
    frames_.pop_back();
  }

  void bind_templates(const CppFunction& f) {
    for (const auto& p : f.templates.children()) {
      const auto n = p.is("optional_type_parameter_declaration") ? p["name"] : declared_or_only(p);
      if (!n) continue;
      // An element type, unless a parameter of that type says otherwise.
      const bool of_pointer =
          std::any_of(f.parameters.begin(), f.parameters.end(), [&](const auto& q) { return q.pointer && q.type == n.text(); });
      if (p["default_type"]) {
        try {
          bind(n.text(), {Binding::Kind::value, type(p["default_type"])});
        } catch (Unknown&) {
        }
      } else if (of_pointer) {
        bind(n.text(), {Binding::Kind::value, "float"});
      }
    }
  }
  static SyntaxNode declared_or_only(SyntaxNode p) {
    if (const auto d = p["declarator"]) return declared_name(d);
    return only(p);
  }
  /// SmemLayout{} in the body is what the parameter of that type is.
  void bind_template_values(const CppFunction& f) {
    for (const auto& p : f.parameters) {
      if (p.pointer || p.type.empty() || find(p.type) != nullptr) continue;
      const auto templates = f.templates.children();
      const bool of_template =
          std::any_of(templates.begin(), templates.end(), [&](const auto& t) { return declared_or_only(t).text() == p.type; });
      if (!of_template) continue;
      if (const auto it = by_parameter_.find(p.node.line() * 1000 + static_cast<std::size_t>(p.node.text().size()));
          it != by_parameter_.end())
        bind(p.type, it->second);
    }
  }

  void bind_parameter(const CppFunction&, const Parameter& p, const std::optional<Binding>& given_value) {
    const auto remember = [&](const Binding& b) {
      by_parameter_[p.node.line() * 1000 + static_cast<std::size_t>(p.node.text().size())] = b;
    };
    if (p.pointer) return bind(p.name, {Binding::Kind::pointer, {}});
    if (given_value && given_value->kind != Binding::Kind::value) {
      remember(*given_value);
      return bind(p.name, *given_value);
    }
    if (given_value) {
      const bool plain = is_scalar(p.type);
      if (p.name.empty()) return remember(*given_value);
      define(p.name, given_value->text, p.node.line(), plain, false);
      remember(*find(p.name));
      return;
    }
    if (p.name.empty()) return;
    if (const auto* set = setting(p.name); set != nullptr && is_scalar(p.type)) return define(p.name, *set, p.node.line(), true, false);
    if (p.name == "argc") return bind(p.name, {Binding::Kind::value, "1"});
    bind(p.name, {Binding::Kind::unknown, fmt::format("{} has no value here", p.name)});
  }

  Syntax syntax_;
  const ProgramSettings& settings_;
  CppProgram program_;
  std::vector<CppFunction> functions_;
  std::vector<std::map<std::string, Binding, std::less<>>> scopes_;
  std::map<std::size_t, Binding> by_parameter_;
  algebra::Environment environment_;
  std::string section_;
  std::set<std::size_t> read_;  ///< functions, by their line
  bool in_host_ = true;
  bool silent_ = false;  ///< nothing that is defined becomes an entry
  std::vector<Frame> frames_;
  std::vector<Alternative> alternatives_;
  std::map<std::pair<std::size_t, std::string>, std::string> assumed_;
  std::size_t target_ = 0;  ///< the function that assumed_ leads to
  int depth_ = 0, perhaps_ = 0;
};

}  // namespace

CppProgram read_cpp_program(std::string_view source, const ProgramSettings& settings) { return Reader(source, settings).run(); }

}  // namespace app
