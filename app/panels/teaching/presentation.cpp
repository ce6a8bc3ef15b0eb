#include "app/panels/teaching/teaching.hpp"

#include <array>
#include <string_view>
#include <utility>

#include "app/actions/looking.hpp"
#include "app/actions/presenting.hpp"
#include "app/commands/commands.hpp"
#include "app/panels/canvas/canvas_state.hpp"
#include "app/panels/launch/launch_view.hpp"
#include "app/panels/sheet/sheet_parts.hpp"
#include "app/panels/teaching/slide.hpp"

namespace app {
namespace {

/// Makes panels draw in the presentation's sizes, and with its own zoom of each card, during its lifetime.
class OnStage {
 public:
  explicit OnStage(Ui& ui) : ui_(ui), fonts_(ui.fonts), scale_(ui.scale) {
    std::swap(canvas_of(ui).cards, teaching(ui).cards);
    std::swap(launch_of(ui).trace, teaching(ui).trace);
    if (ui.stage_scale <= 0) return;  // its fonts are loaded in the next frame
    ui.fonts = ui.stage_fonts;
    ui.scale = ui.stage_scale;
  }
  ~OnStage() {
    ui_.fonts = fonts_;
    ui_.scale = scale_;
    std::swap(canvas_of(ui_).cards, teaching(ui_).cards);
    std::swap(launch_of(ui_).trace, teaching(ui_).trace);
  }
  OnStage(const OnStage&) = delete;
  OnStage& operator=(const OnStage&) = delete;

 private:
  Ui& ui_;
  Fonts fonts_;
  float scale_;
};

/// Handles keys without modifiers: those of a presenter's remote, and letters.
void take_keys(const ViewState& view, Requests& requests) {
  const auto& io = ImGui::GetIO();
  if (view.dialog != Dialog::none || io.WantTextInput || ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel))
    return;
  if (!io.KeyCtrl && !io.KeyAlt) {
    struct Key {
      int key;
      const char* command;
    };
    for (const auto& [key, command] : {Key{ImGuiKey_RightArrow, "present.next"},
                                       {ImGuiKey_PageDown, "present.next"},
                                       {ImGuiKey_Enter, "present.next"},
                                       {ImGuiKey_LeftArrow, "present.previous"},
                                       {ImGuiKey_PageUp, "present.previous"},
                                       {ImGuiKey_Backspace, "present.previous"},
                                       {ImGuiKey_DownArrow, "present.next_entry"},
                                       {ImGuiKey_UpArrow, "present.previous_entry"},
                                       {ImGuiKey_Home, "present.first"},
                                       {ImGuiKey_End, "present.last"},
                                       {ImGuiKey_Escape, "view.present"}})
      if (compat::key_pressed(key)) requests.command(command);
  }
  struct Letter {
    std::string_view letters;
    const char* command;
  };
  constexpr std::array letters{Letter{" ", "present.next"},          Letter{"sS", "present.spotlight"}, Letter{"lL", "present.laser"},
                               Letter{"cC", "present.laser_colour"}, Letter{"oO", "present.operands"},  Letter{"nN", "present.notes"},
                               Letter{"bB.", "present.black"},       Letter{"vV", "present.presenter"}, Letter{"hH", "teach.predict"},
                               Letter{"gG", "present.canvas"},       Letter{"rR", "present.reveal"},    Letter{"aA", "present.all_steps"},
                               Letter{"wW", "teach.iterate"},        Letter{"fF", "view.fullscreen"},   Letter{"]", "present.forward"},
                               Letter{"[", "present.back"},          Letter{"+=", "view.larger"},       Letter{"-", "view.smaller"}};
  for (const ImWchar c : io.InputQueueCharacters)
    for (const auto& [typed, command] : letters)
      if (c < 0x80 && typed.find(static_cast<char>(c)) != std::string_view::npos) requests.command(command);
}

void foot(const Stage& s, ImVec2 at, float width) {
  auto& ui = s.ui;
  const auto& face = ui.fonts.mono_tiny;
  auto& t = teaching(ui);
  if (std::exchange(t.presented_at, s.workspace.changes()) != s.workspace.changes()) t.presented = presented_entries(s.workspace);
  const auto& all = t.presented;
  const float part = presented_part(s.workspace, s.view, s.stop, all);
  const float right = at.x + width, line = at.y + ui.px(2);
  s.list->AddRectFilled({at.x, line}, {right, line + ui.px(2)}, ui.ink.line, ui.px(1));
  s.list->AddRectFilled({at.x, line}, {at.x + width * part, line + ui.px(2)}, ui.ink.accent, ui.px(1));
  const float y = at.y + ui.px(7);
  const auto progress = fitted(face, progress_of(s.workspace, s.view, s.stop, all), width);
  draw_text(s.list, face, {at.x, y}, ui.ink.faint, progress);
  const auto& words = ui.fonts.label_least;
  const auto keys = ui.tr(asked_exercise(s.workspace, s.stop.entry) >= 0 && s.stop.position < 0
                              ? "→ hint · R answer · ↑ ↓ entry · S spotlight · L laser · Esc leave"
                              : "← → stop · ↑ ↓ entry · S spotlight · L laser · H hide · W walk · Esc leave");
  if (text_width(words, keys) + text_width(face, progress) + ui.px(24) < width)
    draw_text_right(s.list, words, {right, y + (face.size - words.size) / 2}, ui.ink.fainter, keys);
}

}  // namespace

void presentation(Ui& ui, const Workspace& workspace, const ViewState& view, Requests& requests, ImVec2 at, ImVec2 size) {
  panel_of(ui).active_entry = -1;
  auto* list = ImGui::GetWindowDrawList();
  take_keys(view, requests);
  requests.add<hover_element>(Element{});
  auto& io = ImGui::GetIO();
  if (view.presenting.spotlight && io.MouseWheel != 0 && !io.KeyCtrl) {
    requests.add<scale_spotlight>(io.MouseWheel);
    io.MouseWheel = 0;  // keep it from the grid below
  }
  ui.fill(list, at, {at.x + size.x, at.y + size.y}, view.presenting.black ? IM_COL32_BLACK : ui.ink.page);
  if (view.presenting.black) return;
  const OnStage stage(ui);
  const auto stop = current_stop(workspace, view);
  if (stop.entry < 0) {
    draw_text_centred(list, ui.fonts.ui, {at.x + size.x / 2, at.y + size.y / 2}, ui.ink.faint,
                      ui.tr("The sheet is empty: there is nothing to present."));
    return;
  }
  const Stage s{ui, workspace, view, requests, stop, list};
  const float margin = ui.px(20), foot_height = ui.px(26);
  foot(s, {at.x + margin, at.y + size.y - foot_height}, size.x - 2 * margin);
  draw_slide(s, {at.x + margin, at.y + ui.px(12)}, {size.x - 2 * margin, size.y - ui.px(18) - foot_height});
}

}  // namespace app
