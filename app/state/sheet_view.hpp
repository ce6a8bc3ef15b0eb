#pragma once
// How the sheet's panel is looked at and worked in. Not part of the document.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace app {

/// Where the text cursor is wanted in an entry, in bytes; from `anchor` to it the text is selected.
struct CursorRequest {
  int entry = -1;
  std::size_t cursor = 0, anchor = 0;
};

struct SheetView {
  std::vector<int> chosen;              ///< entries chosen with Ctrl or Shift, in the order in which they were; see chosen_entries
  std::uint64_t chosen_at = 0;          ///< Workspace::sheet_version() then: another one, and the places are others
  std::optional<CursorRequest> cursor;  ///< goes with ViewState::focus_entry, or moves the cursor of the entry that is typed in
  int typed_in = -1;                    ///< the entry that has the keyboard
  bool search_wanted = false;           ///< the operations' search field wants the keyboard
  bool parameters_open = true;          ///< the strip of sliders
  bool scroll_to_selected = false;      ///< the selection was changed from elsewhere
};

}  // namespace app
