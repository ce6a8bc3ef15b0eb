// Opens the dialog that the App asks for, and closes it.

#include <algorithm>

#include "app/actions/saving.hpp"
#include "app/panels/dialog_parts.hpp"
#include "app/panels/export_dialog.hpp"
#include "app/panels/panels.hpp"
#include "app/storage/session.hpp"

namespace app {
namespace {

std::string first_text(const App& app) {
  switch (app.dialog) {
    case Dialog::open: return folder_of(app.path());
    case Dialog::save_as: return app.path().empty() ? "untitled.cutes" : app.path();
    case Dialog::export_figure: return proposed_path(app);
    default: return {};
  }
}

/// How far from the window's top: what is long begins high.
float height_of(Dialog d) {
  return d == Dialog::export_figure || d == Dialog::help                     ? 0.06f
         : d == Dialog::palette || d == Dialog::open || d == Dialog::save_as ? 0.14f
                                                                             : 0.22f;
}

}  // namespace

void close_dialog(Actions& actions) { actions.push_back(cancel_asked); }

void dialogs(Ui& ui, const App& app, Actions& actions) {
  if (app.dialog == Dialog::none) {
    ui.open_dialog = Dialog::none;
    return;
  }
  const bool first = ui.open_dialog != app.dialog;
  if (first) {
    ui.open_dialog = app.dialog;
    ui.dialog_text = first_text(app);
    ImGui::OpenPopup("dialog");
  }
  const auto* viewport = ImGui::GetMainViewport();
  ImGui::SetNextWindowPos({viewport->Pos.x + viewport->Size.x / 2, viewport->Pos.y + viewport->Size.y * height_of(app.dialog)},
                          ImGuiCond_Always, {0.5f, 0});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(ui.px(16), ui.px(14)));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, ui.px(9));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1);
  bool stays = true;
  if (ImGui::BeginPopupModal("dialog", &stays, ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoMove)) {
    switch (app.dialog) {
      case Dialog::open:
      case Dialog::save_as: path_dialog(ui, app, actions, first); break;
      case Dialog::export_figure: export_dialog(ui, app, actions, first); break;
      case Dialog::palette: palette_dialog(ui, app, actions, first); break;
      case Dialog::unsaved:
      case Dialog::close_unsaved: unsaved_question(ui, app, actions); break;
      case Dialog::changed_on_disk: changed_question(ui, app, actions); break;
      case Dialog::recover: recover_question(ui, app, actions); break;
      case Dialog::help: keys_dialog(ui, app, actions); break;
      case Dialog::about:
        ImGui::TextUnformatted("Cutescope " CUTESCOPE_VERSION);
        ImGui::TextDisabled("%s", ui.tr("An explorer for CuTe's layout algebra. BSD-3-Clause."));
        break;
      case Dialog::none: break;
    }
    if (compat::key_pressed(ImGuiKey_Escape)) close_dialog(actions);
    const bool outside = ImGui::IsMouseClicked(0) &&
                         !ImGui::IsWindowHovered(ImGuiHoveredFlags_RootAndChildWindows | ImGuiHoveredFlags_AllowWhenBlockedByActiveItem) &&
                         !first;
    if (outside && (app.dialog == Dialog::palette || app.dialog == Dialog::help || app.dialog == Dialog::about)) close_dialog(actions);
    ImGui::EndPopup();
  } else {
    close_dialog(actions);
  }
  ImGui::PopStyleVar(3);
}

}  // namespace app
