#include "app/panels/dialogs/dialog_help.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "app/actions/looking.hpp"
#include "app/commands/help_topics.hpp"
#include "app/panels/bars/help_card.hpp"
#include "app/ui/widgets.hpp"

namespace app {
namespace {

constexpr const char* help_popup = "dialog help";

/// A link to the dialog's section of the guide. Returns its width.
float link_to_guide(const Ui& ui, Requests& requests, const DialogHelp& help, const char* words, ImVec2 at) {
  const auto& small = ui.fonts.ui_small;
  if (text_button(ui, small, "guide", words, at, Pointed::underlined)) requests.add<show_guide>(help.page, help.place);
  return text_width(small, words);
}

}  // namespace

void dialog_heading(Ui& ui, Requests& requests, const DialogHelp& help, float width) {
  const auto at = ImGui::GetCursorScreenPos();
  const auto& small = ui.fonts.ui_small;
  draw_text(ImGui::GetWindowDrawList(), ui.fonts.ui_bold, at, ui.ink.text, ui.tr(help.title));
  const char* words = ui.tr("In the guide");
  link_to_guide(ui, requests, help, words, {at.x + width - text_width(small, words), at.y});
  ImGui::SetCursorScreenPos(at);
  ImGui::Dummy({width, ui.fonts.ui_bold.size + ui.px(2)});
  const auto from = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
  if (!help.topic.empty()) help_here(ui, help.topic, from, {from.x + size.x, from.y + size.y});
}

void help_part(Ui& ui, const DialogHelp& help, std::string_view part, ImVec2 from, float width) {
  help_here(ui, fmt::format("{}:{}", help.topic, part), from, {from.x + width, ImGui::GetCursorScreenPos().y});
}

void dialog_help_card(Ui& ui, const ViewState& view, Requests& requests, const DialogHelp& help) {
  auto& shown = card_of_help(ui).in_dialog;
  if (view.help_here) {
    // Again F1 closes it.
    const bool opens = shown.empty();
    shown.clear();
    if (opens) {
      const bool part = ui.help.topic.starts_with(help.topic) && has_help_topic(ui.help.topic);
      shown = part ? ui.help.topic : std::string(help.topic);
      card_of_help(ui).shown_of = part ? ui.help.of : Rect{};
      ImGui::OpenPopup(help_popup);
    }
  }
  if (shown.empty()) return;
  const auto topic = help_topic(shown, view.texts);
  const float pad = ui.px(16), width = std::min(ui.px(360), ImGui::GetMainViewport()->Size.x * 0.9f),
              inner = width - 2 * pad - ui.fonts.ui.size / 2, gap = ui.px(7);
  const float text_height = flow_text(nullptr, ui, {}, inner, 0, 0, topic.text);
  const float height = 2 * pad + ui.fonts.ui_bold.size + gap + text_height + ui.px(16) + ui.fonts.ui_small.size;
  // Of the whole dialog at its right, beneath the heading.
  const auto& of = card_of_help(ui).shown_of;
  const auto at = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
  ImGui::SetNextWindowPos(of.to.x > of.from.x ? place_beside(ui, of.from, of.to, {width, height})
                                              : ImVec2{std::max(at.x, at.x + size.x - width - pad), at.y + ui.fonts.ui_bold.size + 2 * pad},
                          ImGuiCond_Always);
  ImGui::SetNextWindowSize({width, height});
  ImGui::PushStyleVar(ImGuiStyleVar_PopupRounding, ui.px(8));
  if (!ImGui::BeginPopup(help_popup, ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse)) {
    shown.clear();
    return ImGui::PopStyleVar();
  }
  auto* list = ImGui::GetWindowDrawList();
  const auto corner = ImGui::GetWindowPos();
  const float x = corner.x + pad;
  float y = corner.y + pad;
  draw_text(list, ui.fonts.ui_bold, {x, y}, ui.ink.text, topic.title);
  y += ui.fonts.ui_bold.size + gap;
  y += flow_text(list, ui, {x, y}, inner, ui.ink.text, ui.ink.chip, topic.text) + ui.px(10);
  const float link = link_to_guide(ui, requests, help, ui.tr("In the guide"), {x, y});
  if (text_button(ui, ui.fonts.ui_small, "keys", ui.tr("All keys"), {x + link + ui.px(16), y}, Pointed::underlined))
    requests.command("help.keys");
  if (compat::key_pressed(ImGuiKey_Escape)) {
    ImGui::CloseCurrentPopup();
    shown.clear();
  }
  ImGui::EndPopup();
  ImGui::PopStyleVar();
}

}  // namespace app
