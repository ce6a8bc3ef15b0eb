#pragma once
// The keyboard in the sheet: which entry has it, where the text cursor stands, and what typing changes.

#include <cstdint>
#include <string>
#include <vector>

#include "app/state/state.hpp"

namespace app {

/// The entry's text; typing in one entry is one undo step.
void type_text(Workspace&, int entry, const std::string& text);
/// The same for an accepted completion; the cursor stands behind it.
void complete_text(Workspace&, ViewState&, int entry, const std::string& text, std::size_t cursor);
/// A part of the entry's text, in a step of its own: a suggested mending.
void replace_text(Workspace&, int entry, algebra::SourceSpan, const std::string& with);
/// A new entry below that one, with the keyboard.
void insert_below(Workspace&, ViewState&, int entry, const std::string& text);
/// A new entry below all others, with the keyboard.
void append_entry(Workspace&, ViewState&, const std::string& text);

/// Selects the entry and gives it the keyboard.
void type_in_entry(const Workspace&, ViewState&, int entry);
/// The same, with the text from `anchor` to `cursor` selected.
void type_at(ViewState&, int entry, std::size_t anchor, std::size_t cursor);
/// Selects that part of the text that is being typed.
void select_text(ViewState&, int entry, std::size_t anchor, std::size_t cursor);
/// The entry keeps the keyboard, with the cursor there.
void keep_typing(ViewState&, int entry, std::size_t cursor);
/// The wanted entry has got the keyboard; the cursor goes where `wish` says unless another wish has come.
void take_keyboard(ViewState&, const CursorRequest& wish);
/// The cursor stands where it was wanted.
void cursor_placed(ViewState&, const CursorRequest&);
/// Where the cursor was wanted is of no interest any more.
void forget_cursor(ViewState&);
void begin_typing(ViewState&, int entry);
void end_typing(ViewState&, int entry);

/// The sheet has been scrolled to the selected entry.
void scrolled_to_selected(ViewState&);
/// The operations' search field has got the keyboard.
void search_has_keyboard(ViewState&);

}  // namespace app
