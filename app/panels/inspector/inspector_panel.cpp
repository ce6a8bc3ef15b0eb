#include "app/panels/inspector/inspector_panel.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "app/actions/panels.hpp"
#include "app/actions/pointer.hpp"
#include "app/actions/predicting.hpp"
#include "app/panels/bars/help_card.hpp"
#include "app/panels/inspector/inspector_code.hpp"
#include "app/panels/inspector/inspector_element.hpp"
#include "app/panels/inspector/inspector_memory.hpp"
#include "app/panels/inspector/inspector_properties.hpp"
#include "app/panels/inspector/inspector_steps.hpp"
#include "app/panels/places.hpp"
#include "app/ui/widgets.hpp"

namespace app {

void Pen::heading(std::string_view text, float room) {
  y += ui.px(9);
  draw_fitted(list, ui, ui.fonts.ui_bold_small, {x, y}, room, ui.ink.faint, text);
  y += ui.fonts.ui_bold_small.size + ui.px(6);
}

void Pen::row(const Fact& fact, ImU32 ink) {
  const auto place = labelled((*ui.texts)(fact.label), (*ui.texts)(fact.value), ink);
  help_term(ui, "inspector", fact.label.key(), place.from, place.to);
}

void Pen::row(const char* term, std::string_view value, ImU32 ink) {
  const auto place = labelled(ui.tr(term), value, ink);
  help_term(ui, "inspector", term, place.from, place.to);
}

Rect Pen::labelled(std::string_view label, std::string_view value, ImU32 ink) {
  const float top = y;
  const float most = std::max(ui.px(96), width * 0.45f);
  const float drawn = draw_fitted(list, ui, ui.fonts.ui_small, {x, y}, most - ui.px(10), ui.ink.faint, label);
  const float column = std::max(ui.px(96), drawn + ui.px(10));
  const auto& face = ui.fonts.mono_small;
  // A value that is too long for the rest of the line goes on beneath, cut where it must be.
  std::size_t from = 0;
  do {
    std::size_t n = value.size() - from;
    while (n > 1 && text_width(face, value.substr(from, n)) > width - column) --n;
    if (from + n < value.size())
      if (const auto space = value.rfind(' ', from + n); space != std::string_view::npos && space > from) n = space + 1 - from;
    draw_text(list, face, {x + column, y}, ink, value.substr(from, n));
    from += n;
    y += face.size + ui.px(from < value.size() ? 0 : 5);
  } while (from < value.size());
  return {{x, top}, {x + width, y}};
}

void Pen::words(std::string_view text, ImU32 ink) { y += flow_text(list, ui, {x, y}, width, ink, ui.ink.chip, text) + ui.px(4); }

int inspected_entry(const Workspace& workspace, const ViewState& view) {
  const auto element = shown_element(workspace, view);
  const int entry = element ? element.entry : view.selected;
  return entry >= 0 && entry < static_cast<int>(workspace.evaluator().results().size()) && workspace.result(entry).evaluation ? entry : -1;
}

void verdict(Pen& pen, const EntryResult& result) {
  using Kind = algebra::Verdict::Kind;
  const auto& v = result.evaluation->verdict;
  const auto words = words_of(v, result.decided);
  if (!words) return;
  auto& ui = pen.ui;
  const float top = pen.y;
  pen.heading(ui.tr("Checked"));
  const auto contract = (*ui.texts)(words->contract);
  const bool long_one = text_width(ui.fonts.ui_small, contract) > pen.width;
  const float height = flow_text(pen.list, ui, {pen.x, pen.y}, pen.width, ui.ink.faint, ui.ink.chip, contract);
  const float w = long_one ? pen.width : text_width(ui.fonts.ui_small, contract) + ui.px(12);
  auto found = (*ui.texts)(words->found);
  if (v.kind == Kind::kept && v.checked == v.total) found += " ✓";
  // While it is looked for it stands where it will: nothing moves when it is found.
  auto whole = v;
  whole.kind = Kind::kept, whole.checked = v.total;
  const auto wide = v.kind == Kind::pending ? (*ui.texts)(words_of(whole, true)->found) + " ✓" : found;
  const bool beneath = w + text_width(ui.fonts.mono_small, wide) > pen.width;
  if (beneath) pen.y += height + ui.px(3);
  const float x = beneath ? pen.x : pen.x + w;
  draw_fitted(pen.list, ui, ui.fonts.mono_small, {x, pen.y}, pen.x + pen.width - x,
              v.kind == Kind::pending ? ui.ink.faint
              : v.kind == Kind::kept  ? ui.ink.good
                                      : ui.ink.error,
              found);
  pen.y += ui.fonts.mono_small.size + ui.px(5);
  help_term(ui, "inspector", "Checked", {pen.x, top}, {pen.x + pen.width, pen.y});
}

namespace {

/// The tabs, and before them the triangle that folds the panel; of a folded one, no tab is chosen.
void inspector_tabs(Ui& ui, const ViewState& view, Requests& requests, ImVec2 at, float width, float height) {
  const bool open = places_of(ui).is_open(Panel::inspector);
  const float fold = ui.px(26);
  const TabRow row{.labels = {ui.tr("Element"), ui.tr("Properties"), ui.tr("Steps"), ui.tr("Memory"), ui.tr("Code")},
                   .chosen = open ? static_cast<int>(view.inspector.tab) : -1,
                   .help = "inspector",
                   .large = true,
                   .right = !open,
                   .least_gap = 4,
                   .most_gap = 24};
  const auto drawn = tabs(ui, "inspector tabs", row, {at.x + fold + ui.px(4), at.y}, width - fold - ui.px(12), height);
  if (drawn.clicked >= 0) requests.add<show_inspector_tab>(static_cast<InspectorTab>(drawn.clicked));
  if (fold_heading(ui, "fold inspector", open, {}, {drawn.from - fold, at.y}, fold, height).clicked)
    requests.add<show_panel>(Panel::inspector, !open);
}

}  // namespace

float inspector_heading(const Ui& ui) { return ui.px(38); }

void inspector_panel(Ui& ui, const Workspace& workspace, const ViewState& view, Requests& requests, ImVec2 at, ImVec2 size) {
  auto* list = ImGui::GetWindowDrawList();
  const float bar = std::min(size.y, inspector_heading(ui));
  const bool open = places_of(ui).is_open(Panel::inspector);
  if (open) list->AddLine(at, {at.x, at.y + size.y}, ui.ink.line);
  auto& state = inspector_state(ui);
  const float tabs = open ? size.x : std::min(size.x, ui.px(380));
  inspector_tabs(ui, view, requests, {at.x + size.x - tabs, at.y}, tabs, bar);
  list->AddLine({at.x, at.y + bar}, {at.x + size.x, at.y + bar}, ui.ink.line);
  if (!open) return;
  ImGui::SetCursorScreenPos({at.x + 1, at.y + bar + 1});
  // Over the table the wheel turns the table.
  compat::begin_child("inspector", {size.x - 1, size.y - bar - 1}, state.in_table ? ImGuiWindowFlags_NoScrollWithMouse : 0);
  state.in_table = false;
  const auto origin = ImGui::GetCursorScreenPos();
  Pen pen{ui, ImGui::GetWindowDrawList(), at.x + ui.px(17), inner_width() - ui.px(34), origin.y + ui.px(4), at.y + size.y};
  const auto shown = shown_element(workspace, view);
  if (hides_values(workspace, view, shown && view.inspector.tab != InspectorTab::steps ? shown.entry : view.selected)) {
    pen.y += ui.px(10);
    pen.words(ui.tr("The values of this entry are hidden: predict first."), ui.ink.faint);
  } else switch (view.inspector.tab) {
      case InspectorTab::element: element_tab(pen, workspace, view, requests); break;
      case InspectorTab::properties: properties_tab(pen, workspace, view); break;
      case InspectorTab::steps: steps_tab(pen, workspace, view, requests); break;
      case InspectorTab::memory: memory_tab(pen, workspace, view, requests); break;
      case InspectorTab::code: code_tab(pen, workspace, view, requests); break;
    }
  ImGui::SetCursorScreenPos({at.x, pen.y + ui.px(6)});
  ImGui::Dummy({1, 1});
  ImGui::EndChild();
}

}  // namespace app
