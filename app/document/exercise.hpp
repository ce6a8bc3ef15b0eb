#pragma once
// What a sheet asks of its reader. Plain data, as the rest of the sheet; app/lessons/exercise_check.hpp looks at the answers.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

namespace app {

/// That a sheet is a lesson.
struct Lesson {
  std::string name;   ///< of a built-in lesson: "composition"; empty for anybody else's
  std::string title;  ///< shown above the sheet
  bool empty() const { return name.empty() && title.empty(); }
  friend bool operator==(const Lesson&, const Lesson&) = default;
};

/// One thing that must be so. Expressions are over the names of the sheet.
struct ExerciseCheck {
  enum class Kind : std::uint8_t {
    holds,     ///< `what`, an expression, is true
    equals,    ///< `what` and `is` are the same function, or the same value
    property,  ///< the entry's layout is `what`: injective, surjective, bijective, contiguous or compact
    launch,    ///< the sheet's launch is `what`: coalesced, conflict_free or once
  };
  Kind kind = Kind::holds;
  std::string what, is;
  std::string otherwise;  ///< said where it is not so, before what exactly differs
  friend bool operator==(const ExerciseCheck&, const ExerciseCheck&) = default;
};

struct Exercise {
  std::string entry;                  ///< the name of the entry that the answer is written in
  std::string task;                   ///< what is asked
  std::string start;                  ///< what the entry is at first, after its `=`; as long as it is that, nobody has answered
  std::vector<ExerciseCheck> checks;  ///< looked at one after the other; all must be so
  std::vector<std::string> hints;     ///< shown one by one
  std::string answer;                 ///< one that passes; there may be others
  friend bool operator==(const Exercise&, const Exercise&) = default;
};

/// What follows `@lesson` and `@exercise`. Error: what is wrong with it, without the line's number.
tl::expected<Lesson, std::string> read_lesson(std::string_view settings);
tl::expected<Exercise, std::string> read_exercise(std::string_view settings);
/// The whole line with its end; empty for no lesson.
std::string lesson_line(const Lesson&);
std::string exercise_line(const Exercise&);

}  // namespace app
