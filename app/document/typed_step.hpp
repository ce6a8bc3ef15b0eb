#pragma once
// Typing as steps of undo.

#include <string>
#include <string_view>

namespace app {

/// After so many seconds without an edit, the next one is a step of its own.
inline constexpr double edit_pause = 1;

/// Letters typed in one entry without a pause are one step of undo, up to the next word; what is deleted is another one.
struct TypedStep {
  std::string key;      ///< edits with one key in a row are one step, see HistoryOf::before_edit
  bool begins = false;  ///< a step begins here, whatever was before
};
/// seconds: since the edit before.
TypedStep typed_step(int entry, std::string_view before, std::string_view after, double seconds);

}  // namespace app
