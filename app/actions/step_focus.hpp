#pragma once
// What one step of an explanation is about, so that the cards can show it too.

#include <optional>
#include <string>
#include <vector>

#include "app/state/state.hpp"

namespace app {

/// The words of a step in the interface's language, with the values in their places.
std::string step_words(const Texts&, const algebra::Step&);

struct StepFocus {
  std::vector<int> operands;  ///< entries that the operation takes; -1 for what is no entry
  std::optional<int> mode;    ///< the step works on this mode of the first operand, and of a tiler by mode
};

/// Of the chosen step of the selected entry; nothing where it has no steps.
std::optional<StepFocus> step_focus(const Workspace&, const ViewState&);

/// The elements of an operand that a step works on: all of them, those of a mode (where the other modes are 0), or some.
struct StepPart {
  std::optional<int> mode;
  std::vector<bool> in;  ///< by 1-D coordinate; empty: all, or the whole mode
};
constexpr std::int64_t most_listed = 1 << 14;  ///< elements of operands, and of stages, that are looked at one by one

/// Of the chosen step; costs as much as the operand and the stage have elements, up to most_listed each.
StepPart step_part(const Workspace&, const ViewState&, int operand);

/// Coordinates of the chosen step's stage that belong to an element, wherever it is: those that have the index which its
/// counterparts in the layout that the step works on, or their part in the mode at hand, have by then. At most 256.
std::vector<std::int64_t> in_stage(const Workspace&, const ViewState&, const Element&);

/// The other way: the element that a coordinate of the chosen step's stage stands for, of the layout that the step works
/// on where that is an entry, else of the explained one. Nothing where there is none.
Element element_of_stage(const Workspace&, const ViewState&, std::int64_t coordinate);

}  // namespace app
