#pragma once
// Widgets at a given place on the screen: areas that react to the mouse, text buttons, headings that fold, tabs, steppers, parts that
// scroll.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/system/words.hpp"
#include "app/ui/ui.hpp"

namespace app {

/// Makes a part of the window react to the mouse, as ImGui's last item. Returns true if it is clicked.
bool area(const char* id, ImVec2 at, ImVec2 size);
bool area(int id, ImVec2 at, ImVec2 size);
/// Returns whether the last item was clicked, as opposed to dragged.
bool clicked_here();

/// How a button shows that the mouse is over it.
enum class Pointed : std::uint8_t { accent, underlined };
/// Draws a button without a frame. Returns true if it is clicked.
bool text_button(const Ui&, const Face&, const char* id, std::string_view label, ImVec2 at, Pointed);

/// Draws a cross for closing or deleting; r: half of its side.
void draw_cross(ImDrawList*, ImVec2 centre, float r, ImU32, float thickness);

/// Draws the triangle of something that folds, with its left edge at x.
void fold_triangle(const Ui&, float x, float middle, bool open, ImU32);
struct FoldHeading {
  bool clicked = false;
  float words = 0;  ///< x at which the title begins
};
/// Draws the heading of something that folds on a click: a triangle and a title.
FoldHeading fold_heading(const Ui&, const char* id, bool open, std::string_view title, ImVec2 at, float width, float height);

/// Tabs in a row, each as wide as its word. If the row is too narrow, the letters are smaller, and then each word gets an equal share.
struct TabRow {
  std::vector<std::string> labels;  ///< translated
  int chosen = -1;
  const char* help = "";               ///< prefix of F1's topics, before the tab's number; "": none
  bool large = false, bold = false;    ///< normal letters, if they fit; the chosen one, or all of them, bold
  bool right = false;                  ///< at the right end of the width
  float least_gap = 6, most_gap = 18;  ///< between words, in points
};
struct TabsDrawn {
  int clicked = -1;
  float from = 0, to = 0;  ///< left and right edge of the words
};
TabsDrawn tabs(Ui&, const char* id, const TabRow&, ImVec2 at, float width, float height);

/// Draws "‹ 2 / 5 ›", a position with buttons for its neighbours, right-aligned to `right`. Returns the clicked step, -1 or 1, else 0;
/// `width` is the whole width.
struct Stepper {
  int step = 0;
  float width = 0;
};
Stepper stepper(const Ui&, const char* id, std::string_view place, ImVec2 right, bool has_previous, bool has_next, ImU32 ink);

/// A part of the window that scrolls. Everything drawn during its lifetime is drawn into it.
class ScrollArea {
 public:
  ScrollArea(const char* id, ImVec2 at, ImVec2 size, ImGuiWindowFlags = 0);
  ~ScrollArea();
  ScrollArea(const ScrollArea&) = delete;
  ScrollArea& operator=(const ScrollArea&) = delete;
  /// Returns the origin of its contents on the screen, which moves as it is scrolled, and their greatest width.
  ImVec2 at() const { return at_; }
  float width() const { return width_; }
  ImDrawList* list() const { return ImGui::GetWindowDrawList(); }
  /// Sets the bottom of its contents on the screen; without this call, ImGui's items determine it.
  void end(float y) { end_ = y; }

 private:
  ImVec2 at_;
  float width_, end_ = 0;
};

/// Scroll position of a list of rows.
struct RowScroll {
  double first = 0;            ///< row at the top
  std::int64_t followed = -1;  ///< playback position that it last scrolled to
  std::uint64_t jump = 0;      ///< the last PlaybackView::jump that was applied
};
/// Scrolls `count` rows, possibly more than pixels, by the wheel, by Page Up and Page Down while the mouse is over them, and by a bar,
/// scroll_bar_width wide, at the right edge. Call this after the item of the rows.
void scroll_rows(Ui&, const char* id, RowScroll&, std::int64_t count, float row_height, ImVec2 at, ImVec2 size);
float scroll_bar_width(const Ui&);
/// Returns whether rows under the mouse take Page Up and Page Down in this frame.
bool rows_take_pages(const Ui&);
/// Scrolls so that the row is visible. visible: number of rows that fit.
void show_row(RowScroll&, std::int64_t row, std::int64_t count, double visible);

/// Handles a draggable edge between panels, from `from` to `to`, within `grip` pixels beside it. Returns the new position of the pointer
/// across the edge; 0 after a double click, which restores the default; nullopt otherwise.
std::optional<float> dragged_edge(const char* id, ImVec2 from, ImVec2 to, float grip);

/// Shows a short text beside the mouse pointer.
void hint(const Ui&, const std::string& text);

}  // namespace app
