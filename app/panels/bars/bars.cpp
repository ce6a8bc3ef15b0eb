#include "app/panels/bars/bars.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <initializer_list>
#include <string>
#include <utility>

#include "app/actions/documents.hpp"
#include "app/commands/bar_words.hpp"
#include "app/commands/commands.hpp"
#include "app/commands/menu_marks.hpp"
#include "app/ui/menus.hpp"
#include "app/ui/rows.hpp"
#include "app/ui/widgets.hpp"

namespace app {
namespace {

/// Draws a pill-shaped button in the top bar, right-aligned at `right`. Returns its left edge.
float pill(Ui& ui, const char* id, std::string_view label, float right, float middle, Tone dot, bool& clicked) {
  auto* list = ImGui::GetWindowDrawList();
  const auto& face = ui.fonts.ui_small;
  const float w = text_width(face, label) + ui.px(dot != Tone::text ? 38 : 24), h = ui.px(23);
  const ImVec2 a{right - w, middle - h / 2}, b{right, middle + h / 2};
  clicked = area(id, a, {w, h});
  help_term(ui, "bar", id, a, b);
  list->AddRectFilled(a, b, ImGui::IsItemHovered() ? ui.ink.selected_back : ui.ink.chip, h / 2);
  compat::rectangle(list, a, b, ui.ink.chip_border, h / 2, 1);
  if (dot != Tone::text) list->AddCircleFilled({a.x + ui.px(14), middle}, ui.px(3), ink_of(ui.ink, dot));
  draw_text(list, face, {a.x + ui.px(dot != Tone::text ? 25 : 12), middle - face.size / 2}, ui.ink.text, label);
  return a.x;
}

/// Files that no longer exist are grey.
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

void submenus(Ui& ui, const State& state, Requests& requests, std::initializer_list<BarMenu> menus) {
  ImGui::Separator();
  for (const auto& [title, group] : menus)
    if (const Submenu menu(ui, ui.tr(title)); menu) menu_items(ui, state, requests, group);
}

/// Draws a title's menu. Returns -1 or 1 if a key moves to the previous or next menu, else 0.
int menu(Ui& ui, const State& state, Requests& requests, const char* title, std::string_view group, const Rect& of) {
  const Popup popup(ui, title, of);
  if (!popup) return 0;
  menu_items(ui, state, requests, group);
  if (group == "view.")
    submenus(ui, state, requests, {{"Canvas", "canvas."}, {"Inspector", "inspector."}, {"Pointer", "pointer."}, {"Limits", "limits."}});
  if (group == "run.") submenus(ui, state, requests, {{"Tools", "tool."}});
  if (group == "teach.") submenus(ui, state, requests, {{"Presentation", "present."}});
  if (popup.turned() != 0) ImGui::CloseCurrentPopup();
  return popup.turned();
}

}  // namespace

namespace {

/// The menu that opens in the next frame, after a key has moved to it; -1: none.
struct TurnedMenu {
  int to = -1;
};

constexpr float between_pills = 10;
constexpr const char* more_pills = "…";

std::vector<BarPill> pills_of(const Ui& ui, const State& state, bool start_page) {
  LaunchesRunOn on;
  if (ui.trace != nullptr) on = {ui.trace->path() != gpu::Path::cpu, (*ui.texts)(ui.trace->status_label()), (*ui.texts)(ui.trace->why())};
  return bar_pills(state, start_page, on,
                   [&](char32_t c) { return ui.fonts.ui_small.font->FindGlyphNoFallback(static_cast<ImWchar>(c)) != nullptr; });
}

BarRoom room_of(const Ui& ui, const State& state, const std::vector<BarPill>& pills, float width) {
  const auto wide = [&](const std::vector<BarPill>& all) {
    std::vector<float> widths;
    for (const auto& p : all)
      widths.push_back(text_width(ui.fonts.ui_small, p.label) + ui.px(p.dot != Tone::text ? 38 : 24) + ui.px(between_pills));
    return widths;
  };
  float menus = ui.px(14 + 14 + 20);
  for (const auto& m : bar_menus(state.workspace)) menus += text_width(ui.fonts.ui, ui.tr(m.title)) + ui.px(16);
  return bar_room({.name = text_width(ui.fonts.ui_bold, "Cutescope") + ui.px(12),
                   .least_title = ui.px(70),
                   .title = text_width(ui.fonts.ui, bar_title(state)),
                   .menus = menus,
                   .more = wide({{.id = "more", .label = more_pills, .command = nullptr}}).front(),
                   .pills = wide(pills),
                   .usual_pills = wide(pills_of(ui, state, false))},
                  width);
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
  const auto pills = pills_of(ui, state, state.view.start_page);
  const auto room = room_of(ui, state, pills, size.x);
  float x = at.x + ui.px(14);
  if (room.name) x = put(ui.fonts.ui_bold, x, ui.ink.text, "Cutescope") + ui.px(12);
  x -= ui.px(16);
  const auto shown = bar_menus(state.workspace);
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
  draw_fitted(list, ui, ui.fonts.ui, {x + ui.px(20), middle - ui.fonts.ui.size / 2}, room.title, ui.ink.faint, bar_title(state));
  float right = at.x + size.x - ui.px(14);
  for (std::size_t i = 0; i < room.pills; ++i) {
    bool clicked = false;
    right = pill(ui, pills[i].id, pills[i].label, right, middle, pills[i].dot, clicked) - ui.px(between_pills);
    if (ImGui::IsItemHovered() && !pills[i].tip.empty()) tooltip_beside(ui, pills[i].tip.c_str());
    if (clicked && pills[i].command != nullptr) requests.command(pills[i].command);
  }
  if (room.pills == pills.size()) return;
  bool clicked = false;
  right = pill(ui, "more", more_pills, right, middle, Tone::text, clicked);
  if (clicked) ImGui::OpenPopup("more");
  if (const Popup popup(ui, "more", Rect{{right, at.y}, {right, at.y + size.y}}); popup)
    for (auto i = room.pills; i < pills.size(); ++i)
      if (menu_item(ui, pills[i].label, {.enabled = pills[i].command != nullptr})) requests.command(pills[i].command);
}

void status_bar(Ui& ui, const State& state, Requests& requests, ImVec2 at, ImVec2 size) {
  auto* list = ImGui::GetWindowDrawList();
  list->AddLine(at, {at.x + size.x, at.y}, ui.ink.line);
  const auto& face = ui.fonts.ui_small;
  const float y = at.y + (size.y - face.size) / 2;
  const auto keys = status_keys(state);
  const float right = at.x + size.x - ui.px(12), end = right - text_width(face, keys) - ui.px(18);
  float x = at.x + ui.px(12);
  for (const auto& part : status_words(state, ui.zoom > ui.most_zoom + 0.01f ? std::lround(100 * ui.most_zoom) : 0, ui.frame_ms)) {
    if (part.if_room && text_width(face, part.text) >= end - x) continue;
    bool over = false;
    if (part.command != nullptr && end > x) {
      if (area(part.term, {x, at.y}, {std::min(text_width(face, part.text), end - x), size.y})) requests.command(part.command);
      over = ImGui::IsItemHovered();
    }
    if (end - x < ui.px(40)) continue;
    const float width = draw_fitted(list, ui, face, {x, y}, end - x, over ? ui.ink.accent : ink_of(ui.ink, part.tone), part.text);
    help_term(ui, "status", part.term, {x, at.y}, {x + width, at.y + size.y});
    x += width + ui.px(18);
  }
  draw_text_right(list, face, {right, y}, ui.ink.faint, keys);
  help_term(ui, "status", "saved", {right - text_width(face, keys), at.y}, {right, at.y + size.y});
}

}  // namespace app
