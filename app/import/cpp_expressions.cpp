#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "algebra/atoms.hpp"
#include "algebra/characters.hpp"
#include "algebra/expression/words.hpp"
#include "algebra/language.hpp"
#include "app/document/entry_source.hpp"
#include "app/import/cpp_reader.hpp"

namespace app {
namespace {

/// The text between two operands.
std::string_view sign_between(SyntaxNode left, SyntaxNode right, std::string_view source) {
  return right.begin() <= left.end() ? std::string_view{} : algebra::trimmed(source.substr(left.end(), right.begin() - left.end()));
}

/// Whether a text needs brackets beside an operator.
bool has_operator(std::string_view text) {
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (std::string_view("([{").find(text[i]) != std::string_view::npos) ++depth;
    if (std::string_view(")]}").find(text[i]) != std::string_view::npos) --depth;
    if (depth == 0 && text[i] == ' ' && i + 1 < text.size() && std::string_view("+-*/%=").find(text[i + 1]) != std::string_view::npos)
      return true;
  }
  return false;
}

/// Functions that say where a thread stands, and what each is.
struct Place {
  std::string_view function, value;
};
constexpr std::array<Place, 7> places{{{"canonical_warp_idx", "{} / 32"},
                                       {"canonical_warp_idx_sync", "{} / 32"},
                                       {"canonical_warp_group_idx", "{} / 128"},
                                       {"canonical_lane_idx", "{} % 32"},
                                       {"block_rank_in_cluster", "0"},
                                       {"elect_one_sync", "1"},
                                       {"warp_uniform", ""}}};

}  // namespace

SyntaxNode only(SyntaxNode node) {
  const auto children = node.children();
  return children.empty() ? SyntaxNode{} : children[0];
}

std::string CppReader::list(SyntaxNode arguments) {
  std::string text;
  for (const auto& a : arguments.children()) {
    text += (text.empty() ? "" : ", ") + expression(a);
    if (text.size() > longest) unknown("the expression is too long");
  }
  return text;
}

std::string CppReader::name(SyntaxNode node) {
  const auto text = node.text();
  if (auto* b = find(text)) {
    if (b->kind == Binding::Kind::number) use_number(*b, std::string(text));
    switch (b->kind) {
      case Binding::Kind::value:
      case Binding::Kind::type: return b->text;
      case Binding::Kind::pointer: return "ptr";
      case Binding::Kind::object: unknown(b->text);
      case Binding::Kind::structure: unknown(fmt::format("{} is a type", text));
      default: unknown(fmt::format("{} is a function", text));
    }
  }
  const bool mark = text == "_" || text == "X" || (text.size() > 1 && text[0] == '_' && algebra::is_digit(text[1]));
  if (mark || algebra::expression::is_word(text) || algebra::is_atom_name(text)) return std::string(text);
  // An instruction, SM90_TMA_LOAD.
  if (text.size() > 4 && text.starts_with("SM") && algebra::is_digit(text[2])) unknown(fmt::format("{} is not supported yet", text));
  unknown(fmt::format("{} has no value here", text));
}

std::string CppReader::expression(SyntaxNode node) {
  const Deeper deeper(*this);
  auto text = expression_of(node);
  if (text.size() > longest) unknown("the expression is too long");
  return text;
}

std::string CppReader::expression_of(SyntaxNode node) {
  const auto kind = node.kind();
  if (kind == "identifier" || kind == "type_identifier" || kind == "namespace_identifier") return name(node);
  if (kind == "number_literal") {
    std::string text;
    for (const char c : node.text())
      if (c != '\'') text += c;
    while (!text.empty() && std::string_view("uUlLzZ").find(text.back()) != std::string_view::npos) text.pop_back();
    if (text.find_first_of(".eEpP") != std::string::npos && !text.starts_with("0x")) unknown(fmt::format("{} is no integer", text));
    if (text.starts_with("0x") || text.starts_with("0X")) return std::to_string(std::strtoull(text.c_str(), nullptr, 16));
    return text;
  }
  if (kind == "true" || kind == "false") return kind == "true" ? "1" : "0";
  if (kind == "char_literal") return std::to_string(node.text().size() > 1 ? static_cast<int>(node.text()[1]) : 0);
  // Brackets group; of a number alone they would make a tuple.
  if (kind == "parenthesized_expression") return operand(only(node));
  if (kind == "binary_expression") return binary(node);
  if (kind == "unary_expression") {
    if (node.text().starts_with('-')) return fmt::format("-{}", operand(node["argument"]));
    if (node.text().starts_with('+')) return expression(node["argument"]);
    const auto holds = condition(node);
    if (!holds) unknown(fmt::format("\"{}\" is not understood", in_one_line(node.text(), 60)));
    return *holds ? "1" : "0";
  }
  if (kind == "conditional_expression") {
    const auto holds = condition(node["condition"]);
    if (!holds) unknown(fmt::format("{} has no value here", in_one_line(node["condition"].text(), 60)));
    return expression(*holds ? node["consequence"] : node["alternative"]);
  }
  if (kind == "call_expression") return call(node);
  if (kind == "compound_literal_expression") return literal(node["type"], node["value"]);
  if (kind == "cast_expression") return expression(node["value"]);
  if (kind == "field_expression") return field(node);
  if (kind == "subscript_expression" || kind == "pointer_expression" || kind == "new_expression" || kind == "string_literal")
    unknown(fmt::format("{} is a value that only the running program has", in_one_line(node.text(), 60)));
  if (kind == "qualified_identifier") return qualified(node);
  if (kind == "template_type" || kind == "template_function" || kind == "type_descriptor" || kind == "primitive_type" ||
      kind == "dependent_type" || kind == "decltype" || kind == "sized_type_specifier" || kind == "placeholder_type_specifier")
    return type(node);
  if (kind == "sizeof_expression") return size_of(node);
  if (kind == "lambda_expression") unknown("a lambda has no value here");
  unknown(fmt::format("\"{}\" is not understood", in_one_line(node.text(), 60)));
}

std::string CppReader::operand(SyntaxNode node) {
  auto text = expression(node);
  return has_operator(text) ? fmt::format("({})", text) : text;
}

std::string CppReader::binary(SyntaxNode node) {
  const auto left = node["left"], right = node["right"];
  const auto sign = sign_between(left, right, syntax_.source());
  if (sign == "+" || sign == "-" || sign == "*" || sign == "/" || sign == "%" || sign == "==") {
    const auto a = left.is("binary_expression") && (sign == "+" || sign == "-") ? expression(left) : operand(left);
    return fmt::format("{} {} {}", a, sign, operand(right));
  }
  if (sign == "<<" || sign == ">>" || sign == "&" || sign == "|" || sign == "^") {
    const auto a = integer_of(expression(left)), b = integer_of(expression(right));
    if (!a || !b || *a < 0 || *b < 0 || (sign.size() == 2 && (*b > 30 || *a > (1 << 30))))
      unknown(fmt::format("\"{}\" is not understood", in_one_line(node.text(), 60)));
    return std::to_string(sign == "<<" ? *a << *b : sign == ">>" ? *a >> *b : sign == "&" ? *a & *b : sign == "|" ? *a | *b : *a ^ *b);
  }
  const auto holds = condition(node);
  if (!holds) unknown(fmt::format("\"{}\" is not understood", in_one_line(node.text(), 60)));
  return *holds ? "1" : "0";
}

/// Whether a condition holds; nothing where that is not known.
std::optional<bool> CppReader::condition(SyntaxNode node) {
  try {
    const Deeper deeper(*this);
    if (node.is("condition_clause")) return condition(node["value"]);
    if (node.is("parenthesized_expression")) return condition(only(node));
    if (node.is("unary_expression") && (node.text().starts_with('!') || node.text().starts_with("not"))) {
      const auto inner = condition(node["argument"]);
      return inner ? std::optional(!*inner) : std::nullopt;
    }
    if (node.is("binary_expression"))
      if (const auto sign = sign_between(node["left"], node["right"], syntax_.source());
          sign == "&&" || sign == "and" || sign == "||" || sign == "or" || sign == "<" || sign == ">" || sign == "<=" || sign == ">=" ||
          sign == "==" || sign == "!=")
        return compared(node);
    const auto v = integer_of(expression(node));
    return v ? std::optional(*v != 0) : std::nullopt;
  } catch (Unknown&) {
    return std::nullopt;
  }
}
std::optional<bool> CppReader::compared(SyntaxNode node) {
  const auto left = node["left"], right = node["right"];
  const auto sign = sign_between(left, right, syntax_.source());
  if (sign == "&&" || sign == "and" || sign == "||" || sign == "or") {
    const bool all = sign == "&&" || sign == "and";
    const auto a = condition(left), b = condition(right);
    if ((a && *a != all) || (b && *b != all)) return !all;
    return a && b ? std::optional(all) : std::nullopt;
  }
  const auto a = integer_of(expression(left)), b = integer_of(expression(right));
  if (!a || !b) return std::nullopt;
  return sign == "<"    ? *a < *b
         : sign == ">"  ? *a > *b
         : sign == "<=" ? *a <= *b
         : sign == ">=" ? *a >= *b
         : sign == "==" ? *a == *b
                        : *a != *b;
}

/// A number that the program is given where it runs: an entry of its own, once.
std::string CppReader::given(const std::string& name, const std::string& usual, std::size_t line) {
  const auto* set = setting(name);
  const auto kept = section_;
  section_.clear();
  // The line is where it is read first.
  for (const auto& d : program_.definitions)
    if (d.parameter && d.function.empty() && d.name == name) {
      section_ = kept;
      return d.entry;
    }
  auto made = add({.function = {},
                   .name = name,
                   .entry = free_name(parameter_entry(name)),
                   .text = set ? *set : usual,
                   .line = line,
                   .parameter = true});
  section_ = kept;
  if (made.empty()) unknown("the rest of the program is not read");
  return made;
}

std::string CppReader::field(SyntaxNode node) {
  const auto object = node["argument"], member = node["field"];
  if (object.is("identifier") && is_built_in(object.text())) {
    std::string usual = object.text().ends_with("Dim") ? "1" : "0";
    if (object.text() == "blockDim") {
      const auto* size = block_size_ ? std::get_if<algebra::IntTuple>(&*block_size_) : nullptr;
      const int mode = member.text() == "x" ? 0 : member.text() == "y" ? 1 : 2;
      if (size == nullptr) usual = mode == 0 ? "128" : "1";
      else if (size->is_integer()) usual = mode == 0 ? std::to_string(size->integer().value) : "1";
      else if (mode < size->rank() && size->mode(mode).is_integer()) usual = std::to_string(size->mode(mode).integer().value);
    }
    return given(fmt::format("{}.{}", object.text(), member.text()), usual, node.line());
  }
  if (member.text() == "value") return expression(object);
  // params.seqlen_q: a number that the program is given.
  const auto* b = object.is("identifier") ? find(object.text()) : nullptr;
  if (b != nullptr && b->kind == Binding::Kind::object && member.is("field_identifier"))
    return given(fmt::format("{}.{}", object.text(), member.text()), usual_number(member.text()), node.line());
  if (b != nullptr && b->kind == Binding::Kind::value && (member.text() == "x" || member.text() == "y" || member.text() == "z"))
    return fmt::format("get<{}>({})", member.text()[0] - 'x', b->text);
  unknown(fmt::format("{} has no value here", in_one_line(node.text(), 60)));
}

/// The type of what a pointer points to, as text; "" where that is not known.
std::string CppReader::element_of(SyntaxNode pointer) {
  // d_A.data().get(), smem.A.begin(): that of the variable.
  for (int i = 0; i < 8 && pointer; ++i) {
    if (pointer.is("identifier")) {
      const auto* b = find(pointer.text());
      return b != nullptr && b->kind == Binding::Kind::pointer ? b->text : "";
    }
    if (pointer.is("call_expression")) {
      const auto callee = pointer["function"];
      if (const auto arguments = pointer["arguments"].children(); !callee.is("field_expression") && arguments.size() == 1) {
        const auto templated = callee.is("template_function") ? callee : callee["name"];
        if (templated.is("template_function")) try {
            if (auto of = type(only(templated["arguments"])); !of.empty() && of != "auto") return of;
          } catch (Unknown&) {
          }
        pointer = arguments[0];
      } else pointer = callee;
    } else if (pointer.is("field_expression")) {
      const auto field = pointer["field"].text();
      pointer = pointer["argument"];
      // smem.A, where smem is a structure of the file.
      const auto* b = pointer.is("identifier") ? find(pointer.text()) : nullptr;
      if (b != nullptr && b->kind == Binding::Kind::structure) {
        const auto& members = instances_[b->text];
        const auto member = members.find(field);
        return member != members.end() && member->second.kind == Binding::Kind::pointer ? member->second.text : "";
      }
    } else if (pointer.is("pointer_expression")) pointer = pointer["argument"];
    else if (pointer.is("cast_expression")) pointer = pointer["value"];
    else pointer = only(pointer);
  }
  return "";
}

/// make_gmem_ptr<half_t>(A)
std::string CppReader::pointer_cast(std::string_view function, SyntaxNode callee, SyntaxNode arguments) {
  const auto given = arguments.children();
  const auto templated = callee.is("template_function") ? callee : callee["name"];
  auto of = templated.is("template_function") ? type(only(templated["arguments"])) : given.empty() ? "" : element_of(given[0]);
  if (function != "make_gmem_ptr" && function != "make_smem_ptr" && function != "make_rmem_ptr") return "ptr";
  const auto root = given.empty() ? SyntaxNode{} : given[0];
  const auto pointer = root.is("identifier") && !names_.contains(root.text()) && algebra::function_named(root.text()) == nullptr
                           ? std::string(root.text())
                           : "ptr";
  return of.empty() ? fmt::format("{}({})", function, pointer) : fmt::format("{}<{}>({})", function, of, pointer);
}

std::string CppReader::call(SyntaxNode node) {
  const auto callee = node["function"];
  const auto arguments = node["arguments"];
  if (callee.is("field_expression")) return method(callee, arguments);
  const auto whole = callee.text();
  const auto base = without_arguments(unqualified(whole));
  if (callee.is("primitive_type") || is_integer_type(base)) return list(arguments);
  if (base == "static_cast" || base == "const_cast" || base == "forward" || base == "move") return list(arguments);
  if (base.ends_with("_ptr") || base.ends_with("ptr_cast") || base == "reinterpret_cast" || base == "raw_pointer_cast")
    return pointer_cast(base, callee, arguments);
  // lazy::transform(C, [&](auto c) { return elem_less(c, shape); }): the coordinates that it is asked of.
  if (base == "transform" && whole.find("lazy::") != std::string_view::npos && !arguments.children().empty())
    return expression(arguments.children()[0]);
  // The value that the first lane has; of whole warps it is everyone's.
  if (base == "__shfl_sync" && arguments.children().size() > 1) return expression(arguments.children()[1]);
  for (const auto& p : places)
    if (p.function == base) {
      if (p.value.empty()) return list(arguments);
      if (p.value.find('{') == std::string_view::npos) return std::string(p.value);
      return fmt::format(fmt::runtime(p.value), given("threadIdx.x", "0", node.line()));
    }
  if (callee.is("identifier"))
    if (const auto* b = find(whole)) {
      if (b->kind == Binding::Kind::value) return fmt::format("{}({})", b->text, list(arguments));
      if (b->kind == Binding::Kind::lambda) return body_of(b->node["body"], b->node["declarator"]["parameters"], arguments, "the lambda");
      if (b->kind == Binding::Kind::object) unknown(b->text);
    }
  if (const auto* f = function_named(base); f != nullptr && (callee.is("identifier") || callee.is("template_function"))) {
    auto declarator = f->definition["declarator"];
    while (declarator && !declarator.is("function_declarator")) declarator = declarator["declarator"];
    read_.insert(f->key());
    return body_of(f->definition["body"], declarator["parameters"], arguments, f->name);
  }
  std::string text(base);
  const auto templated = callee.is("template_function") ? callee : callee["name"];
  if (templated.is("template_function")) text = template_type(templated);
  auto given = list(arguments);
  // make_tensor(A, layout): what A points to.
  if (const auto all = arguments.children(); !all.empty() && (given == "ptr" || given.starts_with("ptr,")))
    if (const auto of = element_of(all[0]); !of.empty()) given = fmt::format("{} {}", of, given);
  return fmt::format("{}({})", text, given);
}

std::string CppReader::method(SyntaxNode callee, SyntaxNode arguments) {
  const auto object = callee["argument"];
  auto member = callee["field"];
  if (member.is("dependent_name")) member = only(member);
  std::string text(member.text());
  if (member.is("template_method")) {
    std::string indices;
    for (const auto& a : member["arguments"].children()) indices += (indices.empty() ? "" : ",") + expression(a);
    text = fmt::format("{}<{}>", member["name"].text(), indices);
  }
  for (const std::string_view pointer : {"data", "begin", "get"})
    if (text == pointer) return "ptr";
  return fmt::format("{}.{}({})", expression(object), text, list(arguments));
}

/// The value that a lambda or a function with a single return at its end gives.
std::string CppReader::body_of(SyntaxNode body, SyntaxNode parameters, SyntaxNode arguments, const std::string& what) {
  if (calls_deep_ >= most_calls) unknown(fmt::format("{} calls itself", what));
  std::vector<std::optional<Binding>> values;
  for (const auto& a : arguments.children()) values.push_back(argument(a));
  const auto kept = scopes_.size();
  const auto kept_section = section_;
  scopes_.emplace_back();
  ++calls_deep_;
  if (what != "the lambda") section_ = fmt::format("{}@{}", what, section_.substr(0, section_.find('@')));
  std::size_t i = 0;
  for (const auto& p : parameters.children()) {
    if (i < values.size())
      if (const auto n = declared_name(p["declarator"])) bind(n.text(), *values[i]);
    ++i;
  }
  std::optional<std::string> result;
  std::string why = fmt::format("{} is not followed", what);
  const auto statements = body.children();
  if (!statements.empty() && statements.back().is("return_statement")) {
    try {
      for (std::size_t s = 0; s + 1 < statements.size(); ++s) statement(statements[s]);
      result = expression(only(statements.back()));
    } catch (Unknown& u) {
      why = std::move(u.why);
    }
  }
  scopes_.resize(kept);
  section_ = kept_section;
  --calls_deep_;
  if (!result) unknown(std::move(why));
  return *result;
}

}  // namespace app
