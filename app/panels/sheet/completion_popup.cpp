#include "app/panels/sheet/sheet_parts.hpp"

#include <algorithm>
#include <utility>

#include "app/actions/typing.hpp"

namespace app {
namespace {

using algebra::editing::CallHelp;
using algebra::editing::CompletionRow;

constexpr int most_shown = 8;

ImU32 ink_for(const Ink& ink, CompletionRow::Kind kind) {
  return kind == CompletionRow::Kind::function ? ink.function : kind == CompletionRow::Kind::entry ? ink.name : ink.text;
}

/// Draws a signature with its current parameter in the accent colour, and the meaning. Returns the height.
float draw_call(ImDrawList* list, const Ui& ui, const CallHelp& help, ImVec2 at, float width) {
  const auto& face = ui.fonts.mono_small;
  const auto& s = help.signature.text;
  const auto begin = std::min(help.active.begin, s.size()), end = std::clamp(help.active.end, begin, s.size());
  if (list != nullptr) {
    float x = at.x;
    const auto piece = [&](std::string_view text, ImU32 ink) {
      draw_text(list, face, {x, at.y}, ink, text);
      x += text_width(face, text);
    };
    piece(s.substr(0, begin), ui.ink.faint);
    const float from = x;
    piece(s.substr(begin, end - begin), ui.ink.accent);
    if (begin < end) list->AddRectFilled({from, at.y + face.size}, {x, at.y + face.size + ui.px(1)}, ui.ink.accent);
    piece(s.substr(end), ui.ink.faint);
  }
  const float y = face.size + ui.px(4);
  return y + flow_text(list, ui, {at.x, at.y + y}, width, ui.ink.text, ui.ink.chip, ui.tr(std::string(help.function->meaning).c_str()));
}

}  // namespace

void follow_typing(Ui& ui, const Workspace& workspace, int index, const std::string& text, std::size_t cursor, bool edited) {
  auto& panel = panel_of(ui);
  const auto version = workspace.evaluator().newest_version() + workspace.sheet_version();
  if (std::exchange(panel.names_of, version) != version) panel.names = names_to_complete(workspace);
  const bool asked = ImGui::GetIO().KeyCtrl && compat::key_pressed(ImGuiKey_Space);
  if (panel.offer.follow(index, text, cursor, edited, asked, panel.names)) panel.offer.choice.row = -1;
}

void choose_offer(const Ui& ui) {
  auto& offer = panel_of(ui).offer;
  follow_keys(ui, offer.choice,
              {.id = "offer", .count = offer.count(), .size = {0, most_shown}, .row = 1, .wraps = true, .may_lack = true});
}

void take_offer(Ui& ui, Requests& requests, int row) {
  auto& offer = panel_of(ui).offer;
  const auto taken = offer.with(row);
  if (!taken) return;
  requests.add<complete_text>(offer.entry, taken->first, taken->second);
  offer.completion = {};
  offer.text.clear();  // forces a new look-up
}

void draw_offer(Ui& ui, const Workspace& workspace, const ViewState& view, Requests& requests) {
  auto& offer = panel_of(ui).offer;
  const auto& io = ImGui::GetIO();
  const int count = offer.count();
  const bool pressed = ImGui::IsMouseClicked(0) && io.MousePos.x >= offer.from.x && io.MousePos.x < offer.to.x &&
                       io.MousePos.y >= offer.from.y && io.MousePos.y < offer.to.y;
  // A press on a row deactivates the field before the row is drawn.
  if (offer.entry < 0 || (panel_of(ui).active_entry != offer.entry && !pressed && view.focus_entry != offer.entry)) {
    offer = {};
    return;
  }
  if (offer.shut || (count == 0 && !offer.call)) {
    offer.from = offer.to = {};
    return;
  }
  const auto& face = ui.fonts.mono_small;
  const float pad = ui.px(8), line = face.size + ui.px(7), width = ui.px(460);
  const int shown = std::min(count, most_shown);
  const bool with_call = offer.call && count == 0;
  const int row = std::clamp(offer.choice.row, 0, std::max(0, count - 1));
  const auto* chosen = count > 0 ? &offer.completion.rows[static_cast<std::size_t>(row)] : nullptr;
  const auto meaning =
      chosen != nullptr && !chosen->meaning.empty() ? std::string(ui.tr(std::string(chosen->meaning).c_str())) : std::string{};
  float height = pad + line * static_cast<float>(shown);
  if (with_call) height += draw_call(nullptr, ui, *offer.call, {}, width - 2 * pad);
  if (!meaning.empty()) height += ui.px(5) + flow_text(nullptr, ui, {}, width - 2 * pad, 0, 0, meaning);
  height += pad * 0.6f;

  // Below the row and its messages; without room there, above the line. Never over the line.
  const auto* viewport = ImGui::GetMainViewport();
  ImVec2 at{std::min(offer.word.x, viewport->Pos.x + viewport->Size.x - width - ui.px(4)), offer.below.y + ui.px(2)};
  if (at.y + height > viewport->Pos.y + viewport->Size.y) at.y = offer.word.y - height - ui.px(4);
  offer.from = at;
  offer.to = {at.x + width, at.y + height};

  ImGui::SetNextWindowPos(at);
  ImGui::SetNextWindowSize({width, height});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(0, 0));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, ImVec2(1, 1));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, ui.px(6));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1);
  ImGui::Begin("##offer", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoNav |
                   ImGuiWindowFlags_NoFocusOnAppearing);
  ImGui::BringWindowToDisplayFront(ImGui::GetCurrentWindow());
  auto* list = ImGui::GetWindowDrawList();
  float y = at.y + pad * 0.6f;
  const int first = std::clamp(row - most_shown + 1, 0, std::max(0, count - shown));
  int taken = -1;
  for (int i = first; i < first + shown; ++i) {
    const auto& offered = offer.completion.rows[static_cast<std::size_t>(i)];
    const ImVec2 from{at.x + ui.px(3), y}, to{at.x + width - ui.px(3), y + line};
    const bool over = ImGui::IsMouseHoveringRect(from, to);
    if (offered.kind == CompletionRow::Kind::function) {
      const auto topic = "function:" + offered.name;
      if (i == row) help_at_keyboard(ui, topic, from, to);
      help_here(ui, topic, from, to);
    }
    if (i == row || over) list->AddRectFilled(from, to, i == row ? ui.ink.selected_back : ui.ink.chip, ui.px(4));
    if (i == offer.choice.row) list->AddRectFilled(from, {from.x + ui.px(2.5f), to.y}, ui.ink.accent, ui.px(2));
    const float text_y = y + (line - face.size) / 2;
    const auto name = fitted(face, offered.name, width * 0.62f);
    draw_text(list, face, {at.x + pad + ui.px(2), text_y}, ink_for(ui.ink, offered.kind), name);
    const float begins = at.x + pad + text_width(face, name) + ui.px(14), room = at.x + width - pad - begins;
    draw_fitted_right(list, ui, face, {at.x + width - pad, text_y}, room, ui.ink.faint, detail_of(workspace, view, offered));
    if (over && pressed) taken = i;
    y += line;
  }
  if (!meaning.empty()) {
    list->AddLine({at.x, y + ui.px(3)}, {at.x + width, y + ui.px(3)}, ui.ink.line);
    flow_text(list, ui, {at.x + pad, y + ui.px(6)}, width - 2 * pad, ui.ink.faint, ui.ink.chip, meaning);
  }
  if (with_call) draw_call(list, ui, *offer.call, {at.x + pad, y}, width - 2 * pad);
  ImGui::End();
  ImGui::PopStyleVar(4);
  if (taken >= 0) take_offer(ui, requests, taken);
}

}  // namespace app
