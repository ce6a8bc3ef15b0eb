#include "render/figure.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "render/figure_layout.hpp"

namespace render {
namespace {

constexpr std::int64_t most_cells = std::int64_t{1} << 20;
constexpr double most_png_pixels = 30000, most_pdf_points = 14400;

/// Draws somewhere else on another pen's page, in the figure's font, and nothing that is too small to read.
class PanelPen final : public Pen {
 public:
  PanelPen(Pen& pen, double x, double y, std::string_view family) : pen_(pen), x_(x), y_(y), family_(family) {}
  void fill_rect(double x, double y, double width, double height, Rgb c) override { pen_.fill_rect(x_ + x, y_ + y, width, height, c); }
  void lines(std::span<const Segment> segments, Rgb c, double width) override {
    moved_.assign(segments.begin(), segments.end());
    for (auto& s : moved_) s = {s.x0 + x_, s.y0 + y_, s.x1 + x_, s.y1 + y_};
    pen_.lines(moved_, c, width);
  }
  void text(double x, double baseline, std::string_view text, const TextStyle& style) override {
    if (style.size < least_letter_points - 0.005) return;
    auto own = style;
    own.family = family_;
    pen_.text(x_ + x, y_ + baseline, text, own);
  }
  void fill_rects(std::span<const FilledRect> rects) override {
    moved_rects_.assign(rects.begin(), rects.end());
    for (auto& r : moved_rects_) r.x += x_, r.y += y_;
    pen_.fill_rects(moved_rects_);
  }
  void texts(std::span<const PlacedText> all, const TextStyle& style) override {
    if (style.size < least_letter_points - 0.005) return;
    moved_texts_.assign(all.begin(), all.end());
    for (auto& t : moved_texts_) t.x += x_, t.baseline += y_;
    auto own = style;
    own.family = family_;
    pen_.texts(moved_texts_, own);
  }
  tl::expected<std::string, std::string> finish() override { return pen_.finish(); }

 private:
  Pen& pen_;
  double x_, y_;
  std::string_view family_;
  std::vector<Segment> moved_;
  std::vector<FilledRect> moved_rects_;
  std::vector<PlacedText> moved_texts_;
};

tl::expected<void, std::string> check(const Figure& f, const FigureOptions& o) {
  std::int64_t cells = 0;
  bool any = false;
  for (const auto& p : f.panels) {
    if (!p.diagram) continue;
    any = true;
    std::int64_t own = 0;
    if (__builtin_mul_overflow(p.diagram->rows.extent, p.diagram->columns.extent, &own) || __builtin_add_overflow(cells, own, &cells))
      cells = most_cells + 1;
    if (cells > most_cells)
      return tl::unexpected(
          fmt::format("The figure has more than {} cells, too many for one page; slices or tiles of its layouts work.", most_cells));
  }
  if (!any) return tl::unexpected(std::string("The figure has nothing to draw."));
  if (o.width_cm != 0 && !(o.width_cm >= least_width_cm && o.width_cm <= most_width_cm))
    return tl::unexpected(fmt::format("A figure is {} to {} cm wide.", least_width_cm, most_width_cm));
  return {};
}

}  // namespace

bool is_plain(const Figure& f, const FigureOptions& o) {
  return f.panels.size() == 1 && f.panels[0].diagram && f.panels[0].caption.empty() && f.title.empty() && f.caption.empty() &&
         o.width_cm <= 0 && o.borders && !o.legend && o.font.empty();
}

void draw_figure(const FigureLayout& layout, const FigureOptions& o, Pen& pen) {
  if (!o.page.transparent) pen.fill_rect(0, 0, layout.size.width, layout.size.height, theme(o.page.theme).card);
  auto page_options = o.page;
  page_options.title = false;
  page_options.transparent = true;
  for (const auto& g : layout.grids) {
    const Page page(g.diagram, page_options, g.cell);
    PanelPen there(pen, g.x - (page.size().width - g.width) / 2, g.y - (page.size().height - g.height) / 2, o.font);
    page.draw(there);
  }
  for (const auto& s : layout.swatches) {
    pen.fill_rect(s.x, s.y, s.side, s.side, s.colour);
    const Segment frame[] = {{s.x, s.y, s.x + s.side, s.y},
                             {s.x + s.side, s.y, s.x + s.side, s.y + s.side},
                             {s.x + s.side, s.y + s.side, s.x, s.y + s.side},
                             {s.x, s.y + s.side, s.x, s.y}};
    pen.lines(frame, theme(o.page.theme).hair_line, 0.5);
  }
  PanelPen words(pen, 0, 0, o.font);
  for (const auto& t : layout.texts) words.text(t.x, t.baseline, t.text, t.style);
}

tl::expected<std::string, std::string> figure_bytes(const Figure& figure, const FigureOptions& o) {
  if (is_plain(figure, o)) return export_bytes(*figure.panels[0].diagram, o.page);
  if (const auto fine = check(figure, o); !fine) return tl::unexpected(fine.error());
  if (o.page.format == Format::txt) return figure_text(figure, o);
  const auto layout = lay_out(figure, o);
  const auto longest = std::max(layout.size.width, layout.size.height);
  std::unique_ptr<Pen> pen;
  switch (o.page.format) {
    case Format::png: {
      if (!(o.page.scale > 0) || !std::isfinite(o.page.scale))
        return tl::unexpected(std::string("The scale of a PNG must be more than 0."));
      if (longest * o.page.scale > most_png_pixels)
        return tl::unexpected(
            fmt::format("The PNG would be {:.0f} pixels long, and {:.0f} is the limit; a smaller scale, or an SVG or PDF, works.",
                        longest * o.page.scale, most_png_pixels));
      auto made = make_png_pen(layout.size, o.page.scale);
      if (!made) return tl::unexpected(made.error());
      pen = std::move(*made);
      break;
    }
    case Format::pdf:
      if (longest > most_pdf_points)
        return tl::unexpected(
            fmt::format("The page would be {:.0f} points long, and a PDF's is at most {:.0f}; a smaller width, or an SVG, works.", longest,
                        most_pdf_points));
      pen = make_pdf_pen(layout.size, figure.title);
      break;
    case Format::tex: pen = make_tikz_pen(layout.size, o); break;
    case Format::svg:
    case Format::txt: pen = make_svg_pen(layout.size); break;
  }
  draw_figure(layout, o, *pen);
  return pen->finish();
}

}  // namespace render
