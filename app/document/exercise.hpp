#pragma once
// Lessons and exercises of a sheet, as plain data. app/lessons/exercise_check.hpp checks the answers.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "algebra/text/message.hpp"

namespace app {

/// Marks a sheet as a lesson.
struct Lesson {
  std::string name;   ///< name of a built-in lesson: "composition"; empty for any other
  std::string title;  ///< shown above the sheet
  bool empty() const { return name.empty() && title.empty(); }
  friend bool operator==(const Lesson&, const Lesson&) = default;
};

/// A condition that an answer must satisfy. Expressions may use the names of the sheet.
struct ExerciseCheck {
  enum class Kind : std::uint8_t {
    holds,     ///< `what`, an expression, is true
    equals,    ///< `what` and `is` are the same function, or the same value
    property,  ///< the entry's layout has the property `what`: injective, surjective, bijective, contiguous or compact
    launch,    ///< the sheet's launch has the property `what`: coalesced, conflict_free or once
    kernel,    ///< the sheet's kernel has no finding if `what` is right; else it has a finding of the kind `what`
  };
  Kind kind = Kind::holds;
  std::string what, is;
  std::string with;       ///< for a kernel: the entry that takes the answer's expression; empty: the sheet's own kernel
  std::string otherwise;  ///< message if the check fails, shown before the exact difference
  friend bool operator==(const ExerciseCheck&, const ExerciseCheck&) = default;
};

struct Exercise {
  std::string entry;                  ///< name of the entry for the answer
  std::string task;                   ///< the question
  std::string start;                  ///< the entry's initial text after `=`; unchanged: not answered yet
  std::vector<ExerciseCheck> checks;  ///< in order; all must hold
  std::vector<std::string> hints;     ///< shown one at a time
  std::string answer;                 ///< an answer that passes; there may be others
  friend bool operator==(const Exercise&, const Exercise&) = default;
};

/// Parse the settings after `@lesson` and `@exercise`. Error: one sentence, without the line number.
tl::expected<Lesson, algebra::Message> read_lesson(std::string_view settings);
tl::expected<Exercise, algebra::Message> read_exercise(std::string_view settings);
/// Returns the whole line with its line break; lesson_line returns "" for an empty lesson.
std::string lesson_line(const Lesson&);
std::string exercise_line(const Exercise&);

}  // namespace app
