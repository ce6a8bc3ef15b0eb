#pragma once
// Sections of a program's sheet, and the numbers that the program is given.

#include <set>
#include <string>
#include <string_view>

#include "algebra/editing/number_steps.hpp"
#include "app/document/sections.hpp"
#include "app/state/state.hpp"

namespace app {

/// Keys of the sections whose folding the user changed in the active document.
const std::set<std::string>& changed_folds(const Workspace&, const ViewState&);
/// Whether the section's entries are out of sight. The parameters are until they are unfolded: they have sliders of their own.
bool is_folded(const Workspace&, const ViewState&, const Section&);
/// Folds or unfolds all sections of that key.
void fold_section(const Workspace&, ViewState&, const std::string& key, bool fold);
/// Folds or unfolds the selected entry's section.
void fold_or_unfold(const Workspace&, ViewState&);
/// Folds all sections, or unfolds them if all are.
void fold_or_unfold_all(const Workspace&, ViewState&);
/// Unfolds the entry's section, where it is folded.
void unfold_entry(const Workspace&, ViewState&, int entry);
/// Whether the selected entry is in a section that folds; whether any is; whether the program is given something, or may be
/// given macros.
bool in_section(const Workspace&, const ViewState&);
bool has_sections(const Workspace&);
bool has_parameters(const Workspace&);

/// Shows the cards of the section that the entry is in, and no others. One undo step.
void show_section_cards(Workspace&, int entry);
/// Selects the next entry that has a problem, after the selected one; the first at the end.
void next_problem(const Workspace&, ViewState&);
bool has_problem(const Workspace&);

/// Shows or hides the sliders of what the program needs.
void fold_needs(ViewState&, bool fold);
/// Replaces the expression of a parameter's entry, which then has been asked for no longer. Consecutive edits with the same
/// merge key are one undo step.
void set_parameter(Workspace&, int entry, const std::string& expression, const std::string& merge_key);

/// The values that a parameter's slider goes through. powers: only powers of two, as sizes are.
struct ParameterRange {
  algebra::editing::NumberRange range;
  bool powers = false;
};
/// An index of a thread goes to the block's size, where the sheet knows it.
ParameterRange parameter_range(const Workspace&, std::string_view entry_name, std::int64_t value);

}  // namespace app
