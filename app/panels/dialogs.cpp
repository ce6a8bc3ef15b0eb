// Questions: a path, a command, what to do with unsaved changes.

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include "app/commands.hpp"
#include "app/panels/export_dialog.hpp"
#include "app/panels/card_links.hpp"
#include "app/panels/teaching.hpp"
#include "app/window/ui.hpp"

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

void close(Actions& actions) {
  actions.push_back([](App& a) { a.dialog = Dialog::none; });
}

void path_dialog(Ui& ui, const App& app, Actions& actions, bool first) {
  const auto kind = app.dialog;
  const char* title = kind == Dialog::open ? "Open a sheet" : "Save the sheet as";
  ImGui::TextUnformatted(ui.tr(title));
  if (first) ImGui::SetKeyboardFocusHere();
  ImGui::SetNextItemWidth(ui.px(460));
  const bool entered = ImGui::InputText("##path", &ui.dialog_text, ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
  if (kind == Dialog::open) ImGui::TextDisabled("%s", ui.tr("A file dropped on the window opens as well."));
  if (app.notice_is_bad && !app.notice.empty()) {
    ImGui::PushTextWrapPos(ui.px(460));
    ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(ui.ink.error), "%s", ui.texts->message(app.notice).c_str());
    ImGui::PopTextWrapPos();
  }
  if (ImGui::Button(ui.tr(kind == Dialog::open ? "Open" : "Save")) || entered) {
    actions.push_back([kind, path = ui.dialog_text](App& a) {
      const bool done = kind == Dialog::open ? a.open(path) : a.save(path);
      if (done) a.dialog = Dialog::none;
    });
  }
  ImGui::SameLine();
  if (ImGui::Button(ui.tr("Cancel"))) close(actions);
}

bool matches(std::string_view title, std::string_view wanted) {
  // Letters in order, not necessarily side by side.
  std::size_t found = 0;
  for (const char c : title)
    if (found < wanted.size() && std::tolower(static_cast<unsigned char>(c)) == std::tolower(static_cast<unsigned char>(wanted[found]))) ++found;
  return found == wanted.size();
}

void command_palette(Ui& ui, const App& app, Actions& actions, bool first) {
  if (first) {
    ImGui::SetKeyboardFocusHere();
    ui.palette_choice = 0;
  }
  ImGui::SetNextItemWidth(ui.px(420));
  const auto before = ui.dialog_text;
  const bool entered = ImGui::InputTextWithHint("##command", ui.tr("Type a command"), &ui.dialog_text, ImGuiInputTextFlags_EnterReturnsTrue);
  if (before != ui.dialog_text) ui.palette_choice = 0;
  if (compat::key_pressed(ImGuiKey_DownArrow)) ++ui.palette_choice;
  if (compat::key_pressed(ImGuiKey_UpArrow)) --ui.palette_choice;
  int listed = 0;
  for (const auto& c : commands()) {
    if (!c.enabled(app) || !(matches(c.title, ui.dialog_text) || matches(ui.tr(c.title), ui.dialog_text) || matches(c.id, ui.dialog_text))) continue;
    const bool chosen = listed == ui.palette_choice;
    const bool clicked = ImGui::Selectable(fmt::format("{}##{}", ui.tr(c.title), c.id).c_str(), chosen, 0, {ui.px(420), 0});
    if (const auto keys = to_string(c.shortcut); !keys.empty()) {
      ImGui::SameLine(ui.px(340));
      ImGui::TextDisabled("%s", keys.c_str());
    }
    if (clicked || (entered && chosen)) {
      close(actions);
      actions.push_back(c.run);
    }
    ++listed;
  }
  ui.palette_choice = listed == 0 ? 0 : std::clamp(ui.palette_choice, 0, listed - 1);
}

/// Saves what was asked about and has a file; the first that has none is shown, and asked for one. True when all are saved.
bool save_all(App& a) {
  for (const auto id : a.asked_about)
    for (int i = 0; i < static_cast<int>(a.documents().size()); ++i) {
      const auto& d = a.documents()[static_cast<std::size_t>(i)];
      if (d.id != id || !d.unsaved()) continue;
      a.activate(i);
      a.dialog = Dialog::none;
      if (!run_command(a, "file.save") || a.unsaved()) return false;
    }
  return true;
}

void unsaved_question(Ui& ui, const App& app, Actions& actions) {
  const bool quits = app.dialog == Dialog::unsaved;
  ImGui::TextUnformatted(ui.tr(app.asked_about.size() == 1 ? "The changes of this sheet are not saved:" : "The changes of these sheets are not saved:"));
  for (const auto& d : app.documents())
    if (std::find(app.asked_about.begin(), app.asked_about.end(), d.id) != app.asked_about.end())
      ImGui::BulletText("%s", d.path.empty() ? ui.tr("untitled") : fitted(ui.fonts.ui, d.path, ui.px(420)).c_str());
  ImGui::Dummy({ui.px(330), ui.px(4)});
  if (ImGui::Button(ui.tr(app.asked_about.size() == 1 ? "Save" : "Save all"))) {
    actions.push_back([quits](App& a) {
      a.dialog = Dialog::none;
      if (!save_all(a)) return;
      if (quits) a.quit = true;
      else a.close(a.active());
    });
  }
  ImGui::SameLine();
  if (ImGui::Button(ui.tr("Discard"))) {
    actions.push_back([quits](App& a) {
      a.dialog = Dialog::none;
      if (quits) a.quit = true;
      else a.close(a.active());
    });
  }
  ImGui::SameLine();
  if (ImGui::Button(ui.tr("Cancel"))) close(actions);
}

void help(Ui& ui) {
  for (const char* line : {"Type in the sheet: grids follow. Enter adds an entry, arrows move between entries.",
                           "Point at an element to see it everywhere; click to pin it.",
                           "Wheel over a large grid zooms, dragging pans, a double click shows all of it; Ctrl+wheel zooms a small one.",
                           "The ring beside an entry shows or hides its card; the words at a card's top right choose its colours.",
                           "In the GPU panel click a cell to isolate its thread, with Shift its warp, with Ctrl its block; the slider plays the requests."})
    ImGui::BulletText("%s", ui.tr(line));
  ImGui::Separator();
  for (const auto& c : commands())
    if (c.shortcut.key != 0) {
      ImGui::TextDisabled("%s", to_string(c.shortcut).c_str());
      ImGui::SameLine(ui.px(130));
      ImGui::TextUnformatted(ui.tr(c.title));
    }
}

}  // namespace

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
  ImGui::SetNextWindowPos({viewport->Pos.x + viewport->Size.x / 2, viewport->Pos.y + viewport->Size.y * (app.dialog == Dialog::export_figure ? 0.08f : 0.22f)}, ImGuiCond_Always, {0.5f, 0});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(ui.px(16), ui.px(14)));
  bool stays = true;
  if (ImGui::BeginPopupModal("dialog", &stays, ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoMove)) {
    switch (app.dialog) {
      case Dialog::open:
      case Dialog::save_as: path_dialog(ui, app, actions, first); break;
      case Dialog::export_figure: export_dialog(ui, app, actions, first); break;
      case Dialog::palette: command_palette(ui, app, actions, first); break;
      case Dialog::unsaved:
      case Dialog::close_unsaved: unsaved_question(ui, app, actions); break;
      case Dialog::changed_on_disk:
      case Dialog::recover: break;
      case Dialog::help: help(ui); break;
      case Dialog::about:
        ImGui::TextUnformatted("Cutescope " CUTESCOPE_VERSION);
        ImGui::TextDisabled("%s", ui.tr("An explorer for CuTe's layout algebra. BSD-3-Clause."));
        break;
      case Dialog::none: break;
    }
    if (compat::key_pressed(ImGuiKey_Escape)) close(actions);
    const bool outside = ImGui::IsMouseClicked(0) && !ImGui::IsWindowHovered(ImGuiHoveredFlags_RootAndChildWindows | ImGuiHoveredFlags_AllowWhenBlockedByActiveItem) && !first;
    if (outside && (app.dialog == Dialog::palette || app.dialog == Dialog::help || app.dialog == Dialog::about)) close(actions);
    ImGui::EndPopup();
  } else {
    close(actions);
  }
  ImGui::PopStyleVar();
}

/// The edge between the canvas and the GPU panel: drag it; a double click puts it back.
float gpu_panel_height(const Ui& ui, const App& app, Actions& actions, ImVec2 from, ImVec2 to) {
  const float room = to.y - from.y, usual = std::clamp(ImGui::GetMainViewport()->Size.y * 0.287f, ui.px(252), ui.px(340));
  // A lesson that runs nothing leaves the room to its cards.
  const bool idle = !app.sheet().lesson.empty() && app.sheet().launch.empty();
  const float wanted = app.launch_look.height > 0 ? ui.px(app.launch_look.height) : idle ? ui.px(160) : usual;
  const float height = std::clamp(wanted, std::min(usual, ui.px(160)), std::max(usual, room * 0.78f));
  const float edge = to.y - height, grip = ui.px(3);
  ImGui::SetCursorScreenPos({from.x, edge - grip});
  ImGui::InvisibleButton("edge of the GPU panel", {to.x - from.x, 2 * grip});
  if (ImGui::IsItemHovered() || ImGui::IsItemActive()) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeNS);
  if (ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(0)) {
    actions.push_back([](App& a) { a.launch_look.height = 0; });
  } else if (ImGui::IsItemActive() && ImGui::IsMouseDragging(0, 1)) {
    actions.push_back([h = (to.y - ImGui::GetIO().MousePos.y) / ui.px(1)](App& a) { a.launch_look.height = std::max(1.0f, h); });
  }
  return height;
}

void draw_window(Ui& ui, const App& app, Actions& actions) {
  const auto* viewport = ImGui::GetMainViewport();
  const ImVec2 size = viewport->Size, at = viewport->Pos;
  ImGui::SetNextWindowPos(at);
  ImGui::SetNextWindowSize(size);
  ImGui::Begin("Cutescope", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBringToFrontOnFocus |
                   ImGuiWindowFlags_NoScrollWithMouse | ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoBackground);
  play_walk(ui, app, actions);
  if (app.presenting.on) {
    presentation(ui, app, actions, at, size);
    ImGui::End();
    dialogs(ui, app, actions);
    return draw_pointer(ui, app, at, size);
  }
  const float bar = ui.px(42), top = bar + (app.documents().size() > 1 ? ui.px(31) : 0), foot = ui.px(26);
  const float left = std::clamp(size.x * 0.2325f, ui.px(330), ui.px(420));
  const float right = std::clamp(size.x * 0.21f, ui.px(230), ui.px(380));
  // A lesson needs the room; the operations are back as soon as somebody searches.
  const float palette = app.sheet().lesson.empty() || !ui.search.empty() ? std::clamp(size.y * 0.336f, ui.px(150), ui.px(360)) : ui.px(50);
  const float middle = size.x - left - right, height = size.y - top - foot;
  const float below = gpu_panel_height(ui, app, actions, {at.x + left, at.y + top}, {at.x + size.x, at.y + size.y - foot});
  top_bar(ui, app, actions, at, {size.x, bar});
  if (top > bar) tab_bar(ui, app, actions, {at.x, at.y + bar}, {size.x, top - bar});
  sheet_panel(ui, app, actions, {at.x, at.y + top}, {left, height - palette});
  operations_panel(ui, app, actions, {at.x, at.y + size.y - foot - palette}, {left, palette});
  canvas_panel(ui, app, actions, {at.x + left, at.y + top}, {middle, height - below});
  inspector_panel(ui, app, actions, {at.x + size.x - right, at.y + top}, {right, height - below});
  gpu_panel(ui, app, actions, {at.x + left, at.y + size.y - foot - below}, {size.x - left, below});
  ImGui::GetWindowDrawList()->AddLine({at.x + left, at.y + top}, {at.x + left, at.y + size.y - foot}, ui.ink.line);
  pointer_keys(ui, app, actions);
  status_bar(ui, app, actions, {at.x, at.y + size.y - foot}, {size.x, foot});
  ImGui::End();
  dialogs(ui, app, actions);
}

}  // namespace app
