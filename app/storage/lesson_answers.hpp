#pragma once
// What the reader has written in the built-in lessons: lessons.json in the folder of the state.

#include <map>
#include <string>
#include <string_view>

#include "app/document/sheet.hpp"

namespace app {

/// Sheets by the name of the lesson, as in LessonProgress::kept.
using KeptLessons = std::map<std::string, Sheet, std::less<>>;

/// The new text of the file. before: its present text, "" if there is none. Lessons that are unchanged since `loaded` keep what is
/// in `before`, since another window may have changed them.
std::string to_json(const KeptLessons& now, const KeptLessons& loaded, std::string_view before);
/// The lessons that can be read; those of another version of the program as kept_lesson makes them.
KeptLessons kept_lessons_from(std::string_view json);

}  // namespace app
