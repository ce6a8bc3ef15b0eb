// The page's view of the sheet.

#include "app/web/answers.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "algebra/editing/number_steps.hpp"
#include "algebra/editing/number_tokens.hpp"
#include "algebra/language/lines.hpp"
#include "algebra/text/characters.hpp"
#include "algebra/text/utf16.hpp"
#include "app/document/facts.hpp"
#include "app/document/kernel_step.hpp"
#include "app/document/names.hpp"
#include "app/launch/launch_rows.hpp"
#include "app/lessons/examples.hpp"
#include "app/web/report.hpp"

namespace app {
namespace {

using Json = PageJson;

const char* name_of(algebra::Token::Kind kind) {
  switch (kind) {
    case algebra::Token::Kind::name: return "name";
    case algebra::Token::Kind::function: return "function";
    default: return "";
  }
}

}  // namespace

Json WebHost::Answers::verdict(const algebra::Verdict& v) const {
  using Kind = algebra::Verdict::Kind;
  const auto words = words_of(v, true);
  if (!words || v.kind == Kind::pending) return nullptr;
  const bool kept = v.kind == Kind::kept;
  const std::string mark = kept ? "✓ " : "✗ ";
  return {{"kept", kept}, {"short", mark + said(words->found)}, {"text", mark + said(words->sentence)}};
}

Json WebHost::Answers::entry_state(std::size_t i) const {
  const auto& entry = host_.sheet().entries[i];
  const auto& r = host_.session_.results()[i];
  const algebra::Utf16Units units(entry.text);
  Json e{{"text", entry.text}, {"name", r.name}, {"note", r.is_note}, {"visible", entry.visible}, {"version", r.version}};
  if (r.depth) e["depth"] = *r.depth;
  e["pieces"] = Json::array();
  e["numbers"] = Json::array();
  if (!r.is_note) {
    for (const auto& token : row_tokens(entry.text))
      if (const std::string_view kind = name_of(token.kind); !kind.empty())
        e["pieces"].push_back({units(token.span.begin), units(token.span.end), kind});
    for (const auto& n : algebra::editing::numbers_in(entry.text)) {
      const auto range = algebra::editing::slider_range(n);
      e["numbers"].push_back({{"begin", units(n.span.begin)},
                              {"end", units(n.span.end)},
                              {"value", n.value},
                              {"label", word(n.label)},
                              {"from", range.least},
                              {"to", range.most}});
    }
  }
  if (r.problem) {
    auto message = r.problem->problem.message;
    if (!r.problem->problem.suggestions.empty()) message = algebra::message("{} {}", message, algebra::Message("Nearest that work:"));
    e["problem"] = {{"begin", units(r.problem->span.begin)},
                    {"end", units(r.problem->span.end)},
                    {"message", said(message)},
                    {"fixes", r.problem->problem.suggestions}};
  }
  if (r.evaluation && !r.problem) {
    const auto marks =
        host_.session_.evaluator().rule() == algebra::IntegerRule::cute ? algebra::Marks::underscores : algebra::Marks::plain;
    if (!r.evaluation->made_by.operation.empty()) e["value"] = algebra::to_string(r.evaluation->value, marks);
    e["facts"] = said(algebra::Message::list(facts_of(r)));
    e["hints"] = Json::array();
    for (const auto& hint : r.evaluation->hints)
      e["hints"].push_back({{"message", said(hint.problem.message)}, {"fixes", hint.problem.suggestions}});
  }
  if (r.evaluation && !r.problem)
    if (auto v = verdict(r.evaluation->verdict); !v.is_null()) e["verdict"] = std::move(v);
  e["card"] = draws_card(r);
  if (entry.pin) e["pin"] = *entry.pin;
  return e;
}

Json WebHost::Answers::launch_state() {
  const auto& settings = host_.sheet().launch;
  if (settings.empty()) return nullptr;
  Json fields = Json::array();
  for (const auto& row : launch_rows(settings, host_.session_.launch_plan(), host_.texts_)) {
    Json field{{"key", row.field->key}, {"label", row.label}, {"value", row.value}, {"help", row.help}};
    if (row.choices.empty()) field["hint"] = row.hint;
    for (const auto& choice : row.choices) field["choices"].push_back(Json::array({choice.value, choice.text}));
    fields.push_back(std::move(field));
  }
  Json launch{{"fields", fields}, {"held", host_.shown_.held}};
  if (!host_.session_.launch()) {
    launch[host_.session_.asks_to_run() ? "asks" : "error"] = said(host_.session_.launch().error());
    return launch;
  }
  launch["shared"] = host_.session_.launch()->launch.shared_memory;
  launch["report"] = Json::array();
  for (const auto& row : report_rows(*host_.session_.launch())) launch["report"].push_back({said(row.label), said(row.value)});
  return launch;
}

Json WebHost::Answers::step_title(const char* title, std::string_view edit) const {
  if (edit.empty()) return nullptr;
  return fmt::format(fmt::runtime(host_.texts_("{}: {}")), host_.texts_(title), word(std::string(edit)));
}

Json WebHost::Answers::offers() const {
  const auto& sheet = host_.sheet();
  const bool nothing = std::ranges::all_of(sheet.entries, [](const Entry& e) { return algebra::trimmed(e.text).empty(); });
  if (nothing) return {"lessons.first", "file.starter", "file.open"};
  if (sheet == example_sheet("starter", host_.texts_.language())) return {"lessons.first", "lessons.overview"};
  return Json::array();
}

Json WebHost::Answers::state() {
  const auto& evaluator = host_.session_.evaluator();
  Json state{{"text", serialise(host_.sheet())},
             {"language", host_.texts_.language().code},
             {"integers", name_of(evaluator.rule())},
             {"setting", name_of(host_.sheet().integers)},
             {"expressions", evaluator.expressions()},
             {"problems", evaluator.problems()},
             {"undo", undo_title()},
             {"redo", redo_title()},
             {"entries", Json::array()}};
  for (std::size_t i = 0; i < host_.sheet().entries.size(); ++i) state["entries"].push_back(entry_state(i));
  const auto& lesson = host_.sheet().lesson;
  if (!lesson.empty())
    state["lesson"] = {
        {"name", lesson.name}, {"title", lesson.title}, {"number", built_in_lesson(host_.sheet())}, {"count", lesson_names().size()}};
  else state["lesson"] = nullptr;
  state["offers"] = offers();
  state["exercises"] = Json::array();
  for (std::size_t i = 0; i < host_.sheet().exercises.size(); ++i) {
    const auto& e = host_.sheet().exercises[i];
    const auto& s = host_.session_.lessons.states[i];
    using Kind = ExerciseState::Kind;
    state["exercises"].push_back({{"entry", e.entry},
                                  {"task", e.task},
                                  {"state", s.kind == Kind::solved  ? "solved"
                                            : s.kind == Kind::wrong ? "wrong"
                                                                    : "open"},
                                  {"otherwise", s.otherwise},
                                  {"why", said(s.why)},
                                  {"hints", e.hints},
                                  {"answer", e.answer}});
  }
  state["launch"] = launch_state();
  state["panels"] = nullptr;
  if (const auto& panels = host_.sheet().panels) {
    state["panels"] = Json::array();
    for (std::size_t i = 0; i < panel_count; ++i)
      if (panels->test(i)) state["panels"].push_back(panel_names[i]);
  }
  return state;
}

}  // namespace app
