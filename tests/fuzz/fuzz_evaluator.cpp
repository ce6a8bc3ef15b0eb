// The input as a sheet, read by each rule: names are bound line by line, and what succeeds prints as an expression that
// gives the same again.

#include <array>
#include <cstddef>
#include <cstdint>
#include <exception>

#include "algebra/language/evaluate.hpp"
#include "tests/fuzz/check.hpp"

using namespace algebra;
using fuzz::check;

namespace {

/// Enough for names to depend on names; more would only measure how long an input is.
constexpr int most_lines = 32;

constexpr std::array rules{IntegerRule::math, IntegerRule::cute, IntegerRule::automatic};

Marks marks_of(IntegerRule resolved) { return resolved == IntegerRule::cute ? Marks::underscores : Marks::plain; }

/// Evaluates the expression. Aborts on any exception, as evaluate() reports every problem as a Diagnostic.
tl::expected<Evaluation, Diagnostic> answer(std::string_view expression, const Environment& names, IntegerRule rule) {
  try {
    return evaluate(expression, names, rule);
  } catch (const Problem& p) {
    check(false, "a problem without its place escapes (" + p.condition + ")", expression);
  } catch (const Diagnostic& d) {
    check(false, "a diagnostic escapes (" + d.problem.condition + ")", expression);
  } catch (const std::exception& e) {
    check(false, std::string("an exception escapes (") + e.what() + ")", expression);
  }
  return {};
}

void check_verdict(const Verdict& v, std::string_view expression) {
  check(0 <= v.checked && v.checked <= v.total, "more elements checked than there are", expression);
  if (v.kind == Verdict::Kind::none) return;
  check(!v.contract.empty(), "a verdict without a contract", expression);
  check((v.kind == Verdict::Kind::broken) == !v.counterexample.empty(), "a verdict and its counterexample disagree", expression);
}

/// An expression has fewer leaves than a value may have: a value too large to be written is no failure.
void check_printed(const Value& value, IntegerRule resolved, std::string_view expression) {
  const auto printed = to_string(value, marks_of(resolved));
  if (!std::holds_alternative<Layout>(value) && !std::holds_alternative<IntTuple>(value)) return;
  // CuTe computes meaningless sizes from negative strides, and such a size cannot be read back.
  if (const auto* layout = std::get_if<Layout>(&value); layout != nullptr && has_negative_size(*layout)) return;
  const auto again = answer(printed, {}, resolved);
  if (!again) {
    check(again.error().problem.condition == "limit",
          "the printed value " + printed + " is refused (" + again.error().problem.message.text() + ")", expression);
    return;
  }
  const auto reprinted = to_string(again->value, marks_of(resolved));
  check(reprinted == printed, "the printed value " + printed + " reads as " + reprinted, expression);
}

/// Worked through, an expression has the same value, and a verdict that was left for later can be had.
void check_explained(std::string_view expression, const Environment& names, IntegerRule resolved, const Evaluation& e) {
  const auto explained = explain(expression, names, resolved);
  check(explained.has_value(), "an expression has a value, but no explanation", expression);
  check(explained->evaluation.value == e.value, "explained, an expression has another value", expression);
  to_string(explained->steps, marks_of(resolved));
  // Looking at more would only measure how long that takes.
  constexpr std::int64_t few = 1 << 13;
  if (e.verdict.kind == Verdict::Kind::pending && e.check && e.verdict.total <= few) {
    const auto later = e.check({.most = few, .sample = true, .cancelled = nullptr});
    check(later.kind != Verdict::Kind::pending, "a verdict stays pending", expression);
    check_verdict(later, expression);
  }
}

void evaluate_line(std::string_view text, Environment& names, IntegerRule rule) {
  const auto line = split_line(text);
  if (!line) {
    fuzz::check_diagnostic(line.error(), text);
    return;
  }
  if (line->is_note) return;
  const auto resolved = resolve(rule, line->expression);
  const auto e = answer(line->expression, names, rule);
  if (!e) {
    fuzz::check_diagnostic(e.error(), line->expression);
    return;
  }
  if (e->warning) fuzz::check_diagnostic(*e->warning, line->expression);
  for (const auto& hint : e->hints) fuzz::check_diagnostic(hint, line->expression);
  check_explained(line->expression, names, resolved, *e);
  check_verdict(e->verdict, line->expression);
  check(e->made_by.names.size() == e->made_by.operands.size(), "operands and their names differ", line->expression);
  check_printed(e->value, resolved, line->expression);
  if (!line->name.empty()) names.insert_or_assign(line->name, e->value);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view sheet(reinterpret_cast<const char*>(data), size);
  for (const auto rule : rules) {
    Environment names;
    auto rest = sheet;
    for (int line = 0; line < most_lines && !rest.empty(); ++line) {
      const auto end = rest.find('\n');
      evaluate_line(rest.substr(0, end), names, rule);
      rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
    }
  }
  return 0;
}
