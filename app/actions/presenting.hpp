#pragma once
// Presentation mode as a sequence of stops. For each entry whose card is not hidden: its value, then its operation's steps.
// Notes after the last entry are a stop of their own; the launch comes last, access after access.

#include <optional>
#include <string>
#include <vector>

#include "app/state/state.hpp"

namespace app {

struct Stop {
  int entry = -1;              ///< -1: there is nothing to present
  int step = -1;               ///< of its operation; -1: the value
  std::int64_t position = -1;  ///< of the launch's playback; -1: the entry is shown
  friend bool operator==(const Stop&, const Stop&) = default;
};

/// Entries to stop at, in the sheet's order; a note where notes end the sheet.
std::vector<int> presented_entries(const Workspace&);
/// Steps to stop at.
int step_count(const Workspace&, int entry);
/// The notes between the stop before and this one, a line each, without their `#`.
std::string notes_of(const Workspace&, int entry);

Stop current_stop(const Workspace&, const ViewState&);
/// Nothing at the ends.
std::optional<Stop> next_stop(const Workspace&, const ViewState&, const Stop&);
std::optional<Stop> previous_stop(const Workspace&, const ViewState&, const Stop&);
/// The value of the neighbouring entry, whatever steps are left.
std::optional<Stop> next_entry(const Workspace&, const Stop&);
std::optional<Stop> previous_entry(const Workspace&, const Stop&);
std::optional<Stop> first_stop(const Workspace&, const ViewState&);
std::optional<Stop> last_stop(const Workspace&, const ViewState&);
/// Of `presented`, the presented entries: "3 / 12 · step 2 of 4", with the words translated.
std::string progress_of(const Workspace&, const ViewState&, const Stop&, const std::vector<int>& presented);

/// Shows a stop. Nothing: stays.
void go_to(Workspace&, ViewState&, const std::optional<Stop>&);
/// The launch, one step of playback on or back.
void present_access(Workspace&, ViewState&, int direction);
/// Larger or smaller, by notches of the wheel.
void scale_spotlight(ViewState&, float notches);
/// Begins with the selected entry, or ends and leaves the shown one selected.
void present(Workspace&, ViewState&, HostRequests&, bool on);

}  // namespace app
