#include "app/panels/bars/bars.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <filesystem>
#include <initializer_list>
#include <iterator>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "algebra/text/utf8.hpp"
#include "app/actions/documents.hpp"
#include "app/actions/lessons.hpp"
#include "app/actions/mapping.hpp"
#include "app/actions/panels.hpp"
#include "app/commands/commands.hpp"
#include "app/commands/menu_marks.hpp"
#include "app/document/names.hpp"
#include "app/document/sections.hpp"
#include "app/ui/menus.hpp"
#include "app/ui/widgets.hpp"

namespace app {
namespace {

/// A round-ended label in the top bar. Returns its left edge; it is set right-aligned to `right`.
float pill(Ui& ui, const char* id, std::string_view label, float right, float middle, ImU32 dot, bool& clicked) {
  auto* list = ImGui::GetWindowDrawList();
  const auto& face = ui.fonts.ui_small;
  const float w = text_width(face, label) + ui.px(dot != 0 ? 38 : 24), h = ui.px(23);
  const ImVec2 a{right - w, middle - h / 2}, b{right, middle + h / 2};
  clicked = area(id, a, {w, h});
  help_term(ui, "bar", id, a, b);
  list->AddRectFilled(a, b, ImGui::IsItemHovered() ? ui.ink.selected_back : ui.ink.chip, h / 2);
  compat::rectangle(list, a, b, ui.ink.chip_border, h / 2, 1);
  if (dot != 0) list->AddCircleFilled({a.x + ui.px(14), middle}, ui.px(3), dot);
  draw_text(list, face, {a.x + ui.px(dot != 0 ? 25 : 12), middle - face.size / 2}, ui.ink.text, label);
  return a.x;
}

/// Files that are gone are grey.
void recent_menu(Ui& ui, const Session& session, Requests& requests) {
  const auto& files = session.recent_files;
  const Submenu menu(ui, ui.tr("Open recent"), !files.empty());
  if (!menu) return;
  for (std::size_t i = 0; i < files.size(); ++i) {
    std::error_code ignored;
    const bool there = std::filesystem::exists(files[i], ignored);
    const std::filesystem::path path(files[i]);
    ImGui::PushID(static_cast<int>(i));
    const auto folder = fitted(ui.fonts.ui, path.parent_path().string(), ui.px(300));
    if (menu_item(ui, path.filename().string(), {.shortcut = folder, .enabled = there})) requests.add<open_file>(files[i]);
    ImGui::PopID();
  }
  ImGui::Separator();
  if (menu_item(ui, ui.tr("Forget the recent files"))) requests.command("file.forget");
}

void menu_items(Ui& ui, const State& state, Requests& requests, std::string_view group) {
  for (const auto& c : commands()) {
    const std::string_view id = c.id;
    if (!id.starts_with(group) || id == "file.forget") continue;
    if (begins_section(id)) ImGui::Separator();
    if (menu_item(ui, title_of(c, state.workspace, state.view.texts),
                  {.shortcut = to_string(c.shortcut), .chosen = is_on(state, id), .enabled = c.enabled(state)}))
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
  for (const auto& [title, group] : menus)
    if (const Submenu menu(ui, ui.tr(title)); menu) menu_items(ui, state, requests, group);
}

/// The menu of a title. Returns -1 or 1 where a key has turned to the menu beside it.
int menu(Ui& ui, const State& state, Requests& requests, const char* title, std::string_view group, const Rect& of) {
  const Popup popup(ui, title, of);
  if (!popup) return 0;
  menu_items(ui, state, requests, group);
  if (group == "view.")
    submenus(ui, state, requests, {{"Canvas", "canvas."}, {"Inspector", "inspector."}, {"Pointer", "pointer."}, {"Limits", "limits."}});
  if (group == "teach.") submenus(ui, state, requests, {{"Presentation", "present."}});
  if (popup.turned() != 0) ImGui::CloseCurrentPopup();
  return popup.turned();
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

namespace {

/// A setting that the top bar shows and a click changes.
struct TopPill {
  const char* id;
  std::string label;
  const char* command;  ///< null: it only says something
  ImU32 dot = 0;
  std::string tip{};
};

constexpr float between_pills = 10;
constexpr const char* more_pills = "…";

/// From the right; what a narrow window leaves out stands last. Of the start page only what is of the window.
std::vector<TopPill> top_pills(const Ui& ui, const State& state, bool start_page) {
  const auto& cause = state.workspace.evaluator().cute_since();
  const auto rule = fmt::format("{}{}{}", ui.tr("Integers: "), name_of(state.workspace.sheet().integers), cause ? " (cute)" : "");
  const bool cpu = ui.trace == nullptr || ui.trace->path() == gpu::Path::cpu;
  std::vector<TopPill> pills{
      {"language", languages_label(ui), "view.language"},
      {"present", ui.tr("Present F5"), "view.present"},
      {"theme", ui.tr(state.view.theme == render::ThemeName::dark ? "Dark" : "Light"), "view.theme"},
      {"integers", rule, "view.integers", 0,
       cause ? (*ui.texts)(algebra::message("Integers are cute since {} has {}.", cause.name, cause.mark)) : std::string{}},
      {"path", ui.trace != nullptr ? (*ui.texts)(ui.trace->status_label()) : std::string("CPU"), nullptr, cpu ? ui.ink.faint : ui.ink.good,
       ui.trace != nullptr ? (*ui.texts)(ui.trace->why()) : std::string{}}};
  if (has_map(state.workspace)) {
    const bool map = shows_map(state.workspace, state.view);
    pills.insert(pills.begin() + 1, {"map", ui.tr(map ? "Show the cards" : "Show the map"), "canvas.map"});
  }
  if (start_page)
    std::erase_if(pills, [](const auto& p) { return p.id == std::string_view("present") || p.id == std::string_view("integers"); });
  return pills;
}

constexpr std::array menus{Menu{"File", "file."},       Menu{"Edit", "edit."},     Menu{"View", "view."},
                           Menu{"Lessons", "lessons."}, Menu{"Teach", "teach."},   Menu{"Run", "run."},
                           Menu{"Watch", "watch."},     Menu{"Export", "export."}, Menu{"Help", "help."}};

bool is_shown(const Menu& menu, const Workspace& workspace) { return menu.group != "watch." || workspace.watching(); }

/// Of a file, of a lesson, or "untitled"; with a dot where it is not saved.
std::string shown_title(const Ui& ui, const State& state) {
  if (state.view.start_page) return {};
  return state.workspace.title(*ui.texts) + (state.workspace.unsaved() ? " •" : "");
}

/// The menu that opens in the next frame, as the keyboard turned to it; -1: none.
struct TurnedMenu {
  int to = -1;
};

/// What the top bar has room for.
struct Room {
  bool name = true;       ///< the program's name
  float title = 0;        ///< width of the sheet's title, behind the menus
  std::size_t pills = 0;  ///< the rest is behind the pill that lists them
};

Room room_of(const Ui& ui, const State& state, const std::vector<TopPill>& pills, float width) {
  width -= ui.px(14 + 14 + 20);
  for (const auto& m : menus)
    if (is_shown(m, state.workspace)) width -= text_width(ui.fonts.ui, ui.tr(m.title)) + ui.px(16);
  const auto pill_width = [&](std::string_view label, ImU32 dot) {
    return text_width(ui.fonts.ui_small, label) + ui.px(dot != 0 ? 38 : 24) + ui.px(between_pills);
  };
  // Whether the program's name is there moves the menus: neither the sheet's name nor the start page decides it.
  const float name = text_width(ui.fonts.ui_bold, "Cutescope") + ui.px(12), least = ui.px(70);
  float all = 0;
  for (const auto& p : top_pills(ui, state, false)) all += pill_width(p.label, p.dot);
  const bool named = name + all + least <= width;
  if (named) width -= name;
  std::vector<float> ends{0};  // of so many pills
  for (const auto& p : pills) ends.push_back(ends.back() + pill_width(p.label, p.dot));
  auto count = pills.size();
  const auto rest = [&] { return width - ends[count] - (count < pills.size() ? pill_width(more_pills, 0) : 0); };
  const float title = text_width(ui.fonts.ui, shown_title(ui, state));
  while (count > 1 && rest() < std::min(title, least)) --count;
  return {named, std::clamp(rest(), 0.0f, title), count};
}

}  // namespace

void top_bar(Ui& ui, const State& state, Requests& requests, ImVec2 at, ImVec2 size) {
  auto* list = ImGui::GetWindowDrawList();
  list->AddLine({at.x, at.y + size.y - 1}, {at.x + size.x, at.y + size.y - 1}, ui.ink.line);
  const float middle = at.y + size.y / 2;
  const auto put = [&](const Face& face, float x, ImU32 c, std::string_view text) {
    draw_text(list, face, {x, middle - face.size / 2}, c, text);
    return x + text_width(face, text);
  };
  const auto pills = top_pills(ui, state, state.view.start_page);
  // In a narrow window the sheet's name is shortened, the program's goes, then pills move into one that lists them.
  const Room room = room_of(ui, state, pills, size.x);
  float x = at.x + ui.px(14);
  if (room.name) x = put(ui.fonts.ui_bold, x, ui.ink.text, "Cutescope") + ui.px(12);
  x -= ui.px(16);
  std::vector<Menu> shown;
  std::ranges::copy_if(menus, std::back_inserter(shown), [&](const Menu& m) { return is_shown(m, state.workspace); });
  auto& turned_to = ui.kept<TurnedMenu>().to;
  const int opens = std::exchange(turned_to, -1), count = static_cast<int>(shown.size());
  for (int i = 0; i < count; ++i) {
    const auto& [title, group] = shown[static_cast<std::size_t>(i)];
    const char* label = ui.tr(title);
    const float w = text_width(ui.fonts.ui, label);
    x += ui.px(16);
    ImGui::SetCursorScreenPos({x - ui.px(8), at.y + ui.px(7)});
    ImGui::PushID(title);
    if (ImGui::InvisibleButton("menu", {w + ui.px(14), size.y - ui.px(14)})) ImGui::OpenPopup(title);
    if (i == opens) ImGui::OpenPopup(title);
    const bool lit = ImGui::IsItemHovered() || ImGui::IsPopupOpen(title);
    if (lit) list->AddRectFilled(ImGui::GetItemRectMin(), ImGui::GetItemRectMax(), ui.ink.selected_back, ui.px(5));
    if (const int by = menu(ui, state, requests, title, group, {{x - ui.px(8), at.y}, {x + w, at.y + size.y}}); by != 0)
      turned_to = (i + by + count) % count;
    ImGui::PopID();
    x = put(ui.fonts.ui, x, ui.ink.text, label);
  }
  draw_fitted(list, ui, ui.fonts.ui, {x + ui.px(20), middle - ui.fonts.ui.size / 2}, room.title, ui.ink.faint, shown_title(ui, state));
  float right = at.x + size.x - ui.px(14);
  for (std::size_t i = 0; i < room.pills; ++i) {
    bool clicked = false;
    right = pill(ui, pills[i].id, pills[i].label, right, middle, pills[i].dot, clicked) - ui.px(between_pills);
    if (ImGui::IsItemHovered() && !pills[i].tip.empty()) tooltip_beside(ui, pills[i].tip.c_str());
    if (clicked && pills[i].command != nullptr) requests.command(pills[i].command);
  }
  if (room.pills == pills.size()) return;
  bool clicked = false;
  right = pill(ui, "more", more_pills, right, middle, 0, clicked);
  if (clicked) ImGui::OpenPopup("more");
  if (const Popup popup(ui, "more", Rect{{right, at.y}, {right, at.y + size.y}}); popup)
    for (auto i = room.pills; i < pills.size(); ++i)
      if (menu_item(ui, pills[i].label, {.enabled = pills[i].command != nullptr})) requests.command(pills[i].command);
}

void status_bar(Ui& ui, const State& state, Requests& requests, ImVec2 at, ImVec2 size) {
  const auto& workspace = state.workspace;
  const auto& host = state.host;
  auto* list = ImGui::GetWindowDrawList();
  list->AddLine(at, {at.x + size.x, at.y}, ui.ink.line);
  const auto& face = ui.fonts.ui_small;
  const float y = at.y + (size.y - face.size) / 2;
  const int expressions = workspace.evaluator().expressions(), problems = workspace.evaluator().problems();
  float x = at.x + ui.px(12);
  const auto help =
      fmt::format("{} · {}{}", ui.tr("Ctrl+K commands"), ui.tr("F1 help"),
                  state.view.start_page ? std::string() : fmt::format(" · {}", ui.tr(workspace.unsaved() ? "not saved" : "saved")));
  const float right = at.x + size.x - ui.px(12), end = right - text_width(face, help) - ui.px(18);
  const auto put = [&](const char* term, std::string_view text, ImU32 c) {
    if (end - x < ui.px(40)) return;
    const float width = draw_fitted(list, ui, face, {x, y}, end - x, c, text);
    help_term(ui, "status", term, {x, at.y}, {x + width, at.y + size.y});
    x += width + ui.px(18);
  };
  if (!state.view.start_page) {
    const auto u = definitions_in(workspace.sheet(), workspace.evaluator().results());
    const auto said = u.definitions > 0 ? fmt::format(fmt::runtime(ui.tr("{} of {} definitions")), u.understood, u.definitions)
                                        : fmt::format("{} {}", expressions, ui.tr(expressions == 1 ? "expression" : "expressions"));
    const auto text = fmt::format("{} · {} {}", said, problems, ui.tr(problems == 1 ? "problem" : "problems"));
    bool over = false;
    if (problems > 0 && end > x) {
      // A click goes from one problem to the next.
      if (area("problems", {x, at.y}, {std::min(text_width(face, text), end - x), size.y})) requests.command("edit.next_problem");
      over = ImGui::IsItemHovered();
    }
    put("problems", text, over ? ui.ink.accent : ui.ink.faint);
  }
  if (const auto checking = workspace.checking(); checking.total > 0)
    put("checking", fmt::format("{} {} {} {}", ui.tr("checking"), checking.done, ui.tr("of"), checking.total), ui.ink.text);
  else if (const int sampled = workspace.evaluator().sampled(); sampled > 0 && !state.view.start_page)
    put("sampled", fmt::format("{} {}", sampled, ui.tr(sampled == 1 ? "verdict is a sample" : "verdicts are samples")), ui.ink.hint);
  if (workspace.watching()) {
    const auto& w = workspace.watched();
    const char* how = workspace.watch_paused() ? "paused" : w.ended ? "ended" : "watching";
    put("watching",
        fmt::format("{} {} · {} {}, {} {}", ui.tr(how),
                    workspace.watched_path() == "-" ? ui.tr("standard input") : workspace.watched_path(), w.found, ui.tr("found"),
                    w.different, ui.tr("different")),
        workspace.watch_paused() ? ui.ink.hint : ui.ink.text);
  }
  if (ui.zoom > ui.most_zoom + 0.01f)
    put("zoom", fmt::format(fmt::runtime(ui.tr("zoom {} %, as much as fits")), std::lround(100 * ui.most_zoom)), ui.ink.hint);
  if (!host.notice.empty()) put("notice", (*ui.texts)(host.notice), host.notice_is_bad ? ui.ink.error : ui.ink.good);
  // How fast it is, where there is room.
  const auto evaluated =
      fmt::format("{} {} {:.2f} ms", workspace.evaluator().last_evaluated(), ui.tr("evaluated in"), workspace.evaluator().milliseconds());
  const auto frame = fmt::format("{:.1f} {}", ui.frame_ms, ui.tr("ms/frame"));
  if (!state.view.start_page && text_width(face, evaluated) < end - x) put("evaluated in", evaluated, ui.ink.faint);
  if (state.view.frame_times && text_width(face, frame) < end - x) put("ms/frame", frame, ui.ink.faint);
  draw_text_right(list, face, {right, y}, ui.ink.faint, help);
  help_term(ui, "status", "saved", {right - text_width(face, help), at.y}, {right, at.y + size.y});
}

}  // namespace app
