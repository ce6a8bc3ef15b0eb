#include "app/storage/lesson_answers.hpp"

#include <utility>

#include <nlohmann/json.hpp>

#include "app/lessons/lessons.hpp"

namespace app {
namespace {

/// Returns the member of that name if it is a string, else "".
std::string string_in(const nlohmann::json& from, const char* key) {
  const auto it = from.find(key);
  return it != from.end() && it->is_string() ? it->get<std::string>() : std::string{};
}

}  // namespace

std::string to_json(const KeptLessons& now, const KeptLessons& loaded, std::string_view before) {
  auto file = nlohmann::json::parse(before, nullptr, false);
  if (!file.is_object()) file = nlohmann::json::object();
  for (const auto& [name, sheet] : loaded)
    if (!now.contains(name)) file.erase(name);
  for (const auto& [name, sheet] : now)
    if (const auto old = loaded.find(name); old == loaded.end() || old->second != sheet)
      file[name] = {{"lesson", lesson_version(lesson_number(name))}, {"sheet", serialise(sheet)}};
  return file.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

KeptLessons kept_lessons_from(std::string_view text) {
  KeptLessons kept;
  const auto file = nlohmann::json::parse(text, nullptr, false);
  if (!file.is_object()) return kept;
  for (const auto& [name, left] : file.items()) {
    const int number = lesson_number(name);
    if (number < 0 || !left.is_object()) continue;
    if (auto sheet = parse_sheet(string_in(left, "sheet")); sheet && sheet->lesson.name == name)
      kept.emplace(name, kept_lesson(number, std::move(*sheet), string_in(left, "lesson")));
  }
  return kept;
}

}  // namespace app
