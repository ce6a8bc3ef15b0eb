// Which definitions of a C++ program are of CuTe, and so are listed, with a value or the reason why they have none.

#include "app/import/cpp_interpreter.hpp"

#include "algebra/hardware/atoms.hpp"
#include "algebra/language/vocabulary.hpp"
#include "algebra/text/characters.hpp"

namespace app {
namespace {

/// Whether a function's name says that it is about layouts, whether the language has it or not.
bool names_layouts(std::string_view function) {
  // make_shape, make_coord: a tuple whose integers have a role in layouts.
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
  // The driver's functions: cuInit, not custom_parse.
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
  // tuple, constant and seq are words of others, too.
  const bool capital = !word.empty() && word[0] >= 'A' && word[0] <= 'Z';
  if (capital && cute_type_named(word).is != CuteType::none) return true;
  return is_layout_type(word) || names_layouts(word) || algebra::is_atom_name(word);
}

/// Whether CuTe's words stand anywhere in it, bodies of lambdas aside.
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

/// Whether what an expression or type gives is a layout or made of layouts, or may be one as far as can be seen here.
bool CppInterpreter::concerns_layouts(SyntaxNode node, int depth) {
  if (depth > 20) return false;
  for (int i = 0; i < 50 && node; ++i) {
    const auto kind = node.kind();
    if (kind == "identifier" || kind == "type_identifier") {
      const auto b = find(node.text());
      if (b != nullptr && b->value.is(Kind::unknown)) return b->of_cute || is_cute_word(node.text());
      return b != nullptr ? b->value.is(Kind::expression) && (b->of_cute || entries_.has(b->value.text))
                          : node.text() != "_" && is_cute_word(node.text());
    }
    if (kind == "call_expression") {
      const auto callee = node["function"];
      if (!callee.is("field_expression")) {
        const auto function = without_arguments(unqualified(callee.text()));
        if (names_layouts(function)) return true;
        if (is_of_other_library(callee.text())) return false;
        // A function of the file in which layouts are made.
        for (const auto* f :
             definitions_.functions_named(callee.is("template_function") ? callee["name"].text() : callee.text(), frame().scope)) {
          bool made = false;
          each_below(f->definition["body"], [&](SyntaxNode n) {
            made = made || (n.is("call_expression") && names_layouts(without_arguments(unqualified(n["function"].text()))));
            return made;
          });
          if (made) return true;
        }
        if (callee.is("identifier") && concerns_layouts(callee, depth + 1)) return true;
        // C::make(..), ns::f(..): nothing says that it is no layout.
        if (callee.is("qualified_identifier") && callee["scope"].text() != "cute" && callee["scope"].text() != "cutlass") return true;
        return mentions_cute(node["arguments"]);
      }
      // x.layout(), whatever x is.
      if (const auto named = without_arguments(callee["field"].text()); names_layouts(named) || named == "layout") return true;
      node = callee["argument"];
    } else if (kind == "binary_expression") {
      if (concerns_layouts(node["right"], depth + 1)) return true;
      node = node["left"];
    } else if (kind == "type_descriptor") node = node["type"];
    else if (kind == "compound_literal_expression") {
      node = node["type"];
      // typename Der::L{}
      if (node.is("qualified_identifier") && !is_of_other_library(node.text())) return true;
    } else if (kind == "template_type")
      return is_layout_type(node["name"].text()) || names_layouts(node["name"].text()) || mentions_cute(node["arguments"]);
    else if (kind == "qualified_identifier") {
      if (const auto m = member(node)) return m->value.is(Kind::expression);
      node = node["name"];
    } else if (kind == "field_expression") {
      // params.smem_layout
      if (is_cute_word(node["field"].text())) return true;
      node = node["argument"];
    } else if (kind == "ERROR" || kind == "decltype" || kind == "dependent_type" || kind == "parenthesized_expression" ||
               kind == "placeholder_type_specifier")
      node = only(node);
    else if (kind == "conditional_expression") {
      if (concerns_layouts(node["consequence"], depth + 1)) return true;
      node = node["alternative"];
    } else return false;
  }
  return false;
}

}  // namespace app
