#include "app/panels/dialogs/questions.hpp"

#include <algorithm>
#include <ctime>

#include <fmt/format.h>

#include "app/actions/launching.hpp"
#include "app/actions/looking.hpp"
#include "app/actions/recovering.hpp"
#include "app/actions/saving.hpp"
#include "app/import/open.hpp"
#include "gpu/launch/launch_fields.hpp"

namespace app {
namespace {

/// The first line of a sheet's text that is no setting.
std::string_view first_entry(std::string_view text) {
  for (;;) {
    const auto end = std::min(text.size(), text.find('\n'));
    const auto line = text.substr(0, end);
    if (!line.starts_with('@') || end == text.size()) return line;
    text.remove_prefix(end + 1);
  }
}

/// "21 November 14:05" as the desktop writes it, without its seconds.
std::string when(std::int64_t seconds) {
  const std::time_t time = static_cast<std::time_t>(seconds);
  std::tm local{};
  char text[64] = {};
  if (::localtime_r(&time, &local) == nullptr || std::strftime(text, sizeof text, "%Y-%m-%d %H:%M", &local) == 0) return {};
  return text;
}

/// A line of a list, shortened where it is wider than `width`.
void bullet(const Ui& ui, const std::string& text, float width) {
  ImGui::Bullet();
  const auto at = ImGui::GetCursorScreenPos();
  draw_fitted(ImGui::GetWindowDrawList(), ui, ui.fonts.ui, at, width, ui.ink.text, text);
  ImGui::Dummy({width, ui.fonts.ui.size});
}

bool button(Ui& ui, const char* label) {
  const bool pressed = ImGui::Button(ui.tr(label));
  ImGui::SameLine();
  return pressed;
}

}  // namespace

void unsaved_question(Ui& ui, const Workspace& workspace, const ViewState& view, Requests& requests) {
  const bool one = view.asked_about.size() == 1;
  ImGui::TextUnformatted(ui.tr(one ? "The changes of this sheet are not saved:" : "The changes of these sheets are not saved:"));
  int listed = 0;
  for (const auto& d : workspace.documents()) {
    if (std::find(view.asked_about.begin(), view.asked_about.end(), d.id) == view.asked_about.end()) continue;
    if (++listed <= 12) bullet(ui, d.path.empty() ? d.title(*ui.texts) : d.path, ui.px(420));
  }
  if (listed > 12) ImGui::BulletText("… %d", listed - 12);
  ImGui::Dummy({ui.px(330), ui.px(4)});
  if (button(ui, one ? "Save" : "Save all")) requests.add<save_asked>();
  if (button(ui, one ? "Discard" : "Discard all")) requests.add<discard_asked>();
  if (button(ui, "Cancel")) requests.add<cancel_asked>();
  ImGui::NewLine();
}

void changed_question(Ui& ui, const Workspace& workspace, Requests& requests) {
  ImGui::PushTextWrapPos(ui.px(500));
  ImGui::TextUnformatted(
      fmt::format(fmt::runtime(ui.tr("Another program has changed {} since it was opened.")), workspace.title(*ui.texts)).c_str());
  ImGui::PopTextWrapPos();
  ImGui::Dummy({ui.px(330), ui.px(4)});
  if (button(ui, "Overwrite")) requests.add<save_and_go_on>(workspace.path());
  if (button(ui, "Save as…")) requests.add<open_dialog>(Dialog::save_as);
  if (button(ui, "Take the file's")) requests.add<take_the_files>();
  if (button(ui, "Cancel")) requests.add<cancel_asked>();
  ImGui::NewLine();
}

void run_link_question(Ui& ui, const Workspace& workspace, Requests& requests, bool first) {
  const auto& launch = workspace.sheet().launch;
  ImGui::PushTextWrapPos(ui.px(460));
  ImGui::TextUnformatted(ui.tr("Run the launch that came with the link?"));
  ImGui::Dummy({ui.px(330), ui.px(2)});
  if (workspace.asks_to_run()) ImGui::TextUnformatted((*ui.texts)(workspace.launch().error()).c_str());
  for (const auto* field : gpu::fields_of(launch.kernel))
    if (field->text != nullptr && !(launch.*field->text).empty())
      bullet(ui, fmt::format("{}: {}", ui.tr(std::string(field->label_in_form()).c_str()), launch.*field->text), ui.px(420));
  ImGui::TextDisabled("%s", ui.tr("Enter runs it, Escape does not; the GPU panel asks again."));
  ImGui::PopTextWrapPos();
  ImGui::Dummy({ui.px(330), ui.px(4)});
  const bool entered = !first && (compat::key_pressed(ImGuiKey_Enter) || compat::key_pressed(ImGuiKey_KeyPadEnter));
  if (button(ui, "Run it") || entered) requests.add<allow_launch>();
  if (button(ui, "Not now")) requests.add<cancel_asked>();
  ImGui::NewLine();
}

void recover_question(Ui& ui, const Session& session, Requests& requests) {
  int sheets = 0;
  for (const auto& behind : session.left)
    for (const auto& s : behind.left.sheets) sheets += s.unsaved ? 1 : 0;
  const char* title =
      sheets == 1 ? "Cutescope was ended before {} sheet could be saved." : "Cutescope was ended before {} sheets could be saved.";
  ImGui::TextUnformatted(fmt::format(fmt::runtime(ui.tr(title)), sheets).c_str());
  int listed = 0;
  for (const auto& behind : session.left)
    for (const auto& s : behind.left.sheets) {
      if (!s.unsaved || ++listed > 12) continue;
      // A sheet without a file is known by its first entry.
      const auto name = s.path.empty() ? fmt::format("{}: {}", ui.tr("untitled"), first_entry(s.text)) : s.path;
      bullet(ui, name, ui.px(330));
      ImGui::SameLine();
      ImGui::TextDisabled("%s", when(behind.left.time).c_str());
    }
  if (listed > 12) ImGui::BulletText("… %d", listed - 12);
  ImGui::Dummy({ui.px(500), ui.px(4)});
  if (button(ui, "Recover")) requests.add<recover_all>();
  if (button(ui, "Discard")) requests.add<discard_left>();
  if (button(ui, "Later")) {
    requests.add<recover_later>();
  }
  ImGui::NewLine();
}

}  // namespace app
