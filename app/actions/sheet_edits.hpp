#pragma once
// What is done to entries as a whole, and to the numbers in them.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "algebra/editing/number_tokens.hpp"
#include "app/state/state.hpp"

namespace app {

/// Entries that the next operation takes as arguments, in the order of choosing: those chosen, else the selected one if
/// it has a name.
std::vector<int> chosen_entries(const Workspace&, const ViewState&);
bool is_chosen(const Workspace&, const ViewState&, int entry);
enum class Choose : std::uint8_t { only, toggle, up_to };  ///< a click; with Ctrl; with Shift
void choose_entry(const Workspace&, ViewState&, int entry, Choose);

/// To where it stands before the entry that is now number `before` (or at the end). One step.
void move_entry(Workspace&, ViewState&, int from, int before);
/// A copy below it, with a name of its own and the same card; selected.
void duplicate_entry(Workspace&, ViewState&, int entry);
void delete_entry(Workspace&, int entry);

/// A call as it is inserted: `B = zipped_divide(A, tiler)`, and what of it is to be typed over.
struct WrittenCall {
  std::string text;
  std::optional<algebra::SourceSpan> placeholder;
};
WrittenCall call_of(const Workspace&, std::string_view function, const std::vector<int>& arguments);
/// A name that no entry has: A, B, ..., Z, A1, ...
std::string unused_name(const SheetEvaluator&);

/// An entry below the selected one, with the keyboard; returns where.
int insert_entry(Workspace&, ViewState&, std::string text);
/// Several below the selected entry, in one undo step.
void insert_entries(Workspace&, ViewState&, const std::vector<std::string>& lines);
/// A new entry that calls a function with the chosen entries; the first missing argument is selected for typing.
void insert_call(Workspace&, ViewState&, std::string_view function);
/// Several entries in place of one, in one undo step: what was pasted into it.
void replace_entry(Workspace&, ViewState&, int entry, const std::vector<std::string>& lines);

/// Each a step; nothing where there is none.
void undo(Workspace&, ViewState&);
void redo(Workspace&, ViewState&);
/// After undo and redo: selects the entry that changed, and keeps the text cursor in the entry that was typed in, at the
/// change, if the entry is still there.
void follow_change(const Workspace&, ViewState&, const Sheet& before);

/// The next rule for integers without a mark: auto, math, cute.
void cycle_integers(Workspace&);

/// A number of an entry's text gets another value; edits with the same key are one step.
void set_number(Workspace&, int entry, std::size_t number, std::int64_t value, const std::string& merge_key);
/// The same while a number is dragged. `keep_valid`: the nearest value with which the entry keeps its contract, as far as
/// one is found within a frame.
void drag_number(Workspace&, int entry, std::size_t number, std::int64_t value, bool keep_valid, const std::string& merge_key);
/// Whether the entry with that text in place of its own has a value that keeps its contract.
bool text_works(const SheetEvaluator&, std::string_view text);

}  // namespace app
