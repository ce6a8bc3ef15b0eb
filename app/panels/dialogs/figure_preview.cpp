#include "app/panels/dialogs/figure_preview.hpp"

#include "app/ui/widgets.hpp"

#include <algorithm>
#include <cmath>

namespace app {
namespace {

/// Handles mouse and buttons over the page.
void steer(Ui& ui, FigurePreview& p, ImVec2 at, ImVec2 room) {
  auto v = p.seen;
  area("page", at, room);
  compat::own_wheel();
  const auto& io = ImGui::GetIO();
  if (ImGui::IsItemHovered() && io.MouseWheel != 0)
    v.zoom(std::pow(1.25, static_cast<double>(io.MouseWheel)), io.MousePos.x - at.x, io.MousePos.y - at.y);
  if (ImGui::IsItemActive()) v.left -= io.MouseDelta.x / v.scale, v.top -= io.MouseDelta.y / v.scale;
  if (ImGui::IsItemHovered() || ImGui::IsItemActive()) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  ImGui::SetCursorScreenPos({at.x, at.y + room.y + ui.px(4)});
  const auto middle = [&](double factor) { v.zoom(factor, room.x / 2, room.y / 2); };
  if (ImGui::SmallButton("−##smaller")) middle(0.8);
  ImGui::SameLine();
  if (ImGui::SmallButton("+##larger")) middle(1.25);
  ImGui::SameLine();
  const bool whole = ImGui::SmallButton(ui.tr("Whole page"));
  if (whole) p.view = {};
  else if (!(v == p.seen)) p.view = v;
}

}  // namespace

FigurePreview& preview_of(Ui& ui, const Workspace& workspace, ExportSettings settings, render::Format format) {
  settings.request.language = ui.texts->language();
  auto& p = ui.kept<FigurePreview>();
  if (p.update(workspace.sheet(), workspace.evaluator(), workspace.sheet_version(), std::move(settings), format)) p.drawn = {};
  return p;
}

void draw_preview(Ui& ui, FigurePreview& p, ImVec2 at, ImVec2 room) {
  auto* list = ImGui::GetWindowDrawList();
  auto words = p.words.empty() ? (*ui.texts)(render::facts_text(p.facts)) : p.words;
  const auto lacks = p.words.empty() ? warnings(p.facts) : std::vector<algebra::Message>();
  for (const auto& warning : lacks) words += "\n" + (*ui.texts)(warning);
  const auto text_height = flow_text(nullptr, ui, at, room.x, ui.ink.text, ui.ink.chip, words);
  const ImVec2 page{room.x, std::max(ui.px(60), room.y - text_height - ui.px(36))};
  if (p.problem.empty()) {
    p.view.width = std::max(1, static_cast<int>(page.x)), p.view.height = std::max(1, static_cast<int>(page.y));
    p.seen = p.view.placed(p.facts.size, ui.px(2));
    steer(ui, p, at, page);
    p.view.width = p.seen.width, p.view.height = p.seen.height;
    p.seen = p.view.placed(p.facts.size, ui.px(2));
    // Without OpenGL, as in tests, the picture cannot be shown.
    if (!(p.drawn == p.seen) && ui.painter != nullptr) {
      const auto pixels =
          render::figure_pixels(p.figures.front(), p.options, {p.seen.left, p.seen.top, p.seen.scale, p.seen.width, p.seen.height});
      if (pixels) p.picture.show(p.seen.width, p.seen.height, *pixels);
      else p.problem = pixels.error();
      p.drawn = p.seen;
    }
    const ImVec2 end{at.x + static_cast<float>(p.seen.width), at.y + static_cast<float>(p.seen.height)};
    list->PushClipRect(at, end, true);
    list->AddRectFilled(at, end, ui.ink.chip);
    if (p.picture.texture() != 0) list->AddImage(compat::texture(p.picture.texture()), at, end);
    const auto edge = [&](double x, double y) {
      return ImVec2{at.x + static_cast<float>((x - p.seen.left) * p.seen.scale),
                    at.y + static_cast<float>((y - p.seen.top) * p.seen.scale)};
    };
    compat::rectangle(list, edge(0, 0), edge(p.facts.size.width, p.facts.size.height), ui.ink.line, 0, 1);
    list->PopClipRect();
  } else {
    flow_text(list, ui, at, room.x, ui.ink.faint, ui.ink.chip, (*ui.texts)(p.problem));
  }
  flow_text(list, ui, {at.x, at.y + page.y + ui.px(32)}, room.x, lacks.empty() ? ui.ink.faint : ui.ink.text, ui.ink.chip, words);
}

}  // namespace app
