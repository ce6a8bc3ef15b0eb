#pragma once
// Sections of a program's sheet, and its parameters.

#include <set>
#include <string>
#include <string_view>

#include "algebra/editing/number_steps.hpp"
#include "app/document/sections.hpp"
#include "app/state/state.hpp"

namespace app {

/// Returns the keys of the sections whose folding the user changed in the active document.
const std::set<std::string>& changed_folds(const Workspace&, const ViewState&);
/// Returns whether the section's entries are hidden. Parameters are folded initially, as they have sliders of their own.
bool is_folded(const Workspace&, const ViewState&, const Section&);
/// Folds or unfolds all sections of that key.
void fold_section(const Workspace&, ViewState&, const std::string& key, bool fold);
/// Folds or unfolds the selected entry's section.
void fold_or_unfold(const Workspace&, ViewState&);
/// Folds all sections, or unfolds them if all are.
void fold_or_unfold_all(const Workspace&, ViewState&);
/// Unfolds the entry's section if it is folded.
void unfold_entry(const Workspace&, ViewState&, int entry);
/// Returns whether the selected entry is in a section with a heading.
bool in_section(const Workspace&, const ViewState&);
/// Returns whether the sheet has sections.
bool has_sections(const Workspace&);
/// Returns whether the sheet is of a program, which may have macros, or has an entry that is a parameter.
bool has_parameters(const Workspace&);

/// Shows only the cards of the section that the entry is in. One undo step.
void show_section_cards(Workspace&, int entry);
/// Selects the next entry with a problem after the selected one, or the first one at the end.
void next_problem(const Workspace&, ViewState&);
bool has_problem(const Workspace&);

/// Folds or unfolds the parameters' sliders.
void fold_needs(ViewState&, bool fold);
/// Replaces the expression of a parameter's entry, which then counts as set. Consecutive edits with the same merge key are one undo step.
void set_parameter(Workspace&, int entry, const std::string& expression, const std::string& merge_key);

/// The range of a parameter's slider. powers: only powers of two, as for sizes.
struct ParameterRange {
  algebra::editing::NumberRange range;
  bool powers = false;
};
/// Returns the range of a parameter. A thread's index is limited by the block's size, if the sheet has it.
ParameterRange parameter_range(const Workspace&, std::string_view entry_name, std::int64_t value);

}  // namespace app
