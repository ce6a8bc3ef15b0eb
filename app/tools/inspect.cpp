// `cutescope inspect`: what the window's inspector shows of an entry and of an element.

#include "app/tools/tools.hpp"

#include <algorithm>
#include <iterator>
#include <optional>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "algebra/language/tuples.hpp"
#include "algebra/layout/operations.hpp"
#include "algebra/text/columns.hpp"
#include "app/document/element_text.hpp"
#include "app/document/entry_source.hpp"
#include "app/document/facts.hpp"
#include "app/figures/entry_actions.hpp"
#include "app/figures/pictures.hpp"
#include "app/import/open.hpp"
#include "app/import/program.hpp"
#include "app/launch/launch_rows.hpp"
#include "app/report/answers.hpp"
#include "app/session/sheet_session.hpp"
#include "app/tools/check_verdicts.hpp"

namespace app {
namespace {

/// Makes a sheet of the arguments: the entries of sheets and programs, and expressions. Error: one sentence, for a file that is not read.
tl::expected<Sheet, algebra::Message> inspected_sheet(const Arguments& asked) {
  Sheet all;
  for (const auto& line : asked.all("lines")) {
    if (!names_sheet(line)) {
      all.entries.emplace_back().text = line;
      continue;
    }
    auto sheet = load_sheet(line, asked.settings(), asked.macros(), {.include = asked.folders()});
    if (!sheet) return sheet;
    if (!all.entries.empty())
      for (auto& entry : sheet->entries) all.entries.push_back(std::move(entry));
    else all = std::move(*sheet);
  }
  if (asked.integers() != algebra::IntegerRule::automatic) all.integers = asked.integers();
  return all;
}

/// Finds the entry of that name, or with "" the last that has a value or an error; -1: none.
int inspected_entry(const SheetEvaluator& evaluator, const std::string& name) {
  // A parameter as the program writes it, threadIdx.x, or as the sheet does.
  if (!name.empty()) return std::max(evaluator.find(name), evaluator.find(parameter_entry(name)));
  const auto& results = evaluator.results();
  for (int i = static_cast<int>(results.size()) - 1; i >= 0; --i)
    if (results[static_cast<std::size_t>(i)].is_value()) return i;
  return -1;
}

/// Reads a coordinate, "25" or "(9,1)", as the 1-D one. Error: a sentence.
tl::expected<std::int64_t, algebra::Message> coordinate_of(const std::string& text, const algebra::Evaluation& of,
                                                           const SheetEvaluator& evaluator) {
  const auto shape = algebra::links::element_shape(of.value, of.made_by);
  if (!shape) return tl::unexpected(algebra::Message("The value has no elements that a coordinate can select."));
  const auto written = evaluator.evaluate(text);
  if (!written) return tl::unexpected(written.error().problem.message);
  const auto* at = std::get_if<algebra::IntTuple>(&written->value);
  const auto index = at != nullptr ? algebra::attempt([&] { return algebra::crd2idx(*at, *shape).value; })
                                   : algebra::Result<std::int64_t>(tl::unexpected(algebra::Problem{}));
  const auto size = algebra::size(algebra::links::counting(*shape));
  if (!index || *index < 0 || *index >= size)
    return tl::unexpected(algebra::message("{} is not a coordinate of the shape {}, which has {} elements.", text,
                                           algebra::to_string(*shape, algebra::Marks::plain), size));
  return *index;
}

void print_fact_rows(Report& report, const std::vector<Fact>& facts) {
  std::size_t column = 0;
  for (const auto& f : facts) column = std::max(column, algebra::columns_of(in_words(f.label)) + 2);
  for (const auto& f : facts) report.print("  {}{}\n", algebra::padded(in_words(f.label), column), in_words(f.value));
}

/// Lists the actions that the entry offers; options of `export` and `eval` have their keys and choices.
nlohmann::json json_of_actions(const std::vector<OfferedAction>& actions) {
  auto all = nlohmann::json::array();
  for (const auto& a : actions) {
    nlohmann::json row{{"key", a.is->key}, {"title", a.title}};
    if (a.why_not != nullptr) row["why_not"] = a.why_not;
    if (a.is->on != nullptr) row["on"] = a.on;
    for (const auto& c : a.choices) {
      nlohmann::json choice{{"value", c.value}, {"chosen", c.chosen}};
      if (c.why_not != nullptr) choice["why_not"] = c.why_not;
      row["choices"].push_back(std::move(choice));
    }
    all.push_back(std::move(row));
  }
  return all;
}

/// Returns the rows with the option of `run` that takes the field, if one does, and the argument of Python's `trace`.
nlohmann::json json_of_launch_rows(const std::vector<LaunchRow>& rows) {
  auto all = nlohmann::json::array();
  for (const auto& r : rows) {
    nlohmann::json row{{"key", r.field->key}, {"label", r.label}, {"value", r.value}, {"text", r.shown()}};
    const auto* setting = gpu::field_with_key(r.field->key);
    row["argument"] = setting->name_in_python();
    if (!setting->option.empty()) row["option"] = setting->option;
    all.push_back(std::move(row));
  }
  return all;
}

/// Prints the form of the sheet's launch, without empty fields.
void print_launch_rows(Report& report, const std::vector<LaunchRow>& rows) {
  std::vector<Fact> lines;
  for (const auto& r : rows)
    if (!r.shown().empty()) lines.push_back({algebra::Message::verbatim(r.label), algebra::Message::verbatim(r.shown())});
  report.print("{}\n", in_words("launch"));
  print_fact_rows(report, lines);
}

std::vector<Option> inspect_options() {
  return joined_options({{argument("lines", "LINE", "Lines of a sheet, or a sheet (.cutes), a program or a link").required().repeated(),
                          text_option("--entry", "NAME", "Show this entry. Default: the last one"),
                          text_option("--at", "COORDINATE", "Show an element, too, by its coordinate, such as 25 or (9,1)"),
                          flag("--launch", "Show the fields of the sheet's launch, too")},
                         program_options(),
                         {integers_option(), seconds_option(), json_option(), language_option()}});
}

int inspect(const Arguments& asked, Report& report, ToolHost& host) {
  const auto sheet = inspected_sheet(asked);
  if (!sheet) return report.refuse(wrong_input, sheet.error());
  SheetSession session(*sheet);
  const auto& evaluator = session.evaluator();
  const auto& wanted = asked.text("entry");
  const int entry = inspected_entry(evaluator, wanted);
  if (entry < 0)
    return report.refuse(wrong_input, wanted.empty() ? algebra::Message("There is no entry with a value.")
                                                     : algebra::message("There is no entry {}.", wanted));
  const auto& written = sheet->entries[static_cast<std::size_t>(entry)];
  DecideProgress progress;
  const auto ends = host.on_interrupt([&progress] { progress.cancelled = true; });
  const auto& result = session.result(entry);
  if (!result.evaluation)
    return result.problem ? report.refuse(wrong_input, error_of(written.text, *result.problem))
                          : report.refuse(wrong_input, "The entry has no value.");
  session.decide_verdicts(asked.number("time").value_or(host.check_seconds()), progress, entry);
  const auto& value = result.evaluation->value;

  std::optional<std::int64_t> at;
  if (const auto& coordinate = asked.text("at"); !coordinate.empty()) {
    const auto found = coordinate_of(coordinate, *result.evaluation, evaluator);
    if (!found) return report.refuse(wrong_input, found.error());
    at = *found;
  }
  const auto name = written.source.parameter ? parameter_name(result.name) : result.name;
  const auto facts = facts_of(result);
  const auto properties = properties_of(value, written.view.bits_of(value));
  const auto text = algebra::to_string(value, marks_of(evaluator.rule()));
  const auto picture = picture_of(*sheet, session.results(), entry);
  const auto actions = actions_of({*sheet, evaluator, entry, 0, picture ? &*picture : nullptr, ActionHost::program});

  auto& data = report.data();
  data = {{"expression", written.text},
          {"value", text},
          {"facts", json_of(facts)},
          {"properties", json_of(properties)},
          {"verdict", json_of(result.evaluation->verdict)},
          {"actions", json_of_actions(actions)}};
  if (!name.empty()) data["name"] = name;
  report.print("{}{}{}\n", name, name.empty() ? "" : " = ", text);
  if (!facts.empty()) report.say(algebra::Message::list(facts));
  print_fact_rows(report, properties);
  if (const auto words = words_of(result.evaluation->verdict, true)) report.say(words->sentence);
  note_sample(report, result.evaluation->verdict, asked, host);
  if (at) {
    const auto element = element_facts(session.view(*sheet), {entry, *at});
    const auto title = element_text(result, entry, *at);
    data["element"] = {{"title", title}, {"coordinate", *at}, {"rows", json_of(element)}};
    report.print("{}\n", title);
    print_fact_rows(report, element);
  }
  if (!sheet->launch.empty()) {
    const auto rows = launch_rows(sheet->launch, session.launch_plan(), report.is_json() ? texts_in(Language::english) : spoken_texts());
    data["launch"] = json_of_launch_rows(rows);
    if (asked.flag("launch")) print_launch_rows(report, rows);
  }
  if (result.problem) {
    data["warning"] = json_of(*result.problem);
    report.warn(problem_line(*result.problem));
  }
  return progress.cancelled ? interrupted : done;
}

}  // namespace

const Tool inspect_tool{.name = "inspect",
                        .group = ToolGroup::layouts,
                        .help = "Show what the inspector shows of a value and of an element",
                        .example = "inspect \"(4,6):(6,1)\" --at 9",
                        .options = inspect_options,
                        .run = inspect,
                        .answer =
                            "expression:str,name?:str,value:str,facts:[msg],properties:[{label:str,value:msg}],verdict:verdict,"
                            "warning?:err,element?:{title:str,coordinate:int,rows:[{label:str,value:msg}]},actions:[{key:str,"
                            "title:str,on?:bool,why_not?:str,choices?:[{value:str,chosen:bool,why_not?:str}]}],launch?:[{key:str,"
                            "label:str,value:str,text:str,argument:str,option?:str}]"};

}  // namespace app
