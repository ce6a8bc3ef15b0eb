// The canvas of the map page: the same picture that is exported, and its mouse actions.

#include "app/panels/map/map_page.hpp"

#include "app/map/map_picture.hpp"
#include "app/ui/imgui_pen.hpp"
#include "app/ui/widgets.hpp"

namespace app {

void map_canvas(const MapPageView& v, ImVec2 at, ImVec2 size) {
  auto& ui = v.ui;
  auto* list = ImGui::GetWindowDrawList();
  ui.fill(list, at, {at.x + size.x, at.y + size.y}, ui.ink.page);
  const double scale = ui.scale, inset = 4;
  const ImVec2 from{at.x + ui.px(inset), at.y + ui.px(inset)};
  const MapPicture picture(v.story, v.look.choice, size.x / scale - 2 * inset, size.y / scale - 2 * inset);
  const bool clicked = area("map", at, size);
  const bool over = ImGui::IsItemHovered();
  help_here(ui, "map", at, {at.x + size.x, at.y + size.y});
  list->PushClipRect(at, {at.x + size.x, at.y + size.y}, true);
  ImGuiPen pen(ui, list, from);
  const auto shortened = picture.draw(pen, ui.theme(), ui.theme_name, *ui.texts);
  list->PopClipRect();
  if (!over) return;
  const auto mouse = ImGui::GetIO().MousePos;
  const double x = (mouse.x - from.x) / scale, y = (mouse.y - from.y) / scale;
  for (const auto& text : shortened)
    if (text.at.has(x, y)) hint(ui, text.whole);
  if (const auto place = picture.place_at(x, y)) {
    auto text = v.map.name(*place);
    const auto* node = v.map.node(place->tensor);
    if (node->column == MapColumn::shared) {
      if (const auto element = v.map.origin(*place, v.look.choice.moment + 1)) text += " = " + v.map.name(*element);
      text += "\n" + (*ui.texts)(algebra::message("bank {}", v.map.bank(*place)));
    } else if (node->column == MapColumn::registers) {
      if (const auto element = v.map.origin(*place, v.look.choice.moment + 1)) text += " = " + v.map.name(*element);
    }
    hint(ui, text);
    if (!clicked) return;
    auto choice = v.look.choice;
    const bool again = choice.pointed == place;
    choice.pointed = again ? std::nullopt : place;
    return v.go(choice);
  }
  if (const int arrow = picture.arrow_at(x, y); arrow >= 0 && clicked) {
    // The next moment of the arrow.
    const auto& moments = v.map.arrows()[static_cast<std::size_t>(arrow)].moments;
    const auto next = std::ranges::upper_bound(moments, v.look.choice.moment);
    v.go(next == moments.end() ? moments.front() : *next);
  }
}

}  // namespace app
