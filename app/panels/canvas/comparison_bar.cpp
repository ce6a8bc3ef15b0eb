#include "app/panels/canvas/card.hpp"

#include <fmt/format.h>

#include "app/actions/comparing.hpp"
#include "app/actions/predicting.hpp"
#include "app/ui/widgets.hpp"

namespace app {
namespace {

/// Draws a button of one letter's width. Returns the right edge of the next one.
float button(const Ui& ui, Requests& requests, const char* id, const char* sign, const char* tooltip, ImVec2 right, Request wanted) {
  const float w = text_width(ui.fonts.ui_bold, sign) + ui.px(16);
  if (area(id, {right.x - w, right.y}, {w, ui.px(30)})) requests.add(std::move(wanted));
  const bool over = ImGui::IsItemHovered();
  if (over) tooltip_beside(ui, ui.tr(tooltip));
  draw_text_centred(ImGui::GetWindowDrawList(), ui.fonts.ui_bold, {right.x - w / 2, right.y + ui.px(7)}, over ? ui.ink.link : ui.ink.faint,
                    sign);
  return right.x - w;
}

}  // namespace

float comparison_bar(Ui& ui, const Workspace& workspace, const ViewState& view, Requests& requests, ImVec2 at, float width) {
  const auto& comparison = view.cards.comparison;
  if (!comparison) return 0;
  const auto a = card_with(workspace, comparison.a), b = card_with(workspace, comparison.b);
  if (!a || !b) {
    requests.add<end_comparison>();
    return 0;
  }
  auto& canvas = canvas_of(ui);
  // Compared again only after a change.
  if (canvas.difference_of != workspace.pictures_version() || canvas.compared_a != comparison.a || canvas.compared_b != comparison.b) {
    canvas.difference = compare_cards(workspace, a, b);
    canvas.difference_of = workspace.pictures_version();
    canvas.compared_a = comparison.a;
    canvas.compared_b = comparison.b;
  }
  const float height = ui.px(30);
  auto* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(at, {at.x + width, at.y + height}, ui.ink.panel);
  list->AddLine({at.x, at.y + height}, {at.x + width, at.y + height}, ui.ink.line);
  help_term(ui, "card", "comparison", at, {at.x + width, at.y + height});
  ImGui::PushID("comparison");
  float right = at.x + width - ui.px(4);
  right = button(ui, requests, "end", "×", "End the comparison", {right, at.y}, request<end_comparison>());
  const bool hidden = hides_values(workspace, view, a.entry) || hides_values(workspace, view, b.entry);
  if (hidden || canvas.difference.kind == CardDifference::Kind::differ) {
    right = button(ui, requests, "next", "›", "Next difference", {right, at.y}, request<step_difference>(1));
    right = button(ui, requests, "previous", "‹", "Previous difference", {right, at.y}, request<step_difference>(-1));
  }
  ImGui::PopID();
  float x = at.x + ui.px(12);
  const auto title = fmt::format(fmt::runtime(ui.tr("{} vs {}:")), canvas.difference.a, canvas.difference.b);
  draw_text(list, ui.fonts.ui_bold, {x, at.y + ui.px(7)}, ui.ink.text, title);
  x += text_width(ui.fonts.ui_bold, title) + ui.px(8);
  const auto ink = hidden ? ui.ink.hint : canvas.difference.kind == CardDifference::Kind::same ? ui.ink.good : ui.ink.error;
  draw_fitted(list, ui, ui.fonts.ui, {x, at.y + ui.px(7)}, right - x - ui.px(8), ink,
              hidden ? ui.tr("hidden: predict first") : said_of(canvas.difference, *ui.texts));
  return height;
}

}  // namespace app
