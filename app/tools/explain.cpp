// `cutescope explain`: an operation worked through.

#include "app/tools/tools.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "algebra/functions/tmem_copies.hpp"
#include "algebra/hardware/tmem.hpp"
#include "algebra/language/summary.hpp"
#include "algebra/text/characters.hpp"
#include "app/document/facts.hpp"
#include "app/report/answers.hpp"
#include "app/tools/asked_expressions.hpp"
#include "app/tools/check_verdicts.hpp"

namespace app {
namespace {

using algebra::Message;
using algebra::message;

std::vector<Option> explain_options() {
  return joined_options(
      {{argument("expressions", "EXPRESSION",
                 "The expression, or a sheet or program whose last value is explained; those before it define names for it")
            .required()
            .repeated()},
       program_options(),
       {integers_option(), seconds_option(), json_option(), language_option()}});
}

/// The line to explain, and the names that it may use.
struct ToExplain {
  std::string line;
  algebra::IntegerRule rule = algebra::IntegerRule::math;
  algebra::Environment names;
};

/// Finds the last entry of the sheet that has a value and is an expression; -1 if none is.
int last_expression(const SheetEvaluator& evaluator) {
  const auto& results = evaluator.results();
  for (auto i = static_cast<int>(results.size()) - 1; i >= 0; --i)
    if (const auto& r = results[static_cast<std::size_t>(i)]; r.evaluation && !r.claim) return i;
  return -1;
}

/// Reads the arguments. Nothing if there is no line to explain: then the report has the reason, and `status` the exit status.
std::optional<ToExplain> read_question(const Arguments& asked, Report& report, int& status) {
  const auto refuse = [&](auto&& why) {
    status = report.refuse(wrong_input, why);
    return std::nullopt;
  };
  const auto sources = read_sources(asked.all("expressions"), asked);
  if (auto idle = idle_settings(sources, asked); !idle.empty()) return refuse(std::move(idle));
  ToExplain all{.line = sources.back().text, .rule = rule_of(sources, asked.integers()), .names = {}};
  for (const auto& source : sources) {
    if (!source.problem.empty()) return refuse(source.problem);
    if (source.is_sheet) add_names(all.names, source.session.evaluator());
    if (source.is_sheet || &source == &sources.back()) continue;
    std::vector<std::string> notes;
    const auto value = answer_line(source.text, all.names, notes, [&](std::string_view text, const algebra::Environment& env) {
      return algebra::evaluate(text, env, all.rule);
    });
    tell_notes(report, notes);
    if (!value) return refuse(error_of(source.text, value.error()));
    add_name(all.names, source.text, value->value);
  }
  if (const auto& last = sources.back(); last.is_sheet) {
    const auto entry = last_expression(last.session.evaluator());
    if (entry < 0) return refuse(Message("There is no entry with a value."));
    all.line = last.sheet.entries[static_cast<std::size_t>(entry)].text;
    all.rule = last.session.evaluator().rule();
  }
  return all;
}

int explain(const Arguments& asked, Report& report, ToolHost& host) {
  int status = done;
  const auto what = read_question(asked, report, status);
  if (!what) return status;
  const auto& source = what->line;
  std::vector<std::string> notes;
  auto explained = answer_line(source, what->names, notes, [&](std::string_view text, const algebra::Environment& env) {
    return algebra::explain(text, env, what->rule);
  });
  tell_notes(report, notes);
  if (!explained) return report.refuse(wrong_input, error_of(source, explained.error()));
  auto& e = explained->evaluation;
  auto decided = decide_value(e.check, asked, host);
  if (decided.verdict) algebra::set_verdict(e, *std::move(decided.verdict));
  const auto value = algebra::to_string(e.value, marks_of(what->rule));
  const auto line = algebra::split_line(source);
  const auto choices = algebra::tmem_choices(e.value, line && !line->name.empty() ? line->name : std::string(algebra::trimmed(source)));

  auto& data = report.data();
  data = {{"expression", source}, {"value", value}, {"steps", nlohmann::json::array()}};
  for (const auto& step : explained->steps) {
    auto one = json_of(step.words);
    one["level"] = step.level;
    if (step.stage) one["stage"] = algebra::to_string(*step.stage, marks_of(what->rule));
    data["steps"].push_back(std::move(one));
  }
  data["verdict"] = json_of(e.verdict);
  if (!notes.empty()) data["notes"] = notes;
  report.print("{}\n", source);
  if (explained->steps.empty() && !choices)
    report.say(
        message("{} has no steps to explain.", e.made_by.operation.empty() ? Message("a value") : Message::verbatim(e.made_by.operation)));
  auto steps = explained->steps;
  for (auto& step : steps) step.words = Message::verbatim(in_words(step.words));
  report.print("{}= {}\n", algebra::to_string(steps, marks_of(what->rule)), value);
  if (e.verdict.kind == algebra::Verdict::Kind::kept) report.say(words_of(e.verdict, true)->sentence);
  if (choices) {
    data["tmem_copies"] = json_of(*choices);
    for (const auto& fit : choices->fits) report.say(algebra::described(fit));
  }
  if (const auto words = algebra::not_run_here(e.value); !words.empty()) {
    data["note"] = json_of(words);
    report.say(words);
  }
  note_sample(report, e.verdict, asked, host);
  tell_remarks(report, e);
  return decided.interrupted ? interrupted : done;
}

}  // namespace

const Tool explain_tool{.name = "explain",
                        .group = ToolGroup::layouts,
                        .help = "Work an operation through, step by step, with its numbers",
                        .example = "explain \"A = (8,8):(8,1)\" \"composition(A, 6:4)\"",
                        .options = explain_options,
                        .run = explain,
                        .answer =
                            "expression:str,value:str,verdict?:verdict,steps:[{text:str,key:str,operands:any,level:int,"
                            "stage?:str}],tmem_copies?:[obj],note?:msg,notes?:any"};

}  // namespace app
