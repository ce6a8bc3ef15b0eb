#include "app/actions/lessons.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "app/actions/documents.hpp"
#include "app/document/setting_words.hpp"

namespace app {
namespace {

bool has_exercise(const Workspace& workspace, int exercise) { return exercise >= 0 && exercise < std::ssize(workspace.sheet().exercises); }

const Exercise* current(const Workspace& workspace) {
  const int at = workspace.lessons().current();
  return has_exercise(workspace, at) ? &workspace.sheet().exercises[static_cast<std::size_t>(at)] : nullptr;
}

/// Selects the pinned entry of a new lesson, else its first expression.
void select_first(const Workspace& workspace, ViewState& view) {
  const auto& entries = workspace.sheet().entries;
  const auto pinned = std::find_if(entries.begin(), entries.end(), [](const Entry& e) { return e.pin.has_value(); });
  const auto first = std::find_if(entries.begin(), entries.end(), [](const Entry& e) { return !e.text.starts_with('#'); });
  if (first != entries.end()) view.selected = static_cast<int>((pinned != entries.end() ? pinned : first) - entries.begin());
}

}  // namespace

void open_lesson(Workspace& workspace, ViewState& view, int number) {
  if (number < 0 || number >= static_cast<int>(lesson_names().size())) return;
  const auto name = lesson_names()[static_cast<std::size_t>(number)];
  const auto documents = workspace.documents();
  for (std::size_t i = 0; i < documents.size(); ++i)
    if (is_lesson(documents[i]) && documents[i].lesson == name) return show_document(workspace, view, static_cast<int>(i));
  // The lessons of the course share one tab.
  const bool turns = is_lesson(workspace.document());
  const auto before = workspace.document().id;
  auto lesson = workspace.new_document(lesson_sheet(number, view.texts.language()), {});
  lesson.lesson = name;
  if (const auto kept = workspace.lessons().kept.find(name); kept != workspace.lessons().kept.end()) lesson.sheet = kept->second;
  add_document(workspace, view, std::move(lesson));
  for (int i = 0; turns && i < static_cast<int>(workspace.documents().size()); ++i)
    if (workspace.documents()[static_cast<std::size_t>(i)].id == before) {
      close_document(workspace, view, i);
      break;
    }
  select_first(workspace, view);
}

bool can_start_over(const Workspace& workspace) {
  const auto& d = workspace.document();
  return is_lesson(d) && d.sheet != d.saved;
}

void start_over(Workspace& workspace, ViewState& view) {
  if (!can_start_over(workspace)) return;
  workspace.edit("start the lesson over", [&](Sheet& s) { s = workspace.document().saved; });
  workspace.lessons().help.assign(workspace.sheet().exercises.size(), {});
  select_first(workspace, view);
}

int beside_lesson(const Workspace& workspace, int by) {
  const auto& shown = workspace.document();
  const int here = is_lesson(shown) ? lesson_number(shown.lesson) : -1, there = here + by;
  return here < 0 || there < 0 || there >= static_cast<int>(lesson_names().size()) ? -1 : there;
}

bool opens_solved_lesson(const Workspace& workspace, std::string_view command) {
  constexpr std::string_view group = "lessons.open.";
  if (!command.starts_with(group)) return false;
  const auto number = integer(command.substr(group.size()));
  return number && *number >= 1 && *number <= static_cast<std::int64_t>(lesson_names().size()) &&
         workspace.lessons().solved.contains(std::string(lesson_names()[static_cast<std::size_t>(*number - 1)]));
}

std::vector<bool> wrong_elements(const Workspace& workspace, int entry) {
  const auto& exercises = workspace.sheet().exercises;
  for (std::size_t i = 0; i < exercises.size(); ++i)
    if (const auto& wrong = workspace.lessons().states[i].wrong_elements;
        !wrong.empty() && workspace.evaluator().find(exercises[i].entry) == entry)
      return wrong;
  return {};
}

bool has_hint(const Workspace& workspace) {
  const auto* exercise = current(workspace);
  return exercise != nullptr &&
         workspace.lessons().help[static_cast<std::size_t>(workspace.lessons().current())].hints < static_cast<int>(exercise->hints.size());
}

void show_hint(Workspace& workspace, int exercise) {
  if (has_exercise(workspace, exercise)) ++workspace.lessons().help[static_cast<std::size_t>(exercise)].hints;
}

bool has_answer(const Workspace& workspace) {
  const auto* exercise = current(workspace);
  return exercise != nullptr && !exercise->answer.empty();
}

void show_answer(Workspace& workspace, int exercise) {
  if (has_exercise(workspace, exercise)) workspace.lessons().help[static_cast<std::size_t>(exercise)].answer = true;
}

void take_answer(Workspace& workspace, ViewState& view, int exercise) {
  if (!has_exercise(workspace, exercise)) return;
  const auto& wanted = workspace.sheet().exercises[static_cast<std::size_t>(exercise)];
  const int at = workspace.evaluator().find(wanted.entry);
  auto text = fmt::format("{} = {}", wanted.entry, wanted.answer);
  workspace.edit("take the answer", [&](Sheet& s) {
    if (at >= 0) s.entries[static_cast<std::size_t>(at)].text = std::move(text);
    else s.entries.emplace_back().text = std::move(text);
  });
  view.selected = at >= 0 ? at : static_cast<int>(workspace.sheet().entries.size()) - 1;
}

std::vector<ToldRow> exercise_rows(const Workspace& workspace, int number, const Texts& texts) {
  using Kind = ExerciseState::Kind;
  const auto& exercise = workspace.sheet().exercises[static_cast<std::size_t>(number)];
  const auto& state = workspace.lessons().states[static_cast<std::size_t>(number)];
  const auto& help = workspace.lessons().help[static_cast<std::size_t>(number)];
  const auto hints = static_cast<int>(exercise.hints.size());
  Told rows(texts);
  if (!exercise.task.empty()) rows.words(exercise.task, Tone::text);
  if (state.kind == Kind::wrong) {
    auto why = state.otherwise;
    if (!state.why.empty()) why += (why.empty() ? "" : " ") + texts(state.why);
    rows.words(why, Tone::error);
  }
  for (int i = 0; i < std::min(help.hints, hints); ++i) rows.words(exercise.hints[static_cast<std::size_t>(i)], Tone::hint);
  if (help.answer && state.kind != Kind::solved)
    rows.chip(fmt::format("{} = {}", exercise.entry, exercise.answer), request<take_answer>(number), 12,
              rows.tr("Write it into the sheet"));
  std::vector<ToldLink> ways;
  if (state.kind == Kind::solved && workspace.lessons().all_solved() && beside_lesson(workspace, 1) >= 0)
    ways.push_back({fmt::format("{} ›", rows.tr("Next lesson")), command("lessons.next")});
  if (state.kind != Kind::solved && help.hints < hints)
    ways.push_back(
        {hints == 1 ? std::string(rows.tr("Show a hint")) : fmt::format("{} ({}/{})", rows.tr("Show a hint"), help.hints + 1, hints),
         request<show_hint>(number)});
  if (state.kind != Kind::solved && !help.answer && !exercise.answer.empty())
    ways.push_back({rows.tr("Show the answer"), request<show_answer>(number)});
  if (ways.empty()) return rows.rows;
  rows.gap(2);
  rows.links(std::move(ways), 4);
  return rows.rows;
}

std::vector<std::string> sentences_of(std::string_view text) {
  std::vector<std::string> beginnings;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = text.size();
    for (const std::string_view stop : {". ", "。", "？", "? "})
      if (const auto found = text.find(stop, at); found != std::string_view::npos) end = std::min(end, found + stop.size());
    beginnings.insert(beginnings.begin(), std::string(text.substr(0, end)));
    at = end;
  }
  if (beginnings.empty()) beginnings.emplace_back();
  return beginnings;
}

}  // namespace app
