#include "algebra/language/evaluate.hpp"

#include <algorithm>

#include "algebra/language/cute_ir.hpp"
#include "algebra/language/evaluator.hpp"
#include "algebra/language/functions.hpp"
#include "algebra/language/lexer.hpp"
#include "algebra/language/parser.hpp"
#include "algebra/language/reapply.hpp"
#include "algebra/text/statements.hpp"

namespace algebra {

namespace {

/// Returns whether the text may contain a static integer. A fast scan of bytes: most texts have none, and sheets ask for every entry at
/// every keystroke.
bool may_be_static(std::string_view text) {
  const auto digit = [](char c) { return c >= '0' && c <= '9'; };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char next = i + 1 < text.size() ? text[i + 1] : '\0', before = i > 0 ? text[i - 1] : '\0';
    if (text[i] == '_' && (digit(next) || next == '-' || (next == 'c' && digit(before)))) return true;
    // A template argument list: `<` after a type's name, perhaps with blanks or a comment between.
    if (text[i] == '<' && i > 0 && before != '(' && before != ',' && before != '=' && before != '<') return true;
  }
  return false;
}

/// Returns the diagnostic for a text that is not an expression: for a type of CuTe's IR, the expression it stands for, or what is wrong
/// with it.
Diagnostic refusal(std::string_view text, Diagnostic unread) {
  const auto begin = text.find_first_not_of(' ');
  if (begin == std::string_view::npos) return unread;
  const auto type = dialects::read_cute_ir(text.substr(begin));
  if (type)
    return {{begin, begin + type->size},
            {"syntax", "A type of CuTe's IR is not an expression.", {dialects::with_numbers(type->values[0])}}};
  const auto& [at, message, size] = type.error();
  if (message.empty()) return unread;
  return {{begin + at, std::min(text.size(), begin + at + 1)}, {"syntax", message, {}}};
}

}  // namespace

namespace {

bool is_static_integer(const expression::Piece& piece, const expression::Piece& next) {
  if (piece.kind == expression::Lexeme::static_number) return true;
  if (piece.kind != expression::Lexeme::name || !next.is("<")) return false;
  const auto* function = expression::find_function(piece.text, true);
  return function != nullptr && function->notation == expression::Notation::static_integer;
}

}  // namespace

IntegerRule resolve(IntegerRule rule, std::string_view text) {
  if (rule != IntegerRule::automatic) return rule;
  if (text.size() > max_source || !may_be_static(text)) return IntegerRule::math;
  return expression::any_piece(text, is_static_integer) ? IntegerRule::cute : IntegerRule::math;
}

std::string_view static_integer_in(std::string_view text) {
  if (resolve(IntegerRule::automatic, text) != IntegerRule::cute) return {};
  const auto pieces = expression::lex(text);
  for (std::size_t i = 0; i + 1 < pieces.size(); ++i)
    if (is_static_integer(pieces[i], pieces[i + 1])) return text.substr(pieces[i].span.begin, pieces[i].span.end - pieces[i].span.begin);
  return {};
}

tl::expected<Evaluation, Diagnostic> evaluate(std::string_view text, const Environment& names, IntegerRule rule,
                                              const EvaluateOptions& options) {
  const auto tree = expression::parse(text);
  if (!tree) return tl::unexpected(refusal(text, tree.error()));
  return evaluate(*tree, names, resolve(rule, text), options);
}

tl::expected<Evaluation, Diagnostic> evaluate(const expression::Node& tree, const Environment& names, IntegerRule rule,
                                              const EvaluateOptions& options) {
  try {
    return expression::evaluate_tree(tree, names, rule, options);
  } catch (Diagnostic& d) {
    return tl::unexpected(std::move(d));
  }
}

Result<Value> reapply(const Provenance& made, const std::vector<Value>& operands) {
  return attempt([&] { return expression::run_again(made, operands); });
}

void set_verdict(Evaluation& e, Verdict verdict) {
  if (verdict.kind == Verdict::Kind::broken && !e.warning && e.warn) e.warning = e.warn(verdict);
  e.verdict = std::move(verdict);
  e.check = nullptr;
  e.warn = nullptr;
}

void set_verdict(Evaluation& e, const Checking& checking) {
  if (e.verdict.kind == Verdict::Kind::pending && e.check) set_verdict(e, e.check(checking));
}

tl::expected<Explanation, Diagnostic> explain(std::string_view text, const Environment& names, IntegerRule rule) {
  const auto resolved = resolve(rule, text);
  Steps steps(resolved == IntegerRule::cute ? Marks::underscores : Marks::plain);
  auto evaluation = evaluate(text, names, resolved, {.verdicts = true, .steps = &steps});
  if (!evaluation) return tl::unexpected(std::move(evaluation.error()));
  return Explanation{std::move(*evaluation), steps.list()};
}

}  // namespace algebra
