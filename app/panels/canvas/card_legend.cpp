#include "app/panels/canvas/card.hpp"

#include "app/actions/cards.hpp"
#include "app/ui/rows.hpp"
#include "app/ui/widgets.hpp"
#include "render/theme.hpp"

namespace app {

float draw_legend(const Ui& ui, const CanvasView* look, Requests* requests, std::int64_t card, const Picture& picture, ImVec2 at,
                  float width) {
  if (picture.legend.empty()) return 0;
  const auto& d = picture.diagram;
  const auto colours = render::fills_of(d, ui.theme_name);
  const auto& face = ui.fonts.ui_small;
  const auto heading = (*ui.texts)(picture.legend.heading);
  const float swatch = ui.px(11), line = face.size + ui.px(5), title = text_width(face, heading) + ui.px(10);
  Flow flow({at.x + title, at.y}, width - title, ui.px(12), line);
  const bool draws = look != nullptr;
  auto* list = draws ? ImGui::GetWindowDrawList() : nullptr;
  if (draws) draw_text(list, face, at, ui.ink.faint, heading);
  int number = 0;
  for (const auto& item : picture.legend.items) {
    const float w = swatch + ui.px(4) + text_width(face, item.keys);
    const auto from = flow.next(w);
    if (draws) {
      const auto colour_number = static_cast<int>(item.colour);
      const bool chosen = look->isolated_card == card && look->isolated_colour == colour_number;
      ImGui::PushID(number++);
      if (area("colour", {from.x - ui.px(2), from.y - ui.px(1)}, {w + ui.px(4), line}))
        requests->add<isolate_colour>(chosen ? std::int64_t{0} : card, chosen ? -1 : colour_number);
      const bool over = ImGui::IsItemHovered();
      ImGui::PopID();
      const float top = std::round(from.y + (face.size - swatch) / 2);
      list->AddRectFilled({from.x, top}, {from.x + swatch, top + swatch}, colour(colours[item.colour % colours.size()]), ui.px(2));
      compat::rectangle(list, {from.x, top}, {from.x + swatch, top + swatch}, chosen || over ? ui.ink.accent : ui.ink.fainter, ui.px(2),
                        chosen ? ui.px(2) : 1);
      draw_text(list, face, {from.x + swatch + ui.px(4), from.y}, chosen || over ? ui.ink.text : ui.ink.faint, item.keys);
    }
  }
  return flow.bottom() - at.y;
}

float legend_height(const Ui& ui, const Picture& picture, float width) {
  // With a null view, this only measures.
  return picture.legend.empty() ? 0 : draw_legend(ui, nullptr, nullptr, 0, picture, {}, width) + ui.px(8);
}

}  // namespace app
