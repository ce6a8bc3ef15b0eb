#include "app/panels/window_layout.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <set>

#include "app/actions/appearance.hpp"
#include "app/actions/mapping.hpp"
#include "app/actions/panels.hpp"
#include "app/actions/starting.hpp"
#include "app/panels/bars/bars.hpp"
#include "app/panels/bars/help_card.hpp"
#include "app/panels/canvas/canvas_panel.hpp"
#include "app/panels/canvas/card_links.hpp"
#include "app/panels/dialogs/dialogs.hpp"
#include "app/panels/inspector/inspector_panel.hpp"
#include "app/panels/launch/launch_panel.hpp"
#include "app/panels/launch/launch_view.hpp"
#include "app/panels/map/map_page.hpp"
#include "app/panels/places.hpp"
#include "app/panels/sheet/sheet_panel.hpp"
#include "app/panels/sheet/sheet_parts.hpp"
#include "app/panels/start/start_page.hpp"
#include "app/panels/teaching/teaching.hpp"
#include "app/ui/menus.hpp"
#include "app/ui/widgets.hpp"

namespace app {
namespace {

/// Follows a change of the active document: drops the state of panels for documents that were closed.
void change_document(Ui& ui, const Workspace& workspace) {
  if (ui.document == workspace.document().id) return;
  ui.document = workspace.document().id;
  std::set<std::uint64_t> open;
  for (const auto& d : workspace.documents()) open.insert(d.id);
  ui.keep_tabs<InspectorState>(open);
  ui.keep_tabs<LaunchParts>(open);
  ui.keep_tabs<MapPanel>(open);
}

void say_places(Ui& ui, const ViewState& view) {
  const auto& places = places_of(ui);
  const std::array said{std::pair{"menus", &places.menus},           std::pair{"sheet", &places.sheet},
                        std::pair{"operations", &places.operations}, std::pair{"canvas", &places.canvas},
                        std::pair{"launch", &places.launch},         std::pair{"status", &places.status}};
  ui.help.topic.clear();
  ui.help.typed.clear();
  for (const auto& [topic, place] : said) help_here(ui, topic, place->from, place->to);
  help_here(ui, "inspector." + std::to_string(static_cast<int>(view.inspector.tab)), places.inspector.from, places.inspector.to);
}

struct KeptLetters {
  std::vector<ImWchar> letters;  ///< typed before an entry got keyboard focus
  int frames = 0;                ///< since the first of them
};

/// Passes letters that were typed before a field had keyboard focus to it, in their order.
void give_kept_letters(Ui& ui, const ViewState& view) {
  auto& kept = ui.kept<KeptLetters>().letters;
  if (kept.empty()) return;
  auto& queue = ImGui::GetIO().InputQueueCharacters;
  kept.insert(kept.end(), queue.begin(), queue.end());
  queue.resize(0);
  if (panel_of(ui).active_entry >= 0 && view.focus_entry < 0 && !view.sheet_view.cursor) {
    for (const auto c : kept) queue.push_back(c);
    kept.clear();
  } else if (view.dialog != Dialog::none || ++ui.kept<KeptLetters>().frames > 30) {
    kept.clear();  // no field takes them any more
  }
  ui.animating = true;
}

/// Keeps letters typed without a focused field for the sheet. Call this after all fields, which consume theirs.
void keep_letters(Ui& ui, const State& state, Requests& requests) {
  const auto& view = state.view;
  auto& queue = ImGui::GetIO().InputQueueCharacters;
  auto& kept = ui.kept<KeptLetters>();
  if (view.dialog != Dialog::none || view.tour_step >= 0 || ImGui::IsAnyItemActive() || menu_is_open(ui) ||
      ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup))
    return;
  const bool awaited = view.focus_entry >= 0 || !kept.letters.empty();
  // A blank alone does not start typing.
  const auto* first = std::find_if(queue.begin(), queue.end(), [&](ImWchar c) { return c >= (awaited ? ' ' : ' ' + 1) && c != 127; });
  if (first == queue.end()) return;
  kept.letters.insert(kept.letters.end(), first, static_cast<const ImWchar*>(queue.end()));
  kept.frames = 0;
  ui.animating = true;
  if (!awaited) requests.add<type_anywhere>();
}

/// Returns the open panels: a search opens its results, and an inspector that was opened for a pinned element stays open.
PanelSet open_panels_now(const Ui& ui, const State& state, Requests& requests) {
  constexpr auto operations = static_cast<std::size_t>(Panel::operations), inspector = static_cast<std::size_t>(Panel::inspector);
  auto open = open_panels(state.workspace, state.view, state.session);
  if (open[inspector] && !state.workspace.sheet().panels && !state.session.panels_open[inspector])
    requests.add<show_panel>(Panel::inspector, true);
  if (!panel_of(ui).search.empty()) open.set(operations);
  return open;
}

}  // namespace

void draw_window(Ui& ui, const State& state, Requests& requests) {
  change_document(ui, state.workspace);
  if (ui.most_zoom != state.view.most_zoom) requests.add<limit_zoom>(ui.most_zoom);
  const auto* viewport = ImGui::GetMainViewport();
  const ImVec2 size = viewport->Size, at = viewport->Pos;
  ImGui::SetNextWindowPos(at);
  ImGui::SetNextWindowSize(size);
  ImGui::Begin("Cutescope", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                   ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoScrollWithMouse | ImGuiWindowFlags_NoNav |
                   ImGuiWindowFlags_NoBackground);
  give_kept_letters(ui, state.view);
  play_traversal(ui, state.view, requests);
  if (state.view.presenting.on) {
    ui.help.topic.clear();
    ui.help.typed.clear();
    presentation(ui, state.workspace, state.view, requests, at, size);
    ImGui::End();
    dialogs(ui, state, requests);
    help_card(ui, state.view, requests);
    return draw_pointer(ui, state.view, at, size);
  }
  const auto& wanted = state.session.panels;
  auto& places = places_of(ui);
  const WindowRoom room{.at = at,
                        .size = size,
                        .scale = ui.scale,
                        .field = ImGui::GetFrameHeight(),
                        .tabs = inspector_heading(ui),
                        .several = state.workspace.documents().size() > 1};
  const auto points = [&](float pixels) { return std::max(1.0f, pixels / ui.px(1)); };  // 0: the default
  // Handles the dragged edge of a panel, which is before or behind it.
  const auto edge = [&](const char* name, ImVec2 from, ImVec2 to, float PanelSizes::*of, float begin, float end) {
    if (const auto where = dragged_edge(name, from, to, ui.px(3)))
      requests.add<set_panel_size>(of, *where > 0 ? points(end > 0 ? end - *where : *where - begin) : 0);
  };
  const auto bars = [&] {
    say_places(ui, state.view);
    top_bar(ui, state, requests, places.menus.from, places.menus.size());
    if (const Point tabs{at.x, places.menus.to.y}; places.page.from.y > tabs.y)
      tab_bar(ui, state.workspace, requests, tabs, {size.x, places.page.from.y - tabs.y});
  };
  const auto status = [&] { status_bar(ui, state, requests, places.status.from, places.status.size()); };
  if (state.view.start_page) {
    const auto open = places.open;
    places = bar_places(room);
    places.open = open;
    bars();
    start_page(ui, state, requests, places.page.from, places.page.size());
    status();
    keep_letters(ui, state, requests);
    ImGui::End();
    help_card(ui, state.view, requests);
    return dialogs(ui, state, requests);
  }
  // A lesson's rows and exercises stay beside its map; without room for both, its cards are shown.
  const float sheet = state.workspace.sheet().lesson.empty() ? 0 : sheet_beside_map(room, wanted);
  if (shows_map(state.workspace, state.view) && (sheet == 0 || size.x - sheet >= ui.px(400))) {
    const auto open = places.open;
    places = bar_places(room);
    places.open = open;
    const auto [from, end] = places.page;
    const ImVec2 beside{from.x + sheet, from.y};
    places.sheet = {from, {beside.x, sheet > 0 ? end.y : from.y}};
    bars();
    ImGui::PushID(static_cast<int>(ui.document));
    if (sheet > 0) sheet_panel(ui, state.workspace, state.view, requests, from, places.sheet.size());
    map_page(ui, state, requests, beside, {size.x - sheet, end.y - from.y});
    ImGui::PopID();
    if (sheet > 0) {
      ImGui::GetWindowDrawList()->AddLine(beside, {beside.x, end.y}, ui.ink.line);
      edge("edge of the sheet", beside, {beside.x, end.y}, &PanelSizes::sheet, at.x, 0);
    }
    status();
    ImGui::End();
    dialogs(ui, state, requests);
    help_card(ui, state.view, requests);
    return tour(ui, state.view, requests);
  }
  places = panel_places(room, wanted, state.view.playback.height, open_panels_now(ui, state, requests));
  bars();
  // ImGui keeps scroll positions by window, so each document's panels are separate windows.
  ImGui::PushID(static_cast<int>(ui.document));
  sheet_panel(ui, state.workspace, state.view, requests, places.sheet.from, places.sheet.size());
  operations_panel(ui, state.workspace, state.view, requests, places.operations.from, places.operations.size());
  canvas_panel(ui, state.workspace, state.view, requests, places.canvas.from, places.canvas.size());
  inspector_panel(ui, state.workspace, state.view, requests, places.inspector.from, places.inspector.size());
  launch_panel(ui, state.workspace, state.view, requests, places.launch.from, places.launch.size());
  ImGui::PopID();
  const auto& [from, end] = places.page;
  const float left = places.sheet.to.x, below = places.launch.from.y, palette = places.operations.from.y, right = places.inspector.from.x;
  ImGui::GetWindowDrawList()->AddLine({left, from.y}, {left, end.y}, ui.ink.line);
  pointer_keys(ui, state.view, requests);
  status();
  if (places.is_open(Panel::gpu))
    if (const auto y = dragged_edge("edge of the GPU panel", {left, below}, {end.x, below}, ui.px(3)))
      requests.add<set_launch_height>(*y > 0 ? points(end.y - *y) : 0);
  edge("edge of the sheet", {left, from.y}, {left, end.y}, &PanelSizes::sheet, at.x, 0);
  if (places.is_open(Panel::inspector)) edge("edge of the inspector", {right, from.y}, {right, below}, &PanelSizes::inspector, 0, end.x);
  if (places.is_open(Panel::operations))
    edge("edge of the operations", {from.x, palette}, {left, palette}, &PanelSizes::operations, 0, end.y);
  keep_letters(ui, state, requests);
  ImGui::End();
  help_card(ui, state.view, requests);
  dialogs(ui, state, requests);
  tour(ui, state.view, requests);
}

}  // namespace app
