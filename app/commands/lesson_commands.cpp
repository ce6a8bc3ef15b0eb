#include "app/commands/lesson_commands.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "app/document/setting_words.hpp"

namespace app {
namespace {

const Exercise* current(const App& a) {
  const int at = a.lessons.current();
  return at < 0 ? nullptr : &a.sheet().exercises[static_cast<std::size_t>(at)];
}

LessonProgress::Help& help_of(App& a) { return a.lessons.help[static_cast<std::size_t>(a.lessons.current())]; }

}  // namespace

void open_lesson(App& a, int number) {
  if (number < 0 || number >= static_cast<int>(lesson_names().size())) return;
  const auto name = lesson_names()[static_cast<std::size_t>(number)];
  const auto documents = a.documents();
  for (std::size_t i = 0; i < documents.size(); ++i)
    if (documents[i].path.empty() && documents[i].sheet.lesson.name == name) return a.activate(static_cast<int>(i));
  // Page by page through the course, in one tab. What was written in the last lesson can be opened again as a closed tab.
  const bool turns = a.path().empty() && lesson_number(a.sheet().lesson.name) >= 0;
  const auto before = std::as_const(a).document().id;
  a.start_new(lesson_sheet(number, a.texts.language()));
  for (int i = 0; turns && i < static_cast<int>(a.documents().size()); ++i)
    if (a.documents()[static_cast<std::size_t>(i)].id == before) {
      a.close(i);
      break;
    }
  const auto& entries = a.sheet().entries;
  const auto pinned = std::find_if(entries.begin(), entries.end(), [](const Entry& e) { return e.pin.has_value(); });
  const auto first = std::find_if(entries.begin(), entries.end(), [](const Entry& e) { return !e.text.starts_with('#'); });
  if (first != entries.end()) a.selected = static_cast<int>((pinned != entries.end() ? pinned : first) - entries.begin());
}

int beside_lesson(const App& a, int by) {
  const int here = lesson_number(a.sheet().lesson.name), there = here + by;
  return here < 0 || there < 0 || there >= static_cast<int>(lesson_names().size()) ? -1 : there;
}

bool opens_solved_lesson(const App& a, std::string_view command) {
  constexpr std::string_view group = "lessons.open.";
  if (!command.starts_with(group)) return false;
  const auto number = integer(command.substr(group.size()));
  return number && *number >= 1 && *number <= static_cast<std::int64_t>(lesson_names().size()) &&
         a.lessons.solved.contains(std::string(lesson_names()[static_cast<std::size_t>(*number - 1)]));
}

bool has_hint(const App& a) {
  const auto* exercise = current(a);
  return exercise != nullptr &&
         a.lessons.help[static_cast<std::size_t>(a.lessons.current())].hints < static_cast<int>(exercise->hints.size());
}

void show_hint(App& a) { ++help_of(a).hints; }

bool has_answer(const App& a) {
  const auto* exercise = current(a);
  return exercise != nullptr && !exercise->answer.empty();
}

void show_answer(App& a) { help_of(a).answer = true; }

void take_answer(App& a, int exercise) {
  const auto& wanted = a.sheet().exercises[static_cast<std::size_t>(exercise)];
  const int at = a.evaluator().find(wanted.entry);
  auto text = fmt::format("{} = {}", wanted.entry, wanted.answer);
  a.edit([&](Sheet& s) {
    if (at >= 0) s.entries[static_cast<std::size_t>(at)].text = std::move(text);
    else s.entries.emplace_back().text = std::move(text);
  });
  a.selected = at >= 0 ? at : static_cast<int>(a.sheet().entries.size()) - 1;
}

}  // namespace app
