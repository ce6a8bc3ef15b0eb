#pragma once
// The built-in lessons, and the reader's progress in them.

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

/// Names in the order of the course: "layout" of assets/lessons/01-layout.en.cutes, "majors", ...
std::span<const std::string_view> lesson_names();
/// Index in lesson_names(); -1 for a name that is no built-in lesson's.
int lesson_number(std::string_view name);
/// The lesson whose title and exercises the sheet has, in one of the languages: what it calls itself is not enough, since a stranger's
/// sheet may say anything. -1 if it is none of the program's.
int built_in_lesson(const Sheet&);
/// The unchanged sheet of a lesson; in every language it has the same entries and translated notes. number: an index of
/// lesson_names().
Sheet lesson_sheet(int number, Language);
/// What the lesson is: a hash of its English sheet in hexadecimal digits. Another version of the program may have another one.
std::string lesson_version(int number);
/// A lesson's sheet as its reader left it in the lesson of that version: where the lesson is another by now, the present one with
/// the answers that were written.
Sheet kept_lesson(int number, Sheet left, std::string_view version);
/// The lesson's title, read once for each language: menus and the palette ask for it in every frame.
const std::string& lesson_title(int number, Language);
/// What the lesson begins with: the text of its first note.
std::string_view lesson_opening(int number, Language);
/// Which part of the course the lesson is of, in English: lists of lessons have it as a heading.
std::string_view lesson_group(int number);
/// The first lesson whose sheet calls the function; -1 if none does.
int lesson_with(const algebra::Function&);

/// Translates the notes and exercises of a built_in_lesson, except the notes that the reader has changed. Does nothing to other
/// sheets. Never changes expressions or the number of entries.
void retell(Sheet&, Language);

/// All text of a sheet besides its entries (titles, tasks, hints), for loading the glyphs.
std::string lesson_text(const Sheet&);

/// The state of the shown sheet's exercises, and how far the reader is in the built-in lessons.
struct LessonProgress {
  std::vector<ExerciseState> states;  ///< of the sheet's exercises
  struct Help {
    int hints = 0;        ///< number shown
    bool answer = false;  ///< whether the answer is shown
  };
  std::vector<Help> help;        ///< of the sheet's exercises
  std::set<std::string> solved;  ///< names of built-in lessons with all exercises solved
  /// The sheets of the built-in lessons that the reader has written in, by name.
  std::map<std::string, Sheet, std::less<>> kept;
  std::uint64_t kept_version = 0;  ///< incremented when `kept` changes

  enum class Progress : std::uint8_t { untouched, begun, solved };
  Progress of(const std::string& lesson) const;
  /// Keeps the sheet of the built-in lesson of that name, unless it is as it `began`: then nothing is kept of it.
  void keep(const std::string& lesson, const Sheet&, const Sheet& began);

  /// Call this after every change of the sheet. lesson: the built-in one that is shown, by where the sheet comes from; "": none.
  void update(const Sheet&, const std::string& lesson, const SheetEvaluator&,
              const tl::expected<gpu::LaunchPlan, algebra::Message>& launch);
  bool all_solved() const;
  /// The first unsolved exercise, else the last; -1 without exercises.
  int current() const;

 private:
  std::vector<Exercise> of_;  ///< the exercises that `help` belongs to
  KernelChecks kernels_;
};

}  // namespace app
