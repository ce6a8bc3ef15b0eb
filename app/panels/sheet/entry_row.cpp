#include "app/panels/sheet/sheet_parts.hpp"

#include <algorithm>
#include <span>

#include <fmt/format.h>

#include "algebra/language/summary.hpp"
#include "app/actions/cards.hpp"
#include "app/actions/entry_source.hpp"
#include "app/actions/pointer.hpp"
#include "app/actions/predicting.hpp"
#include "app/actions/sheet_edits.hpp"
#include "app/actions/slides.hpp"
#include "app/actions/typing.hpp"
#include "app/document/facts.hpp"
#include "app/document/link_graph.hpp"
#include "app/figures/entry_actions.hpp"
#include "app/ui/rows.hpp"
#include "app/ui/widgets.hpp"

namespace app {
namespace {

constexpr std::string_view dot = " · ";

/// Draws "a · b · c" broken at the dots, on two lines at most. Each fact is a term for F1.
void fact_lines(Rows& rows, const std::vector<algebra::Message>& facts) {
  auto& ui = rows.ui;
  const auto& face = ui.fonts.mono_small;
  const float top = rows.y, right = rows.x + rows.width;
  float x = rows.x;
  for (const auto& fact : facts) {
    const auto words = (*ui.texts)(fact);
    float before = x > rows.x ? text_width(face, dot) : 0;
    if (const bool first_line = rows.y == top; first_line && x > rows.x && x + before + text_width(face, words) > right) {
      x = rows.x;
      rows.y += face.size;
      before = 0;
    }
    const float room = right - x;
    if (room < text_width(face, "…")) break;
    const auto text = std::string(before > 0 ? dot : std::string_view()) + words;
    const float drawn = draw_fitted(rows.list, ui, face, {x, rows.y}, room, ui.ink.faint, text);
    help_term(ui, "fact", fact_term(fact), {x + before, rows.y}, {x + drawn, rows.y + face.size});
    x += drawn;
    if (drawn < text_width(face, text)) break;
  }
  rows.y += face.size;
}

/// Draws hints at likely mistakes, with suggested expressions that a click adds as entries.
void hint_texts(Rows& rows, Requests& requests, int index, const std::vector<algebra::Diagnostic>& hints) {
  auto& ui = rows.ui;
  int number = 0;
  for (const auto& hint : hints) {
    rows.gap(2);
    rows.words((*ui.texts)(hint.problem.message), ui.ink.hint, hint.problem.suggestions.empty() ? 0 : 3);
    for (const auto& suggestion : hint.problem.suggestions)
      if (rows.chip_row(fmt::format("h{}", number++).c_str(), suggestion, ui.fonts.mono_small))
        requests.add<add_suggested>(index, suggestion);
  }
}

/// Draws a problem and the nearest inputs that work.
void problem_text(Rows& rows, Requests& requests, int index, const algebra::Diagnostic& diagnostic) {
  auto& ui = rows.ui;
  const auto& problem = diagnostic.problem;
  const auto said =
      problem.suggestions.empty() ? problem.message : algebra::message("{} {}", problem.message, algebra::Message("Nearest that work:"));
  rows.words((*ui.texts)(said), ui.ink.error, 3);
  if (problem.suggestions.empty()) return;
  const auto offered = std::span(problem.suggestions).first(std::min<std::size_t>(6, problem.suggestions.size()));
  if (const int clicked = rows.chips("suggestions", offered, ui.fonts.mono_small); clicked >= 0)
    requests.add<replace_text>(index, diagnostic.span, offered[static_cast<std::size_t>(clicked)]);
}

/// Draws the value, its facts, or the problem.
void below_text(Rows& rows, const Workspace& workspace, const ViewState& view, Requests& requests, int index) {
  auto& ui = rows.ui;
  const auto& result = workspace.result(index);
  if (result.problem) return problem_text(rows, requests, index, *result.problem);
  if (!result.evaluation) return;
  if (hides_values(workspace, view, index)) {
    rows.chip_row("hidden", ui.tr("hidden: predict first"), ui.fonts.ui_small, 8);
    return;
  }
  const auto& e = *result.evaluation;
  const auto marks = marks_of(workspace);
  const bool made = !e.made_by.operation.empty(), is_tensor = std::holds_alternative<algebra::Tensor>(e.value);
  if (made) {
    const auto& face = ui.fonts.mono_small;
    auto value = algebra::to_string(e.value, marks);
    float x = rows.x;
    if (const auto* tensor = std::get_if<algebra::Tensor>(&e.value);
        tensor != nullptr && !tensor->coordinate && !tensor->outer && !tensor->descriptors) {
      const auto offset = fmt::format("+{} ", tensor->offset);
      draw_text(rows.list, face, {x, rows.y}, ui.ink.faint, offset);
      help_term(ui, "fact", "offset", {x, rows.y}, {x + text_width(face, offset), rows.y + face.size});
      x += text_width(face, offset);
      value = algebra::to_string(tensor->layout, marks);
    }
    draw_fitted(rows.list, ui, face, {x, rows.y}, rows.x + rows.width - x, ui.ink.text, value);
    rows.y += face.size + ui.px(1);
  }
  if (const auto facts = made && is_tensor ? facts_beneath_tensor(result) : facts_of(result); !facts.empty()) {
    // The reason why something does not hold is a sentence, which needs room.
    if (std::holds_alternative<algebra::Truth>(e.value)) rows.words((*ui.texts)(algebra::Message::list(facts)), ui.ink.faint, 0);
    else fact_lines(rows, facts);
  }
  hint_texts(rows, requests, index, e.hints);
}

/// Draws the ring that shows or hides the card and, on the row under the pointer, a cross that deletes the entry.
void row_buttons(Ui& ui, Requests& requests, int index, const Entry& entry, bool has_card, ImVec2 centre, bool hovered) {
  auto* list = ImGui::GetWindowDrawList();
  const float r = ui.px(5);
  if (has_card) {
    if (area("eye", {centre.x - ui.px(9), centre.y - ui.px(9)}, {ui.px(18), ui.px(18)})) requests.add<show_or_hide_card>(index);
    if (ImGui::IsItemHovered()) tooltip_beside(ui, ui.tr(entry.visible ? "Hide the card" : "Show the card"));
    help_term(ui, "sheet", "ring");
    list->AddCircle(centre, r, ui.ink.fainter, 0, ui.px(1.2f));
    if (entry.visible) list->AddCircleFilled(centre, ui.px(3), ui.ink.fainter);
  }
  if (!hovered) return;
  const ImVec2 cross{centre.x - ui.px(22), centre.y};
  if (area("delete", {cross.x - ui.px(8), cross.y - ui.px(8)}, {ui.px(16), ui.px(16)})) requests.add<delete_entry>(index);
  const bool over = ImGui::IsItemHovered();
  if (over) tooltip_beside(ui, ui.tr("Delete this entry"));
  draw_cross(list, cross, ui.px(3.5f), over ? ui.ink.error : ui.ink.fainter, ui.px(1.4f));
}

/// Draws a mark before the line's number if the entry has the pointed element or is linked to it; a ring for a place or an owner.
void linked_mark(const Ui& ui, const Workspace& workspace, const ViewState& view, int index, ImVec2 centre) {
  const auto* mark = shown_element(workspace, view) ? linked(workspace, view).in(index) : nullptr;
  if (mark == nullptr) return;
  auto* list = ImGui::GetWindowDrawList();
  if (mark->role == Role::owner) list->AddCircleFilled(centre, ui.px(2.5f), ui.ink.accent);
  else if (mark->role == Role::place) list->AddCircle(centre, ui.px(2.5f), ui.ink.pin, 0, ui.px(1.2f));
  else list->AddCircleFilled(centre, ui.px(2.5f), ui.ink.pin);
}

/// Draws the verdict on the operation's contract below the line's number: ≈ for a sample, ? if nothing could be checked.
void verdict_mark(Ui& ui, const EntryResult& result, ImVec2 right) {
  const auto& v = result.evaluation->verdict;
  const bool kept = v.kind == algebra::Verdict::Kind::kept, open = v.kind == algebra::Verdict::Kind::pending;
  if (!kept && !open) return;
  draw_text_right(ImGui::GetWindowDrawList(), ui.fonts.mono_tiny, right, kept ? ui.ink.good : ui.ink.fainter, verdict_sign(result));
  const float w = ui.px(14);
  help_term(ui, "sheet", "Checked", {right.x - w, right.y}, {right.x, right.y + ui.fonts.mono_tiny.size});
  const ImVec2 from{right.x - w, right.y}, to{right.x, right.y + ui.fonts.mono_tiny.size};
  if (!ImGui::IsMouseHoveringRect(from, to) || !ImGui::IsWindowHovered()) return;
  tooltip_beside(ui, from, to, (*ui.texts)(words_of(v, result.decided)->sentence).c_str());
}

/// Shows the entry's place in its program over its number.
void source_place(const Ui& ui, const EntrySource& source, ImVec2 at) {
  const ImVec2 from{at.x, at.y + ui.px(7)}, to{at.x + ui.px(27), at.y + ui.px(11) + ui.fonts.mono_tiny.size};
  if (source.line == 0 || !ImGui::IsMouseHoveringRect(from, to) || !ImGui::IsWindowHovered() || ImGui::IsMouseDown(0)) return;
  tooltip_beside(ui, from, to, place_words(source, *ui.texts).c_str());
}

/// Handles the margin with the number, by which the row is dragged to another place.
void row_handle(Ui& ui, int index, ImVec2 at, float height, bool hovered) {
  auto& panel = panel_of(ui);
  area("move", at, {ui.px(27), std::max(ui.px(8), height - ui.px(2))});
  if (ImGui::IsItemActivated()) panel.moved = index, panel.moving = false;
  if (panel.moved == index && ImGui::IsMouseDragging(0, ui.px(3))) panel.moving = true;
  if ((ImGui::IsItemHovered() && hovered) || (panel.moved == index && panel.moving)) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeNS);
  if (!hovered || (panel.moved >= 0 && panel.moved != index)) return;
  // Six dots show that the row can be dragged.
  const float x = at.x + ui.px(7), y = at.y + ui.px(17);
  for (int i = 0; i < 6; ++i)
    ImGui::GetWindowDrawList()->AddCircleFilled(
        {x + ui.px(3.5f) * static_cast<float>(i % 2), y + ui.px(3.5f) * static_cast<float>(i / 2 - 1)}, ui.px(1), ui.ink.fainter);
}

}  // namespace

float entry_row(Ui& ui, const Workspace& workspace, const ViewState& view, Requests& requests, int index, int number, ImVec2 at,
                float width) {
  const auto& entry = workspace.sheet().entries[static_cast<std::size_t>(index)];
  const auto& result = workspace.result(index);
  auto& panel = panel_of(ui);
  auto* list = ImGui::GetWindowDrawList();
  // Widths in points: at the left the number's margin, at the right the cross and the ring.
  constexpr float margin = 32, buttons = 54;
  // Entries within a loop or branch of a kernel are indented.
  const float inset = ui.px(margin + 14 * static_cast<float>(std::min<std::size_t>(result.depth.value_or(0), 8)));
  const Row row{at, width, at.x + inset, width - inset - ui.px(buttons)};
  ImGui::PushID(index);
  list->ChannelsSplit(2);
  list->ChannelsSetCurrent(1);

  float y = at.y + ui.px(result.is_note ? 9 : 8);
  const bool note_at_rest = result.is_note && panel_of(ui).active_entry != index && view.focus_entry != index;
  if (note_at_rest) {
    const auto words = std::string_view(entry.text).substr(entry.text.find('#') + 1);
    const float h = flow_text(list, ui, {row.text_x, y}, width - ui.px(margin + 20), ui.ink.faint, 0, words);
    if (area("note", {row.text_x, y}, {row.text_width, h})) requests.add<type_in_entry>(index);
    y += h;
  } else {
    if (entry_text(ui, workspace, view, requests, index, row, y)) panel_of(ui).active_entry = index;
    else if (panel_of(ui).active_entry == index && view.focus_entry != index) panel_of(ui).active_entry = -1;
    y += ui.fonts.mono.size + ui.px(1);
    if (!result.is_note) {
      Rows rows(ui, list, {row.text_x, y}, width - ui.px(margin + 36));
      below_text(rows, workspace, view, requests, index);
      y = rows.y;
    }
  }
  y += ui.px(result.is_note ? 3 : 9);
  if (panel.offer.entry == index) panel.offer.below = {row.text_x, y};
  const ImVec2 end{at.x + width, y};
  const bool hovered = ImGui::IsWindowHovered(ImGuiHoveredFlags_AllowWhenBlockedByActiveItem) && ImGui::IsMouseHoveringRect(at, end);
  row_handle(ui, index, at, y - at.y, hovered);
  source_place(ui, entry.source, at);
  if (!result.is_note) {
    draw_text_right(list, ui.fonts.mono_tiny, {at.x + ui.px(25), at.y + ui.px(9)}, ui.ink.fainter, fmt::format("{}", number));
    linked_mark(ui, workspace, view, index, {at.x + ui.px(7.5f), at.y + ui.px(9) + ui.fonts.mono_tiny.size / 2});
    if (result.evaluation) verdict_mark(ui, result, {at.x + ui.px(25), at.y + ui.px(12) + ui.fonts.mono.size});
  }
  if (entry.times > 1)
    draw_text_right(list, ui.fonts.mono_tiny, {at.x + width - ui.px(12), at.y + ui.px(14) + ui.fonts.mono.size}, ui.ink.faint,
                    fmt::format("×{}", entry.times));
  row_buttons(ui, requests, index, entry, draws_card(result), {at.x + width - ui.px(21), at.y + ui.px(8) + ui.fonts.mono.size / 2},
              hovered && !panel.moving);
  if (hovered && ImGui::IsMouseClicked(0)) {
    panel.pressed_here = true;
    const auto how = choice_by_keys();
    // A press on a number may become a drag. In a field that is being typed in, Shift selects text.
    const bool waits = panel.drag.entry == index && how != Choose::only;
    if (!waits && (panel_of(ui).active_entry != index || how == Choose::toggle)) requests.add<choose_entry>(index, how);
  }

  list->ChannelsSetCurrent(0);
  const bool chosen = is_chosen(workspace, view, index);
  if ((view.selected == index && !result.is_note) || chosen) list->AddRectFilled(at, end, ui.ink.selected_back);
  if (view.selected == index && !result.is_note) list->AddRectFilled(at, {at.x + ui.px(3), end.y}, ui.ink.accent);
  if (chosen) {
    const auto& all = view.sheet_view.chosen;
    const auto place = std::find(all.begin(), all.end(), index) - all.begin() + 1;
    list->AddRectFilled(at, {at.x + ui.px(3), end.y}, ui.ink.accent);
    const ImVec2 badge{end.x - ui.px(21), at.y + ui.px(26) + ui.fonts.mono.size / 2};
    list->AddCircleFilled(badge, ui.px(7), ui.ink.accent);
    list->ChannelsSetCurrent(1);
    draw_text_centred(list, ui.fonts.mono_tiny, {badge.x, badge.y - ui.fonts.mono_tiny.size / 2}, ui.ink.accent_text,
                      fmt::format("{}", place));
    list->ChannelsSetCurrent(0);
  }
  if (!result.is_note) list->AddLine({at.x, end.y - 0.5f}, {end.x, end.y - 0.5f}, ui.ink.line);
  list->ChannelsMerge();
  ImGui::PopID();
  return y - at.y;
}

}  // namespace app
