#pragma once
// Menus and drop-downs with common keys: arrows, Home and End move, first letters find an item, Enter activates it, Right opens a submenu
// and Left closes it, Escape closes one level.

#include <optional>
#include <string>
#include <vector>

#include "app/ui/ui.hpp"

namespace app {

/// Returns whether a menu or drop-down is open. Dialogs and lists then leave the keys to it.
bool menu_is_open(const Ui&);
/// Returns whether Enter is pressed, not held, and no menu is open that would take it.
bool enter_pressed(const Ui&);
/// Returns whether Escape is pressed, and no menu is open that it would close.
bool escape_pressed(const Ui&);

/// A menu opened by ImGui::OpenPopup(id), with the padding of all menus. If it converts to true, it is open: draw its items during the
/// lifetime of this object.
class Popup {
 public:
  /// of: the button or field that it belongs to. The menu opens below it, at least as wide as `width`, or above it if there is more room.
  /// Without it, the menu opens at the pointer.
  Popup(const Ui&, const char* id, std::optional<Rect> of = {}, float width = 0);
  ~Popup();
  Popup(const Popup&) = delete;
  Popup& operator=(const Popup&) = delete;
  explicit operator bool() const { return open_; }
  /// Returns -1 or 1 if an unused Left or Right was pressed, which moves to the neighbouring menu; else 0.
  int turned() const { return turned_; }

 private:
  const Ui& ui_;
  bool open_ = false;
  int turned_ = 0;
};

/// A submenu, which opens when it is pointed at.
class Submenu {
 public:
  Submenu(const Ui&, const std::string& label, bool enabled = true);
  ~Submenu();
  Submenu(const Submenu&) = delete;
  Submenu& operator=(const Submenu&) = delete;
  explicit operator bool() const { return open_; }

 private:
  const Ui& ui_;
  bool open_ = false;
};

struct MenuLook {
  std::string shortcut = {};  ///< at the right: keys, or another detail
  bool chosen = false;        ///< has a check mark
  bool enabled = true;
};
/// Draws an item of the innermost open menu. Returns true if it is clicked, or activated by Enter; the menu then closes.
bool menu_item(const Ui&, const std::string& label, const MenuLook& = {});

/// A field that shows the selected item and opens a list, at ImGui's cursor. If it converts to true, the list is open: call `option` for
/// each item during the lifetime of this object.
class DropDown {
 public:
  /// height: of the field; 0: as ImGui's fields.
  DropDown(const Ui&, const char* id, const Face&, std::string_view shown, float width, float height = 0);
  ~DropDown();
  DropDown(const DropDown&) = delete;
  DropDown& operator=(const DropDown&) = delete;
  explicit operator bool() const { return static_cast<bool>(*popup_); }
  /// Draws an item. Returns true if it is selected now.
  bool option(const std::string& title, bool chosen) const { return menu_item(ui_, title, {.chosen = chosen}); }

 private:
  const Ui& ui_;
  std::optional<Popup> popup_;  ///< once the field is drawn
};
/// Draws the triangle of a field that opens a list.
void draw_list_triangle(const Ui&, ImVec2 centre);

}  // namespace app
