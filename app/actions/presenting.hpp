#pragma once
// Presentation mode as a sequence of stops. For each entry whose card is not hidden: its value, then its operation's steps.
// Notes after the last entry are a stop of their own; the launch comes last, access after access.

#include <optional>
#include <string>
#include <vector>

#include "app/state/app.hpp"

namespace app {

struct Stop {
  int entry = -1;              ///< -1: there is nothing to present
  int step = -1;               ///< of its operation; -1: the value
  std::int64_t position = -1;  ///< of the launch's playback; -1: the entry is shown
  friend bool operator==(const Stop&, const Stop&) = default;
};

/// Entries to stop at, in the sheet's order; a note where notes end the sheet.
std::vector<int> presented_entries(const App&);
/// Steps to stop at.
int step_count(const App&, int entry);
/// The notes between the stop before and this one, a line each, without their `#`.
std::string notes_of(const App&, int entry);

Stop current_stop(const App&);
/// Nothing at the ends.
std::optional<Stop> next_stop(const App&, const Stop&);
std::optional<Stop> previous_stop(const App&, const Stop&);
/// The value of the neighbouring entry, whatever steps are left.
std::optional<Stop> next_entry(const App&, const Stop&);
std::optional<Stop> previous_entry(const App&, const Stop&);
std::optional<Stop> first_stop(const App&);
std::optional<Stop> last_stop(const App&);
/// Of `presented`, the presented entries: "3 / 12 · step 2 of 4", with the words translated.
std::string progress_of(const App&, const Stop&, const std::vector<int>& presented);

/// Shows a stop. Nothing: stays.
void go_to(App&, const std::optional<Stop>&);
/// The launch, one step of playback on or back.
void present_access(App&, int direction);
/// Begins with the selected entry, or ends and leaves the shown one selected.
void present(App&, bool on);

}  // namespace app
