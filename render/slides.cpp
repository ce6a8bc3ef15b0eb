#include "render/slides.hpp"

#include <algorithm>

#include "render/figure_layout.hpp"
#include "render/panel_pen.hpp"

namespace render {
namespace {

constexpr double slide_margin = 28, foot_height = 26, apart = 16, line_spacing = 1.35, paragraph = 5;
constexpr double most_zoom = 4, least_legible = 4.5;  ///< most zoom of a figure; least legible size of its labels in points
constexpr double picture_zoom = 0.85;                 ///< zoom of a slide's own drawing, which has letters of 10 points

Rgb ink_of(SlideInk ink, const Theme& t) {
  switch (ink) {
    case SlideInk::faint: return t.faint_text;
    case SlideInk::accent: return t.accent;
    case SlideInk::good: return t.good;
    case SlideInk::warning: return t.warning;
    case SlideInk::text: break;
  }
  return t.text;
}

/// Draws the words in letters `by` times as large, in lines of that width, if there is a pen. Returns the height.
double words(const Slide& slide, Pen* pen, const Theme& t, double x, double y, double width, double by) {
  const double from = y;
  for (const auto& w : slide.words) {
    const double size = w.size * by;
    for (const auto& l : broken_lines(w.text, w.font, size, width)) {
      if (pen != nullptr) pen->text(x, y + size, l, {w.font, size, ink_of(w.ink, t), Anchor::start});
      y += size * line_spacing;
    }
    y += paragraph * by;
  }
  return y - from;
}

/// Returns the largest letters, up to their usual size, with which the words fit.
double fitting(const Slide& slide, const Theme& t, double width, double height) {
  double by = 1;
  while (by > 0.4 && words(slide, nullptr, t, 0, 0, width, by) > height) by *= 0.94;
  return by;
}

struct Box {
  double x = 0, y = 0, width = 0, height = 0;
};

class SlideFigure {
 public:
  SlideFigure(const Figure& figure, ThemeName theme) : figure_(figure) {
    options_.page.theme = theme;
    options_.page.title = figure.panels.size() > 1;
    options_.page.transparent = true;
    layout_ = lay_out(figure_, options_);
  }
  double zoom_in(Box box) const { return std::min({box.width / layout_.size.width, box.height / layout_.size.height, most_zoom}); }

  void draw(Pen& pen, Box box) {
    // Omits illegible labels, which leaves the blocks of colour.
    if (zoom_in(box) * label_points < least_legible) {
      for (auto& p : figure_.panels)
        if (p.diagram) p.diagram->view.label_by = LabelBy::none;
      layout_ = lay_out(figure_, options_);
    }
    const double zoom = zoom_in(box), x = box.x + (box.width - layout_.size.width * zoom) / 2,
                 y = box.y + (box.height - layout_.size.height * zoom) / 2;
    PanelPen there(pen, x / zoom, y / zoom, zoom, "");
    draw_figure(layout_, options_, there);
  }

 private:
  Figure figure_;
  FigureOptions options_;
  FigureLayout layout_;
};

/// Draws the words above the figure, or beside it if that makes the figure larger.
void draw(const Slide& slide, Pen& pen, ThemeName name) {
  const auto& t = theme(name);
  const Box all{slide_margin, slide_margin, slide_size.width - 2 * slide_margin, slide_size.height - slide_margin - foot_height - 8};
  if (slide.picture) {
    const double by = fitting(slide, t, all.width, all.height * 0.3),
                 above = words(slide, &pen, t, all.x, all.y, all.width, by) + paragraph;
    PanelPen there(pen, all.x / picture_zoom, (all.y + above) / picture_zoom, picture_zoom, "");
    slide.picture(there, {all.width / picture_zoom, (all.height - above) / picture_zoom});
    return;
  }
  if (!slide.figure) {
    const double by = 1.4 * fitting(slide, t, all.width / 1.4, all.height / 1.4);
    words(slide, &pen, t, all.x, all.y + std::max(0.0, (all.height - words(slide, nullptr, t, 0, 0, all.width, by)) / 3), all.width, by);
    return;
  }
  SlideFigure figure(*slide.figure, name);
  const double above_by = fitting(slide, t, all.width, all.height * 0.45), above = words(slide, nullptr, t, 0, 0, all.width, above_by);
  Box best{all.x, all.y + above + apart, all.width, all.height - above - apart};
  double width = all.width, by = above_by, zoom = 1.05 * figure.zoom_in(best);
  for (const double share : {0.28, 0.36, 0.44}) {
    const double beside = all.width * share, letters = fitting(slide, t, beside, all.height);
    if (letters < 0.75) continue;
    const Box right{all.x + beside + apart, all.y, all.width - beside - apart, all.height};
    if (figure.zoom_in(right) <= zoom) continue;
    best = right, width = beside, by = letters, zoom = figure.zoom_in(right);
  }
  words(slide, &pen, t, all.x, all.y, width, by);
  figure.draw(pen, best);
}

}  // namespace

tl::expected<std::string, algebra::Message> slides_pdf(std::span<const Slide> slides, const std::string& title, ThemeName name) {
  const auto& t = theme(name);
  const auto pen = make_pdf_pen(slide_size, title);
  for (std::size_t i = 0; i < slides.size(); ++i) {
    if (i > 0) pen->next_page();
    pen->fill_rect(0, 0, slide_size.width, slide_size.height, name == ThemeName::dark ? t.page : t.card);
    draw(slides[i], *pen, name);
    const double y = slide_size.height - foot_height, right = slide_size.width - slide_margin;
    const Segment way{slide_margin, y, right, y},
        done{slide_margin, y, slide_margin + (right - slide_margin) * static_cast<double>(i + 1) / static_cast<double>(slides.size()), y};
    pen->lines({&way, 1}, t.hair_line, 1);
    pen->lines({&done, 1}, t.accent, 1.5);
    pen->text(slide_margin, y + 15, title, {Font::sans, 8, t.faint_text, Anchor::start});
    pen->text(right, y + 15, slides[i].foot, {Font::sans, 8, t.faint_text, Anchor::end});
  }
  return pen->finish();
}

}  // namespace render
