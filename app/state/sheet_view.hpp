#pragma once
// View settings of the sheet's panel, and typing in it. Not part of the document.

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "app/document/renaming.hpp"

namespace app {

/// A request to put the text cursor at a byte of an entry and to select the text from byte `anchor` to it.
struct CursorRequest {
  int entry = -1;
  std::size_t cursor = 0, anchor = 0;
};

struct SheetView {
  std::vector<int> chosen;              ///< entries selected with Ctrl or Shift, in the order of selection; see chosen_entries
  std::uint64_t chosen_at = 0;          ///< Workspace::sheet_version() at that time; `chosen` is void for any other
  std::optional<CursorRequest> cursor;  ///< for ViewState::focus_entry, or the entry with keyboard focus
  int typed_in = -1;                    ///< the entry with keyboard focus; -1: none
  Renaming renaming;                    ///< by typing in an entry's name
  double typed_at = 0;                  ///< ViewState::now when a letter was last typed or deleted in an entry
  bool search_wanted = false;           ///< give keyboard focus to the operations' search field
  bool scroll_to_selected = false;      ///< scroll to the selected entry, which was selected elsewhere
  /// Keys of the sections whose folding the user changed, by id of the document; see is_folded.
  std::map<std::uint64_t, std::set<std::string>> folds;
  bool needs_folded = false;  ///< the parameters are folded to their heading
};

}  // namespace app
