#include "app/panels/dialogs/dialogs.hpp"

#include "app/actions/questions.hpp"
#include "app/actions/saving.hpp"
#include "app/actions/scaling.hpp"
#include "app/panels/bars/help_card.hpp"
#include "app/panels/dialogs/gemm_dialog.hpp"
#include "app/panels/teaching/lessons_dialog.hpp"
#include "app/ui/menus.hpp"

namespace app {
namespace {

bool exports_to_a_path(Dialog d) {
  return d == Dialog::export_slides || d == Dialog::export_map || d == Dialog::export_map_page || d == Dialog::export_map_slides;
}

/// Returns the dialog's distance from the window's top, as a fraction of its height: tall dialogs start high.
float height_of(Dialog d) {
  return d == Dialog::export_figure || d == Dialog::help || d == Dialog::lessons || d == Dialog::guide || d == Dialog::atoms ||
                 d == Dialog::find_layout || d == Dialog::infer_table || d == Dialog::scales || d == Dialog::gemm || d == Dialog::tool
             ? 0.06f
         : d == Dialog::palette || d == Dialog::open || d == Dialog::save_as || exports_to_a_path(d) ? 0.14f
                                                                                                     : 0.22f;
}

/// Returns whether a click outside closes the dialog: if it only shows or selects something.
bool closes_by_a_click(Dialog d) {
  return d == Dialog::palette || d == Dialog::atoms || d == Dialog::help || d == Dialog::lessons || d == Dialog::guide ||
         d == Dialog::about;
}

}  // namespace

void dialogs(Ui& ui, const State& state, Requests& requests) {
  if (state.view.dialog == Dialog::none) {
    dialog_of(ui).shown = Dialog::none;
    ui.forget<FigurePreview>();
    ui.forget<FinderView>();
    ui.forget<ScaleAnswers>();
    ui.forget<ToolView>();
    card_of_help(ui).in_dialog.clear();
    return;
  }
  const bool first = dialog_of(ui).shown != state.view.dialog;
  if (first) {
    dialog_of(ui).shown = state.view.dialog;
    dialog_of(ui).text = first_path(state.workspace, state.view);
    ImGui::OpenPopup("dialog");
  }
  const auto* viewport = ImGui::GetMainViewport();
  ImGui::SetNextWindowPos({viewport->Pos.x + viewport->Size.x / 2, viewport->Pos.y + viewport->Size.y * height_of(state.view.dialog)},
                          ImGuiCond_Always, {0.5f, 0});
  // A dialog taller than the window scrolls.
  ImGui::SetNextWindowSizeConstraints({0, 0},
                                      {viewport->Size.x - ui.px(16), viewport->Size.y * (1 - height_of(state.view.dialog)) - ui.px(8)});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(ui.px(16), ui.px(14)));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, ui.px(9));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1);
  bool stays = true;
  const bool helped = !card_of_help(ui).in_dialog.empty();  // Escape closes a help card first
  if (ImGui::BeginPopupModal("dialog", &stays, ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoMove)) {
    switch (state.view.dialog) {
      case Dialog::open:
      case Dialog::export_slides:
      case Dialog::export_map:
      case Dialog::export_map_page:
      case Dialog::export_map_slides:
      case Dialog::save_as: path_dialog(ui, state.workspace, state.view, state.host, requests, first); break;
      case Dialog::export_figure: export_dialog(ui, state.workspace, state.view, state.host, requests, first); break;
      case Dialog::palette: palette_dialog(ui, state, requests, first); break;
      case Dialog::atoms: atoms_dialog(ui, requests, first); break;
      case Dialog::find_layout: find_dialog(ui, state.workspace, state.view, requests, first); break;
      case Dialog::infer_table: infer_dialog(ui, state.workspace, state.view, requests, first); break;
      case Dialog::scales: scales_dialog(ui, state.view, requests, first); break;
      case Dialog::gemm: gemm_dialog(ui, state.view, requests, first); break;
      case Dialog::tool: tool_dialog(ui, state.workspace, state.view, requests, first); break;
      case Dialog::unsaved:
      case Dialog::close_unsaved:
      case Dialog::changed_on_disk:
      case Dialog::run_link:
      case Dialog::recover: question_dialog(ui, state, requests, first); break;
      case Dialog::help: keys_dialog(ui, requests, first); break;
      case Dialog::guide: guide_dialog(ui, state.view, requests, first); break;
      case Dialog::lessons: lessons_dialog(ui, state.workspace, requests, first); break;
      case Dialog::about:
        ImGui::TextUnformatted("Cutescope " CUTESCOPE_VERSION);
        ImGui::TextDisabled("%s", ui.tr("An explorer for CuTe's layout algebra. BSD-3-Clause."));
        break;
      case Dialog::none: break;
    }
    if (escape_pressed(ui) && !helped) requests.add<cancel_asked>();
    const bool outside = ImGui::IsMouseClicked(0) &&
                         !ImGui::IsWindowHovered(ImGuiHoveredFlags_RootAndChildWindows | ImGuiHoveredFlags_AllowWhenBlockedByActiveItem) &&
                         !first;
    if (outside && closes_by_a_click(state.view.dialog)) requests.add<cancel_asked>();
    ImGui::EndPopup();
  } else {
    requests.add<cancel_asked>();
  }
  ImGui::PopStyleVar(3);
}

}  // namespace app
