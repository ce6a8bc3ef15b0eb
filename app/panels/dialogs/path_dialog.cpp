#include "app/panels/dialogs/dialogs.hpp"

#include <algorithm>
#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "app/actions/export_paths.hpp"
#include "app/actions/questions.hpp"
#include "app/actions/saving.hpp"
#include "app/ui/lists.hpp"
#include "app/ui/rows.hpp"

namespace app {

struct PathView {
  std::string listed_for = "?";  ///< the text of `listed`; "?" before the first listing
  std::vector<std::string> listed;
  ListChoice choice{.row = -1};  ///< -1: the text counts
  bool refocus = false;
  bool to_end = false;  ///< the cursor moves to the end, with nothing selected
  std::string exists;   ///< an existing file, about which the dialog asks: overwrite?
};

namespace {

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

/// Draws the list below the field. Returns the clicked path.
std::string file_list(const Ui& ui, PathView& path_view, float width) {
  const auto path_of = [&](int i) -> const std::string& { return path_view.listed[static_cast<std::size_t>(i)]; };
  const std::size_t before = folder_of(path_view.listed_for).size();
  const auto& face = ui.fonts.ui;
  const ListLook look{.id = "files",
                      .count = static_cast<int>(path_view.listed.size()),
                      .size = {width, ui.px(230)},
                      .row = face.size + ui.px(10),
                      .may_lack = true,
                      .mouse_chooses = false};
  if (look.count == 0) {
    ImGui::TextDisabled("%s", ui.tr("No sheets here"));
    ImGui::Dummy({width, look.size.y - ImGui::GetTextLineHeightWithSpacing() - ImGui::GetStyle().ItemSpacing.y});
  }
  const int clicked = look.count == 0 ? -1 : list(ui, path_view.choice, look, false, [&](const ListRow& r) {
    const auto& path = path_of(r.number);
    const auto ink = path.ends_with('/') ? ui.ink.name : ui.ink.text;
    row_words(ui, r, face, path.substr(before), "", 0, [&](ImVec2 at, float room) {
      draw_text(ImGui::GetWindowDrawList(), face, at, ink, fitted(face, path.substr(before), room));
    });
  });
  return clicked >= 0 ? path_of(clicked) : "";
}

}  // namespace

void path_dialog(Ui& ui, const Workspace& workspace, const ViewState& view, const HostRequests& host, Requests& requests, bool first) {
  auto& path_view = ui.kept<PathView>();
  if (first) path_view = {};
  const auto kind = view.dialog;
  const float width = std::min(ui.px(520), ImGui::GetMainViewport()->Size.x * 0.8f);
  const bool opens = kind == Dialog::open;
  const auto purpose = path_purpose(kind);
  ImGui::TextUnformatted(ui.tr(purpose.title));
  if (first || std::exchange(path_view.refocus, false)) ImGui::SetKeyboardFocusHere();
  ImGui::SetNextItemWidth(width);
  bool entered = ImGui::InputText("##path", &dialog_of(ui).text,
                                  ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll |
                                      ImGuiInputTextFlags_CallbackCompletion | ImGuiInputTextFlags_CallbackAlways,
                                  edit_text, &path_view);
  field_tooltip(ui, dialog_of(ui).text);
  if (path_view.listed_for != dialog_of(ui).text) {
    path_view.listed_for = dialog_of(ui).text;
    // A complete suggested name is not a prefix of others: its folder is listed.
    const bool whole = !opens && first;
    path_view.listed = path_completions(whole ? folder_of(dialog_of(ui).text) : dialog_of(ui).text, true);
    path_view.choice.row = -1;
    path_view.exists.clear();
  }
  const auto clicked = file_list(ui, path_view, width);
  const int chosen = path_view.choice.row;
  const auto path = !clicked.empty() ? clicked : chosen >= 0 ? path_view.listed[static_cast<std::size_t>(chosen)] : dialog_of(ui).text;
  entered = entered || !clicked.empty();
  if (opens) ImGui::TextDisabled("%s", ui.tr("Tab completes. A file dropped on the window opens as well."));
  const bool asks = !path_view.exists.empty();
  if (asks)
    wrapped(fmt::format(fmt::runtime(ui.tr("{} exists.")), std::filesystem::path(path_view.exists).filename().string()), ui.ink.error,
            width);
  if (host.notice_is_bad && !host.notice.empty()) wrapped((*ui.texts)(host.notice), ui.ink.error, width);
  const bool pressed = ImGui::Button(ui.tr(asks ? "Overwrite" : purpose.button));
  ImGui::SameLine();
  if (ImGui::Button(ui.tr("Cancel"))) requests.add<cancel_asked>();
  if (!entered && !pressed) return;
  const auto answer = answer_to_path(workspace, kind, path, pressed ? path_view.exists : std::string{});
  if (!answer.exists.empty()) path_view.exists = answer.exists;
  if (!answer.folder.empty()) {
    dialog_of(ui).text = answer.folder;
    path_view.to_end = true;
    ImGui::ClearActiveID();
    path_view.refocus = true;  // the field takes a new text only when it becomes active again
  } else if (answer.exists.empty()) {
    requests.add(answer.wanted);
  }
}

}  // namespace app
