#pragma once
// Common facilities of panels: fonts, colours, texts, scale, and this frame's queue of grids. Panels are unknown here; each keeps its state
// in a type of its own.

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "algebra/language/evaluate.hpp"
#include "app/actions/requests.hpp"
#include "app/launch/gl/trace_session.hpp"
#include "app/ui/fonts.hpp"
#include "app/ui/imgui_compat.h"
#include "app/ui/style.hpp"
#include "render/gl/grid.hpp"

namespace app {

/// Zoom and scroll position of a diagram's grid.
struct CardView {
  double cell = 0;  ///< side of a cell in pixels at scale 1; 0: as large as fits
  double first_row = 0, first_column = 0;
  std::int64_t rows = 0, columns = 0;  ///< of the diagram that it was made for
};

struct Rect {
  ImVec2 from, to;
};

/// The part that F1 would explain now; see help_here.
struct HelpTarget {
  std::string topic;  ///< of the innermost part under the pointer
  Rect of;            ///< rectangle of that part
  std::string typed;  ///< the topic at the keyboard's focus, such as the function at the text cursor; empty: none
  Rect typed_of;
};

/// Objects kept from frame to frame, one per type: panels' states, unknown here.
class Kept {
 public:
  /// Returns the object of a type, made on first use.
  template <class T>
  T& of() {
    auto& object = objects_[&key<T>];
    if (!object) object = std::make_shared<T>();
    return *static_cast<T*>(object.get());
  }
  template <class T>
  void forget() {
    objects_.erase(&key<T>);
  }

 private:
  template <class T>
  static inline char key = 0;  ///< its address identifies the type, which may be incomplete where it is dropped
  std::unordered_map<const char*, std::shared_ptr<void>> objects_;
};

struct Ui {
  Fonts fonts, stage_fonts;               ///< stage_fonts: for a presentation
  Fonts canvas_fonts;                     ///< for a canvas at another scale
  float font_scale = 0, stage_scale = 0;  ///< of the rasterised fonts; stage_scale 0: no presentation
  float canvas_scale = 0;                 ///< of canvas_fonts; 0: none
  float canvas_wanted = 0;                ///< the canvas's scale once it rests; 0: that of the window
  std::shared_ptr<FontCache> font_cache;  ///< font files and needed glyphs
  Ink ink{};
  float scale = 1;
  float zoom = 1;          ///< as selected; `scale` follows it up to most_zoom
  float most_zoom = 3;     ///< the largest zoom at which the panels have room in this window
  bool animating = false;  ///< an animation is running: another frame is needed
  const Texts* texts = nullptr;
  render::ThemeName theme_name = render::ThemeName::light;
  render::gl::GridPainter* painter = nullptr;
  TraceSession* trace = nullptr;
  int framebuffer_width = 0, framebuffer_height = 0;
  double frame_ms = 0;  ///< time of the last drawn frame
  HelpTarget help;

  /// Returns the state of the panel, dialog or card with the type T.
  template <class T>
  T& kept() const {
    return kept_.of<T>();
  }
  template <class T>
  void forget() const {
    kept_.forget<T>();
  }
  std::uint64_t document = 0;  ///< id of the shown document
  /// Returns the state for the shown document's tab.
  template <class T>
  T& kept_in_tab() const {
    return kept<std::map<std::uint64_t, T>>()[document];
  }
  /// Drops the states for documents that are not among these.
  template <class T>
  void keep_tabs(const std::set<std::uint64_t>& open) const {
    std::erase_if(kept<std::map<std::uint64_t, T>>(), [&](const auto& one) { return !open.contains(one.first); });
  }

  const char* tr(const char* english) const { return (*texts)(english); }
  float px(float x) const { return x * scale; }
  const render::Theme& theme() const { return render::theme(theme_name); }

  /// Adds a draw command that fills a rectangle with a diagram's cells. The diagram must live until the frame is rendered.
  void grid(ImDrawList*, const render::Diagram&, const render::gl::Viewport&, std::optional<render::gl::TraceView> = {});

  /// Fills a large rectangle by clearing it: with a software renderer, a tenth of the cost of AddRectFilled.
  void fill(ImDrawList*, ImVec2 from, ImVec2 to, ImU32, float rounding = 0);

  struct Fill {
    render::gl::GridPainter* painter;
    int x, y, width, height;  ///< in pixels of the framebuffer, from its lower left corner
    ImU32 colour;
  };
  std::deque<Fill> fills;  ///< alive until the frame is rendered

  struct GridDraw {
    render::gl::GridPainter* painter;
    render::Diagram const* diagram;
    render::gl::Viewport viewport;
    render::ThemeName theme;
    std::optional<render::gl::TraceView> trace;
  };
  std::deque<GridDraw> draws;  ///< alive until the frame is rendered

 private:
  mutable Kept kept_;  ///< mutable, as nothing in it affects the drawing
};

float text_width(const Face&, std::string_view);
void draw_text(ImDrawList*, const Face&, ImVec2, ImU32, std::string_view);
/// Draw text right-aligned to x, or centred on it.
void draw_text_right(ImDrawList*, const Face&, ImVec2, ImU32, std::string_view);
void draw_text_centred(ImDrawList*, const Face&, ImVec2, ImU32, std::string_view);
/// Returns the text, shortened with an ellipsis if it is wider than `width`.
std::string fitted(const Face&, std::string_view, float width);
/// Returns the first text that is no wider than `width`, else the last; longest first.
const std::string& first_that_fits(const Face&, const std::vector<std::string>& texts, float width);
/// Draws one line of text, with an ellipsis and a tooltip if it is wider than `width`. Returns the width drawn.
float draw_fitted(ImDrawList*, const Ui&, const Face&, ImVec2, float width, ImU32, std::string_view);
/// Draws the same right-aligned to x.
float draw_fitted_right(ImDrawList*, const Ui&, const Face&, ImVec2, float width, ImU32, std::string_view);
/// Shows a tooltip with a long text in its own face, beside the rectangle with the shortened one.
void whole_text(const Ui&, const Face&, ImVec2 from, ImVec2 to, std::string_view);
/// Shows the whole text as a tooltip if it is wider than the field. Call this after a text field of ImGui.
void field_tooltip(const Ui&, std::string_view text);

/// Returns the width of the current window's contents without its scroll bar, in pixels.
float inner_width();

/// A part of a window with its own scrolling, clipped at its edges.
class ScrolledPart {
 public:
  ScrolledPart(ImDrawList*, ImVec2 from, ImVec2 to);
  ~ScrolledPart();
  ScrolledPart(const ScrolledPart&) = delete;
  ScrolledPart& operator=(const ScrolledPart&) = delete;

 private:
  ImDrawList* list_;
};

/// Returns the colour of a kind of source token.
ImU32 source_ink(const Ink&, algebra::Token::Kind);
/// Draws the text of an entry with syntax colours.
void draw_source(ImDrawList*, const Ui&, const Face&, ImVec2, std::string_view text);
/// Draws text wrapped to `width`; words that look like code become chips. Returns the height; with a null list, only measures.
float flow_text(ImDrawList*, const Ui&, ImVec2, float width, ImU32 text, ImU32 code_back, std::string_view);
/// Returns the place of a tooltip of that size: below the rectangle, or above it without room there; never over it.
ImVec2 place_beside(const Ui&, ImVec2 from, ImVec2 to, ImVec2 size);
/// Shows a tooltip beside the rectangle, or the last item. Call this while the mouse is over it.
void tooltip_beside(const Ui&, ImVec2 from, ImVec2 to, const char* text);
void tooltip_beside(const Ui&, const char* text);
/// Draws a rounded label, at most `most` pixels wide, then with an ellipsis and a tooltip. Returns true if it is clicked.
bool chip(Ui&, const char* id, std::string_view label, const Face&, float most = FLT_MAX);
float chip_width(const Ui&, std::string_view label, const Face&);
/// Declares a rectangle for F1: a topic of assets/help.tsv, or "function:" and a name. The last rectangle of a frame under the pointer
/// wins, so call this for a part after the one that contains it.
void help_here(Ui&, std::string_view topic, ImVec2 from, ImVec2 to);
/// Declares for F1 that the visible part of the rectangle, or of the last item, shows the term `name` (in English). Its topic in
/// assets/help.tsv is "part:name", or ":name" if it means the same everywhere; without either, the topic of the surrounding part remains.
void help_term(Ui&, std::string_view part, std::string_view name, ImVec2 from, ImVec2 to);
void help_term(Ui&, std::string_view part, std::string_view name);
/// Declares the topic at the keyboard's focus for F1. It takes precedence over the part under the mouse.
void help_at_keyboard(Ui&, std::string_view topic, ImVec2 from, ImVec2 to);

}  // namespace app
