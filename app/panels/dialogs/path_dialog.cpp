#include "app/panels/dialogs/path_dialog.hpp"

#include <algorithm>
#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "app/actions/looking.hpp"
#include "app/actions/saving.hpp"
#include "app/panels/dialogs/dialogs.hpp"
#include "app/panels/dialogs/export_dialog.hpp"
#include "app/system/user_folders.hpp"

namespace app {

struct PathView {
  std::string listed_for = "?";  ///< the text that `listed` is of; never that before the first time
  std::vector<std::string> listed;
  int choice = -1;  ///< of the list; -1: the text counts
  bool refocus = false;
  bool to_end = false;  ///< the cursor is to go behind the text, with nothing selected
  std::string exists;   ///< the file that is asked about: overwrite?
};

namespace {

namespace fs = std::filesystem;

int edit_text(ImGuiInputTextCallbackData* data) {
  auto& path_view = *static_cast<PathView*>(data->UserData);
  if (data->EventFlag == ImGuiInputTextFlags_CallbackCompletion) {
    const auto completed = completed_path(std::string(data->Buf, static_cast<std::size_t>(data->BufTextLen)), true);
    data->DeleteChars(0, data->BufTextLen);
    data->InsertChars(0, completed.c_str());
  } else if (path_view.to_end) {
    data->ClearSelection();
    data->CursorPos = data->BufTextLen;
    path_view.to_end = false;
  }
  return 0;
}

/// The list below the field. Returns the path that was clicked.
std::string file_list(Ui& ui, PathView& path_view, float width) {
  std::string clicked;
  compat::begin_child("files", {width, ui.px(230)});
  const std::size_t before = folder_of(path_view.listed_for).size();
  for (int i = 0; i < static_cast<int>(path_view.listed.size()); ++i) {
    const auto& path = path_view.listed[static_cast<std::size_t>(i)];
    ImGui::PushID(i);
    const auto at = ImGui::GetCursorScreenPos();
    if (ImGui::Selectable("##file", i == path_view.choice, 0, {width - ui.px(14), ui.fonts.ui.size + ui.px(4)})) clicked = path;
    draw_fitted(ImGui::GetWindowDrawList(), ui, ui.fonts.ui, {at.x + ui.px(6), at.y + ui.px(2)}, width - ui.px(30),
                path.ends_with('/') ? ui.ink.name : ui.ink.text, std::string_view(path).substr(before));
    if (i == path_view.choice) ImGui::SetScrollHereY();
    ImGui::PopID();
  }
  if (path_view.listed.empty()) ImGui::TextDisabled("%s", ui.tr("No sheets here"));
  ImGui::EndChild();
  return clicked;
}

}  // namespace

void path_dialog(Ui& ui, const Workspace& workspace, const ViewState& view, const HostRequests& host, Requests& requests, bool first) {
  auto& path_view = ui.kept<PathView>();
  if (first) path_view = {};
  const auto kind = view.dialog;
  const float width = std::min(ui.px(520), ImGui::GetMainViewport()->Size.x * 0.8f);
  ImGui::TextUnformatted(ui.tr(kind == Dialog::open ? "Open a sheet" : "Save the sheet as"));
  if (first || std::exchange(path_view.refocus, false)) ImGui::SetKeyboardFocusHere();
  ImGui::SetNextItemWidth(width);
  bool entered = ImGui::InputText("##path", &dialog_of(ui).text,
                                  ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll |
                                      ImGuiInputTextFlags_CallbackCompletion | ImGuiInputTextFlags_CallbackAlways,
                                  edit_text, &path_view);
  field_tooltip(ui, dialog_of(ui).text);
  if (path_view.listed_for != dialog_of(ui).text) {
    path_view.listed_for = dialog_of(ui).text;
    // A whole name proposed to save under is no beginning of others: show its folder.
    const bool whole = kind == Dialog::save_as && first;
    path_view.listed = path_completions(whole ? folder_of(dialog_of(ui).text) : dialog_of(ui).text, true);
    path_view.choice = -1;
    path_view.exists.clear();
  }
  const int count = static_cast<int>(path_view.listed.size());
  if (compat::key_pressed(ImGuiKey_DownArrow)) path_view.choice = std::min(path_view.choice + 1, count - 1);
  if (compat::key_pressed(ImGuiKey_UpArrow)) path_view.choice = std::max(path_view.choice - 1, -1);
  const auto clicked = file_list(ui, path_view, width);
  auto path = !clicked.empty()                                    ? clicked
              : path_view.choice >= 0 && path_view.choice < count ? path_view.listed[static_cast<std::size_t>(path_view.choice)]
                                                                  : dialog_of(ui).text;
  entered = entered || !clicked.empty();
  if (kind == Dialog::open) ImGui::TextDisabled("%s", ui.tr("Tab completes. A file dropped on the window opens as well."));
  const bool asks = !path_view.exists.empty();
  if (asks)
    ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(ui.ink.error), "%s",
                       fmt::format(fmt::runtime(ui.tr("{} exists.")), fs::path(path_view.exists).filename().string()).c_str());
  if (host.notice_is_bad && !host.notice.empty()) {
    ImGui::PushTextWrapPos(width);
    ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(ui.ink.error), "%s", (*ui.texts)(host.notice).c_str());
    ImGui::PopTextWrapPos();
  }
  const bool pressed = ImGui::Button(ui.tr(asks ? "Overwrite" : kind == Dialog::open ? "Open" : "Save"));
  ImGui::SameLine();
  if (ImGui::Button(ui.tr("Cancel"))) requests.add<cancel_asked>();
  if (!entered && !pressed) return;
  std::error_code ignored;
  if (fs::is_directory(with_home(path), ignored)) {
    dialog_of(ui).text = path.ends_with('/') ? path : path + "/";
    path_view.to_end = true;
    ImGui::ClearActiveID();
    path_view.refocus = true;  // the field takes the new text when it is active again
    return;
  }
  path = with_home(path);
  if (kind == Dialog::open) {
    requests.add<open_asked>(path);
    return;
  }
  if (!fs::path(path).has_extension() && !path.empty()) path += ".cutes";
  const bool other = stamp_of(path) && !same_file(path, workspace.path());
  if (other && !(pressed && path_view.exists == path)) {
    path_view.exists = path;
    return;
  }
  requests.add<save_and_go_on>(path);
}

}  // namespace app
