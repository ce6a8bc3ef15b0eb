#include "algebra/evaluate.hpp"

#include "algebra/expression/evaluator.hpp"
#include "algebra/expression/functions.hpp"
#include "algebra/expression/lexer.hpp"

namespace algebra {

IntegerRule resolve(IntegerRule rule, std::string_view text) {
  if (rule != IntegerRule::automatic) return rule;
  // A scan of bytes first: most texts have neither.
  if (text.size() > expression::max_source || text.find_first_of("_<") == std::string_view::npos)
    return IntegerRule::math;
  const auto pieces = expression::lex(text);
  for (std::size_t i = 0; i + 1 < pieces.size(); ++i) {
    if (pieces[i].kind == expression::Lexeme::static_number) return IntegerRule::cute;
    if (pieces[i].kind != expression::Lexeme::name || !pieces[i + 1].is("<")) continue;
    const auto* function = expression::find_function(pieces[i].text, true);
    if (function != nullptr && function->info.name == "Int") return IntegerRule::cute;
  }
  return IntegerRule::math;
}

tl::expected<Evaluation, Diagnostic> evaluate(std::string_view text, const Environment& names, IntegerRule rule,
                                              const EvaluateOptions& options) {
  const auto tree = expression::parse(text);
  if (!tree) return tl::unexpected(tree.error());
  try {
    return expression::evaluate_tree(*tree, names, resolve(rule, text), options);
  } catch (Diagnostic& d) {
    return tl::unexpected(std::move(d));
  }
}

Result<Value> again(const Provenance& made, const std::vector<Value>& operands) {
  return attempt([&] { return expression::run_again(made, operands); });
}

void settle(Evaluation& e, Verdict verdict) {
  if (verdict.kind == Verdict::Kind::broken && !e.warning && e.warn) e.warning = e.warn(verdict);
  e.verdict = std::move(verdict);
  e.check = nullptr;
  e.warn = nullptr;
}

void settle(Evaluation& e, const Checking& checking) {
  if (e.verdict.kind == Verdict::Kind::pending && e.check) settle(e, e.check(checking));
}

tl::expected<Explanation, Diagnostic> explain(std::string_view text, const Environment& names, IntegerRule rule) {
  const auto resolved = resolve(rule, text);
  Steps steps(resolved == IntegerRule::cute ? Marks::underscores : Marks::plain);
  auto evaluation = evaluate(text, names, resolved, {.verdicts = true, .steps = &steps});
  if (!evaluation) return tl::unexpected(std::move(evaluation.error()));
  return Explanation{std::move(*evaluation), steps.list()};
}

std::vector<FunctionInfo> functions() {
  std::vector<FunctionInfo> infos;
  for (const auto& f : expression::table()) infos.push_back(f.info);
  return infos;
}

}  // namespace algebra
