#pragma once
// The state of the view: plain data, not part of any document.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/document/element.hpp"
#include "app/document/panels.hpp"
#include "app/figures/export_settings.hpp"
#include "app/launch/playback_view.hpp"
#include "app/scales/scale_question.hpp"
#include "app/state/canvas_view.hpp"
#include "app/state/inspector_view.hpp"
#include "app/state/layout_question.hpp"
#include "app/state/map_view.hpp"
#include "app/state/sheet_view.hpp"
#include "app/state/table_question.hpp"
#include "app/state/teaching.hpp"
#include "app/state/tool_question.hpp"
#include "app/system/files.hpp"
#include "app/system/texts.hpp"
#include "render/theme.hpp"

namespace app {

class Workspace;

/// The open dialog.
enum class Dialog : std::uint8_t {
  none,
  open,
  save_as,
  export_figure,
  export_slides,      ///< the path of a PDF of the presentation
  export_map,         ///< the path of a kernel's map
  export_map_page,    ///< the path of a map as a page that plays
  export_map_slides,  ///< the path of a map as a PDF of slides
  palette,
  atoms,  ///< the browser of atoms
  about,
  help,
  lessons,          ///< the overview of the lessons
  guide,            ///< the guide and the reference
  unsaved,          ///< asks whether to save ViewState::asked_about, before the window closes
  close_unsaved,    ///< the same, before a tab closes
  changed_on_disk,  ///< asks before overwriting a file that another program has changed
  run_link,         ///< asks whether to run the launch of a link
  recover,          ///< asks whether to recover the sheets of killed runs
  find_layout,      ///< "Find a layout"
  infer_table,      ///< "Infer a layout from a table"
  scales,           ///< checks whether scales are where a kernel reads them
  gemm,             ///< a new sheet with a GEMM kernel
  tool,             ///< a tool of app/tools: its options and its answer
};

/// The action after the save.
enum class AfterSave : std::uint8_t { nothing, close, quit };

/// The shown page of Dialog::guide.
struct GuideView {
  std::string page = "guide";
  std::string place;       ///< anchor of a heading or a function's name; empty: the beginning
  std::uint64_t jump = 0;  ///< incremented when it should scroll there
};

struct ViewState {
  int selected = 0;  ///< the selected entry
  Element hover;
  bool show_links = false;  ///< draws lines between linked elements of the cards
  InspectorView inspector;
  std::map<std::uint64_t, PanelChoices> panels_open;  ///< of documents whose sheet sets the panels that it needs, by id
  int focus_entry = -1;                               ///< the entry that gets keyboard focus in the next frame; -1: none
  render::ThemeName theme = render::ThemeName::light;
  Texts texts;
  float zoom = 1.0f;       ///< as selected
  float most_zoom = 3.0f;  ///< the largest zoom that the window has room for
  CanvasView cards;
  std::map<std::uint64_t, MapView> maps;  ///< of documents with a kernel, by id
  Dialog dialog = Dialog::none;
  GuideView guide;
  LayoutQuestion layout_question;
  ScaleQuestion scale_question;
  TableQuestion table_question;
  ToolQuestion tool_question;
  std::vector<std::uint64_t> asked_about;     ///< ids of documents, for Dialog::unsaved and close_unsaved
  AfterSave after_save = AfterSave::nothing;  ///< once asked_about are saved
  ExportSettings exporting;                   ///< of the export dialog, as last used
  std::string export_ending = "svg";          ///< extension of the suggested file
  std::string export_replaces;                ///< path for which the export dialog asks whether to replace the file
  std::map<std::string, FileStamp> exported;  ///< files exported in this run, by path, which it may replace
  bool playing = false;                       ///< the launch is being played
  PlaybackView playback;
  SheetView sheet_view;
  Presentation presenting;
  Predictions predictions;
  Traversal traversal;
  int tour_step = -1;        ///< of the tour, from 0; -1: not shown
  bool start_page = false;   ///< shown in place of the sheet
  bool frame_times = false;  ///< the developer's overlay
  double now = 0;            ///< seconds, set by the host before each frame
  bool help_here = false;    ///< F1 was pressed: show help for the part under the pointer

  /// Cache of the active document's pinned element.
  struct Pinned {
    std::uint64_t at = 0;  ///< Workspace::changes() when it was found; 0: never
    Element element;
  };
  mutable Pinned pinned;
};

/// Restricts selection and hover to existing entries. Call this after the workspace has changed.
void follow(ViewState&, const Workspace&);

}  // namespace app
