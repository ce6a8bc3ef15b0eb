// Bytes to lexemes, colours, names and a tree: every place that they give lies in the text, and in order.

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "algebra/language/evaluate.hpp"
#include "algebra/language/lexer.hpp"
#include "algebra/language/parser.hpp"
#include "tests/fuzz/check.hpp"

using namespace algebra;
using fuzz::check;
using fuzz::check_span;

namespace {

void check_pieces(std::string_view text) {
  const auto pieces = expression::lex(text);
  check(!pieces.empty() && pieces.back().kind == expression::Lexeme::end, "the last piece is not the end", text);
  std::size_t end = 0;
  for (const auto& p : pieces) {
    check_span(p.span, text, "a piece");
    check(p.span.begin >= end, "a piece begins inside the one before", text);
    check((p.kind == expression::Lexeme::end) == (&p == &pieces.back()), "an end before the last piece", text);
    check(p.kind == expression::Lexeme::end || p.span.begin < p.span.end, "an empty piece", text);
    end = p.span.end;
  }
}

void check_tokens(std::string_view line) {
  std::size_t end = 0;
  for (const auto& t : tokens(line)) {
    check_span(t.span, line, "a token");
    check(t.span.begin < t.span.end, "an empty token", line);
    check(t.span.begin >= end, "a token begins inside the one before", line);
    end = t.span.end;
  }
}

void check_names(std::string_view text) {
  const auto names = free_names(text);
  check(std::is_sorted(names.begin(), names.end()), "the free names are not in order", text);
  check(std::adjacent_find(names.begin(), names.end()) == names.end(), "a free name twice", text);
  for (const auto& name : names)
    check(!name.empty() && text.find(name) != std::string_view::npos, "a free name that is not in the text", text);
}

void check_node(const expression::Node& node, SourceSpan around, std::string_view text) {
  check_span(node.span, text, "a node");
  check(around.begin <= node.span.begin && node.span.end <= around.end, "a node reaches past its parent", text);
  // A method's name is between its object and its arguments, so inside the call; a node without a name has {0, 0}.
  check_span(node.head, text, "a call's name");
  check(node.head.end == 0 || (node.span.begin <= node.head.begin && node.head.end <= node.span.end), "a call's name reaches past the call",
        text);
  check(node.height <= 2 * expression::max_depth, "a tree higher than its limit", text);
  check(node.keywords.empty() || node.keywords.size() == node.children.size(), "keywords and arguments differ", text);
  std::size_t end = 0;
  for (const auto& child : node.children) {
    check(child.span.begin >= end, "an argument begins inside the one before", text);
    check(child.height < node.height, "a child is not lower than its parent", text);
    check_node(child, node.span, text);
    end = child.span.end;
  }
  for (const auto& index : node.indices) check_node(index, node.span, text);
}

void check_tree(std::string_view text) {
  const auto tree = expression::parse(text);
  if (tree) check_node(*tree, {0, text.size()}, text);
  else fuzz::check_diagnostic(tree.error(), text);
}

void check_line(std::string_view line) {
  check_tokens(line);
  const auto split = split_line(line);
  if (!split) {
    fuzz::check_diagnostic(split.error(), line);
    return;
  }
  check(split->expression_begin <= line.size(), "an expression begins after its line", line);
  if (split->is_note) return;
  check(line.substr(split->expression_begin) == split->expression, "an expression is not where it begins", line);
  check(split->name.empty() || line.find(split->name) < split->expression_begin, "a name that is not in its line", line);
  check_names(split->expression);
  check_tree(split->expression);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  check_pieces(text);
  check_names(text);
  check_tree(text);
  check_line(text);
  check(resolve(IntegerRule::automatic, text) != IntegerRule::automatic, "a rule that was not resolved", text);
  return 0;
}
