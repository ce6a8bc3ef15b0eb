#pragma once
// The built-in lessons, and how far somebody has come with them.

#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/lessons/exercise_check.hpp"
#include "app/system/texts.hpp"

namespace app {

/// Names of the built-in lessons in the order of the course: "layout", "majors", ...; assets/lessons/01-layout.en.cutes.
std::span<const std::string_view> lesson_names();
/// Place in the course from 0, or -1 for a sheet that is none of the built-in lessons.
int lesson_number(std::string_view name);
/// A lesson as it is opened: the same entries in every language, with other notes. number: 0 .. lesson_names().size() - 1.
Sheet lesson_sheet(int number, Language);

/// Says a built-in lesson's notes and exercises in another language. What its reader has changed or written stays; sheets
/// that are no built-in lesson stay as they are. The code and the number of entries never change.
void retell(Sheet&, Language);

/// Text that a sheet shows beside its entries: titles, tasks, hints. For the glyphs of the fonts.
std::string lesson_text(const Sheet&);

/// How far the reader of the shown sheet has come, and which built-in lessons have been solved so far.
struct LessonProgress {
  std::vector<ExerciseState> states;  ///< of the sheet's exercises
  struct Help {
    int hints = 0;        ///< shown so far
    bool answer = false;  ///< shown
  };
  std::vector<Help> help;        ///< of the sheet's exercises
  std::set<std::string> solved;  ///< names of built-in lessons all of whose exercises have been solved

  /// After every change of the sheet.
  void update(const Sheet&, const SheetEvaluator&, const tl::expected<gpu::LaunchPlan, std::string>& launch);
  bool all_solved() const;
  /// The first exercise that is not solved, else the last; -1 without exercises.
  int current() const;

 private:
  std::vector<Exercise> of_;  ///< the exercises that `help` is of
};

}  // namespace app
