#pragma once
// How the window is looked at and worked in: plain data, no part of any document.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/document/element.hpp"
#include "app/figures/export_settings.hpp"
#include "app/launch/playback_view.hpp"
#include "app/state/canvas_view.hpp"
#include "app/state/inspector_view.hpp"
#include "app/state/sheet_view.hpp"
#include "app/state/teaching.hpp"
#include "app/system/texts.hpp"
#include "render/theme.hpp"

namespace app {

class Workspace;

/// What a window asks before it goes on.
enum class Dialog : std::uint8_t {
  none,
  open,
  save_as,
  export_figure,
  palette,
  about,
  help,
  unsaved,          ///< documents of ViewState::asked_about, before the window closes
  close_unsaved,    ///< the same, before the tab closes
  changed_on_disk,  ///< another program wrote the file that is to be saved
  recover,          ///< what a window that was killed has left
};

/// What to do after the save.
enum class AfterSave : std::uint8_t { nothing, close, quit };

struct ViewState {
  int selected = 0;  ///< entry
  Element hover;
  bool show_links = false;  ///< lines between the cards' linked elements
  InspectorView inspector;
  int focus_entry = -1;  ///< the entry whose text wants the keyboard next frame
  render::ThemeName theme = render::ThemeName::light;
  Texts texts;
  float zoom = 1.0f;
  CanvasView cards;
  Dialog dialog = Dialog::none;
  std::vector<std::uint64_t> asked_about;     ///< ids of documents: of Dialog::unsaved and close_unsaved
  AfterSave after_save = AfterSave::nothing;  ///< happens to asked_about when they are saved
  ExportSettings exporting;                   ///< of the export dialog; as it was left
  std::string export_ending = "svg";          ///< of the file that it proposes
  bool playing = false;                       ///< the launch
  PlaybackView playback;
  SheetView sheet_view;
  Presentation presenting;
  Predictions predictions;
  Traversal traversal;
  int tour_step = -1;      ///< of the tour, from 0; -1: it is not shown
  bool help_here = false;  ///< F1 was pressed: help for what is under the pointer is wanted

  /// The pinned element of the active document: searched once a change.
  struct Pinned {
    std::uint64_t at = 0;  ///< Workspace::changes() when it was searched; 0: never
    Element element;
  };
  mutable Pinned pinned;
};

/// After the workspace has changed: selection and hover stay within the entries that there are.
void follow(ViewState&, const Workspace&);

}  // namespace app
