#include "app/panels/dialogs/keys_dialog.hpp"

#include "app/actions/looking.hpp"
#include "app/actions/saving.hpp"
#include "app/commands/commands.hpp"

namespace app {

void keys_dialog(Ui& ui, Requests& requests) {
  const auto size = ImGui::GetMainViewport()->Size;
  const float width = std::min(ui.px(860), size.x * 0.9f);
  compat::begin_child("keys", {width, std::min(ui.px(640), size.y * 0.8f)});
  const float inner = inner_width();
  auto* list = ImGui::GetWindowDrawList();
  for (const char* line :
       {"Type in the sheet: grids follow. Enter adds an entry, arrows move between entries.",
        "Point at an element to see it everywhere; click to pin it.",
        "Wheel over a large grid zooms, dragging pans, a double click shows all of it; Ctrl+wheel zooms a small one.",
        "The ring beside an entry shows or hides its card; the words at a card's top right choose its colours.",
        "In the GPU panel click a cell to isolate its thread, with Shift its warp, with Ctrl its block; the slider plays the requests.",
        "The edges between the panels can be dragged; a double click puts them back."}) {
    const auto at = ImGui::GetCursorScreenPos();
    const float h = flow_text(list, ui, {at.x + ui.px(12), at.y}, inner - ui.px(30), ui.ink.text, ui.ink.chip, ui.tr(line));
    list->AddCircleFilled({at.x + ui.px(4), at.y + ui.fonts.ui_small.size / 2}, ui.px(2), ui.ink.faint);
    ImGui::Dummy({inner - ui.px(20), h});
  }
  ImGui::Separator();
  std::size_t count = 0;
  for (const auto& c : commands()) count += c.shortcut.key != 0 ? 1 : 0;
  const auto from = ImGui::GetCursorScreenPos();
  const float row = ui.fonts.ui.size + ui.px(6), column = (inner - ui.px(20)) / 2;
  std::size_t i = 0;
  const std::size_t rows = (count + 1) / 2;
  for (const auto& c : commands()) {
    if (c.shortcut.key == 0) continue;
    const ImVec2 at{from.x + column * static_cast<float>(i / rows), from.y + row * static_cast<float>(i % rows)};
    draw_text(list, ui.fonts.ui, at, ui.ink.faint, to_string(c.shortcut));
    draw_fitted(list, ui, ui.fonts.ui, {at.x + ui.px(120), at.y}, column - ui.px(130), ui.ink.text, ui.tr(c.title));
    ++i;
  }
  ImGui::Dummy({2 * column, row * static_cast<float>(rows)});
  ImGui::EndChild();
  if (ImGui::Button(ui.tr("Close"))) requests.add<cancel_asked>();
  ImGui::SameLine();
  if (!ImGui::Button(ui.tr("A tour in five steps"))) return;
  requests.add<close_dialog>();
  requests.command("help.tour");
}

}  // namespace app
