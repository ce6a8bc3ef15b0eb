#include "app/panels/bars/bars.hpp"
#include "algebra/utf8.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <initializer_list>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "algebra/utf8.hpp"
#include "app/actions/documents.hpp"
#include "app/actions/lessons.hpp"
#include "app/actions/panels.hpp"
#include "app/commands/commands.hpp"
#include "app/document/names.hpp"
#include "app/panels/bars/help_card.hpp"
#include "app/panels/popup.hpp"

namespace app {
namespace {

/// A round-ended label in the top bar. Returns its left edge; it is set right-aligned to `right`.
float pill(Ui& ui, const char* id, std::string_view label, float right, float middle, ImU32 dot, bool& clicked) {
  auto* list = ImGui::GetWindowDrawList();
  const auto& face = ui.fonts.ui_small;
  const float w = text_width(face, label) + ui.px(dot != 0 ? 38 : 24), h = ui.px(23);
  const ImVec2 a{right - w, middle - h / 2}, b{right, middle + h / 2};
  ImGui::SetCursorScreenPos(a);
  clicked = ImGui::InvisibleButton(id, {w, h});
  help_term(ui, "bar", id, a, b);
  list->AddRectFilled(a, b, ImGui::IsItemHovered() ? ui.ink.selected_back : ui.ink.chip, h / 2);
  compat::rectangle(list, a, b, ui.ink.chip_border, h / 2, 1);
  if (dot != 0) list->AddCircleFilled({a.x + ui.px(14), middle}, ui.px(3), dot);
  draw_text(list, face, {a.x + ui.px(dot != 0 ? 25 : 12), middle - face.size / 2}, ui.ink.text, label);
  return a.x;
}

/// Commands that begin another kind of thing in their menu.
bool begins_section(std::string_view id) {
  constexpr std::array sections{"file.save",        "file.close_tab",    "file.quit",         "edit.insert",         "edit.copy_text",
                                "edit.up",          "edit.compare",      "view.card",         "view.theme",          "view.larger",
                                "view.fullscreen",  "inspector.element", "pointer.row_start", "pointer.unpin",       "present.spotlight",
                                "present.operands", "run.forward",       "run.loop",          "run.everybody",       "run.lines",
                                "run.copy",         "lessons.open.1",    "teach.iterate",     "export.copy_picture", "help.about"};
  return std::find(sections.begin(), sections.end(), id) != sections.end();
}

/// Those that are on or off.
bool is_on(const Workspace& workspace, const ViewState& view, const Session& session, const HostRequests& host, std::string_view id) {
  if (id == "view.theme_system") return session.theme == ThemeChoice::system;
  if (id == "view.fullscreen") return host.full_screen;
  if (id == "view.links") return view.show_links;
  if (id == "view.frame_times") return view.frame_times;
  for (const auto& [command, panel] : {std::pair{"view.operations", Panel::operations}, std::pair{"view.parameters", Panel::parameters},
                                       std::pair{"view.inspector", Panel::inspector}, std::pair{"view.gpu", Panel::gpu}})
    if (id == command) return is_open(workspace, view, session, panel);
  if (id.starts_with("inspector.")) {
    constexpr std::array tabs{"inspector.element", "inspector.properties", "inspector.steps", "inspector.memory", "inspector.code"};
    return id == tabs[static_cast<std::size_t>(view.inspector.tab)];
  }
  if (id == "present.operands") return view.presenting.operands;
  if (id == "present.all_steps") return view.presenting.all_steps;
  if (id == "present.notes") return view.presenting.notes;
  if (id == "present.full_screen") return view.presenting.fills_screen;
  if (id == "run.loop") return view.playback.loop;
  if (id == "watch.pause") return workspace.watch_paused();
  if (id == "run.lines") return view.playback.tab == MemoryTab::lines;
  if (id == "run.banks") return view.playback.tab == MemoryTab::banks;
  if (id == "run.requests") return view.playback.tab == MemoryTab::requests;
  if (id == "run.source") return view.playback.tab == MemoryTab::source;
  return false;
}

/// Files that are gone are grey.
void recent_menu(Ui& ui, const Session& session, Requests& requests) {
  const auto& files = session.recent_files;
  if (!ImGui::BeginMenu(ui.tr("Open recent"), !files.empty())) return;
  for (std::size_t i = 0; i < files.size(); ++i) {
    std::error_code ignored;
    const bool there = std::filesystem::exists(files[i], ignored);
    const std::filesystem::path path(files[i]);
    ImGui::PushID(static_cast<int>(i));
    if (ImGui::MenuItem(path.filename().string().c_str(), fitted(ui.fonts.ui, path.parent_path().string(), ui.px(300)).c_str(), false,
                        there))
      requests.add<open_file>(files[i]);
    ImGui::PopID();
  }
  ImGui::Separator();
  if (ImGui::MenuItem(ui.tr("Forget the recent files"))) requests.command("file.forget");
  ImGui::EndMenu();
}

void menu_items(Ui& ui, const State& state, Requests& requests, std::string_view group) {
  for (const auto& c : commands()) {
    const std::string_view id = c.id;
    if (!id.starts_with(group) || id == "file.forget") continue;
    if (begins_section(id)) ImGui::Separator();
    if (ImGui::MenuItem(title_of(c, state.workspace, state.view.texts).c_str(), to_string(c.shortcut).c_str(),
                        is_on(state.workspace, state.view, state.session, state.host, id) || opens_solved_lesson(state.workspace, id),
                        c.enabled(state)))
      requests.command(c.id);
    if (id == "file.open") recent_menu(ui, state.session, requests);
  }
}

struct Menu {
  const char* title;
  std::string_view group;  ///< of commands: what their ids begin with
};

void submenus(Ui& ui, const State& state, Requests& requests, std::initializer_list<Menu> menus) {
  ImGui::Separator();
  for (const auto& [title, group] : menus) {
    if (!ImGui::BeginMenu(ui.tr(title))) continue;
    menu_items(ui, state, requests, group);
    ImGui::EndMenu();
  }
}

void menu(Ui& ui, const State& state, Requests& requests, const char* title, std::string_view group) {
  const Popup popup(ui, title);
  if (!popup) return;
  menu_items(ui, state, requests, group);
  if (group == "view.") submenus(ui, state, requests, {{"Inspector", "inspector."}, {"Pointer", "pointer."}});
  if (group == "teach.") submenus(ui, state, requests, {{"Presentation", "present."}});
}

}  // namespace

/// "EN / 中文": English, and the others by their own names, or by their codes where the font lacks the glyphs.
std::string languages_label(const Ui& ui) {
  static const auto own_names = [] {
    std::vector<std::string> names;
    for (const auto& l : languages()) names.emplace_back(Texts(l)("English"));
    return names;
  }();
  std::string label = "EN";
  for (std::size_t i = 1; i < own_names.size(); ++i) {
    std::string_view name = own_names[i];
    const auto first = static_cast<ImWchar>(algebra::take_code_point(name));
    if (ui.fonts.ui_small.font->FindGlyphNoFallback(first) != nullptr) {
      label += " / " + own_names[i];
    } else {
      label += " / ";
      for (const char c : languages()[i].code) label += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    }
  }
  return label;
}

void top_bar(Ui& ui, const State& state, Requests& requests, ImVec2 at, ImVec2 size) {
  auto* list = ImGui::GetWindowDrawList();
  list->AddLine({at.x, at.y + size.y - 1}, {at.x + size.x, at.y + size.y - 1}, ui.ink.line);
  const float middle = at.y + size.y / 2;
  const auto put = [&](const Face& face, float x, ImU32 c, std::string_view text) {
    draw_text(list, face, {x, middle - face.size / 2}, c, text);
    return x + text_width(face, text);
  };
  float x = put(ui.fonts.ui_bold, at.x + ui.px(14), ui.ink.text, "Cutescope");
  for (const auto& [title, group] : {Menu{"File", "file."},
                                     {"Edit", "edit."},
                                     {"View", "view."},
                                     {"Lessons", "lessons."},
                                     {"Teach", "teach."},
                                     {"Run", "run."},
                                     {"Watch", "watch."},
                                     {"Export", "export."},
                                     {"Help", "help."}}) {
    if (group == "watch." && !state.workspace.watching()) continue;
    const char* label = ui.tr(title);
    const float w = text_width(ui.fonts.ui, label);
    x += ui.px(16);
    ImGui::SetCursorScreenPos({x - ui.px(8), at.y + ui.px(7)});
    ImGui::PushID(title);
    if (ImGui::InvisibleButton("menu", {w + ui.px(14), size.y - ui.px(14)})) ImGui::OpenPopup(title);
    const bool lit = ImGui::IsItemHovered() || ImGui::IsPopupOpen(title);
    if (lit) list->AddRectFilled(ImGui::GetItemRectMin(), ImGui::GetItemRectMax(), ui.ink.selected_back, ui.px(5));
    ImGui::SetNextWindowPos({x - ui.px(8), at.y + size.y});
    menu(ui, state, requests, title, group);
    ImGui::PopID();
    x = put(ui.fonts.ui, x, ui.ink.text, label);
  }
  const float menus_end = x + ui.px(20);

  float right = at.x + size.x - ui.px(14);
  bool clicked = false;
  const bool cpu = ui.trace == nullptr || ui.trace->path() == gpu::Path::cpu;
  const auto path = ui.trace != nullptr ? ui.texts->message(ui.trace->status_label()) : std::string("CPU");
  right = pill(ui, "path", path, right, middle, cpu ? ui.ink.faint : ui.ink.good, clicked) - ui.px(12);
  if (ImGui::IsItemHovered() && ui.trace != nullptr && !ui.trace->why().empty())
    tooltip_beside(ui, ui.texts->message(ui.trace->why()).c_str());
  struct Chip {
    const char* id;
    std::string label;
    const char* command;
    bool of_window = false;  ///< not of the sheet
  };
  const std::array<Chip, 4> chips{
      Chip{"present", ui.tr("Present F5"), "view.present"},
      Chip{"theme", ui.tr(state.view.theme == render::ThemeName::dark ? "Dark" : "Light"), "view.theme", true},
      Chip{"language", languages_label(ui), "view.language", true},
      Chip{"integers", fmt::format("{}{}", ui.tr("Integers: "), name_of(state.workspace.sheet().integers)), "view.integers"}};
  const auto title =
      state.view.start_page ? std::string() : state.workspace.title(state.view.texts) + (state.workspace.unsaved() ? " •" : "");
  const float title_width = text_width(ui.fonts.ui, title), least = std::min(title_width, ui.px(90));
  for (const auto& c : chips) {
    if (state.view.start_page && !c.of_window) continue;
    if (right - text_width(ui.fonts.ui_small, c.label) - ui.px(24) - least < menus_end) break;
    right = pill(ui, c.id, c.label, right, middle, 0, clicked) - ui.px(12);
    if (clicked) requests.command(c.command);
  }
  // Between the menus and the chips, where it moves neither.
  const auto shown = fitted(ui.fonts.ui, title, right - menus_end);
  put(ui.fonts.ui, std::floor((menus_end + right - text_width(ui.fonts.ui, shown)) / 2), ui.ink.faint, shown);
}

void status_bar(Ui& ui, const State& state, ImVec2 at, ImVec2 size) {
  const auto& workspace = state.workspace;
  const auto& host = state.host;
  auto* list = ImGui::GetWindowDrawList();
  list->AddLine(at, {at.x + size.x, at.y}, ui.ink.line);
  const auto& face = ui.fonts.ui_small;
  const float y = at.y + (size.y - face.size) / 2;
  const int expressions = workspace.evaluator().expressions(), problems = workspace.evaluator().problems();
  float x = at.x + ui.px(12);
  const auto put = [&](const char* term, std::string_view text, ImU32 c) {
    draw_text(list, face, {x, y}, c, text);
    help_term(ui, "status", term, {x, at.y}, {x + text_width(face, text), at.y + size.y});
    x += text_width(face, text) + ui.px(18);
  };
  if (!state.view.start_page) {
    put("problems",
        fmt::format("{} {} · {} {}", expressions, ui.tr(expressions == 1 ? "expression" : "expressions"), problems,
                    ui.tr(problems == 1 ? "problem" : "problems")),
        ui.ink.faint);
    put("evaluated in",
        fmt::format("{} {} {:.2f} ms", workspace.evaluator().last_evaluated(), ui.tr("evaluated in"), workspace.evaluator().milliseconds()),
        ui.ink.faint);
  }
  if (state.view.frame_times) put("ms/frame", fmt::format("{:.1f} {}", ui.frame_ms, ui.tr("ms/frame")), ui.ink.faint);
  if (workspace.watching()) {
    const auto& w = workspace.watched();
    const char* how = workspace.watch_paused() ? "paused" : w.ended ? "ended" : "watching";
    put("watching",
        fmt::format("{} {} · {} {}, {} {}", ui.tr(how),
                    workspace.watched_path() == "-" ? ui.tr("standard input") : workspace.watched_path(), w.found, ui.tr("found"),
                    w.different, ui.tr("different")),
        workspace.watch_paused() ? ui.ink.hint : ui.ink.text);
  }
  const auto help =
      fmt::format("{} · {}{}", ui.tr("Ctrl+K commands"), ui.tr("F1 help"),
                  state.view.start_page ? std::string() : fmt::format(" · {}", ui.tr(workspace.unsaved() ? "not saved" : "saved")));
  const float right = at.x + size.x - ui.px(12);
  if (!host.notice.empty())
    put("notice", fitted(face, ui.texts->message(host.notice), right - x - text_width(face, help) - ui.px(30)),
        host.notice_is_bad ? ui.ink.error : ui.ink.good);
  draw_text_right(list, face, {right, y}, ui.ink.faint, help);
  help_term(ui, "status", "saved", {right - text_width(face, help), at.y}, {right, at.y + size.y});
}

}  // namespace app
