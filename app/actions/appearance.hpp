#pragma once
// Theme, language and panel sizes.

#include "app/state/state.hpp"

namespace app {

void choose_theme(ViewState&, Session&, ThemeChoice);
/// Sets the language of the window and of the notes of its built-in lessons.
void choose_language(Workspace&, ViewState&, Language);

/// Chooses the next of languages(), English after the last.
void next_language(Workspace&, ViewState&);
inline constexpr float least_zoom = 0.6f, largest_zoom = 3;
/// Multiplies the scale of the window, or of a running presentation, within these limits. factor 0: resets it to 1.
void zoom(ViewState&, float factor);
/// Sets the largest zoom that the window has room for.
void limit_zoom(ViewState&, float most);
/// Resets all panels to automatic sizes, open or folded by their contents.
void usual_panels(ViewState&, Session&);
/// Sets a size in points at zoom 1; 0: automatic.
void set_panel_size(Session&, float PanelSizes::*, float);
void set_launch_height(ViewState&, float);

}  // namespace app
