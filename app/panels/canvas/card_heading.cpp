#include "app/panels/canvas/card.hpp"

#include <fmt/format.h>

#include "app/actions/cards.hpp"
#include "app/panels/canvas/canvas_state.hpp"
#include "app/panels/teaching/teaching.hpp"
#include "app/ui/widgets.hpp"
#include "render/colourings.hpp"

namespace app {
namespace {

constexpr float between = 12, after_title = 9;

/// Draws the current slice of a layout with rank above 2, with buttons for its neighbours, in `room` pixels. Returns the width.
float slice_steps(Ui& ui, Requests& requests, CardRef card, const render::Diagram& d, ImVec2 right, float room) {
  const auto whole = slice_steps_text(d);
  if (whole.empty()) return 0;
  const auto text = first_that_fits(ui.fonts.ui_small, {whole, fmt::format("‹ {} / {} ›", d.view.slice + 1, d.slices()), "‹ ›"}, room);
  const float w = text_width(ui.fonts.ui_small, text);
  draw_text(ImGui::GetWindowDrawList(), ui.fonts.ui_small, {right.x - w, right.y}, ui.ink.link, text);
  help_term(ui, "card", "slice", {right.x - w, right.y - ui.px(3)}, {right.x, right.y + ui.fonts.ui_small.size + ui.px(3)});
  for (const int step : {-1, 1}) {
    if (area(step < 0 ? "previous" : "next", {step < 0 ? right.x - w : right.x - w / 2, right.y - ui.px(3)},
             {w / 2, ui.fonts.ui_small.size + ui.px(6)}))
      requests.add<step_slice>(card, step);
    if (ImGui::IsItemHovered()) tooltip_beside(ui, (whole + "\n" + ui.tr("Shift+wheel goes through the slices.")).c_str());
  }
  return w + ui.px(between);
}

/// Draws a button that closes an additional card of an entry. Returns the width.
float close_button(const Ui& ui, Requests& requests, CardRef card, ImVec2 right) {
  if (card.card == 0) return 0;
  const float side = ui.fonts.ui_small.size;
  if (area("close", {right.x - side, right.y}, {side, side})) requests.add<close_card>(card);
  const auto ink = ImGui::IsItemHovered() ? ui.ink.link : ui.ink.fainter;
  if (ImGui::IsItemHovered()) tooltip_beside(ui, ui.tr("Close this card"));
  draw_cross(ImGui::GetWindowDrawList(), {right.x - side / 2, right.y + side / 2}, side * 0.26f, ink, ui.px(1.4f));
  return side + ui.px(6);
}

/// Draws what the card is coloured by, in `room` pixels, as a button for the card's menu. Returns the width.
float menu_button(Ui& ui, const Picture* picture, ImVec2 right, float room) {
  const auto text = first_that_fits(ui.fonts.ui_small, colour_texts(picture, *ui.texts), room);
  const float w = text_width(ui.fonts.ui_small, text);
  if (area("menu", {right.x - w, right.y - ui.px(2)}, {w, ui.fonts.ui_small.size + ui.px(4)})) ImGui::OpenPopup("card");
  draw_text(ImGui::GetWindowDrawList(), ui.fonts.ui_small, {right.x - w, right.y}, ImGui::IsItemHovered() ? ui.ink.link : ui.ink.faint,
            text);
  if (picture != nullptr && text != colour_text(*picture, *ui.texts) && ImGui::IsItemHovered())
    tooltip_beside(ui, colour_text(*picture, *ui.texts).c_str());
  if (picture != nullptr) help_term(ui, "colour", picture->diagram.view.colour_by->key);
  return w + ui.px(between);
}

/// Makes the rest of the heading move the card; a double click fills the canvas with it.
void grip(Ui& ui, const Workspace& workspace, const ViewState& view, Requests& requests, CardRef card, ImVec2 at, float width) {
  area("grip", at, {width, ui.px(card_heading_height)});
  const bool full = view.cards.full == id_of(workspace, card);
  if (ImGui::IsItemActivated()) requests.add<bring_to_front>(card);
  if (ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(0)) requests.add<fill_canvas>(card);
  if (full || !ImGui::IsItemActive() || !ImGui::IsMouseDragging(0, ui.px(3))) return;
  ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeAll);
  auto& drag = canvas_of(ui).drag;
  if (drag.what == CardDrag::What::none) drag = {CardDrag::What::move, id_of(workspace, card), ImGui::GetIO().MouseClickedPos[0], at, {}};
}

}  // namespace

/// Returns the diagram's title, in the window's language if it has words.
static std::string title_text(const Ui& ui, const Picture* picture, const render::Diagram& d) {
  return picture != nullptr && !picture->title.empty() ? (*ui.texts)(picture->title) : d.title;
}

bool has_slice_steps(const render::Diagram& d) { return !slice_steps_text(d).empty(); }

float heading_width(const Ui& ui, const Picture& picture, bool with_menu) {
  const auto& d = picture.diagram;
  const auto steps = slice_steps_text(d);
  float w = ui.px(2 * card_padding + after_title + 2) + text_width(ui.fonts.ui_bold, d.title.empty() ? "00" : title_text(ui, &picture, d)) +
            text_width(ui.fonts.mono_small, d.subtitle);
  if (with_menu) w += ui.px(between) + text_width(ui.fonts.ui_small, colour_text(picture, *ui.texts));
  if (!steps.empty()) w += text_width(ui.fonts.ui_small, steps) + ui.px(between);
  return w;
}

void card_heading(Ui& ui, const Workspace& workspace, const ViewState& view, Requests& requests, CardRef card, const render::Diagram& d,
                  ImVec2 at, float width) {
  const bool captioned = teaching(ui).captioned == card.entry;  // shown beside the card already
  if (captioned && !has_slice_steps(d)) return card_menu(ui, workspace, view, requests, card);
  auto* list = ImGui::GetWindowDrawList();
  const auto* picture = workspace.picture(card.entry, card.card);
  const float y = at.y + ui.px(8);
  float right = at.x + width - ui.px(card_padding);
  right -= close_button(ui, requests, card, {right, y});
  const float left = at.x + ui.px(card_padding), least_title = ui.px(40);
  const float for_steps = has_slice_steps(d) ? text_width(ui.fonts.ui_small, "‹ ›") + ui.px(between) : 0;
  const float room = right - left - least_title - for_steps;
  if (!view.presenting.on) right -= menu_button(ui, picture, {right, y}, room);  // not while presenting: a right click opens it
  card_menu(ui, workspace, view, requests, card);
  right -= slice_steps(ui, requests, card, d, {right, y}, right - left - least_title);
  grip(ui, workspace, view, requests, card, at, width);
  const bool over = ImGui::IsItemHovered();

  float x = left;
  if (captioned) return;
  const auto title = d.title.empty() ? fmt::format("{}", card.entry + 1) : title_text(ui, picture, d);
  x += draw_fitted(list, ui, ui.fonts.ui_bold, {x, y - ui.px(1)}, right - x, ui.ink.text, title) + ui.px(after_title);
  const bool cut = x + text_width(ui.fonts.mono_small, d.subtitle) > right + 1;
  if (x + text_width(ui.fonts.mono_small, "……") < right) {
    const auto value = fitted(ui.fonts.mono_small, d.subtitle, right - x + 1);
    draw_text(list, ui.fonts.mono_small, {x, y}, ui.ink.faint, value);
    x += text_width(ui.fonts.mono_small, value) + ui.px(14);
  }
  if (cut && over && canvas_of(ui).drag.what == CardDrag::What::none) tooltip_beside(ui, d.subtitle.c_str());
  // A short note is shown in the heading, a long one below the grid. The slice is in the heading already.
  if (const auto note = (*ui.texts)(d.note); !d.note_matters && note.find('\n') == std::string::npos && !note.empty() &&
                                             d.slice_text().empty() && x + text_width(ui.fonts.ui_small, note) < right) {
    draw_text_right(list, ui.fonts.ui_small, {right, y}, ui.ink.faint, note);
    help_term(ui, "card", "note", {right - text_width(ui.fonts.ui_small, note), y}, {right, y + ui.fonts.ui_small.size});
  }
}

}  // namespace app
