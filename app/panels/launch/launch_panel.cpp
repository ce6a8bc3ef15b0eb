#include "app/panels/launch/launch_panel.hpp"

#include <algorithm>
#include <array>
#include <string>

#include <fmt/format.h>

#include "app/actions/launching.hpp"
#include "app/actions/panels.hpp"
#include "app/actions/predicting.hpp"
#include "app/panels/launch/launch_view.hpp"
#include "app/panels/places.hpp"
#include "app/ui/rows.hpp"
#include "app/ui/widgets.hpp"

namespace app {
namespace {

/// A button in a message: its text, and its request. Without a text there is none.
struct Runs {
  const char* text = nullptr;
  void (*request)(Requests&) = nullptr;
};

/// Draws a message in the middle of the panel: title, reason, and what to do.
void message(Ui& ui, Requests& requests, ImVec2 at, ImVec2 size, const char* title, const std::string& why, const char* what_to_do,
             const Runs& runs, ImU32 colour) {
  // A message that is too long for the panel scrolls.
  const ScrollArea part("message", {at.x, at.y + 1}, {size.x, size.y - 1});
  const float width = std::min(part.width() - ui.px(24), ui.px(460)), pad = ui.px(14);
  const auto write = [&](Rows& rows) {
    rows.line(ui.fonts.ui_bold, title, colour, 6);
    rows.words(why, ui.ink.text, 6, ui.ink.panel);
    rows.words(what_to_do, ui.ink.text, runs.text != nullptr ? 8 : 0, ui.ink.panel);
    if (runs.text != nullptr && rows.chip_row("run", ui.tr(runs.text), ui.fonts.ui_small, 8)) runs.request(requests);
  };
  const float height = 2 * pad + height_of_rows(ui, width - 2 * pad, write);
  const ImVec2 a{part.at().x + std::max(0.0f, (part.width() - width) / 2), part.at().y + std::max(ui.px(8), (size.y - height) / 2)};
  part.list()->AddRectFilled(a, {a.x + width, a.y + height}, ui.ink.error_back, ui.px(8));
  Rows rows(ui, part.list(), {a.x + pad, a.y + pad}, width - 2 * pad);
  write(rows);
  rows.y += pad;
  rows.end();
}

struct MemoryView {
  const char* label;
  void (*draw)(const LaunchView&, ImVec2, ImVec2);
};
constexpr std::array views{MemoryView{"Memory", lines_view}, MemoryView{"Banks", banks_view}, MemoryView{"Requests", requests_view},
                           MemoryView{"Source", source_view}};  // in the order of MemoryTab

/// Draws the choice between loads and stores: a copy accesses different places with each, and shared memory serves some loads faster than
/// stores.
void side_choice(const LaunchView& v, float right, float y) {
  auto& ui = v.ui;
  const char* term = v.loads ? "loads" : "stores";
  const char* label = ui.tr(term);
  const auto& face = ui.fonts.ui_small;
  ImGui::SetCursorScreenPos({right - text_width(face, label) - ui.px(14), y});
  if (chip(ui, "side", label, face)) v.requests.add<show_stores>(!v.view.playback.stores);
  help_term(ui, "launch", term);
}

void trace_view(const LaunchView& v, ImVec2 at, ImVec2 size) {
  auto& ui = v.ui;
  transport(v, {at.x, at.y + ui.px(10)}, size.x);
  const ImVec2 grid_at{at.x, at.y + ui.px(36)};
  const ImVec2 room{std::min(size.x * 0.45f, size.x - ui.px(260)), size.y - ui.px(46)};
  const float x = grid_at.x + trace_grid(v, grid_at, room) + ui.px(20);
  const float width = at.x + size.x - x - ui.px(12);
  memory_views(v, {x, grid_at.y}, {width, room.y});
}

/// Draws the folded panel: the heading, and what the panel would show.
void folded(Ui& ui, const Workspace& workspace, Requests& requests, ImVec2 at, ImVec2 size) {
  const auto& face = ui.fonts.ui_small;
  const char* title = ui.tr("Run on the GPU");
  const auto& launch = workspace.sheet().launch;
  const bool wrong = !launch.empty() && !workspace.launch() && !workspace.asks_to_run();
  const auto said = launch.empty()        ? std::string(ui.tr("which thread touches which element"))
                    : !workspace.launch() ? (*ui.texts)(workspace.launch().error())
                                          : fmt::format("{} · {} · {}", launch.tensor, launch.tile, launch.threads);
  const auto heading = fold_heading(ui, "fold gpu", false, title, at, size.x, size.y);
  if (heading.clicked) requests.add<show_panel>(Panel::gpu, true);
  const float x = heading.words + text_width(ui.fonts.ui_bold_small, title) + ui.px(14);
  draw_fitted(ImGui::GetWindowDrawList(), ui, face, {x, at.y + (size.y - face.size) / 2}, at.x + size.x - x - ui.px(12),
              wrong ? ui.ink.error : ui.ink.faint, said);
}

}  // namespace

void memory_views(const LaunchView& v, ImVec2 at, ImVec2 size) {
  auto& ui = v.ui;
  const auto& face = ui.fonts.ui_small;
  const auto shown = tab_of(v.view.playback, v.plan);
  TabRow row{.chosen = static_cast<int>(shown), .help = "launch.memory"};
  float sum = 0;
  for (const auto& one : views) sum += text_width(face, row.labels.emplace_back(ui.tr(one.label)));
  const bool sided = v.two_sided && (shown == MemoryTab::banks || shown == MemoryTab::requests);
  const float bar = face.size + ui.px(8), chip_width = ui.px(60);
  // Beside the tabs if there is room, else below them.
  const bool beside = sided && sum + ui.px(row.least_gap) * static_cast<float>(views.size()) + chip_width <= size.x;
  help_here(ui, fmt::format("launch.memory.{}", row.chosen), at, {at.x + size.x, at.y + size.y});
  const int clicked = tabs(ui, "memory tabs", row, {at.x, at.y - ui.px(3)}, size.x - (beside ? chip_width : 0), bar).clicked;
  if (clicked >= 0) v.requests.add<show_memory_tab>(static_cast<MemoryTab>(clicked));
  float head = bar + ui.px(4);
  if (sided) side_choice(v, at.x + size.x, beside ? at.y - ui.px(3) : at.y + bar);
  if (sided && !beside) head += bar;
  if (size.y - head > ui.px(40)) views[static_cast<std::size_t>(shown)].draw(v, {at.x, at.y + head}, {size.x, size.y - head});
}

namespace {

/// Draws the playback, or the reason why there is none.
void playback_part(Ui& ui, const Workspace& workspace, const ViewState& view, Requests& requests, ImVec2 at, ImVec2 size) {
  const auto failure = ui.trace != nullptr ? ui.trace->failure() : algebra::Message{};
  if (workspace.sheet().launch.empty()) {
    flow_text(ImGui::GetWindowDrawList(), ui, {at.x, at.y + ui.px(14)}, size.x - ui.px(16), ui.ink.faint, ui.ink.panel,
              ui.tr("Name a tensor, a tile and threads: the kernel runs as soon as they make a launch."));
  } else if (hides_launch(workspace, view)) {
    flow_text(ImGui::GetWindowDrawList(), ui, {at.x, at.y + ui.px(14)}, size.x - ui.px(16), ui.ink.hint, ui.ink.panel,
              ui.tr("The values of the launch's tensor are hidden: predict first."));
  } else if (workspace.asks_to_run()) {
    message(ui, requests, at, size, ui.tr("Run the launch that came with the link?"), (*ui.texts)(workspace.launch().error()),
            ui.tr("A link may come from anyone: check the fields before you run it."),
            {"Run it", [](Requests& r) { r.add<allow_launch>(); }}, ui.ink.text);
  } else if (!workspace.launch()) {
    message(ui, requests, at, size, ui.tr("This launch cannot run"), (*ui.texts)(workspace.launch().error()),
            ui.tr("Change its fields; the launch runs by itself as soon as they make one."), {}, ui.ink.error);
  } else if (!failure.empty()) {
    message(ui, requests, at, size, ui.tr("The launch did not run"), (*ui.texts)(failure),
            ui.tr("The sheet is as it was. Change the launch, or run it again."),
            {"Run again", [](Requests& r) { r.add<&Workspace::run_again>(); }}, ui.ink.error);
  } else {
    trace_view({ui, workspace, view, requests, *workspace.launch()}, at, size);
  }
}

/// Draws one of the three parts, selected by tabs, if they do not fit side by side.
void narrow_panel(Ui& ui, const Workspace& workspace, const ViewState& view, Requests& requests, ImVec2 at, ImVec2 size) {
  const TabRow row{.labels = {ui.tr("Run on the GPU"), ui.tr("Playback"), report_title(ui)},  // in the order of LaunchPart
                   .chosen = static_cast<int>(view.playback.part),
                   .bold = true,
                   .least_gap = 8,
                   .most_gap = 16};
  const float bar = ui.px(33);
  auto* list = ImGui::GetWindowDrawList();
  const auto fold = fold_heading(ui, "fold gpu", true, {}, at, ui.px(26), bar);
  if (fold.clicked) requests.add<show_panel>(Panel::gpu, false);
  const float x = fold.words + ui.px(4);
  const int clicked = tabs(ui, "parts", row, {x, at.y}, at.x + size.x - ui.px(8) - x, bar).clicked;
  if (clicked >= 0) requests.add<show_launch_part>(static_cast<LaunchPart>(clicked));
  list->AddLine({at.x, at.y + bar}, {at.x + size.x, at.y + bar}, ui.ink.line);
  at.y += bar;
  size.y -= bar;
  switch (view.playback.part) {
    case LaunchPart::form: return launch_form(ui, workspace, view, requests, at, {std::min(size.x, ui.px(420)), size.y}, false);
    case LaunchPart::playback: return playback_part(ui, workspace, view, requests, {at.x + ui.px(12), at.y}, {size.x - ui.px(12), size.y});
    case LaunchPart::report: return report_view(ui, workspace, requests, at, {std::min(size.x, ui.px(420)), size.y});
  }
}

}  // namespace

void launch_panel(Ui& ui, const Workspace& workspace, const ViewState& view, Requests& requests, ImVec2 at, ImVec2 size) {
  auto* list = ImGui::GetWindowDrawList();
  list->AddLine(at, {at.x + size.x, at.y}, ui.ink.line);
  if (!places_of(ui).is_open(Panel::gpu)) return folded(ui, workspace, requests, at, size);
  ImGui::PushID("gpu");  // the inspector has tabs of the same names
  if (size.x < ui.px(880)) {
    narrow_panel(ui, workspace, view, requests, at, size);
  } else {
    const float form = std::clamp(size.x * 0.207f, ui.px(240), ui.px(270)), side = std::clamp(size.x * 0.2f, ui.px(244), ui.px(250));
    launch_form(ui, workspace, view, requests, at, {form, size.y}, true);
    list->AddLine({at.x + form, at.y}, {at.x + form, at.y + size.y}, ui.ink.line);
    playback_part(ui, workspace, view, requests, {at.x + form + ui.px(16), at.y}, {size.x - form - side - ui.px(16), size.y});
    list->AddLine({at.x + size.x - side, at.y}, {at.x + size.x - side, at.y + size.y}, ui.ink.line);
    report_view(ui, workspace, requests, {at.x + size.x - side, at.y}, {side, size.y});
  }
  ImGui::PopID();
}

}  // namespace app
