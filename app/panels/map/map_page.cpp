#include "app/panels/map/map_page.hpp"

#include <algorithm>

#include "app/panels/sheet/sheet_parts.hpp"
#include "app/ui/menus.hpp"
#include "app/ui/rows.hpp"
#include "app/ui/widgets.hpp"

namespace app {
namespace {

/// Shows why there is no map: it is being read, it failed, or it is `empty`.
void say_why_none(Ui& ui, const State& state, Requests& requests, ImVec2 at, ImVec2 size, bool empty = false) {
  auto* list = ImGui::GetWindowDrawList();
  const auto* answer = state.workspace.map();
  const bool reading = state.workspace.mapping() != MapReader::Doing::nothing || answer == nullptr;
  const ImVec2 centre{at.x + size.x / 2, at.y + size.y / 2};
  const std::string words = empty     ? std::string(ui.tr("No step of this kernel is known."))
                            : reading ? std::string(ui.tr("Reading the kernels of the program…"))
                                      : (*ui.texts)(answer->problem);
  draw_text_centred(list, ui.fonts.ui, centre, reading || empty ? ui.ink.faint : ui.ink.error,
                    fitted(ui.fonts.ui, words, size.x - ui.px(40)));
  const char* cards = ui.tr("Show the cards");
  const float wide = text_width(ui.fonts.ui, cards);
  if (text_button(ui, ui.fonts.ui, "cards", cards, {centre.x - wide / 2, centre.y + ui.px(24)}, Pointed::underlined))
    requests.add<show_map>(false);
}

/// Lists the calls with their moments for a new map.
void list_calls(MapPanel& panel, const KernelMap& map) {
  if (panel.of == &map) return;
  const bool first = panel.of == nullptr;
  panel.of = &map;
  panel.said = false;
  panel.known.clear();
  if (first) panel.time.span = 0;
  panel.calls = calls_of(map);
}

/// Handles the keys of the map, unless a text field has them.
void keys(const MapPageView& v) {
  const auto& io = ImGui::GetIO();
  if (io.WantTextInput || v.state.view.dialog != Dialog::none || io.KeyCtrl || io.KeyAlt || menu_is_open(v.ui) ||
      ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup))
    return;
  // Space is read as a character, because its key may go down and up between two frames.
  if (auto& typed = ImGui::GetIO().InputQueueCharacters; std::find(typed.begin(), typed.end(), ImWchar{' '}) != typed.end()) {
    typed.resize(0);
    v.requests.add<play_map>(!v.look.playing);
  }
  if (compat::key_pressed(ImGuiKey_RightArrow)) v.requests.add<step_map>(std::int64_t{1});
  if (compat::key_pressed(ImGuiKey_LeftArrow)) v.requests.add<step_map>(std::int64_t{-1});
  if (compat::key_pressed(ImGuiKey_Escape) && v.look.choice.pointed) {
    auto c = v.look.choice;
    c.pointed.reset();
    v.go(c);
  }
}

/// Plays eight steps a second at normal speed.
void play(const MapPageView& v) {
  const double now = v.state.view.now, passed = std::clamp(now - v.panel.played_at, 0.0, 0.25);
  v.panel.played_at = now;
  if (!v.look.playing) return;
  v.ui.animating = true;
  v.panel.carried += passed * 8 * v.look.speed;
  const auto steps = static_cast<std::int64_t>(v.panel.carried);
  if (steps == 0) return;
  v.panel.carried -= static_cast<double>(steps);
  v.requests.add<step_map>(steps);
}

}  // namespace

void map_page(Ui& ui, const State& state, Requests& requests, ImVec2 at, ImVec2 size) {
  const auto wanted = wanted_map(state.workspace, state.view);
  const auto* answer = state.workspace.map();
  if (wanted && (answer == nullptr || answer->of != *wanted)) requests.add<read_map>();
  if (map_view(state.workspace, state.view).runs) requests.add<begin_run>();
  // While another block is read, the present map stays; another kernel or program is a different map.
  if (answer == nullptr || !answer->story || !wanted || answer->of.kernel != wanted->kernel)
    return say_why_none(ui, state, requests, at, size);
  const auto& look = map_view(state.workspace, state.view);
  const auto& story = *story_shown(*answer, look);
  const auto& map = *story.map;
  if (map.moments() == 0) return say_why_none(ui, state, requests, at, size, true);
  auto& panel = map_panel_of(ui);
  list_calls(panel, map);
  if (!look.looked || look.choice.thread >= map.flow().threads || look.choice.moment >= map.moments()) {
    requests.add<look_first>();
    ui.animating = true;
    return;
  }
  const MapPageView v{ui, state, requests, *answer, story, map, look, panel};
  keys(v);
  play(v);
  auto* list = ImGui::GetWindowDrawList();
  // In a lesson the sheet's rows show the moves: the map takes their place, and findings go below the thread.
  const bool lesson = !state.workspace.sheet().lesson.empty();
  const float left = lesson ? 0 : std::clamp(size.x * 0.21f, ui.px(190), ui.px(340)),
              right = std::clamp(size.x * 0.21f, ui.px(215), ui.px(350)),
              below = std::clamp(size.y * 0.27f, std::min(timeline_height(ui, story.time), size.y * 0.45f), ui.px(300)),
              top = size.y - below, middle = size.x - left - right;
  // In a low window the thread's facts have priority.
  const float rest = std::min({top * 0.4f, ui.px(220), top - ui.px(250)}), found = lesson && rest > ui.px(60) ? rest : 0;
  const ImVec2 beside{at.x + left + middle, at.y};
  if (!lesson) {
    // Moves that reading could not determine are missing in the map, so the compiler is offered.
    auto strip = !answer->report || answer->report->undecided.empty() ? 0 : compiler_strip_height(ui, state.workspace, left);
    if (strip > top / 2) strip = 0;
    if (strip > 0) compiler_strip(ui, state.workspace, requests, at, {left, strip});
    map_moves(v, {at.x, at.y + strip}, {left, top - strip});
  }
  map_canvas(v, {at.x + left, at.y}, {middle, top});
  map_facts(v, beside, {right, top - found});
  if (found > 0) map_findings(v, {beside.x, beside.y + top - found}, {right, found});
  map_timeline(v, {at.x, at.y + top}, {size.x, below});
  list->AddLine({at.x + left, at.y}, {at.x + left, at.y + top}, ui.ink.line);
  list->AddLine(beside, {beside.x, at.y + top}, ui.ink.line);
  if (found > 0) list->AddLine({beside.x, beside.y + top - found}, {at.x + size.x, beside.y + top - found}, ui.ink.line);
  list->AddLine({at.x, at.y + top}, {at.x + size.x, at.y + top}, ui.ink.line);
}

}  // namespace app
