#include "app/panels/bars/help_card.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "app/actions/looking.hpp"
#include "app/commands/commands.hpp"
#include "app/commands/help_topics.hpp"

namespace app {

void help_term(Ui& ui, std::string_view part, std::string_view name, ImVec2 from, ImVec2 to) {
  if (!ImGui::IsMouseHoveringRect(from, to)) return;
  const auto own = fmt::format("{}:{}", part, name), anywhere = fmt::format(":{}", name);
  if (has_help_topic(own)) help_here(ui, own, from, to);
  else if (has_help_topic(anywhere)) help_here(ui, anywhere, from, to);
}

namespace {

/// What was asked for in this frame: the card of what is under the pointer, or all keys where nothing is.
void answer(Ui& ui, const ViewState& view, Requests& requests) {
  if (!view.help_here) return;
  const bool shown = !ui.help.shown.empty();
  requests.add<help_shown>(ui.help.topic.empty() && !shown);
  // Again F1 closes it.
  ui.help.shown = shown || view.dialog != Dialog::none ? std::string{} : ui.help.topic;
  ui.help.shown_of = ui.help.of;
}

/// Beside the part: right of it, left of it, or over its top where it fills the window.
ImVec2 place(const Ui& ui, const Rect& of, ImVec2 size) {
  const auto room = ImGui::GetMainViewport()->Size;
  const float gap = ui.px(8);
  float x = of.to.x + gap, y = of.from.y + gap;
  if (x + size.x > room.x - gap) x = of.from.x - size.x - gap;
  if (x < gap) x = std::clamp((of.from.x + of.to.x - size.x) / 2, gap, std::max(gap, room.x - size.x - gap)), y = of.to.y + gap;
  if (y + size.y > room.y - gap) y = std::max(gap, std::min(of.from.y - size.y - gap, room.y - size.y - gap));
  return {x, y};
}

}  // namespace

void help_card(Ui& ui, const ViewState& view, Requests& requests) {
  answer(ui, view, requests);
  if (ui.help.shown.empty()) return;
  const auto topic = help_topic(ui.help.shown, view.texts);
  if (topic.title.empty()) return ui.help.shown.clear();
  const bool code = !topic.signature.empty();
  const auto& title_face = code ? ui.fonts.mono_bold : ui.fonts.ui_bold;
  const float pad = ui.px(16), width = ui.px(340), inner = width - 2 * pad, gap = ui.px(7);
  const float text_height = flow_text(nullptr, ui, {}, inner, 0, 0, topic.text),
              signature_height = code ? flow_text(nullptr, ui, {}, inner, 0, 0, topic.signature) + gap : 0;
  const float example_height = topic.example.empty() ? 0 : flow_text(nullptr, ui, {}, inner, 0, 0, topic.example) + gap;
  const float height =
      2 * pad + title_face.size + gap + signature_height + text_height + example_height + ui.fonts.ui_small.size + ui.px(10);
  const auto at = place(ui, ui.help.shown_of, {width, height});
  ImGui::SetNextWindowPos(at);
  ImGui::SetNextWindowSize({width, height});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, ui.px(8));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1);
  ImGui::Begin("help card", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoNav |
                   ImGuiWindowFlags_NoFocusOnAppearing);
  auto* list = ImGui::GetWindowDrawList();
  float y = at.y + pad;
  const float x = at.x + pad;
  draw_text(list, title_face, {x, y}, ui.ink.text, topic.title);
  y += title_face.size + gap;
  if (code) y += flow_text(list, ui, {x, y}, inner, ui.ink.function, ui.ink.chip, topic.signature) + gap;
  y += flow_text(list, ui, {x, y}, inner, ui.ink.text, ui.ink.chip, topic.text);
  if (!topic.example.empty()) y += gap + flow_text(list, ui, {x, y + gap}, inner, ui.ink.faint, ui.ink.chip, topic.example);
  y += ui.px(10);
  const char* keys = ui.tr("All keys");
  ImGui::SetCursorScreenPos({x, y});
  const bool pressed = ImGui::InvisibleButton("keys", {text_width(ui.fonts.ui_small, keys), ui.fonts.ui_small.size});
  draw_text(list, ui.fonts.ui_small, {x, y}, ui.ink.link, keys);
  if (pressed) requests.command("help.keys");
  const bool outside = ImGui::IsMouseClicked(0) && !ImGui::IsWindowHovered();
  ImGui::End();
  ImGui::PopStyleVar(2);
  if (pressed || outside || compat::key_pressed(ImGuiKey_Escape) || view.dialog != Dialog::none) ui.help.shown.clear();
}

}  // namespace app
