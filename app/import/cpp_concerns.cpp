// Decides which definitions of a C++ program concern CuTe, and so are listed with a value or the reason why they have none.

#include "app/import/cpp_interpreter.hpp"

#include <array>

#include "algebra/hardware/atoms.hpp"
#include "algebra/language/vocabulary.hpp"
#include "algebra/text/characters.hpp"
#include "algebra/text/row_named.hpp"

namespace app {
namespace {

/// Returns whether a function's name concerns layouts, even if the language does not have the function.
bool names_layouts(std::string_view function) {
  // make_shape and make_coord give a tuple whose integers have a role in layouts.
  if (const auto* f = algebra::function_named(function)) return f->makes_layout || f->numbers.has_value();
  for (const std::string_view word : {"tensor", "layout", "tiled", "tma", "fragment", "shape", "stride", "coord", "partition", "tile",
                                      "swizzle", "_atom", "_mma", "copy_atom"})
    if (function.find(word) != std::string_view::npos) return true;
  return false;
}

}  // namespace

bool is_of_other_library(std::string_view callee) {
  for (const std::string_view scope : {"std::", "::std::", "thrust::", "cub::", "at::", "torch::", "c10::", "cuda", "cublas", "nvtx"})
    if (callee.starts_with(scope)) return true;
  // The driver's functions: cuInit, but not custom_parse.
  return callee.size() > 2 && callee.starts_with("cu") && callee[2] >= 'A' && callee[2] <= 'Z';
}

bool is_layout_type(std::string_view text) {
  const auto type = without_arguments(unqualified(text));
  for (const std::string_view last : {"Tensor", "Layout", "Swizzle", "Copy", "MMA", "_Atom"})
    if (type.ends_with(last)) return true;
  return false;
}

bool is_cute_word(std::string_view word) {
  if (word == "_" || (word.size() > 1 && word[0] == '_' && algebra::is_digit(word[1]))) return true;
  // The words tuple, constant and seq are common in other libraries, too.
  const bool capital = !word.empty() && word[0] >= 'A' && word[0] <= 'Z';
  if (capital && cute_type_named(word).is != CuteType::none) return true;
  return is_layout_type(word) || names_layouts(word) || algebra::is_atom_name(word);
}

/// Returns whether a node contains words of CuTe, apart from bodies of lambdas.
bool CppInterpreter::mentions_cute(SyntaxNode node) {
  bool found = false;
  each_below(node, [&](SyntaxNode n) {
    if (found || n.is("lambda_expression")) return true;
    if (n.kind().ends_with("identifier") && !n.is("qualified_identifier") && !n.is("namespace_identifier")) {
      const auto word = n.text();
      const auto p = find(word);
      found = p == nullptr ? is_cute_word(word)
                           : p->of_cute || (p->value.is(Kind::expression) && entries_.has(p->value.text) && p->value.type.empty());
    }
    return found;
  });
  return found;
}

/// Determines by a node's kind whether its value is a layout, or which other node decides that.
struct CppInterpreter::Concerns {
  struct Answer {
    std::optional<bool> known;
    SyntaxNode next{};
  };
  struct Row {
    std::array<std::string_view, 5> names;
    Answer (Concerns::*answer)(SyntaxNode);
  };
  static const std::array<Row, 10> rows;

  CppInterpreter& in;
  int depth;

  bool inner(SyntaxNode node) { return in.concerns_layouts(node, depth + 1); }
  Answer variable(SyntaxNode node) {
    const auto b = in.find(node.text());
    if (b != nullptr && b->value.is(Kind::unknown)) return {b->of_cute || is_cute_word(node.text())};
    return {b != nullptr ? b->value.is(Kind::expression) && (b->of_cute || in.entries_.has(b->value.text))
                         : node.text() != "_" && is_cute_word(node.text())};
  }
  Answer call(SyntaxNode node) {
    const auto callee = node["function"];
    if (callee.is("field_expression")) {
      // x.layout(), whatever x may be.
      if (const auto named = without_arguments(callee["field"].text()); names_layouts(named) || named == "layout") return {true};
      return {std::nullopt, callee["argument"]};
    }
    if (names_layouts(without_arguments(unqualified(callee.text())))) return {true};
    if (is_of_other_library(callee.text())) return {false};
    // A function of the file that makes layouts.
    for (const auto* f :
         in.definitions_.functions_named(callee.is("template_function") ? callee["name"].text() : callee.text(), in.frame().scope)) {
      bool made = false;
      each_below(f->definition["body"], [&](SyntaxNode n) {
        made = made || (n.is("call_expression") && names_layouts(without_arguments(unqualified(n["function"].text()))));
        return made;
      });
      if (made) return {true};
    }
    if (callee.is("identifier") && inner(callee)) return {true};
    // C::make(..), ns::f(..): it may well be a layout.
    if (callee.is("qualified_identifier") && callee["scope"].text() != "cute" && callee["scope"].text() != "cutlass") return {true};
    return {in.mentions_cute(node["arguments"])};
  }
  /// Checks one part first, then the other.
  template <bool of_condition>
  Answer parts(SyntaxNode node) {
    if (inner(node[of_condition ? "consequence" : "right"])) return {true};
    return {std::nullopt, node[of_condition ? "alternative" : "left"]};
  }
  Answer type(SyntaxNode node) { return {std::nullopt, node["type"]}; }
  Answer literal(SyntaxNode node) {
    // typename Der::L{}
    const auto of = node["type"];
    if (of.is("qualified_identifier") && !is_of_other_library(of.text())) return {true};
    return {std::nullopt, of};
  }
  Answer of_template(SyntaxNode node) {
    const auto named = node["name"].text();
    return {is_layout_type(named) || names_layouts(named) || in.mentions_cute(node["arguments"])};
  }
  Answer qualified(SyntaxNode node) {
    if (const auto m = in.member(node)) return {m->value.is(Kind::expression)};
    return {std::nullopt, node["name"]};
  }
  Answer field(SyntaxNode node) {
    // params.smem_layout
    if (is_cute_word(node["field"].text())) return {true};
    return {std::nullopt, node["argument"]};
  }
  Answer first(SyntaxNode node) { return {std::nullopt, only(node)}; }
};

constexpr std::array<CppInterpreter::Concerns::Row, 10> CppInterpreter::Concerns::rows{{
    {{"identifier", "type_identifier"}, &Concerns::variable},
    {{"call_expression"}, &Concerns::call},
    {{"binary_expression"}, &Concerns::parts<false>},
    {{"conditional_expression"}, &Concerns::parts<true>},
    {{"type_descriptor"}, &Concerns::type},
    {{"compound_literal_expression"}, &Concerns::literal},
    {{"template_type"}, &Concerns::of_template},
    {{"qualified_identifier"}, &Concerns::qualified},
    {{"field_expression"}, &Concerns::field},
    {{"ERROR", "decltype", "dependent_type", "parenthesized_expression", "placeholder_type_specifier"}, &Concerns::first},
}};

/// Returns whether the value of an expression or type is a layout or contains layouts, or may do so as far as the source shows.
bool CppInterpreter::concerns_layouts(SyntaxNode node, int depth) {
  if (depth > 20) return false;
  Concerns concerns{*this, depth};
  for (int i = 0; i < 50 && node; ++i) {
    const auto* row = algebra::row_named(Concerns::rows, node.kind());
    if (row == nullptr) return false;
    const auto answer = (concerns.*row->answer)(node);
    if (answer.known) return *answer.known;
    node = answer.next;
  }
  return false;
}

}  // namespace app
