#pragma once
// Divides typing into steps of undo.

#include <string>
#include <string_view>

namespace app {

/// The seconds without an edit after which the next edit is a step of its own.
inline constexpr double edit_pause = 1;

/// A step of undo: letters typed in one entry without a pause, up to the next word, or deleted letters.
struct TypedStep {
  std::string key;      ///< consecutive edits with equal keys are one step, see HistoryOf::before_edit
  bool begins = false;  ///< a step begins here, whatever preceded it
};
/// Returns the step of an edit. seconds: since the previous edit.
TypedStep typed_step(int entry, std::string_view before, std::string_view after, double seconds);

}  // namespace app
