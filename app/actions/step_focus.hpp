#pragma once
// The operands, mode and elements of one step of an explanation, for highlighting in the cards.

#include <optional>
#include <string>
#include <vector>

#include "app/state/state.hpp"

namespace app {

struct StepFocus {
  std::vector<int> operands;  ///< entries of the operands; -1 for an operand without an entry
  std::optional<int> mode;    ///< the mode of the first operand, and of a tiler by mode, that the step works on
};

/// Returns the focus of the selected entry's chosen step; nullopt without steps.
std::optional<StepFocus> step_focus(const Workspace&, const ViewState&);

/// The elements of an operand that a step works on: all, those of a mode (with 0 in the other modes), or some.
struct StepPart {
  std::optional<int> mode;
  std::vector<bool> in;  ///< by 1-D coordinate; empty: all, or the whole mode
};
constexpr std::int64_t most_listed = 1 << 14;   ///< largest operand or stage whose elements are listed one by one
constexpr std::int64_t most_reached = 1 << 20;  ///< largest operand in which elements of another one are looked up

/// Returns the part of an operand for the chosen step. The cost is linear in the elements of the operand and the stage, up to most_listed
/// or most_reached each.
StepPart step_part(const Workspace&, const ViewState&, int operand);

/// Returns the coordinates of the chosen step's stage that correspond to an element of any entry, at most 256: those with the value of the
/// element's counterparts in the layout (or its mode) that the step works on. If the stage has the elements of the operand or of the
/// result, only those at the element's place.
std::vector<std::int64_t> in_stage(const Workspace&, const ViewState&, const Element&);

/// Returns the inverse: the element that a coordinate of the chosen step's stage stands for, in the entry that the step works on, or else
/// in the explained entry. Empty if there is no such element.
Element element_of_stage(const Workspace&, const ViewState&, std::int64_t coordinate);

}  // namespace app
