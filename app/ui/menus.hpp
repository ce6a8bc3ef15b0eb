#pragma once
// Menus and drop-downs. All of them have one keyboard: arrows, Home and End move, the first letters of an item find it, Enter takes it,
// Right opens a submenu and Left closes it, Escape closes one level.

#include <optional>
#include <string>
#include <vector>

#include "app/ui/ui.hpp"

namespace app {

/// Whether a menu or a drop-down has the keyboard: dialogs and lists leave the keys to it.
bool menu_is_open(const Ui&);
/// Whether Enter is pressed, not held, and no menu is open that it is meant for.
bool enter_pressed(const Ui&);
/// Whether Escape is pressed, and no menu is open that it closes.
bool escape_pressed(const Ui&);

/// A menu opened by ImGui::OpenPopup(id), with the padding that all menus and their submenus share. If it converts to true, it is open:
/// draw its items while this object lives.
class Popup {
 public:
  /// of: the button or field that it belongs to: it opens beneath it, at least as wide as `width`, and above it where there is more room.
  /// Without it the menu opens where the pointer was.
  Popup(const Ui&, const char* id, std::optional<Rect> of = {}, float width = 0);
  ~Popup();
  Popup(const Popup&) = delete;
  Popup& operator=(const Popup&) = delete;
  explicit operator bool() const { return open_; }
  /// -1 or 1: Left or Right was pressed where no submenu takes it: the menu beside this one is meant. Else 0.
  int turned() const { return turned_; }

 private:
  const Ui& ui_;
  bool open_ = false;
  int turned_ = 0;
};

/// A menu within a menu, which opens when it is pointed at.
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
  std::string shortcut = {};  ///< at the right: keys, or what else there is to say
  bool chosen = false;        ///< has a check mark
  bool enabled = true;
};
/// An item of the innermost open menu. True if it is clicked, or taken by Enter; then the menu closes.
bool menu_item(const Ui&, const std::string& label, const MenuLook& = {});

/// A field that shows what is chosen and opens a list to choose from, at ImGui's cursor. If it converts to true, the list is open:
/// call `option` for each of it while this object lives.
class DropDown {
 public:
  /// height: of the field; 0: as of ImGui's fields.
  DropDown(const Ui&, const char* id, const Face&, std::string_view shown, float width, float height = 0);
  ~DropDown();
  DropDown(const DropDown&) = delete;
  DropDown& operator=(const DropDown&) = delete;
  explicit operator bool() const { return static_cast<bool>(*popup_); }
  /// True if it is chosen now.
  bool option(const std::string& title, bool chosen) const { return menu_item(ui_, title, {.chosen = chosen}); }

 private:
  const Ui& ui_;
  std::optional<Popup> popup_;  ///< once the field is drawn
};
/// The triangle of what opens a list.
void draw_list_triangle(const Ui&, ImVec2 centre);

}  // namespace app
