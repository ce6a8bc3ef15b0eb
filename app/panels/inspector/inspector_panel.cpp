#include "app/panels/inspector/inspector_panel.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "app/actions/panels.hpp"
#include "app/actions/pointer.hpp"
#include "app/actions/predicting.hpp"
#include "app/panels/places.hpp"
#include "app/ui/widgets.hpp"

namespace app {

void nothing_to_show(Rows& rows, const char* why) {
  rows.gap(10);
  rows.words(rows.ui.tr(why), rows.ui.ink.faint);
}

std::string shown_name(const Workspace& workspace, int entry) {
  const auto& name = workspace.result(entry).name;
  return name.empty() ? fmt::format("{}", entry + 1) : name;
}

int inspected_entry(const Workspace& workspace, const ViewState& view) {
  const auto element = shown_element(workspace, view);
  const int entry = element ? element.entry : view.selected;
  return entry >= 0 && entry < static_cast<int>(workspace.evaluator().results().size()) && workspace.result(entry).evaluation ? entry : -1;
}

void verdict(Rows& rows, const EntryResult& result) {
  using Kind = algebra::Verdict::Kind;
  const auto& v = result.evaluation->verdict;
  const auto words = words_of(v, result.decided);
  if (!words) return;
  auto& ui = rows.ui;
  const float top = rows.y;
  rows.heading(ui.tr("Checked"));
  const auto contract = (*ui.texts)(words->contract);
  const bool long_one = text_width(ui.fonts.ui_small, contract) > rows.width;
  const float height = flow_text(rows.list, ui, {rows.x, rows.y}, rows.width, ui.ink.faint, ui.ink.chip, contract);
  const float w = long_one ? rows.width : text_width(ui.fonts.ui_small, contract) + ui.px(12);
  auto found = (*ui.texts)(words->found);
  if (v.kind == Kind::kept && v.checked == v.total) found += " ✓";
  // A pending result takes the place of the final one, so that nothing moves when it is found.
  auto whole = v;
  whole.kind = Kind::kept, whole.checked = v.total;
  const auto wide = v.kind == Kind::pending ? (*ui.texts)(words_of(whole, true)->found) + " ✓" : found;
  const bool beneath = w + text_width(ui.fonts.mono_small, wide) > rows.width;
  if (beneath) rows.y += height + ui.px(3);
  const float x = beneath ? rows.x : rows.x + w;
  draw_fitted(rows.list, ui, ui.fonts.mono_small, {x, rows.y}, rows.x + rows.width - x,
              v.kind == Kind::pending ? ui.ink.faint
              : v.kind == Kind::kept  ? ui.ink.good
                                      : ui.ink.error,
              found);
  rows.y += ui.fonts.mono_small.size + ui.px(5);
  help_term(ui, "inspector", "Checked", {rows.x, top}, {rows.x + rows.width, rows.y});
}

namespace {

/// Draws the tabs, with a triangle before them that folds the panel. A folded panel has no selected tab.
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
  // Over the table, the wheel scrolls the table.
  const ScrollArea part("inspector", {at.x + 1, at.y + bar + 1}, {size.x - 1, size.y - bar - 1},
                        state.in_table ? ImGuiWindowFlags_NoScrollWithMouse : 0);
  state.in_table = false;
  Rows rows(ui, part.list(), {at.x + ui.px(17), part.at().y + ui.px(4)}, part.width() - ui.px(34), "inspector");
  rows.bottom = at.y + size.y;
  const auto shown = shown_element(workspace, view);
  if (hides_values(workspace, view, shown && view.inspector.tab != InspectorTab::steps ? shown.entry : view.selected)) {
    nothing_to_show(rows, "The values of this entry are hidden: predict first.");
  } else switch (view.inspector.tab) {
      case InspectorTab::element: element_tab(rows, workspace, view, requests); break;
      case InspectorTab::properties: properties_tab(rows, workspace, view); break;
      case InspectorTab::steps: steps_tab(rows, workspace, view, requests); break;
      case InspectorTab::memory: memory_tab(rows, workspace, view, requests); break;
      case InspectorTab::code: code_tab(rows, workspace, view, requests); break;
    }
  rows.gap(6);
  rows.end();
}

}  // namespace app
