#include "app/panels/dialogs/dialog_help.hpp"

#include <algorithm>
#include <array>
#include <string>

#include <fmt/format.h>

#include "app/actions/looking.hpp"
#include "app/commands/help_topics.hpp"
#include "app/panels/bars/help_card.hpp"
#include "app/ui/rows.hpp"
#include "app/ui/widgets.hpp"

namespace app {
namespace {

constexpr const char* help_popup = "dialog help";

/// Draws the card of a topic, with buttons for the dialog's section of the guide and for all keys.
void write_card(Rows& rows, Requests& requests, const DialogHelp& help, const HelpTopic& topic) {
  auto& ui = rows.ui;
  rows.line(ui.fonts.ui_bold, topic.title, ui.ink.text, 7);
  rows.words(topic.text, ui.ink.text, 10);
  const std::array<std::string, 2> words{ui.tr("In the guide"), ui.tr("All keys")};
  const int clicked = rows.links(words);
  if (clicked == 0) requests.add<show_guide>(help.page, help.place);
  if (clicked == 1) requests.command("help.keys");
}

}  // namespace

void dialog_heading(Ui& ui, Requests& requests, const DialogHelp& help, float width) {
  const auto at = ImGui::GetCursorScreenPos();
  const auto& small = ui.fonts.ui_small;
  draw_text(ImGui::GetWindowDrawList(), ui.fonts.ui_bold, at, ui.ink.text, ui.tr(help.title));
  const char* words = ui.tr("In the guide");
  if (text_button(ui, small, "guide", words, {at.x + width - text_width(small, words), at.y}, Pointed::underlined))
    requests.add<show_guide>(help.page, help.place);
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
    // A second F1 closes the card.
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
              inner = width - 2 * pad - ui.fonts.ui.size / 2;
  const float height = 2 * pad + ui.px(6) + height_of_rows(ui, inner, [&](Rows& rows) { write_card(rows, requests, help, topic); });
  // The card of the whole dialog is at its right, below the heading.
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
  const auto corner = ImGui::GetWindowPos();
  Rows rows(ui, ImGui::GetWindowDrawList(), {corner.x + pad, corner.y + pad}, inner);
  write_card(rows, requests, help, topic);
  if (compat::key_pressed(ImGuiKey_Escape)) {
    ImGui::CloseCurrentPopup();
    shown.clear();
  }
  ImGui::EndPopup();
  ImGui::PopStyleVar();
}

}  // namespace app
