#include "app/panels/bars/help_card.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "app/actions/lessons.hpp"
#include "app/actions/looking.hpp"
#include "app/actions/sheet_edits.hpp"
#include "app/commands/commands.hpp"
#include "app/commands/help_topics.hpp"
#include "app/figures/pictures.hpp"
#include "app/panels/places.hpp"
#include "app/ui/grid_view.hpp"
#include "app/ui/rows.hpp"
#include "app/ui/widgets.hpp"

namespace app {

namespace {

/// Answers F1 in this frame: shows the card of the focused part, else of the part under the pointer, or the list of all keys.
void answer(Ui& ui, const ViewState& view, Requests& requests) {
  if (!view.help_here) return;
  const auto& help = ui.help;
  auto& card = card_of_help(ui);
  const bool shown = !card.shown.empty(), typed = !help.typed.empty();
  requests.add<help_shown>(help.topic.empty() && !typed && !shown);
  // A second F1 closes the card.
  card.shown = shown || view.dialog != Dialog::none ? std::string{} : typed ? help.typed : help.topic;
  card.shown_of = typed ? help.typed_of : help.of;
}

/// Returns the area that the card must not cover: for a function in a list its whole row.
Rect to_leave_free(const Ui& ui, const HelpTopic& topic) {
  auto of = card_of_help(ui).shown_of;
  if (topic.function == nullptr) return of;
  for (const auto& panel : {places_of(ui).sheet, places_of(ui).operations})
    if (of.from.x >= panel.from.x && of.from.x < panel.to.x && of.from.y >= panel.from.y && of.from.y < panel.to.y)
      of.to.x = std::max(of.to.x, panel.to.x);
  return of;
}

/// Returns the card's position: right of the part, left of it, or over its top if it fills the window.
ImVec2 place(const Ui& ui, const Rect& of, ImVec2 size) {
  const auto room = ImGui::GetMainViewport()->Size;
  const float gap = ui.px(8);
  float x = of.to.x + gap, y = of.from.y + gap;
  if (x + size.x > room.x - gap) x = of.from.x - size.x - gap;
  if (x < gap) x = std::clamp((of.from.x + of.to.x - size.x) / 2, gap, std::max(gap, room.x - size.x - gap)), y = of.to.y + gap;
  if (y + size.y > room.y - gap) y = std::max(gap, std::min(of.from.y - size.y - gap, room.y - size.y - gap));
  return {x, y};
}

/// Returns whether the formula adds to the meaning, which may contain it.
bool says_more(const Ui& ui, const algebra::Function& f) {
  return !f.formula.empty() && std::string_view(ui.tr(std::string(f.meaning).c_str())).find(f.formula) == std::string_view::npos;
}

/// Draws the rest of a function's card below its meaning: formula, picture, example, lesson.
void function_part(Rows& rows, Requests& requests, const algebra::Function& f) {
  auto& ui = rows.ui;
  auto& card = card_of_help(ui);
  rows.gap(9);
  if (says_more(ui, f)) rows.code(f.formula, ui.ink.accent, 9);
  if (card.pictured != card.shown) {
    card.pictured = card.shown;
    card.picture = example_picture(f);
    card.picture_view = {};
  }
  if (const auto& d = card.picture) {
    const float top = column_heading_height(ui, *d);
    const auto grid = small_grid(ui, *d, card.picture_view, {rows.x, rows.y}, {rows.width, top + ui.px(150)}, 1, 24);
    if (rows.list != nullptr) draw_small_grid(ui, "example", grid);
    rows.y += top + grid.size.y + ui.px(9);
  }
  if (rows.chip_row("insert", f.example.expression, ui.fonts.mono_small, 10)) {
    requests.add<insert_example>(&f);
    card.shown.clear();
  }
  if (rows.list != nullptr && ImGui::IsItemHovered()) tooltip_beside(ui, ui.tr("Write it into the sheet"));
  rows.code(fmt::format("-> {}", f.example.answer), ui.ink.faint, 0);
  const int lesson = lesson_with(f);
  if (lesson < 0) return;
  rows.gap(9);
  const char* words = ui.tr("Taught in lesson {}: {}");
  if (!rows.link("lesson", fmt::format(fmt::runtime(words), lesson + 1, lesson_title(lesson, ui.texts->language())), 0)) return;
  requests.add<open_lesson>(lesson);
  card.shown.clear();
}

/// Draws the whole card. Returns true if a button was pressed that closes it.
bool write_card(Rows& rows, Requests& requests, const HelpTopic& topic) {
  auto& ui = rows.ui;
  const bool code = !topic.signature.empty();
  rows.line(code ? ui.fonts.mono_bold : ui.fonts.ui_bold, topic.title, ui.ink.text, 7);
  if (code) rows.words(topic.signature, ui.ink.function, 7);
  rows.words(topic.text, ui.ink.text, topic.example.empty() || topic.function != nullptr ? 0 : 7);
  if (topic.function != nullptr) function_part(rows, requests, *topic.function);
  else if (!topic.example.empty()) rows.words(topic.example, ui.ink.faint, 0);
  rows.gap(10);
  std::vector<std::string> words{ui.tr("All keys")};
  if (topic.function != nullptr) words.emplace_back(ui.tr("In the reference"));
  const int clicked = rows.links(words);
  if (clicked == 0) requests.command("help.keys");
  if (clicked == 1) requests.add<show_guide>("functions", std::string(topic.function->name));
  return clicked >= 0;
}

}  // namespace

void help_card(Ui& ui, const ViewState& view, Requests& requests) {
  answer(ui, view, requests);
  if (card_of_help(ui).shown.empty()) return;
  const auto topic = help_topic(card_of_help(ui).shown, view.texts);
  if (topic.title.empty()) return card_of_help(ui).shown.clear();
  const float pad = ui.px(16), width = ui.px(topic.function != nullptr ? 400 : 340), inner = width - 2 * pad;
  const float height = 2 * pad + height_of_rows(ui, inner, [&](Rows& rows) { write_card(rows, requests, topic); });
  const auto at = place(ui, to_leave_free(ui, topic), {width, height});
  ImGui::SetNextWindowPos(at);
  ImGui::SetNextWindowSize({width, height});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, ui.px(8));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1);
  ImGui::Begin("help card", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoNav |
                   ImGuiWindowFlags_NoFocusOnAppearing);
  Rows rows(ui, ImGui::GetWindowDrawList(), {at.x + pad, at.y + pad}, inner);
  const bool pressed = write_card(rows, requests, topic);
  // A button that was just pressed is the active item.
  const bool outside = ImGui::IsMouseClicked(0) && !ImGui::IsWindowHovered(ImGuiHoveredFlags_AllowWhenBlockedByActiveItem);
  ImGui::End();
  ImGui::PopStyleVar(2);
  if (pressed || outside || compat::key_pressed(ImGuiKey_Escape) || view.dialog != Dialog::none) card_of_help(ui).shown.clear();
}

}  // namespace app
