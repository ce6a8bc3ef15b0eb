#include "app/panels/text_button.hpp"

namespace app {

bool text_button(const Ui& ui, const Face& face, const char* id, std::string_view label, ImVec2 at, Pointed pointed) {
  const float width = text_width(face, label);
  ImGui::SetCursorScreenPos(at);
  const bool clicked = ImGui::InvisibleButton(id, {width, face.size + ui.px(3)});
  const bool hovered = ImGui::IsItemHovered();
  auto* list = ImGui::GetWindowDrawList();
  draw_text(list, face, at, hovered && pointed == Pointed::accent ? ui.ink.accent : ui.ink.link, label);
  if (hovered && pointed == Pointed::underlined) list->AddLine({at.x, at.y + face.size}, {at.x + width, at.y + face.size}, ui.ink.link);
  return clicked;
}

}  // namespace app
