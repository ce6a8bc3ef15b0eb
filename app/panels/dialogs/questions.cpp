#include "app/panels/dialogs/dialogs.hpp"

#include <algorithm>
#include <ctime>

#include <fmt/format.h>

#include "app/actions/launching.hpp"
#include "app/actions/looking.hpp"
#include "app/actions/recovering.hpp"
#include "app/actions/saving.hpp"
#include "app/import/open.hpp"
#include "app/ui/lists.hpp"
#include "app/ui/rows.hpp"
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

/// The first of the lines, and how many there are more.
void bullets(const Ui& ui, const std::vector<std::string>& lines, float width) {
  constexpr std::size_t most = 12;
  for (std::size_t i = 0; i < std::min(most, lines.size()); ++i) bullet(ui, lines[i], width);
  if (lines.size() > most) ImGui::BulletText("… %zu", lines.size() - most);
}

}  // namespace

void unsaved_question(Ui& ui, const Workspace& workspace, const ViewState& view, Requests& requests, bool first) {
  const bool one = view.asked_about.size() == 1;
  ImGui::TextUnformatted(ui.tr(one ? "The changes of this sheet are not saved:" : "The changes of these sheets are not saved:"));
  std::vector<std::string> sheets;
  for (const auto& d : workspace.documents())
    if (std::ranges::find(view.asked_about, d.id) != view.asked_about.end()) sheets.push_back(d.path.empty() ? d.title(*ui.texts) : d.path);
  bullets(ui, sheets, ui.px(420));
  ImGui::Dummy({ui.px(330), ui.px(4)});
  Buttons button(ui, first);
  if (button(one ? "Save" : "Save all")) requests.add<save_asked>();
  if (button(one ? "Discard" : "Discard all")) requests.add<discard_asked>();
  if (button("Cancel")) requests.add<cancel_asked>();
}

void changed_question(Ui& ui, const Workspace& workspace, Requests& requests, bool first) {
  const char* words = ui.tr("Another program has changed {} since it was opened.");
  wrapped(fmt::format(fmt::runtime(words), workspace.title(*ui.texts)), ui.ink.text, ui.px(500));
  ImGui::Dummy({ui.px(330), ui.px(4)});
  Buttons button(ui, first);
  if (button("Overwrite")) requests.add<save_and_go_on>(workspace.path());
  if (button("Save as…")) requests.add<open_dialog>(Dialog::save_as);
  if (button("Take the file's")) requests.add<take_the_files>();
  if (button("Cancel")) requests.add<cancel_asked>();
}

void run_link_question(Ui& ui, const Workspace& workspace, Requests& requests, bool first) {
  const auto& launch = workspace.sheet().launch;
  ImGui::PushTextWrapPos(ui.px(460));
  ImGui::TextUnformatted(ui.tr("Run the launch that came with the link?"));
  ImGui::Dummy({ui.px(330), ui.px(2)});
  if (workspace.asks_to_run()) ImGui::TextUnformatted((*ui.texts)(workspace.launch().error()).c_str());
  for (const auto* field : gpu::fields_of(launch.kernel))
    if (field->text != nullptr && !(launch.*field->text).empty())
      bullet(ui, fmt::format("{}{}{}", ui.tr(std::string(field->label_in_form()).c_str()), ui.tr(": "), launch.*field->text), ui.px(420));
  ImGui::TextDisabled("%s", ui.tr("Enter runs it, Escape does not; the GPU panel asks again."));
  ImGui::PopTextWrapPos();
  ImGui::Dummy({ui.px(330), ui.px(4)});
  Buttons button(ui, first, 0);
  if (button("Run it")) requests.add<allow_launch>();
  if (button("Not now")) requests.add<cancel_asked>();
}

void recover_question(Ui& ui, const Session& session, Requests& requests, bool first) {
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
      const auto name = s.path.empty() ? fmt::format("{}{}{}", ui.tr("untitled"), ui.tr(": "), first_entry(s.text)) : s.path;
      bullet(ui, name, ui.px(330));
      ImGui::SameLine();
      ImGui::TextDisabled("%s", when(behind.left.time).c_str());
    }
  if (listed > 12) ImGui::BulletText("… %d", listed - 12);
  ImGui::Dummy({ui.px(500), ui.px(4)});
  Buttons button(ui, first);
  if (button("Recover")) requests.add<recover_all>();
  if (button("Discard")) requests.add<discard_left>();
  if (button("Later")) requests.add<recover_later>();
}

}  // namespace app
