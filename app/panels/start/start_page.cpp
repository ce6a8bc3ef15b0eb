#include "app/panels/start/start_page.hpp"

#include <algorithm>
#include <filesystem>
#include <vector>

#include "app/actions/documents.hpp"
#include "app/actions/starting.hpp"
#include "app/commands/start_ways.hpp"
#include "app/figures/pictures.hpp"
#include "app/lessons/examples.hpp"
#include "app/ui/grid_view.hpp"
#include "app/ui/menus.hpp"
#include "app/ui/rows.hpp"
#include "app/ui/widgets.hpp"
#include "render/labellings.hpp"

namespace app {

/// Pictures of the examples, each made once.
struct StartPage {
  struct Tile {
    std::optional<Picture> picture;
    CardView view;
  };
  std::vector<Tile> tiles;  ///< for the first examples()
  bool drawn = false;       ///< the page was drawn, so pictures may follow
};

namespace {

constexpr std::size_t most_recent_shown = 6;

/// Makes one picture per frame after the page was drawn, so that they do not delay the window.
void make_pictures(Ui& ui, StartPage& page) {
  const auto all = examples();
  if (page.tiles.size() < all.size()) {
    if (page.drawn) page.tiles.push_back({picture_of_example(all[page.tiles.size()]), {}});
    ui.animating = true;
  }
  page.drawn = true;
}

constexpr float button_height = 38;  ///< in points

/// Draws one of several buttons in a row. Returns true if it is clicked.
bool button(const Rows& rows, Flow& flow, const char* id, std::string_view label, bool primary = false) {
  auto& ui = rows.ui;
  const auto& face = primary ? ui.fonts.ui_bold : ui.fonts.ui;
  const auto shown = fitted(face, label, rows.width - ui.px(32));
  const ImVec2 size{text_width(face, shown) + ui.px(32), ui.px(button_height)}, at = flow.next(size.x), end{at.x + size.x, at.y + size.y};
  const bool clicked = area(id, at, size), over = ImGui::IsItemHovered();
  const ImU32 back = primary ? (over ? ui.ink.function : ui.ink.accent) : over ? ui.ink.selected_back : ui.ink.panel;
  rows.list->AddRectFilled(at, end, back, ui.px(7));
  if (!primary) compat::rectangle(rows.list, at, end, over ? ui.ink.accent : ui.ink.chip_border, ui.px(7), 1);
  draw_text_centred(rows.list, face, {(at.x + end.x) / 2, (at.y + end.y - face.size) / 2}, primary ? ui.ink.accent_text : ui.ink.text,
                    shown);
  return clicked;
}

/// Draws the most likely way to begin as a prominent button, and the other ways.
void ways_to_begin(Rows& rows, const State& state, Requests& requests) {
  auto& ui = rows.ui;
  const float gap = ui.px(10);
  Flow flow({rows.x, rows.y}, rows.width, gap, ui.px(button_height) + gap);
  const bool free = state.view.dialog == Dialog::none && !ImGui::IsAnyItemActive();
  const bool pastes = free && ImGui::GetIO().KeyCtrl && compat::key_pressed(ImGuiKey_V);
  for (const auto& way : ways_to_begin(state))
    if (button(rows, flow, way.key, way.label, way.primary) || (way.pastes && pastes)) {
      const char* copied = way.pastes ? ImGui::GetClipboardText() : nullptr;
      requests.add(way.pastes ? request<paste_sheet>(std::string(copied == nullptr ? "" : copied)) : way.wanted);
    }
  rows.y = flow.bottom() - gap;
}

/// Draws a picture in a child window that ignores the mouse, which belongs to the tile.
void draw_picture(Ui& ui, StartPage::Tile& tile, ImVec2 at, ImVec2 size) {
  const auto& d = tile.picture->diagram;
  const double rows = static_cast<double>(d.rows.extent), columns = static_cast<double>(d.columns.extent);
  const double fit = std::min({size.x / columns, size.y / rows, static_cast<double>(ui.px(30))}), cell = fit >= 2 ? std::floor(fit) : fit;
  const ImVec2 grid{static_cast<float>(columns * cell), static_cast<float>(rows * cell)};
  const ImVec2 corner{std::round(at.x + (size.x - grid.x) / 2), std::round(at.y + (size.y - grid.y) / 2)};
  const bool readable = d.view.label_by->lines == 1 && cell >= ui.px(17);
  ImGui::SetCursorScreenPos(at);
  compat::begin_child("picture", {size.x, size.y},
                      ImGuiWindowFlags_NoInputs | ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoBackground);
  draw_grid(ui, "grid", {d, tile.view, static_cast<float>(cell), corner, grid}, {.label = readable ? &ui.fonts.mono_tiny : nullptr});
  ImGui::EndChild();
}

void example_tiles(Rows& rows, StartPage& page, Requests& requests) {
  auto& ui = rows.ui;
  auto* list = rows.list;
  const auto& face = ui.fonts.ui;
  const auto all = examples();
  const float gap = ui.px(14), pad = ui.px(12), foot = face.size + ui.px(20);
  const int columns = std::clamp(static_cast<int>((rows.width + gap) / (ui.px(196) + gap)), 1, 5);
  const float side = (rows.width - gap * static_cast<float>(columns - 1)) / static_cast<float>(columns), height = ui.px(138) + foot;
  for (int i = 0; i < static_cast<int>(all.size()); ++i) {
    const auto& example = all[static_cast<std::size_t>(i)];
    const ImVec2 at{rows.x + static_cast<float>(i % columns) * (side + gap), rows.y + static_cast<float>(i / columns) * (height + gap)};
    const ImVec2 end{at.x + side, at.y + height};
    ImGui::PushID(i);
    if (area("example", at, {side, height})) requests.add<open_example>(example.name);
    const bool over = ImGui::IsItemHovered();
    list->AddRectFilled(at, end, ui.ink.panel, ui.px(8));
    compat::rectangle(list, at, end, over ? ui.ink.accent : ui.ink.line, ui.px(8), over ? ui.px(1.5f) : 1);
    draw_text(list, face, {at.x + pad, end.y - foot + ui.px(6)}, over ? ui.ink.accent : ui.ink.text,
              fitted(face, ui.tr(example.title.c_str()), side - 2 * pad));
    if (i < static_cast<int>(page.tiles.size()) && page.tiles[static_cast<std::size_t>(i)].picture)
      draw_picture(ui, page.tiles[static_cast<std::size_t>(i)], {at.x + pad, at.y + pad}, {side - 2 * pad, height - foot - pad});
    ImGui::PopID();
  }
  const int lines = (static_cast<int>(all.size()) + columns - 1) / columns;
  rows.y += static_cast<float>(lines) * (height + gap) - gap;
}

void recent_files(Rows& rows, const Session& session, Requests& requests) {
  const auto& ui = rows.ui;
  const auto& face = ui.fonts.ui;
  int shown = 0;
  for (const auto& file : recent_files_there(session, most_recent_shown)) {
    const std::filesystem::path path(file);
    const auto name = fitted(face, path.filename().string(), rows.width * 0.6f);
    ImGui::PushID(shown++);
    if (text_button(ui, face, "recent", name, {rows.x, rows.y}, Pointed::underlined)) requests.add<open_file>(file);
    ImGui::PopID();
    const float after = rows.x + text_width(face, name) + ui.px(12);
    draw_text(rows.list, ui.fonts.ui_small, {after, rows.y + (face.size - ui.fonts.ui_small.size) / 2}, ui.ink.faint,
              fitted(ui.fonts.ui_small, path.parent_path().string(), rows.x + rows.width - after));
    rows.y += face.size + ui.px(10);
  }
}

}  // namespace

void start_page(Ui& ui, const State& state, Requests& requests, ImVec2 at, ImVec2 size) {
  auto& page = ui.kept<StartPage>();
  make_pictures(ui, page);
  ui.fill(ImGui::GetWindowDrawList(), at, {at.x + size.x, at.y + size.y}, ui.ink.page);
  help_here(ui, "start", at, {at.x + size.x, at.y + size.y});
  {
    const ScrollArea part("start", at, size);
    const float width = std::min(size.x - ui.px(56), ui.px(1060));
    Rows rows(ui, part.list(), {at.x + std::floor((size.x - width) / 2), part.at().y + ui.px(32)}, width);
    const auto heading = [&](const char* title) {
      rows.gap(28);
      rows.line(ui.fonts.ui_bold, ui.tr(title), ui.ink.text, 12);
    };
    rows.words(ui.tr("Write a CuTe layout and see it as a grid: which element lies where, in which tile, and which thread touches it."),
               ui.ink.faint, 16);
    ways_to_begin(rows, state, requests);
    heading("Examples");
    example_tiles(rows, page, requests);
    if (!recent_files_there(state.session, 1).empty()) {
      heading("Recent files");
      recent_files(rows, state.session, requests);
    }
    rows.gap(18);
    rows.words(ui.tr("Or type a layout, or drop a file on the window: a sheet (.cutes), or a program (.cu, .cpp, .py) for its layouts."),
               ui.ink.faint, 24);
    rows.end();
  }
  const bool free = state.view.dialog == Dialog::none && !ImGui::IsAnyItemActive() && !ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup);
  if (free && escape_pressed(ui)) requests.add<leave_start_page>();
}

}  // namespace app
