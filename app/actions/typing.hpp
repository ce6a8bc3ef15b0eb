#pragma once
// Typing in the sheet: the entry with keyboard focus, the text cursor, and edits of an entry's text.

#include <cstdint>
#include <string>
#include <vector>

#include "app/state/state.hpp"

namespace app {

/// Sets the entry's text. If only its name has changed, the entries that use it follow (see type_in_sheet). An undo step is a word, or
/// everything typed or deleted without a pause of a second.
void type_text(Workspace&, ViewState&, int entry, const std::string& text);
/// Sets the text after a completion and puts the cursor at that byte.
void complete_text(Workspace&, ViewState&, int entry, const std::string& text, std::size_t cursor);
/// Replaces a part of the entry's text by a suggested correction, in one undo step.
void replace_text(Workspace&, int entry, algebra::SourceSpan, const std::string& with);
/// Inserts an entry below that one and gives it keyboard focus.
void insert_below(Workspace&, ViewState&, int entry, const std::string& text);
/// Adds an entry at the end and gives it keyboard focus.
void append_entry(Workspace&, ViewState&, const std::string& text);

/// Selects the entry and gives it keyboard focus.
void type_in_entry(const Workspace&, ViewState&, int entry);
/// Does the same, and selects the text from byte `anchor` to byte `cursor`.
void type_at(ViewState&, int entry, std::size_t anchor, std::size_t cursor);
/// Selects that part of the text being typed, in bytes.
void select_text(ViewState&, int entry, std::size_t anchor, std::size_t cursor);
/// Gives the entry keyboard focus again, with the cursor at that byte.
void keep_typing(ViewState&, int entry, std::size_t cursor);
/// Records that the requested entry has keyboard focus. Its cursor will go to `wanted`, unless a newer request is pending.
void take_keyboard(ViewState&, const CursorRequest& wanted);
/// Marks that cursor request as done.
void cursor_placed(ViewState&, const CursorRequest&);
/// Drops the pending cursor request.
void forget_cursor(ViewState&);
void begin_typing(ViewState&, int entry);
void end_typing(ViewState&, int entry);

/// Marks the request to scroll to the selected entry as done.
void scrolled_to_selected(ViewState&);
/// Marks the request to focus the operations' search field as done.
void search_has_keyboard(ViewState&);

}  // namespace app
