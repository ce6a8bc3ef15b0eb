#include "app/panels/dialogs/figure_preview.hpp"

#include "app/ui/widgets.hpp"

#include <algorithm>
#include <cmath>

namespace app {
namespace {

/// Beyond this a preview takes longer than a frame has.
constexpr std::int64_t most_cells = 65'536;

bool too_many(const render::Figure& figure) {
  std::int64_t cells = 0;
  for (const auto& panel : figure.panels) {
    if (!panel.diagram) continue;
    const auto rows = std::min(panel.diagram->rows.extent, most_cells + 1),
               columns = std::min(panel.diagram->columns.extent, most_cells + 1);
    cells += rows * columns;
  }
  return cells > most_cells;
}

void make(FigurePreview& p, const Workspace& workspace) {
  p.problem = {};
  p.facts = {};
  p.drawn = {};
  auto figures = figures_of(workspace.sheet(), workspace.evaluator(), p.settings);
  p.figures = figures ? std::move(*figures) : std::vector<render::Figure>();
  if (!figures) {
    p.problem = figures.error();
    return;
  }
  p.options = options_of(p.settings, p.format);
  const auto facts = render::facts_of(p.figures.front(), p.options);
  if (!facts) {
    p.problem = facts.error();
    return;
  }
  p.facts = *facts;
  if (too_many(p.figures.front())) p.problem = "Too many cells for a preview; the file will have them.";
  // Text, and TikZ in CuTe's form, have no page: the same as a page.
  if (p.facts.size.width > 0) return;
  p.options.page.format = render::Format::svg;
  if (const auto page = render::facts_of(p.figures.front(), p.options)) p.facts.size = page->size;
}

/// The view within its page, centred where the page is smaller. Zoomed out to the whole page it stays at that, whatever
/// becomes of the page.
PageView placed(PageView& wish, ImVec2 room, render::PageSize page, double most) {
  wish.width = std::max(1, static_cast<int>(room.x)), wish.height = std::max(1, static_cast<int>(room.y));
  const auto fit = std::min({wish.width / page.width, wish.height / page.height, most});
  if (wish.scale <= fit) wish.scale = 0;
  auto v = wish;
  if (v.scale <= 0) v.scale = fit;
  const auto within = [](double at, double length, double seen) {
    return seen >= length ? (length - seen) / 2 : std::clamp(at, 0.0, length - seen);
  };
  v.left = within(v.left, page.width, v.width / v.scale);
  v.top = within(v.top, page.height, v.height / v.scale);
  return v;
}

void zoom(PageView& v, double factor, double x, double y) {
  const auto before = v.scale;
  v.scale = std::clamp(v.scale * factor, 0.02, 40.0);
  v.left += x / before - x / v.scale;
  v.top += y / before - y / v.scale;
}

/// Mouse and buttons over the page.
void steer(Ui& ui, FigurePreview& p, ImVec2 at, ImVec2 room) {
  auto v = p.seen;
  area("page", at, room);
  compat::own_wheel();
  const auto& io = ImGui::GetIO();
  if (ImGui::IsItemHovered() && io.MouseWheel != 0)
    zoom(v, std::pow(1.25, static_cast<double>(io.MouseWheel)), io.MousePos.x - at.x, io.MousePos.y - at.y);
  if (ImGui::IsItemActive()) v.left -= io.MouseDelta.x / v.scale, v.top -= io.MouseDelta.y / v.scale;
  if (ImGui::IsItemHovered() || ImGui::IsItemActive()) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  ImGui::SetCursorScreenPos({at.x, at.y + room.y + ui.px(4)});
  const auto middle = [&](double factor) { zoom(v, factor, room.x / 2, room.y / 2); };
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
  const bool made = !p.figures.empty() || !p.problem.empty();
  if (made && p.format == format && p.made_for == workspace.sheet_version() && p.settings == settings) return p;
  p.format = format;
  p.made_for = workspace.sheet_version();
  p.settings = std::move(settings);
  make(p, workspace);
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
    p.seen = placed(p.view, page, p.facts.size, ui.px(2));
    steer(ui, p, at, page);
    p.seen = placed(p.view, page, p.facts.size, ui.px(2));
    // Without OpenGL, as in tests, there is nothing to show it with.
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
