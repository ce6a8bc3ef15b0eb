#pragma once
// The user's answers in the built-in lessons: lessons.json in the state folder.

#include <map>
#include <string>
#include <string_view>

#include "app/document/sheet.hpp"

namespace app {

/// Sheets by the name of the lesson, as in LessonProgress::kept.
using KeptLessons = std::map<std::string, Sheet, std::less<>>;

/// Returns the new text of the file. before: its present text, "" if there is none. Lessons that are unchanged since `loaded` keep their
/// text in `before`, since another window may have changed them.
std::string to_json(const KeptLessons& now, const KeptLessons& loaded, std::string_view before);
/// Returns the lessons that can be read; those of another version of the program are adapted by kept_lesson.
KeptLessons kept_lessons_from(std::string_view json);

}  // namespace app
