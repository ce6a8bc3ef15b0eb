#pragma once
// What one step of an explanation is about, so that the cards can show it too.

#include <optional>
#include <string>
#include <vector>

#include "app/app.hpp"

namespace app {

/// The words of a step in the interface's language, with the values in their places.
std::string step_words(const Texts&, const algebra::Step&);

struct StepFocus {
  std::vector<int> operands;          ///< entries that the operation takes; -1 for what is no entry
  std::optional<int> mode;            ///< the step works on this mode of the first operand, and of a tiler by mode
};

/// Of the chosen step of the selected entry; nothing where it has no steps.
std::optional<StepFocus> step_focus(const App&);

/// Coordinates of the chosen step's stage that belong to an element of the explained entry: those that have the index
/// which the element, or its part in the mode at hand, has by then. At most 256.
std::vector<std::int64_t> in_stage(const App&, const Element&);

}  // namespace app
