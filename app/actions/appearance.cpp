#include "app/actions/appearance.hpp"

#include <algorithm>

namespace app {

void choose_theme(ViewState& view, Session& session, ThemeChoice choice) {
  session.theme = choice;
  view.theme = resolved(session);
}

void choose_language(Workspace& workspace, ViewState& view, Language language) {
  view.texts = Texts(language);
  workspace.set_language(language);
}

void next_language(Workspace& workspace, ViewState& view) {
  const auto all = languages();
  const auto now = std::ranges::find(all, view.texts.language());
  choose_language(workspace, view, now == all.end() || now + 1 == all.end() ? all.front() : *(now + 1));
}

void zoom(ViewState& view, float factor) {
  auto& size = view.presenting.on ? view.presenting.size : view.zoom;
  // Starts from the visible size, so that zooming out has an effect even if the window limits the zoom.
  const float now = view.presenting.on ? size : std::min(size, std::max(least_zoom, view.most_zoom));
  size = std::clamp(factor == 0 ? 1.0f : now * factor, least_zoom, largest_zoom);
}

void limit_zoom(ViewState& view, float most) { view.most_zoom = most; }

void usual_panels(ViewState& view, Session& session) {
  session.panels = {};
  session.panels_open = {};
  view.panels_open.clear();
  view.playback.height = 0;
}

void set_panel_size(Session& session, float PanelSizes::*panel, float size) { session.panels.*panel = size; }

void set_launch_height(ViewState& view, float height) { view.playback.height = height; }

}  // namespace app
