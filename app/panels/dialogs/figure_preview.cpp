#include "app/panels/dialogs/figure_preview.hpp"

#include <algorithm>

namespace app {
namespace {

/// Beyond this a preview takes longer than a frame has.
constexpr std::int64_t most_cells = 20'000;

class RecordingPen final : public render::Pen {
 public:
  explicit RecordingPen(std::vector<FigurePreview::Stroke>& strokes) : strokes_(strokes) {}
  void fill_rect(double x, double y, double width, double height, render::Rgb c) override {
    add(FigurePreview::Stroke::Kind::fill, x, y, x + width, y + height, 0, c);
  }
  void lines(std::span<const render::Segment> segments, render::Rgb c, double width) override {
    for (const auto& s : segments) add(FigurePreview::Stroke::Kind::line, s.x0, s.y0, s.x1, s.y1, width, c);
  }
  void text(double x, double baseline, std::string_view text, const render::TextStyle& style) override {
    auto& s = add(FigurePreview::Stroke::Kind::text, x, baseline, 0, 0, style.size, style.colour);
    s.font = style.font;
    s.anchor = style.anchor;
    s.text = text;
  }
  tl::expected<std::string, std::string> finish() override { return std::string(); }

 private:
  FigurePreview::Stroke& add(FigurePreview::Stroke::Kind kind, double x, double y, double x1, double y1, double size, render::Rgb c) {
    auto& s = strokes_.emplace_back();
    s = {.kind = kind,
         .x = static_cast<float>(x),
         .y = static_cast<float>(y),
         .x1 = static_cast<float>(x1),
         .y1 = static_cast<float>(y1),
         .size = static_cast<float>(size),
         .colour = c,
         .font = {},
         .anchor = {},
         .text = {}};
    return s;
  }
  std::vector<FigurePreview::Stroke>& strokes_;
};

void make(FigurePreview& p, const Workspace& workspace) {
  p.strokes.clear();
  p.problem.clear();
  const auto figures = figures_of(workspace.sheet(), workspace.evaluator(), p.settings);
  p.figures = figures ? figures->size() : 0;
  if (!figures) {
    p.problem = figures.error();
    return;
  }
  std::int64_t cells = 0;
  for (const auto& panel : figures->front().panels) {
    if (!panel.diagram) continue;
    const auto rows = std::min(panel.diagram->rows.extent, most_cells + 1),
               columns = std::min(panel.diagram->columns.extent, most_cells + 1);
    cells += rows * columns;
  }
  if (cells > most_cells) {
    p.problem = "Too many cells for a preview; the file will have them.";
    return;
  }
  const auto options = options_of(p.settings, render::Format::svg);
  const auto layout = render::lay_out(figures->front(), options);
  p.size = layout.size;
  RecordingPen pen(p.strokes);
  render::draw_figure(layout, options, pen);
}

/// Letters as wide as the page's, in the window's own fonts.
void draw_letters(ImDrawList* list, const Ui& ui, const FigurePreview::Stroke& s, ImVec2 at, float zoom) {
  const auto& face = s.font == render::Font::mono ? ui.fonts.mono : s.font == render::Font::sans_bold ? ui.fonts.ui_bold : ui.fonts.ui;
  // ImGui counts a font's whole height, a page its em.
  const float height = (s.font == render::Font::mono ? 1.32f : 1.21f) * s.size * zoom;
  const float width = face.font->CalcTextSizeA(height, FLT_MAX, 0, s.text.data(), s.text.data() + s.text.size()).x;
  const float x = at.x + s.x * zoom - (s.anchor == render::Anchor::middle ? width / 2 : s.anchor == render::Anchor::end ? width : 0);
  const float ascent = s.font == render::Font::mono ? 1.02f : 0.97f;
  compat::add_text(list, face.font, height, {x, at.y + (s.y - ascent * s.size) * zoom}, colour(s.colour), s.text.data(),
                   s.text.data() + s.text.size());
}

}  // namespace

const FigurePreview& preview_of(Ui& ui, const Workspace& workspace, const ViewState& view) {
  if (!ui.preview) ui.preview = std::make_shared<FigurePreview>();
  auto& p = *ui.preview;
  if (p.made_for == workspace.sheet_version() && p.settings == view.exporting && (p.figures > 0 || !p.problem.empty())) return p;
  p.made_for = workspace.sheet_version();
  p.settings = view.exporting;
  make(p, workspace);
  return p;
}

float draw_preview(const Ui& ui, const FigurePreview& p, ImVec2 at, ImVec2 room) {
  auto* list = ImGui::GetWindowDrawList();
  if (!p.problem.empty()) return flow_text(list, ui, at, room.x, ui.ink.faint, ui.ink.chip, ui.tr(p.problem.c_str()));
  if (p.size.width <= 0 || p.size.height <= 0) return 0;
  const float width = static_cast<float>(p.size.width), height = static_cast<float>(p.size.height);
  const float zoom = std::min({room.x / width, room.y / height, ui.px(2)});
  const ImVec2 corner{at.x + (room.x - width * zoom) / 2, at.y};
  const auto place = [&](float x, float y) { return ImVec2{corner.x + x * zoom, corner.y + y * zoom}; };
  list->PushClipRect(corner, place(width, height), true);
  for (const auto& s : p.strokes) {
    switch (s.kind) {
      case FigurePreview::Stroke::Kind::fill: list->AddRectFilled(place(s.x, s.y), place(s.x1, s.y1), colour(s.colour)); break;
      case FigurePreview::Stroke::Kind::line:
        list->AddLine(place(s.x, s.y), place(s.x1, s.y1), colour(s.colour), std::max(0.5f, s.size * zoom));
        break;
      case FigurePreview::Stroke::Kind::text: draw_letters(list, ui, s, corner, zoom); break;
    }
  }
  list->PopClipRect();
  compat::rectangle(list, corner, place(width, height), ui.ink.line, 0, 1);
  return height * zoom;
}

}  // namespace app
