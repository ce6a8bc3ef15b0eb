#pragma once
// What stands alone at a place on the screen: parts that answer to the mouse, buttons of text, headings that fold, tabs, steps to a
// neighbour, parts that scroll.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/system/words.hpp"
#include "app/ui/ui.hpp"

namespace app {

/// A part of the window that answers to the mouse. True if it is clicked; ImGui's functions of the last item are of it then.
bool area(const char* id, ImVec2 at, ImVec2 size);
bool area(int id, ImVec2 at, ImVec2 size);
/// Whether the last item was clicked, as opposed to dragged.
bool clicked_here();

/// How it shows that the mouse is over it.
enum class Pointed : std::uint8_t { accent, underlined };
/// A button without a frame: text only. True if clicked.
bool text_button(const Ui&, const Face&, const char* id, std::string_view label, ImVec2 at, Pointed);

/// A cross as of something that closes or deletes; r: half of its side.
void draw_cross(ImDrawList*, ImVec2 centre, float r, ImU32, float thickness);

/// The triangle of something that folds, its left edge at x.
void fold_triangle(const Ui&, float x, float middle, bool open, ImU32);
struct FoldHeading {
  bool clicked = false;
  float words = 0;  ///< x at which the title begins
};
/// The heading of what a click folds and unfolds: a triangle and a title.
FoldHeading fold_heading(const Ui&, const char* id, bool open, std::string_view title, ImVec2 at, float width, float height);

/// Tabs in a row, each as wide as its word; in a row that is too narrow the letters are small, and then each word has its share.
struct TabRow {
  std::vector<std::string> labels;  ///< translated
  int chosen = -1;
  const char* help = "";               ///< of F1's topics: the number of the tab follows; "": none
  bool large = false, bold = false;    ///< letters of the usual size, where they fit; the chosen one, or all of them, bold
  bool right = false;                  ///< at the right end of the width
  float least_gap = 6, most_gap = 18;  ///< between words, in points
};
struct TabsDrawn {
  int clicked = -1;
  float from = 0, to = 0;  ///< where the words begin and end
};
TabsDrawn tabs(Ui&, const char* id, const TabRow&, ImVec2 at, float width, float height);

/// "‹ 2 / 5 ›": where one is, and the ways to the neighbours, right-aligned to `right`. Returns the step that was clicked, -1 or 1, else 0;
/// `width` is that of all of it.
struct Stepper {
  int step = 0;
  float width = 0;
};
Stepper stepper(const Ui&, const char* id, std::string_view place, ImVec2 right, bool has_previous, bool has_next, ImU32 ink);

/// A part of the window that scrolls what is too tall for it: what is drawn while it lives is drawn in it.
class ScrollArea {
 public:
  ScrollArea(const char* id, ImVec2 at, ImVec2 size, ImGuiWindowFlags = 0);
  ~ScrollArea();
  ScrollArea(const ScrollArea&) = delete;
  ScrollArea& operator=(const ScrollArea&) = delete;
  /// Where its contents begin on the screen, out of sight where it is scrolled, and how wide they may be.
  ImVec2 at() const { return at_; }
  float width() const { return width_; }
  ImDrawList* list() const { return ImGui::GetWindowDrawList(); }
  /// How far down its contents reach on the screen; without this call as far as ImGui's items do.
  void end(float y) { end_ = y; }

 private:
  ImVec2 at_;
  float width_, end_ = 0;
};

/// Scroll position of a list of rows.
struct RowScroll {
  double first = 0;            ///< row at the top
  std::int64_t followed = -1;  ///< playback position that it last scrolled to
  std::uint64_t jump = 0;      ///< PlaybackView::jump that it last followed
};
/// Scrolls `count` rows, of which there may be more than pixels, by the wheel, by Page Up and Page Down while the mouse is over them, and
/// by a bar, scroll_bar_width wide, at the right edge. Call this after the item of the rows.
void scroll_rows(Ui&, const char* id, RowScroll&, std::int64_t count, float row_height, ImVec2 at, ImVec2 size);
float scroll_bar_width(const Ui&);
/// Whether rows under the mouse take Page Up and Page Down in this frame.
bool rows_take_pages(const Ui&);
/// Scrolls so that the row is visible. visible: number of rows that fit.
void show_row(RowScroll&, std::int64_t row, std::int64_t count, double visible);

/// An edge between panels, from `from` to `to`, which is dragged by what lies `grip` beside it. Where the pointer has it now, across;
/// 0 for back to the usual, by a double click; nothing if it is left alone.
std::optional<float> dragged_edge(const char* id, ImVec2 from, ImVec2 to, float grip);

/// Shows a short text beside the mouse pointer.
void hint(const Ui&, const std::string& text);

}  // namespace app
