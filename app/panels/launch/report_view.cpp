#include "app/panels/launch/launch_view.hpp"

#include <fmt/format.h>

#include "app/actions/launch_report.hpp"
#include "app/ui/menus.hpp"
#include "app/ui/rows.hpp"

namespace app {
const char* report_title(const Ui& ui) {
  const bool on_gpu = ui.trace != nullptr && ui.trace->path() != gpu::Path::cpu;
  return ui.tr(on_gpu ? "What the hardware saw" : "What the CPU found");
}

void report_view(Ui& ui, const Workspace& workspace, Requests& requests, ImVec2 at, ImVec2 size) {
  auto* list = ImGui::GetWindowDrawList();
  help_here(ui, "launch.report", at, {at.x + size.x, at.y + size.y});
  const float inset = ui.px(14), head = ui.px(33);
  const bool there = workspace.launch() && ui.trace != nullptr && ui.trace->report();
  const auto copy = fmt::format("{} ▾", ui.tr("Copy"));
  const float copy_width = text_width(ui.fonts.ui_small, copy) + ui.px(14);
  draw_fitted(list, ui, ui.fonts.ui_bold_small, {at.x + inset, at.y + ui.px(11)}, size.x - 2 * inset - copy_width - ui.px(6), ui.ink.text,
              report_title(ui));
  if (!there) return;
  const auto& report = *ui.trace->report();
  ImGui::SetCursorScreenPos({at.x + size.x - inset - copy_width, at.y + ui.px(8)});
  if (chip(ui, "copy report", copy, ui.fonts.ui_small)) ImGui::OpenPopup("copy report menu");
  if (const Popup popup(ui, "copy report menu"); popup) {
    if (menu_item(ui, ui.tr("As text"))) ImGui::SetClipboardText(gpu::report_text(workspace.launch()->launch, report, *ui.texts).c_str());
    if (menu_item(ui, ui.tr("As JSON"))) ImGui::SetClipboardText(gpu::report_json(workspace.launch()->launch, report).c_str());
  }
  const ScrollArea part("report", {at.x + 1, at.y + head}, {size.x - 1, size.y - head});
  Rows rows(ui, part.list(), {at.x + inset, part.at().y + ui.px(3)}, part.width() - 2 * inset, "report", Values::at_the_right);
  rows.tell(report_rows(*workspace.launch(), report, ui.trace->busy(), *ui.texts), requests);
  rows.end();
}

}  // namespace app
