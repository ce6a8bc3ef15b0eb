#pragma once
// Lists of rows with one selected, and their keys: arrows, Page Up and Page Down, Home and End, and first letters if there is no search
// field. A list's search field has keyboard focus unless something else has.

#include <functional>
#include <string>

#include "app/ui/ui.hpp"

namespace app {

/// The selected row of a list.
struct ListChoice {
  int row = 0;          ///< -1: none
  bool follow = false;  ///< the list should scroll to it
  void choose(int to) { row = to, follow = true; }
};

struct ListLook {
  const char* id;
  int count;
  ImVec2 size;                ///< of the list
  float row;                  ///< height of a row
  bool wraps = false;         ///< one step down from the last row is the first, and vice versa
  bool may_lack = false;      ///< no row needs to be selected: up from the first is none
  bool mouse_chooses = true;  ///< the row under the moving mouse is selected
  bool keys = true;           ///< the keys move the selection; false: not now
  bool pages = true;          ///< including Page Up and Page Down
  int marked = -1;            ///< another marked row, such as the one already shown
  /// Returns a row's words, for lists without a search field, so that first letters find it. Empty: letters do nothing.
  std::function<std::string(int)> words = {};
};

/// Moves the selection by the keys of this frame.
void follow_keys(const Ui&, ListChoice&, const ListLook&);

/// A visible row: its place, and whether the mouse is over it.
struct ListRow {
  int number;
  ImVec2 at, size;
  bool over;
};
/// Draws a scrolling list at ImGui's cursor, with follow_keys. Returns the clicked row, or the selected one when Enter is pressed in the
/// list's field (`entered`) or in a list with words; else -1. draw: draws a row.
int list(const Ui&, ListChoice&, const ListLook&, bool entered, const std::function<void(const ListRow&)>& draw);

/// Draws a list row with words at its left, and a faint detail at its right that takes at most `share` of it. If either is cut, a tooltip
/// shows both in full. draw(at, room): draws the words, if they are more than plain text.
void row_words(const Ui&, const ListRow&, const Face&, const std::string& words, const std::string& detail, float share,
               const std::function<void(ImVec2, float)>& draw = {});

/// Draws a list's search field at ImGui's cursor. hint: in English. first: the dialog has just opened. Returns true if Enter was pressed in
/// it.
bool search_field(const Ui&, const char* id, const char* hint, std::string& text, float width, bool first);

/// Scrolls the current window by Page Up and Page Down; with `all` also by the arrows, Home and End.
void scroll_by_keys(const Ui&, bool all);

/// Buttons in a line at ImGui's cursor. Tab and the arrow keys select one, and Enter presses it.
class Buttons {
 public:
  /// first: the dialog has just opened. chosen: the initially selected button; -1: none.
  Buttons(const Ui&, bool first, int chosen = -1);
  ~Buttons();
  Buttons(const Buttons&) = delete;
  Buttons& operator=(const Buttons&) = delete;
  /// Draws a button. label: in English. Returns true if it is pressed.
  bool operator()(const char* label);

 private:
  const Ui& ui_;
  int number_ = 0;
  bool entered_ = false;
};

}  // namespace app
