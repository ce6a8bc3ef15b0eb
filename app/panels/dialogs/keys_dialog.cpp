#include "app/panels/dialogs/dialogs.hpp"

#include <algorithm>
#include <vector>

#include "app/actions/looking.hpp"
#include "app/actions/saving.hpp"
#include "app/commands/commands.hpp"
#include "app/ui/lists.hpp"
#include "app/ui/rows.hpp"
#include "app/ui/widgets.hpp"

namespace app {

void keys_dialog(Ui& ui, Requests& requests, bool first) {
  const auto size = ImGui::GetMainViewport()->Size;
  const float width = std::min(ui.px(860), size.x * 0.9f), height = std::min(ui.px(640), size.y * 0.8f);
  {
    const ScrollArea part("keys", ImGui::GetCursorScreenPos(), {width, height});
    scroll_by_keys(ui, true);
    Rows rows(ui, part.list(), {part.at().x + ui.px(12), part.at().y}, part.width() - ui.px(30));
    for (const char* line :
         {"Type in the sheet: grids follow. Enter adds an entry, arrows move between entries.",
          "Point at an element to see it everywhere; click to pin it.",
          "Wheel over a large grid zooms, dragging pans, a double click shows all of it; Ctrl+wheel zooms a small one.",
          "The ring beside an entry shows or hides its card; the words at a card's top right choose its colours.",
          "In the GPU panel click a cell to isolate its thread, with Shift its warp, with Ctrl its block; the slider plays the requests.",
          "The edges between the panels can be dragged; a double click puts them back."}) {
      rows.list->AddCircleFilled({rows.x - ui.px(8), rows.y + ui.fonts.ui_small.size / 2}, ui.px(2), ui.ink.faint);
      rows.words(ui.tr(line), ui.ink.text, 6);
    }
    ImGui::SetCursorScreenPos({part.at().x, rows.y});
    ImGui::Separator();
    rows.gap(4);
    std::vector<const Command*> with_keys;
    for (const auto& c : commands())
      if (c.shortcut.key != 0) with_keys.push_back(&c);
    const float row = ui.fonts.ui.size + ui.px(6), column = (part.width() - ui.px(20)) / 2;
    const std::size_t half = (with_keys.size() + 1) / 2;
    for (std::size_t i = 0; i < with_keys.size(); ++i) {
      const ImVec2 at{part.at().x + column * static_cast<float>(i / half), rows.y + row * static_cast<float>(i % half)};
      draw_text(rows.list, ui.fonts.ui, at, ui.ink.faint, to_string(with_keys[i]->shortcut));
      draw_fitted(rows.list, ui, ui.fonts.ui, {at.x + ui.px(120), at.y}, column - ui.px(130), ui.ink.text, ui.tr(with_keys[i]->title));
    }
    rows.y += row * static_cast<float>(half);
    rows.end();
  }
  Buttons button(ui, first);
  if (button("Close")) requests.add<cancel_asked>();
  if (!button("A tour in five steps")) return;
  requests.add<close_dialog>();
  requests.command("help.tour");
}

}  // namespace app
