#pragma once
// The operands, mode and elements that one step of an explanation is about, for highlighting in the cards.

#include <optional>
#include <string>
#include <vector>

#include "app/state/state.hpp"

namespace app {

struct StepFocus {
  std::vector<int> operands;  ///< entries of the operands; -1 for an operand that is no entry
  std::optional<int> mode;    ///< the mode of the first operand, and of a tiler by mode, that the step works on
};

/// For the chosen step of the selected entry; nothing if it has no steps.
std::optional<StepFocus> step_focus(const Workspace&, const ViewState&);

/// The elements of an operand that a step works on: all, those of a mode (where the other modes are 0), or some.
struct StepPart {
  std::optional<int> mode;
  std::vector<bool> in;  ///< by 1-D coordinate; empty: all, or the whole mode
};
constexpr std::int64_t most_listed = 1 << 14;   ///< largest operand or stage whose elements are listed one by one
constexpr std::int64_t most_reached = 1 << 20;  ///< and of an operand in which those of another are looked up

/// For the chosen step. The cost is linear in the elements of the operand and the stage, up to most_listed or most_reached each.
StepPart step_part(const Workspace&, const ViewState&, int operand);

/// Coordinates of the chosen step's stage that correspond to an element of any entry, at most 256: those whose value in the
/// stage is that of the element's counterparts in the layout (or the mode of it) that the step works on; of several with that value the
/// one in the element's place, if the stage has the elements of the operand or of the result.
std::vector<std::int64_t> in_stage(const Workspace&, const ViewState&, const Element&);

/// The inverse: the element that a coordinate of the chosen step's stage stands for, in the entry that the step works on, or
/// in the explained entry if the step works on none. Empty if there is no such element.
Element element_of_stage(const Workspace&, const ViewState&, std::int64_t coordinate);

}  // namespace app
