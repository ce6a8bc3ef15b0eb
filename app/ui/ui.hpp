#pragma once
// What every panel draws with: fonts, colours, words, scale, and the queue of grids for this frame.

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "algebra/evaluate.hpp"
#include "app/actions/requests.hpp"
#include "app/launch/gl/trace_session.hpp"
#include "app/launch/launch_tables.hpp"
#include "app/ui/canvas_state.hpp"
#include "app/ui/fonts.hpp"
#include "app/ui/imgui_compat.h"
#include "app/ui/style.hpp"
#include "render/gl/grid.hpp"

namespace app {

/// How far a card has been zoomed and panned.
struct CardView {
  double cell = 0;  ///< pixels at scale 1; 0: as large as fits
  double first_row = 0, first_column = 0;
  std::int64_t rows = 0, columns = 0;  ///< of the diagram that it was made for
};

/// How far a list of any length has been scrolled.
struct RowScroll {
  double first = 0;            ///< row at the top
  std::int64_t followed = -1;  ///< the playback's position that it was last moved to
  std::uint64_t jump = 0;      ///< the jump to a marked element that it was last moved to
};

struct FigurePreview;
struct TeachingUi;
struct SheetPanel;
struct InspectorState;

/// A marked cell on the screen, for the lines between cards.
struct LinkPoint {
  int entry = -1;
  ImVec2 at;
  float half = 0;       ///< of the cell's side
  bool source = false;  ///< the cell that is pointed at
};

struct PaletteView;
struct PathView;

struct Rect {
  ImVec2 from, to;
};

/// Where the parts of the window are in this frame: for the tour.
struct Places {
  Rect sheet, operations, canvas, inspector, launch, menus, status;
};

/// What F1 explains.
struct HelpUi {
  std::string topic;  ///< of the innermost part under the pointer: see help_here
  Rect of;            ///< that part
  std::string shown;  ///< topic of the help card; empty: none
  Rect shown_of;
};

struct Ui {
  Fonts fonts, stage_fonts;               ///< those of a presentation
  float font_scale = 0, stage_scale = 0;  ///< that they were rasterised for; no presentation: 0
  std::shared_ptr<FontCache> font_cache;  ///< of files, and of the glyphs that are needed
  Ink ink{};
  float scale = 1;
  bool animating = false;  ///< something still moves: another frame is wanted
  const Texts* texts = nullptr;
  render::ThemeName theme_name = render::ThemeName::light;
  render::gl::GridPainter* painter = nullptr;
  TraceSession* trace = nullptr;
  int framebuffer_width = 0, framebuffer_height = 0;
  double frame_ms = 0;                               ///< of the last drawn frame
  std::unordered_map<std::int64_t, CardView> cards;  ///< by the card's number
  CanvasState canvas;
  CardView trace_card;
  LaunchTables launch_tables;
  RowScroll lines_scroll, requests_scroll;
  std::uint64_t trace_jump = 0;  ///< the jump that the trace's grid was last moved to
  std::string search;            ///< text of the operations' search field
  std::string dialog_text;
  std::shared_ptr<SheetPanel> sheet_panel;    ///< what the sheet's panel remembers between frames
  std::shared_ptr<FigurePreview> preview;     ///< of the export dialog; null until it is shown
  std::shared_ptr<TeachingUi> teaching;       ///< of presentations, predictions and walks; null until there is one
  std::shared_ptr<InspectorState> inspector;  ///< what its tabs keep from frame to frame; null until they are shown
  std::vector<LinkPoint> link_points;         ///< of this frame, collected while cards are marked
  bool pointer_by_keys = false;               ///< until the mouse moves, what it lies on is not pointed at
  bool reveal_pointer = false;                ///< the card with the pinned element is to be scrolled to it
  std::shared_ptr<PaletteView> palette_view;  ///< of the command palette; null until it is shown
  std::shared_ptr<PathView> path_view;        ///< of the dialogs that ask for a path
  Places places;
  HelpUi help;
  std::uint64_t trace_of = 0;         ///< the document that `trace_card` is of
  Dialog open_dialog = Dialog::none;  ///< the dialog that has been opened already
  std::uint64_t seen_sheet_version = 0;
  float tabs_scroll = 0;         ///< pixels, where there are more tabs than the bar has room for
  std::uint64_t tabs_shown = 0;  ///< the document that the bar was last scrolled to
  int active_entry = -1;         ///< the entry that is being typed in

  const char* tr(const char* english) const { return (*texts)(english); }
  float px(float x) const { return x * scale; }
  const render::Theme& theme() const { return render::theme(theme_name); }

  /// Fills a rectangle with a diagram's cells when this point of the draw list is reached.
  void grid(ImDrawList*, const render::Diagram&, const render::gl::Viewport&, std::optional<render::gl::TraceView> = {});

  /// A rectangle of one colour, rounded or not, by clearing it: a tenth of the price of AddRectFilled where a processor
  /// draws. For large areas.
  void fill(ImDrawList*, ImVec2 from, ImVec2 to, ImU32, float rounding = 0);

  struct Fill {
    render::gl::GridPainter* painter;
    int x, y, width, height;  ///< of the framebuffer, from its lower left
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
};

float text_width(const Face&, std::string_view);
void draw_text(ImDrawList*, const Face&, ImVec2, ImU32, std::string_view);
/// Text right-aligned to x, or centred on it.
void draw_text_right(ImDrawList*, const Face&, ImVec2, ImU32, std::string_view);
void draw_text_centred(ImDrawList*, const Face&, ImVec2, ImU32, std::string_view);
/// As much of the text as fits, with an ellipsis.
std::string fitted(const Face&, std::string_view, float width);
/// The colour of a piece of source text.
ImU32 source_ink(const Ink&, algebra::Token::Kind);
/// The text of an entry, in the colours of its names and functions.
void draw_source(ImDrawList*, const Ui&, const Face&, ImVec2, std::string_view text);
/// Words flow within `width`; those that look like code are set as chips. Returns the height; draws only with a list.
float flow_text(ImDrawList*, const Ui&, ImVec2, float width, ImU32 text, ImU32 code_back, std::string_view);
/// A rounded label that can be clicked.
bool chip(Ui&, const char* id, std::string_view label, const Face&);
/// Says what is drawn in that rectangle, for F1: a topic of assets/help, or "function:" with a function's name. The last
/// one said in a frame that is under the pointer counts, so parts say it after what they are part of.
void help_here(Ui&, std::string_view topic, ImVec2 from, ImVec2 to);

}  // namespace app
