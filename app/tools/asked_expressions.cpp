#include "app/tools/asked_expressions.hpp"

#include <algorithm>
#include <variant>

#include "algebra/language/summary.hpp"
#include "algebra/language/value_bits.hpp"
#include "app/document/facts.hpp"
#include "app/import/open.hpp"
#include "app/import/program.hpp"
#include "app/report/answers.hpp"

namespace app {

using algebra::IntegerRule;
using algebra::Message;
using algebra::message;

std::vector<AskedSource> read_sources(const std::vector<std::string>& texts, const Arguments& asked) {
  std::vector<AskedSource> sources(texts.size());
  for (std::size_t i = 0; i < texts.size(); ++i) {
    auto& source = sources[i];
    source.text = texts[i];
    source.is_sheet = names_sheet(texts[i]);
    if (!source.is_sheet) continue;
    auto sheet = load_sheet(texts[i], asked.settings(), asked.macros(), {.include = asked.folders()});
    if (!sheet) {
      source.problem = sheet.error();
      continue;
    }
    source.sheet = std::move(*sheet);
    if (const auto rule = asked.integers(); rule != IntegerRule::automatic) source.sheet.integers = rule;
    source.session.update(source.sheet);
  }
  return sources;
}

Message idle_settings(const std::vector<AskedSource>& sources, const Arguments& asked) {
  if (std::ranges::any_of(sources, &AskedSource::is_sheet)) return {};
  for (const auto* key : {"set", "D", "U"})
    if (asked.has(key))
      return message("{} applies to a sheet or a program, and no argument names one",
                     std::string(key == std::string_view("set") ? "--" : "-") + key);
  return {};
}

IntegerRule rule_of(const std::vector<AskedSource>& sources, IntegerRule wanted) {
  if (wanted != IntegerRule::automatic) return wanted;
  const bool is_cute = std::ranges::any_of(sources, [](const AskedSource& s) {
    if (s.is_sheet) return s.problem.empty() && s.session.evaluator().rule() == IntegerRule::cute;
    return algebra::resolve(IntegerRule::automatic, s.text) == IntegerRule::cute;
  });
  return is_cute ? IntegerRule::cute : IntegerRule::math;
}

void add_names(algebra::Environment& names, const SheetEvaluator& evaluator) {
  for (const auto& r : evaluator.results())
    if (r.evaluation && !r.name.empty()) names.insert_or_assign(r.name, r.evaluation->value);
}

void add_name(algebra::Environment& names, const std::string& line, const algebra::Value& value) {
  if (const auto split = algebra::split_line(line); split && !split->name.empty()) names.insert_or_assign(split->name, value);
}

void tell_remarks(Report& report, const algebra::Evaluation& e) {
  if (!report.is_text()) return;
  if (e.warning) report.warn(problem_line(*e.warning));
  for (const auto& hint : e.hints) report.remark(in_words("note: "), problem_line(hint));
  if (const auto* truth = std::get_if<algebra::Truth>(&e.value); truth != nullptr && !truth->why.empty()) report.note(truth->why);
  if (std::holds_alternative<algebra::BitMatrix>(e.value)) report.note(Message::list(algebra::facts_of(e)));
}

void tell_notes(Report& report, const std::vector<std::string>& notes) {
  for (const auto& note : notes) report.remark(in_words("note: "), note);
}

}  // namespace app
