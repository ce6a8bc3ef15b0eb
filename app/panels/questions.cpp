// What the window must ask before it goes on.

#include <algorithm>
#include <ctime>

#include <fmt/format.h>

#include "app/actions/saving.hpp"
#include "app/import/open.hpp"
#include "app/panels/dialog_parts.hpp"
#include "app/storage/session.hpp"

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

bool button(Ui& ui, const char* label) {
  const bool pressed = ImGui::Button(ui.tr(label));
  ImGui::SameLine();
  return pressed;
}

}  // namespace

void unsaved_question(Ui& ui, const App& app, Actions& actions) {
  const bool one = app.asked_about.size() == 1;
  ImGui::TextUnformatted(ui.tr(one ? "The changes of this sheet are not saved:" : "The changes of these sheets are not saved:"));
  int listed = 0;
  for (const auto& d : app.documents()) {
    if (std::find(app.asked_about.begin(), app.asked_about.end(), d.id) == app.asked_about.end()) continue;
    if (++listed <= 12)
      ImGui::BulletText(
          "%s",
          (d.path.empty() ? d.sheet.lesson.empty() ? ui.tr("untitled") : d.title() : fitted(ui.fonts.ui, d.path, ui.px(420))).c_str());
  }
  if (listed > 12) ImGui::BulletText("… %d", listed - 12);
  ImGui::Dummy({ui.px(330), ui.px(4)});
  if (button(ui, one ? "Save" : "Save all")) actions.push_back(save_asked);
  if (button(ui, one ? "Discard" : "Discard all")) actions.push_back(discard_asked);
  if (button(ui, "Cancel")) close_dialog(actions);
  ImGui::NewLine();
}

void changed_question(Ui& ui, const App& app, Actions& actions) {
  ImGui::TextUnformatted(fmt::format(fmt::runtime(ui.tr("Another program has changed {} since it was opened.")), app.title()).c_str());
  ImGui::Dummy({ui.px(330), ui.px(4)});
  if (button(ui, "Overwrite")) actions.push_back([](App& a) { save_and_go_on(a, std::string(a.path())); });
  if (button(ui, "Save as…")) actions.push_back([](App& a) { a.dialog = Dialog::save_as; });
  if (button(ui, "Take the file's")) {
    actions.push_back([](App& a) {
      auto sheet = load_sheet(a.path());
      cancel_asked(a);
      if (!sheet) return a.tell(sheet.error(), true);
      // An edit: undo brings back what was here.
      a.edit([&](Sheet& s) { s = std::move(*sheet); });
    });
  }
  if (button(ui, "Cancel")) close_dialog(actions);
  ImGui::NewLine();
}

void recover_question(Ui& ui, const App& app, Actions& actions) {
  int sheets = 0;
  for (const auto& behind : app.session().left)
    for (const auto& s : behind.left.sheets) sheets += s.unsaved ? 1 : 0;
  const char* title =
      sheets == 1 ? "Cutescope was ended before {} sheet could be saved." : "Cutescope was ended before {} sheets could be saved.";
  ImGui::TextUnformatted(fmt::format(fmt::runtime(ui.tr(title)), sheets).c_str());
  int listed = 0;
  for (const auto& behind : app.session().left)
    for (const auto& s : behind.left.sheets) {
      if (!s.unsaved || ++listed > 12) continue;
      // A sheet without a file is known by its first entry.
      const auto name = s.path.empty() ? fmt::format("{}: {}", ui.tr("untitled"), first_entry(s.text)) : s.path;
      ImGui::BulletText("%s", fitted(ui.fonts.ui, name, ui.px(330)).c_str());
      ImGui::SameLine(ui.px(370));
      ImGui::TextDisabled("%s", when(behind.left.time).c_str());
    }
  if (listed > 12) ImGui::BulletText("… %d", listed - 12);
  ImGui::Dummy({ui.px(500), ui.px(4)});
  if (button(ui, "Recover")) actions.push_back(recover_all);
  if (button(ui, "Discard")) actions.push_back(discard_left);
  if (button(ui, "Later")) {
    actions.push_back([](App& a) {
      a.session().left.clear();
      a.dialog = Dialog::none;
    });
  }
  ImGui::NewLine();
}

}  // namespace app
