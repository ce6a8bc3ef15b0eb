#pragma once
// Theme, language and panel sizes.

#include "app/state/state.hpp"

namespace app {

void choose_theme(ViewState&, Session&, ThemeChoice);
/// Of the window, and of the notes of the built-in lesson in it.
void choose_language(Workspace&, ViewState&, Language);

/// The next of languages(), and back to English.
void next_language(Workspace&, ViewState&);
/// Of the window, or of the presentation where there is one. 0: back to 1.
void zoom(ViewState&, float factor);
/// All panels as the window has room.
void usual_panels(ViewState&, Session&);
/// Sizes in points at zoom 1; 0: as the window has room.
void set_panel_size(Session&, float PanelSizes::*, float);
void set_launch_height(ViewState&, float);

}  // namespace app
