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

/// As the user wants it, within what the window has room for.
float within(const Ui& ui, float wanted, float usual, float least, float most) {
  return std::clamp(wanted > 0 ? ui.px(wanted) : usual, std::min(usual, least), std::max(usual, most));
}

/// Each document has elements and a launch of its own to look at.
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
  std::vector<ImWchar> letters;  ///< typed, for the entry that is about to have the keyboard
  int frames = 0;                ///< since the first of them
};

/// Letters that were typed before the field that they are meant for had the keyboard: it gets them, in their order, once it has.
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
    kept.clear();  // nothing takes them any more
  }
  ui.animating = true;
}

/// What is typed while no field has the keyboard is meant for the sheet. Call this after all fields: what they took is gone then.
void keep_letters(Ui& ui, const State& state, Requests& requests) {
  const auto& view = state.view;
  auto& queue = ImGui::GetIO().InputQueueCharacters;
  auto& kept = ui.kept<KeptLetters>();
  if (view.dialog != Dialog::none || view.tour_step >= 0 || ImGui::IsAnyItemActive() || menu_is_open(ui) ||
      ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup))
    return;
  const bool awaited = view.focus_entry >= 0 || !kept.letters.empty();
  // Nobody begins with a blank.
  const auto* first = std::find_if(queue.begin(), queue.end(), [&](ImWchar c) { return c >= (awaited ? ' ' : ' ' + 1) && c != 127; });
  if (first == queue.end()) return;
  kept.letters.insert(kept.letters.end(), first, static_cast<const ImWchar*>(queue.end()));
  kept.frames = 0;
  ui.animating = true;
  if (!awaited) requests.add<type_anywhere>();
}

/// A search shows what it finds; an inspector that has come to show a pinned element stays.
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
  const float bar = ui.px(42), top = bar + (state.workspace.documents().size() > 1 ? ui.px(31) : 0.0f), foot = ui.px(26);
  const float height = size.y - top - foot;
  const float left = within(ui, wanted.sheet, std::clamp(size.x * 0.2325f, std::clamp(size.x * 0.36f, ui.px(270), ui.px(330)), ui.px(420)),
                            ui.px(220), size.x * 0.45f);
  const auto points = [&](float pixels) { return std::max(1.0f, pixels / ui.px(1)); };  // 0: the usual
  const auto edge_of_sheet = [&](float wide, float end) {
    if (const auto x = dragged_edge("edge of the sheet", {at.x + wide, at.y + top}, {at.x + wide, end}, ui.px(3)))
      requests.add<set_panel_size>(&PanelSizes::sheet, *x > 0 ? points(*x - at.x) : 0);
  };
  // Above a page that stands in place of the panels.
  const auto bars = [&](Rect sheet) {
    places = {.sheet = sheet,
              .menus = {at, {at.x + size.x, at.y + bar}},
              .status = {{at.x, at.y + size.y - foot}, {at.x + size.x, at.y + size.y}},
              .open = places.open};
    say_places(ui, state.view);
    top_bar(ui, state, requests, at, {size.x, bar});
    if (top > bar) tab_bar(ui, state.workspace, requests, {at.x, at.y + bar}, {size.x, top - bar});
  };
  if (state.view.start_page) {
    bars({});
    start_page(ui, state, requests, {at.x, at.y + top}, {size.x, height});
    status_bar(ui, state, requests, places.status.from, {size.x, foot});
    keep_letters(ui, state, requests);
    ImGui::End();
    help_card(ui, state.view, requests);
    return dialogs(ui, state, requests);
  }
  // Beside a lesson's map its rows and exercises stay; where there is no room for both, its cards are shown.
  const float usual = wanted.sheet > 0 ? left : std::min(left, std::max(ui.px(270), size.x * 0.26f));
  const float sheet = state.workspace.sheet().lesson.empty() ? 0 : usual;
  if (shows_map(state.workspace, state.view) && (sheet == 0 || size.x - sheet >= ui.px(400))) {
    const ImVec2 from{at.x, at.y + top}, beside{at.x + sheet, at.y + top};
    bars({from, {beside.x, sheet > 0 ? from.y + height : from.y}});
    ImGui::PushID(static_cast<int>(ui.document));
    if (sheet > 0) sheet_panel(ui, state.workspace, state.view, requests, from, {sheet, height});
    map_page(ui, state, requests, beside, {size.x - sheet, height});
    ImGui::PopID();
    if (sheet > 0) {
      ImGui::GetWindowDrawList()->AddLine(beside, {beside.x, beside.y + height}, ui.ink.line);
      edge_of_sheet(sheet, from.y + height);
    }
    status_bar(ui, state, requests, places.status.from, {size.x, foot});
    ImGui::End();
    dialogs(ui, state, requests);
    help_card(ui, state.view, requests);
    return tour(ui, state.view, requests);
  }
  const float right = within(ui, wanted.inspector, std::clamp(size.x * 0.21f, ui.px(276), ui.px(380)), ui.px(200), size.x * 0.4f);
  places.open = open_panels_now(ui, state, requests);
  const auto open = [&](Panel panel) { return places.is_open(panel); };
  const float palette = open(Panel::operations)
                            ? within(ui, wanted.operations, std::clamp(size.y * 0.336f, ui.px(150), ui.px(360)), ui.px(90), height * 0.7f)
                            : ui.px(20) + ImGui::GetFrameHeight();
  const float below = open(Panel::gpu) ? within(ui, state.view.playback.height, std::clamp(size.y * 0.287f, ui.px(252), ui.px(340)),
                                                ui.px(160), height * 0.78f)
                                       : ui.px(33);
  // A folded inspector is its row of tabs above the canvas.
  const bool beside = open(Panel::inspector);
  const float middle = size.x - left - (beside ? right : 0), end = at.y + size.y - foot, tabs = beside ? 0 : inspector_heading(ui);
  places = {.sheet = {{at.x, at.y + top}, {at.x + left, end - palette}},
            .operations = {{at.x, end - palette}, {at.x + left, end}},
            .canvas = {{at.x + left, at.y + top + tabs}, {at.x + left + middle, end - below}},
            .inspector = {{at.x + (beside ? size.x - right : left), at.y + top}, {at.x + size.x, beside ? end - below : at.y + top + tabs}},
            .launch = {{at.x + left, end - below}, {at.x + size.x, end}},
            .menus = {at, {at.x + size.x, at.y + bar}},
            .status = {{at.x, end}, {at.x + size.x, at.y + size.y}},
            .open = places.open};
  say_places(ui, state.view);
  const auto size_of = [](const Rect& r) { return ImVec2{r.to.x - r.from.x, r.to.y - r.from.y}; };
  top_bar(ui, state, requests, at, {size.x, bar});
  if (top > bar) tab_bar(ui, state.workspace, requests, {at.x, at.y + bar}, {size.x, top - bar});
  // Panels of another document are other windows to ImGui, which keeps how far each is scrolled.
  ImGui::PushID(static_cast<int>(ui.document));
  sheet_panel(ui, state.workspace, state.view, requests, places.sheet.from, size_of(places.sheet));
  operations_panel(ui, state.workspace, state.view, requests, places.operations.from, size_of(places.operations));
  canvas_panel(ui, state.workspace, state.view, requests, places.canvas.from, size_of(places.canvas));
  inspector_panel(ui, state.workspace, state.view, requests, places.inspector.from, size_of(places.inspector));
  launch_panel(ui, state.workspace, state.view, requests, places.launch.from, size_of(places.launch));
  ImGui::PopID();
  ImGui::GetWindowDrawList()->AddLine({at.x + left, at.y + top}, {at.x + left, end}, ui.ink.line);
  pointer_keys(ui, state.view, requests);
  status_bar(ui, state, requests, places.status.from, {size.x, foot});
  if (open(Panel::gpu))
    if (const auto y = dragged_edge("edge of the GPU panel", {at.x + left, end - below}, {at.x + size.x, end - below}, ui.px(3)))
      requests.add<set_launch_height>(*y > 0 ? points(end - *y) : 0);
  edge_of_sheet(left, end);
  if (const ImVec2 from{at.x + size.x - right, at.y + top}; beside)
    if (const auto x = dragged_edge("edge of the inspector", from, {from.x, end - below}, ui.px(3)))
      requests.add<set_panel_size>(&PanelSizes::inspector, *x > 0 ? points(at.x + size.x - *x) : 0);
  if (open(Panel::operations))
    if (const auto y = dragged_edge("edge of the operations", {at.x, end - palette}, {at.x + left, end - palette}, ui.px(3)))
      requests.add<set_panel_size>(&PanelSizes::operations, *y > 0 ? points(end - *y) : 0);
  keep_letters(ui, state, requests);
  ImGui::End();
  help_card(ui, state.view, requests);
  dialogs(ui, state, requests);
  tour(ui, state.view, requests);
}

}  // namespace app
