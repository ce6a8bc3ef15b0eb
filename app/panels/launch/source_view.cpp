#include "app/panels/launch/launch_view.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "app/ui/kernel_text.hpp"

namespace app {
void source_view(const LaunchView& v, ImVec2 at, ImVec2 size) {
  auto& ui = v.ui;
  const auto& face = ui.fonts.mono_small;
  const auto& source = v.tables.source(v.plan);
  const auto& lines = v.tables.source_lines();
  const char* copy = ui.tr("Copy");
  const float copy_width = text_width(ui.fonts.ui_small, copy) + ui.px(14);
  ImGui::SetCursorScreenPos({at.x + size.x - copy_width, at.y - ui.px(2)});
  if (chip(ui, "copy source", copy, ui.fonts.ui_small)) ImGui::SetClipboardText(source.c_str());
  const auto* report = v.ui.trace != nullptr && v.ui.trace->report() ? &*v.ui.trace->report() : nullptr;
  const float words =
      flow_text(ImGui::GetWindowDrawList(), ui, at, size.x - copy_width - ui.px(8), ui.ink.faint, ui.ink.chip, v.timed_words(report));
  const float head = std::max(words, ui.fonts.ui_small.size + ui.px(6)) + ui.px(4);
  if (size.y - head < face.size) return;

  const ScrollArea part("source", {at.x, at.y + head}, {size.x, size.y - head}, ImGuiWindowFlags_HorizontalScrollbar);
  auto* list = part.list();
  const float line = face.size + ui.px(1), gutter = text_width(face, fmt::format("{}", lines.size())) + ui.px(10);
  const ImVec2 origin{at.x - ImGui::GetScrollX(), part.at().y};
  const float top = at.y + head, bottom = at.y + size.y;
  std::size_t widest = 0;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    widest = std::max(widest, lines[i].size());
    const float y = origin.y + static_cast<float>(i) * line;
    if (y + line < top || y > bottom) continue;
    draw_text_right(list, face, {origin.x + gutter - ui.px(8), y}, ui.ink.fainter, fmt::format("{}", i + 1));
    draw_kernel_line(list, ui, {origin.x + gutter, y}, lines[i]);
  }
  ImGui::SetCursorScreenPos(origin);
  ImGui::Dummy({gutter + static_cast<float>(widest) * text_width(face, "m"), line * static_cast<float>(lines.size())});
}

}  // namespace app
