#pragma once
// The built-in lessons, and the user's progress in them.

#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "algebra/language/vocabulary.hpp"
#include "algebra/text/message.hpp"
#include "app/lessons/exercise_check.hpp"
#include "app/system/texts.hpp"

namespace app {

/// Returns the names in the order of the course: "layout" for assets/lessons/01-layout.en.cutes, "majors", ...
std::span<const std::string_view> lesson_names();
/// Returns the index in lesson_names(); -1 if no built-in lesson has the name.
int lesson_number(std::string_view name);
/// Returns the lesson with the sheet's title and exercises, in one of the languages; -1 if none matches. The sheet's own lesson name does
/// not suffice: files of other origin could use it.
int built_in_lesson(const Sheet&);
/// Returns the unchanged sheet of a lesson; in every language it has the same entries and translated notes. number: an index of
/// lesson_names().
Sheet lesson_sheet(int number, Language);
/// Returns the lesson's version: a hash of its English sheet in hexadecimal digits, which can differ between versions of the program.
std::string lesson_version(int number);
/// Returns the sheet `left` by the user if the lesson still has that version; else the present lesson with the answers from `left`.
Sheet kept_lesson(int number, Sheet left, std::string_view version);
/// Returns the lesson's title, cached for each language because menus and the palette use it in every frame.
const std::string& lesson_title(int number, Language);
/// Returns the beginning of the lesson: the text of its first note.
std::string_view lesson_opening(int number, Language);
/// Returns the part of the course, in English, used as a heading in lists of lessons.
std::string_view lesson_group(int number);
/// Returns the first lesson whose sheet calls the function; -1 if none does.
int lesson_with(const algebra::Function&);

/// Translates the notes and exercises of a built_in_lesson, except the notes that the user has changed. Does nothing to other sheets. Never
/// changes expressions or the number of entries.
void retell(Sheet&, Language);

/// Returns all text of a sheet besides its entries (titles, tasks, hints), for loading the glyphs.
std::string lesson_text(const Sheet&);

/// The state of the shown sheet's exercises, and the progress in the built-in lessons.
struct LessonProgress {
  std::vector<ExerciseState> states;  ///< of the sheet's exercises
  struct Help {
    int hints = 0;        ///< number shown
    bool answer = false;  ///< true: the answer is shown
  };
  std::vector<Help> help;        ///< of the sheet's exercises
  std::set<std::string> solved;  ///< names of built-in lessons with all exercises solved
  /// The sheets of the built-in lessons that the user has edited, by name.
  std::map<std::string, Sheet, std::less<>> kept;
  std::uint64_t kept_version = 0;  ///< incremented when `kept` changes

  enum class Progress : std::uint8_t { untouched, begun, solved };
  Progress of(const std::string& lesson) const;
  /// Keeps the sheet of the built-in lesson of that name; if it equals `began`, forgets it instead.
  void keep(const std::string& lesson, const Sheet&, const Sheet& began);

  /// Call this after every change of the sheet. lesson: the built-in lesson shown, by the sheet's origin; "": none.
  void update(const Sheet&, const std::string& lesson, const SheetEvaluator&,
              const tl::expected<gpu::LaunchPlan, algebra::Message>& launch);
  bool all_solved() const;
  /// Returns the first unsolved exercise, else the last; -1 without exercises.
  int current() const;

 private:
  std::vector<Exercise> of_;  ///< the exercises that `help` belongs to
  KernelChecks kernels_;
};

}  // namespace app
