#pragma once
// Presentation mode as a sequence of stops: for each visible entry its value, then the steps of its operation. Notes at the end
// of the sheet are a stop of their own; the accesses of the launch come last.

#include <optional>
#include <string>
#include <vector>

#include "app/state/state.hpp"

namespace app {

struct Stop {
  int entry = -1;              ///< -1: nothing to present
  int step = -1;               ///< of the entry's operation; -1: its value
  std::int64_t position = -1;  ///< in the launch's playback; -1: the entry is shown
  friend bool operator==(const Stop&, const Stop&) = default;
};

/// Entries to stop at, in the sheet's order; the last may be a note, if notes end the sheet.
std::vector<int> presented_entries(const Workspace&);
/// Number of steps to stop at.
int step_count(const Workspace&, int entry);
/// The notes between the previous presented entry and this one, one per line, without their `#`.
std::string notes_of(const Workspace&, int entry);

Stop current_stop(const Workspace&, const ViewState&);
/// Neighbouring stops; nothing at the ends.
std::optional<Stop> next_stop(const Workspace&, const ViewState&, const Stop&);
std::optional<Stop> previous_stop(const Workspace&, const ViewState&, const Stop&);
/// The value of the neighbouring entry, skipping the remaining steps.
std::optional<Stop> next_entry(const Workspace&, const Stop&);
std::optional<Stop> previous_entry(const Workspace&, const Stop&);
std::optional<Stop> first_stop(const Workspace&, const ViewState&);
std::optional<Stop> last_stop(const Workspace&, const ViewState&);
/// "3 / 12 · step 2 of 4" in the interface's language. presented: the result of presented_entries.
std::string progress_of(const Workspace&, const ViewState&, const Stop&, const std::vector<int>& presented);

/// Shows the stop; does nothing without one.
void go_to(Workspace&, ViewState&, const std::optional<Stop>&);
/// Presents the launch and moves its playback by one step, forwards (1) or backwards (-1).
void present_access(Workspace&, ViewState&, int direction);
/// Enlarges (notches > 0) or shrinks the spotlight.
void scale_spotlight(ViewState&, float notches);
/// Starts presenting with the selected entry, or ends and leaves the shown one selected.
void present(Workspace&, ViewState&, HostRequests&, bool on);

}  // namespace app
