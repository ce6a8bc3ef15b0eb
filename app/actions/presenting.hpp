#pragma once
// Presentation mode as a sequence of stops: for each visible entry its value, then the steps of its operation; for an exercise its task,
// then its hints and its answer. Notes not followed by a visible entry, such as those of a hidden entry or at the end of the sheet, are
// separate stops; the accesses of the launch come last.

#include <optional>
#include <string>
#include <vector>

#include "app/state/state.hpp"

namespace app {

struct Stop {
  int entry = -1;              ///< -1: nothing to present
  int step = -1;               ///< of the entry's operation, a hint, or the answer after the hints; -1: its value or task
  std::int64_t position = -1;  ///< in the launch's playback; -1: the entry is shown
  friend bool operator==(const Stop&, const Stop&) = default;
};

/// Returns the entries to stop at, in the sheet's order. A note among them stands for the notes that begin there.
std::vector<int> presented_entries(const Workspace&);
/// Returns the unsolved exercise that the entry should answer, an index of Sheet::exercises, or -1.
int asked_exercise(const Workspace&, int entry);
/// The steps of an entry.
struct Steps {
  enum class Of : std::uint8_t { operation, exercise };
  Of of = Of::operation;
  int all = 0;             ///< number of steps; for an exercise its hints and its answer
  std::vector<int> stops;  ///< the steps that are stops, ascending
  bool shortened() const { return static_cast<int>(stops.size()) < all; }
};
/// Returns all steps, or the key stages if the presentation shows only those. None while the entry's values are hidden.
Steps steps_of(const Workspace&, const ViewState&, int entry);
/// Returns the key stages of a derivation with more than five steps, at most six: the first, the result of each top-level step if it is a
/// new layout, and the last. Indices, ascending.
std::vector<int> key_stages(const std::vector<algebra::Step>&);
/// Returns the notes directly above the entry, or those that begin there, one per line, without their `#`.
std::string notes_of(const Workspace&, int entry);

Stop current_stop(const Workspace&, const ViewState&);
/// Return neighbouring stops; nullopt at the ends.
std::optional<Stop> next_stop(const Workspace&, const ViewState&, const Stop&);
std::optional<Stop> previous_stop(const Workspace&, const ViewState&, const Stop&);
/// Return the value of the neighbouring entry, skipping the remaining steps.
std::optional<Stop> next_entry(const Workspace&, const Stop&);
std::optional<Stop> previous_entry(const Workspace&, const Stop&);
/// Return the first and last stop. The last one does not reveal an exercise's answer.
std::optional<Stop> first_stop(const Workspace&, const ViewState&);
std::optional<Stop> last_stop(const Workspace&, const ViewState&);
/// Returns "3 / 12 · key stage 2 of 4 · A: all 20 steps" in the interface's language. presented: the result of presented_entries.
std::string progress_of(const Workspace&, const ViewState&, const Stop&, const std::vector<int>& presented);

/// Shows the stop; does nothing for nullopt.
void go_to(Workspace&, ViewState&, const std::optional<Stop>&);
/// Presents the launch and moves its playback by one step, forwards (1) or backwards (-1).
void present_access(Workspace&, ViewState&, int direction);
/// Shows the exercise's answer, or all hidden values of the entry.
void reveal_stop(const Workspace&, ViewState&);
/// Switches between key stages and all steps. At a step that is not a key stage, goes to the key stage before it.
void present_all_steps(const Workspace&, ViewState&, bool all);
/// Enlarges (notches > 0) or shrinks the spotlight.
void scale_spotlight(ViewState&, float notches);
/// Starts presenting with the first stop; does nothing in a presentation.
void present_from_first(Workspace&, ViewState&, HostRequests&);
/// Starts presenting with the selected entry, or ends and keeps the shown one selected.
void present(Workspace&, ViewState&, HostRequests&, bool on);

/// Returns the presented fraction, 0 .. 1: entries count equally, steps and requests are fractions between them.
float presented_part(const Workspace&, const ViewState&, const Stop&, const std::vector<int>& presented);
/// Return "12:34", the time of day, and "3:07" or "1:02:15" for a duration in seconds.
std::string wall_clock();
std::string elapsed(double seconds);

}  // namespace app
