#pragma once
// Lists of rows one of which is chosen, by one keyboard for all of them: arrows, Page Up and Page Down, Home and End, and first letters
// where no field takes them. The field above a list that is searched in has the keyboard where nothing else has.

#include <functional>
#include <string>

#include "app/ui/ui.hpp"

namespace app {

/// The row of a list that is chosen.
struct ListChoice {
  int row = 0;          ///< -1: none
  bool follow = false;  ///< the list is to scroll to it
  void choose(int to) { row = to, follow = true; }
};

struct ListLook {
  const char* id;
  int count;
  ImVec2 size;                ///< of the list
  float row;                  ///< height of a row
  bool wraps = false;         ///< one step down from the last is the first, and the other way round
  bool may_lack = false;      ///< no row need be chosen: up from the first is none
  bool mouse_chooses = true;  ///< the row that the mouse moves over is chosen
  bool keys = true;           ///< the keys move the choice; false: not now
  bool pages = true;          ///< Page Up and Page Down are among them
  int marked = -1;            ///< a row that is marked as well, such as what is shown already
  /// A row's words, for lists without a search field: their first letters find it. Empty: letters mean nothing.
  std::function<std::string(int)> words = {};
};

/// Moves the choice as the keys of this frame say.
void follow_keys(const Ui&, ListChoice&, const ListLook&);

/// A row in sight: its place, and whether the mouse is over it.
struct ListRow {
  int number;
  ImVec2 at, size;
  bool over;
};
/// A list at ImGui's cursor that scrolls, by follow_keys. Returns the row that was clicked, or that was chosen when Enter was pressed in
/// the list's field, `entered`, or in a list with words; else -1. draw: what stands in a row.
int list(const Ui&, ListChoice&, const ListLook&, bool entered, const std::function<void(const ListRow&)>& draw);

/// In a row of a list: words at its left, and a faint detail at its right that takes at most `share` of it. Where either is cut, all of
/// both is a tooltip while the mouse is over the row. draw(at, room): the words, where they are more than a text in one ink.
void row_words(const Ui&, const ListRow&, const Face&, const std::string& words, const std::string& detail, float share,
               const std::function<void(ImVec2, float)>& draw = {});

/// The field that a list is searched with, at ImGui's cursor. hint: in English. first: the dialog has just opened. True if Enter was
/// pressed in it.
bool search_field(const Ui&, const char* id, const char* hint, std::string& text, float width, bool first);

/// Scrolls the current window by Page Up and Page Down; with `all` by the arrows, and by Home and End, too.
void scroll_by_keys(const Ui&, bool all);

/// Buttons in a line at ImGui's cursor, of which Tab and the arrow keys choose one and Enter presses it.
class Buttons {
 public:
  /// first: the dialog has just opened. chosen: the button that Enter presses at first; -1: none.
  Buttons(const Ui&, bool first, int chosen = -1);
  ~Buttons();
  Buttons(const Buttons&) = delete;
  Buttons& operator=(const Buttons&) = delete;
  /// label: in English. True if it is pressed.
  bool operator()(const char* label);

 private:
  const Ui& ui_;
  int number_ = 0;
  bool entered_ = false;
};

}  // namespace app
