#pragma once
// Edits of whole entries, and of the numbers in them.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "algebra/editing/number_tokens.hpp"
#include "algebra/language/vocabulary.hpp"
#include "app/document/written_call.hpp"
#include "app/state/state.hpp"

namespace app {

/// Returns the entries that the next operation takes as arguments: the chosen ones in the order of selection, else the selected one if it
/// has a name.
std::vector<int> chosen_entries(const Workspace&, const ViewState&);
bool is_chosen(const Workspace&, const ViewState&, int entry);
enum class Choose : std::uint8_t { only, toggle, up_to };  ///< a click; with Ctrl; with Shift
void choose_entry(const Workspace&, ViewState&, int entry, Choose);

/// Moves the entry before the one that is now at `before` (entries.size(): to the end). One undo step.
void move_entry(Workspace&, ViewState&, int from, int before);
/// Adds a copy below the entry, with a new name and the same card settings, and selects it.
void duplicate_entry(Workspace&, ViewState&, int entry);
void delete_entry(Workspace&, int entry);

/// Returns a call with the names of these entries; see written_call.
WrittenCall call_of(const Workspace&, std::string_view function, const std::vector<int>& arguments);

/// Inserts an entry below the selected one and gives it keyboard focus. Returns its index.
int insert_entry(Workspace&, ViewState&, std::string text);
/// Adds a hint's suggested expression as an entry with a name and a card, below the hint's entry, and selects it. One undo step.
void add_suggested(Workspace&, ViewState&, int entry, const std::string& expression);
/// Inserts several entries below the selected one, in one undo step.
void insert_entries(Workspace&, ViewState&, const std::vector<std::string>& lines);
/// A layout inferred from a table.
struct InferredEntry {
  std::string name;  ///< the table's name; "": none
  std::string expression, note;
};
/// Inserts each layout with an unused name and its note below it, in one undo step.
void insert_inferred(Workspace&, ViewState&, const std::vector<InferredEntry>&);
/// Adds the function's example below the selected entry, with the entry that it uses unless the sheet has one of that name.
void insert_example(Workspace&, ViewState&, const algebra::Function*);
/// Inserts an entry with a name for an atom, below the selected one.
void insert_atom(Workspace&, ViewState&, const std::string& expression);
/// Inserts a call of the function with the chosen entries and selects the first missing argument.
void insert_call(Workspace&, ViewState&, std::string_view function);
/// Replaces one entry by several, in one undo step, for text pasted into it.
void replace_entry(Workspace&, ViewState&, int entry, const std::vector<std::string>& lines);

/// Undo or redo one step; do nothing without one.
void undo(Workspace&, ViewState&);
void redo(Workspace&, ViewState&);
/// After undo or redo, selects the entry that changed. If the entry being typed in still exists, it keeps the text cursor, at the change.
void follow_change(const Workspace&, ViewState&, const Sheet& before);

/// Switches to the next rule for integers without a mark: auto, math, cute.
void cycle_integers(Workspace&);

/// Sets a number in an entry's text; consecutive edits with the same key are one undo step.
void set_number(Workspace&, int entry, std::size_t number, std::int64_t value, const std::string& merge_key);
/// Sets a number while it is dragged. keep_valid: uses the nearest value that satisfies the entry's contract, if one is found within a
/// frame's time.
void drag_number(Workspace&, int entry, std::size_t number, std::int64_t value, bool keep_valid, const std::string& merge_key);
/// Returns whether an entry with that text has a value that satisfies its contract.
bool text_works(const SheetEvaluator&, std::string_view text);

}  // namespace app
