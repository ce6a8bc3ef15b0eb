#include "app/cli/inspect_command.hpp"

#include <algorithm>
#include <optional>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "algebra/language/tuples.hpp"
#include "algebra/layout/operations.hpp"
#include "algebra/text/columns.hpp"
#include "app/cli/answers.hpp"
#include "app/cli/exit_status.hpp"
#include "app/cli/output.hpp"
#include "app/document/decide.hpp"
#include "app/document/element_text.hpp"
#include "app/document/facts.hpp"
#include "app/figures/entry_actions.hpp"
#include "app/figures/pictures.hpp"
#include "app/import/open.hpp"
#include "app/import/program.hpp"
#include "app/launch/launch_plan.hpp"
#include "app/launch/launch_rows.hpp"
#include "app/launch/sheet_elements.hpp"

namespace app {
namespace {

/// The lines as a sheet, or the sheet that one of them names.
tl::expected<Sheet, algebra::Message> asked_sheet(const InspectRequest& request) {
  const auto& first = request.lines.front();
  if (request.lines.size() == 1 && names_sheet(first)) return load_sheet(first);
  Sheet sheet;
  sheet.integers = request.integers;
  for (const auto& line : request.lines) sheet.entries.emplace_back().text = line;
  return sheet;
}

/// The entry of that name, or the last that has a value or an error; -1: none.
int asked_entry(const SheetEvaluator& evaluator, const std::string& name) {
  if (!name.empty()) return evaluator.find(name);
  const auto& results = evaluator.results();
  for (int i = static_cast<int>(results.size()) - 1; i >= 0; --i)
    if (results[static_cast<std::size_t>(i)].is_value()) return i;
  return -1;
}

/// The 1-D coordinate that is written, "25" or "(9,1)". Error: a sentence.
tl::expected<std::int64_t, algebra::Message> coordinate_of(const std::string& text, const algebra::Evaluation& of,
                                                           const SheetEvaluator& evaluator) {
  const auto shape = algebra::links::element_shape(of.value, of.made_by);
  if (!shape) return tl::unexpected(algebra::Message("The value has no elements that a coordinate names."));
  const auto written = evaluator.evaluate(text);
  if (!written) return tl::unexpected(written.error().problem.message);
  const auto* at = std::get_if<algebra::IntTuple>(&written->value);
  const auto index = at != nullptr ? algebra::attempt([&] { return algebra::crd2idx(*at, *shape).value; })
                                   : algebra::Result<std::int64_t>(tl::unexpected(algebra::Problem{}));
  const auto size = algebra::size(algebra::links::counting(*shape));
  if (!index || *index < 0 || *index >= size)
    return tl::unexpected(algebra::message("{} is no coordinate of the shape {}, which has {} elements.", text,
                                           algebra::to_string(*shape, algebra::Marks::plain), size));
  return *index;
}

void print_rows(const std::vector<Fact>& facts) {
  std::size_t column = 0;
  for (const auto& f : facts) column = std::max(column, algebra::columns_of(in_words(f.label)) + 2);
  for (const auto& f : facts) print_out("  {}{}\n", algebra::padded(in_words(f.label), column), in_words(f.value));
}

/// What can be done with the entry by the program: options of `export` and `eval` have the keys and the choices.
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

std::vector<LaunchRow> rows_of_launch(const Sheet& sheet, const SheetEvaluator& evaluator, const Texts& texts) {
  const auto planned = plan(evaluator, sheet.launch);
  return launch_rows(sheet.launch, planned ? &*planned : nullptr, texts);
}

/// With the option of `run` that takes the field, where one does, and the argument of Python's `trace`.
nlohmann::json json_of_rows(const std::vector<LaunchRow>& rows) {
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

/// The form of the sheet's launch, without what is empty.
void print_launch(const std::vector<LaunchRow>& rows) {
  std::vector<Fact> lines;
  for (const auto& r : rows)
    if (!r.shown().empty()) lines.push_back({algebra::Message::verbatim(r.label), algebra::Message::verbatim(r.shown())});
  print_out("{}\n", in_words("launch"));
  print_rows(lines);
}

}  // namespace

int inspect_entry(const InspectRequest& request) {
  const auto sheet = asked_sheet(request);
  if (!sheet) return complain(bad_input, sheet.error());
  SheetEvaluator evaluator;
  evaluator.update(*sheet);
  const int entry = asked_entry(evaluator, request.entry);
  if (entry < 0)
    return complain(bad_input, request.entry.empty() ? algebra::Message("There is no entry with a value.")
                                                     : algebra::message("There is no entry {}.", request.entry));
  const auto& written = sheet->entries[static_cast<std::size_t>(entry)];
  if (const auto& r = evaluator.results()[static_cast<std::size_t>(entry)]; !r.evaluation) {
    if (r.problem) show_problem(written.text, *r.problem);
    return r.problem ? bad_input : complain(bad_input, "The entry has no value.");
  } else if (r.evaluation->check) {
    DecideProgress progress;
    if (auto verdicts = decide({&r.evaluation->check, 1}, usual_check_seconds, progress); verdicts[0])
      evaluator.set_verdict(r.version, std::move(*verdicts[0]));
  }
  const auto& result = evaluator.results()[static_cast<std::size_t>(entry)];
  const auto& value = result.evaluation->value;

  std::optional<std::int64_t> at;
  if (!request.at.empty()) {
    const auto found = coordinate_of(request.at, *result.evaluation, evaluator);
    if (!found) return complain(bad_input, found.error());
    at = *found;
  }
  const auto element = at ? sheet_element_facts(*sheet, evaluator, {entry, *at}) : std::vector<Fact>();
  const auto facts = facts_of(result);
  const auto properties = properties_of(value, written.view.bits_of(value));
  const auto text = algebra::to_string(value, marks_of(evaluator.rule()));

  const auto picture = picture_of(*sheet, evaluator.results(), entry);
  const auto actions = actions_of({*sheet, evaluator, entry, 0, picture ? &*picture : nullptr, ActionHost::program});
  const auto launch = sheet->launch.empty()
                          ? std::vector<LaunchRow>()
                          : rows_of_launch(*sheet, evaluator, request.json ? texts_in(Language::english) : spoken_texts());
  if (request.json) {
    nlohmann::json j{{"expression", written.text},
                     {"value", text},
                     {"facts", json_of(facts)},
                     {"properties", json_of(properties)},
                     {"verdict", json_of(result.evaluation->verdict)},
                     {"actions", json_of_actions(actions)}};
    if (!result.name.empty()) j["name"] = result.name;
    if (result.problem) j["warning"] = json_of(*result.problem);
    if (at) j["element"] = {{"title", element_text(result, entry, *at)}, {"coordinate", *at}, {"rows", json_of(element)}};
    if (!launch.empty()) j["launch"] = json_of_rows(launch);
    print_out_json(dumped(j) + "\n");
    return done;
  }
  print_out("{}{}{}\n", result.name, result.name.empty() ? "" : " = ", text);
  if (!facts.empty()) print_out("{}\n", in_words(algebra::Message::list(facts)));
  print_rows(properties);
  if (const auto words = words_of(result.evaluation->verdict, true)) print_out("{}\n", in_words(words->sentence));
  if (at) {
    print_out("{}\n", element_text(result, entry, *at));
    print_rows(element);
  }
  if (request.launch && !launch.empty()) print_launch(launch);
  if (result.problem) print_err("{}{}\n", in_words("warning: "), problem_line(*result.problem));
  return done;
}

}  // namespace app
