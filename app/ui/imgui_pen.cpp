#include "app/ui/imgui_pen.hpp"

#include <algorithm>

namespace app {

void ImGuiPen::fill_rect(double x, double y, double width, double height, render::Rgb c) {
  list_->AddRectFilled(place(x, y), place(x + width, y + height), colour(c));
}

void ImGuiPen::lines(std::span<const render::Segment> all, render::Rgb c, double width) {
  const float thick = std::max(1.0f, static_cast<float>(width) * ui_.scale);
  for (const auto& s : all) list_->AddLine(place(s.x0, s.y0), place(s.x1, s.y1), colour(c), thick);
}

void ImGuiPen::text(double x, double baseline, std::string_view words, const render::TextStyle& style) {
  auto face = style.font == render::Font::mono        ? ui_.fonts.mono_tiny
              : style.font == render::Font::sans_bold ? ui_.fonts.ui_bold_small
                                                      : ui_.fonts.ui_small;
  // ImGui's size is the height of a line; a pen's is the em.
  constexpr float line = 1.21f, mono_line = 1.32f, above = 0.80f;
  face.size = static_cast<float>(style.size) * ui_.scale * (style.font == render::Font::mono ? mono_line : line);
  auto at = place(x, baseline);
  at.y -= face.size * above;
  const float wide = style.anchor == render::Anchor::start ? 0 : text_width(face, words);
  at.x -= style.anchor == render::Anchor::end ? wide : wide / 2;
  draw_text(list_, face, at, colour(style.colour), words);
}

}  // namespace app
