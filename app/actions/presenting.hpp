#pragma once
// Presentation mode as a sequence of stops: for each visible entry its value, then the steps of its operation; for an exercise
// its task, then its hints and its answer. Notes that no entry in sight follows, those of a hidden entry and those at the end of the
// sheet, are stops of their own; the accesses of the launch come last.

#include <optional>
#include <string>
#include <vector>

#include "app/state/state.hpp"

namespace app {

struct Stop {
  int entry = -1;              ///< -1: nothing to present
  int step = -1;               ///< of the entry's operation, or a hint, or the answer after them; -1: its value or task
  std::int64_t position = -1;  ///< in the launch's playback; -1: the entry is shown
  friend bool operator==(const Stop&, const Stop&) = default;
};

/// Entries to stop at, in the sheet's order. A note among them stands for the notes that begin there.
std::vector<int> presented_entries(const Workspace&);
/// The exercise whose answer the entry is to be, as long as it is not solved: an index of Sheet::exercises. -1: none.
int asked_exercise(const Workspace&, int entry);
/// What an entry is stepped through.
struct Steps {
  enum class Of : std::uint8_t { operation, exercise };
  Of of = Of::operation;
  int all = 0;             ///< number of steps; of an exercise its hints and its answer
  std::vector<int> stops;  ///< which of them are stops, ascending
  bool shortened() const { return static_cast<int>(stops.size()) < all; }
};
/// All steps, or the key stages where the presentation shows only those. None while the entry's values are hidden.
Steps steps_of(const Workspace&, const ViewState&, int entry);
/// The stages that matter of a derivation with more than five steps, at most six: the first, what each step of the operation
/// itself comes to where that is another layout than before, and the last. Indices, ascending.
std::vector<int> key_stages(const std::vector<algebra::Step>&);
/// The notes directly above the entry, or those that begin there, one per line, without their `#`.
std::string notes_of(const Workspace&, int entry);

Stop current_stop(const Workspace&, const ViewState&);
/// Neighbouring stops; nothing at the ends.
std::optional<Stop> next_stop(const Workspace&, const ViewState&, const Stop&);
std::optional<Stop> previous_stop(const Workspace&, const ViewState&, const Stop&);
/// The value of the neighbouring entry, skipping the remaining steps.
std::optional<Stop> next_entry(const Workspace&, const Stop&);
std::optional<Stop> previous_entry(const Workspace&, const Stop&);
/// The last one does not give an exercise's answer away.
std::optional<Stop> first_stop(const Workspace&, const ViewState&);
std::optional<Stop> last_stop(const Workspace&, const ViewState&);
/// "3 / 12 · key stage 2 of 4 · A: all 20 steps" in the interface's language. presented: the result of presented_entries.
std::string progress_of(const Workspace&, const ViewState&, const Stop&, const std::vector<int>& presented);

/// Shows the stop; does nothing without one.
void go_to(Workspace&, ViewState&, const std::optional<Stop>&);
/// Presents the launch and moves its playback by one step, forwards (1) or backwards (-1).
void present_access(Workspace&, ViewState&, int direction);
/// Shows the exercise's answer, or all hidden values of the entry.
void reveal_stop(const Workspace&, ViewState&);
/// Turns from key stages to all steps, or back; at a step that is no key stage, to the key stage before it.
void present_all_steps(const Workspace&, ViewState&, bool all);
/// Enlarges (notches > 0) or shrinks the spotlight.
void scale_spotlight(ViewState&, float notches);
/// Starts presenting with the first stop; does nothing in a presentation.
void present_from_first(Workspace&, ViewState&, HostRequests&);
/// Starts presenting with the selected entry, or ends and leaves the shown one selected.
void present(Workspace&, ViewState&, HostRequests&, bool on);

/// How much of the presentation has been shown, 0 .. 1: entries by their number, steps and requests in between.
float presented_part(const Workspace&, const ViewState&, const Stop&, const std::vector<int>& presented);
/// "12:34", of the clock on the wall; "3:07" or "1:02:15", of a time in seconds.
std::string wall_clock();
std::string elapsed(double seconds);

}  // namespace app
