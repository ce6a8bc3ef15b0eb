#pragma once
// What is done to entries as a whole, and to the numbers in them.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "algebra/editing/number_tokens.hpp"
#include "app/state/app.hpp"

namespace app {

/// Entries that the next operation takes as arguments, in the order of choosing: those chosen, else the selected one if
/// it has a name.
std::vector<int> chosen_entries(const App&);
bool is_chosen(const App&, int entry);
enum class Choose : std::uint8_t { only, toggle, up_to };  ///< a click; with Ctrl; with Shift
void choose_entry(App&, int entry, Choose);

/// To where it stands before the entry that is now number `before` (or at the end). One step.
void move_entry(App&, int from, int before);
/// A copy below it, with a name of its own and the same card; selected.
void duplicate_entry(App&, int entry);
void delete_entry(App&, int entry);

/// A call as it is inserted: `B = zipped_divide(A, tiler)`, and what of it is to be typed over.
struct WrittenCall {
  std::string text;
  std::optional<algebra::SourceSpan> placeholder;
};
WrittenCall call_of(const App&, std::string_view function, const std::vector<int>& arguments);
/// A name that no entry has: A, B, ..., Z, A1, ...
std::string unused_name(const SheetEvaluator&);

/// After undo and redo: selects the entry that changed, and keeps the text cursor in the entry that was typed in, at the
/// change, if the entry is still there.
void follow_change(App&, const Sheet& before);

/// A number of an entry's text gets another value; edits with the same key are one step.
void set_number(App&, int entry, std::size_t number, std::int64_t value, const std::string& merge_key);
/// Whether the entry with that text in place of its own has a value that keeps its contract.
bool text_works(const SheetEvaluator&, std::string_view text);

}  // namespace app
