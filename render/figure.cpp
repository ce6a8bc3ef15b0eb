#include "render/figure.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <span>

#include <fmt/format.h>

#include "render/cropped.hpp"
#include "render/export_size.hpp"
#include "render/figure_layout.hpp"
#include "render/labellings.hpp"
#include "render/panel_pen.hpp"

namespace render {
namespace {

using algebra::Message;
using algebra::message;

constexpr std::int64_t most_cells_of_png = std::int64_t{1} << 20;
/// Larger figures are not tried in other sizes, which would take long.
constexpr double most_fitted_cells = 1 << 18;

double cells_of(const Figure& f) {
  double cells = 0;
  for (const auto& p : f.panels)
    if (p.diagram) cells += static_cast<double>(p.diagram->rows.extent) * static_cast<double>(p.diagram->columns.extent);
  return cells;
}

tl::expected<void, Message> check(const Figure& f, const FigureOptions& o) {
  std::vector<const Diagram*> diagrams;
  for (const auto& p : f.panels)
    if (p.diagram) diagrams.push_back(&*p.diagram);
  if (diagrams.empty()) return tl::unexpected(Message("The figure has nothing to draw."));
  if (o.page.format == Format::png && (!(o.page.scale > 0) || !std::isfinite(o.page.scale)))
    return tl::unexpected(Message("The scale of a PNG must be more than 0."));
  if (o.width_cm != 0 && !(o.width_cm >= least_width_cm && o.width_cm <= most_width_cm))
    return tl::unexpected(message("A figure is {} to {} cm wide.", least_width_cm, most_width_cm));
  if (o.height_cm != 0 && !(o.height_cm >= least_width_cm && o.height_cm <= most_width_cm))
    return tl::unexpected(message("A figure is {} to {} cm high.", least_width_cm, most_width_cm));
  if (o.page.format == Format::png) {
    if (cells_of(f) > most_cells_of_png)
      return tl::unexpected(
          message("The figure has more than {} cells, too many for one PNG; slices or tiles of its layouts work.", most_cells_of_png));
  } else if (auto why = too_large(diagrams, o.page)) {
    return tl::unexpected(std::move(*why));
  }
  return {};
}

using Holds = std::function<bool(PageSize)>;

/// Runs lay_out with the largest cells that the page holds; nullopt if it holds none.
std::optional<FigureLayout> shrunk(const Figure& figure, const FigureOptions& o, const Holds& holds) {
  auto layout = lay_out(figure, o);
  if (holds(layout.size)) return layout;
  double low = 0, high = layout.cell / layout.zoom;
  for (int i = 0; i < 16; ++i) {
    const auto middle = (low + high) / 2;
    auto smaller = lay_out(figure, o, middle);
    const bool fits = holds(smaller.size);
    (fits ? low : high) = middle;
    if (fits) layout = std::move(smaller);
  }
  return low > 0 ? std::optional(std::move(layout)) : std::nullopt;
}

/// Returns the greatest of 2 .. most that works, given that 2 does.
template <class Works>
std::int64_t greatest(std::int64_t most, const Works& works) {
  std::int64_t low = 2;
  for (auto high = most; low < high;) {
    const auto middle = low + (high - low + 1) / 2;
    if (works(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

/// Returns the first slices, as many as the page holds with readable labels; nullopt if two do not fit.
std::optional<FigureLayout> first_slices(const Figure& figure, const FigureOptions& o, const Holds& holds) {
  const auto count = std::ssize(figure.panels);
  const auto laid_out = [&](std::int64_t n) {
    auto part = figure;
    part.panels.resize(static_cast<std::size_t>(n));
    part.panels.back().joint = "…";
    auto layout = shrunk(part, o, holds);
    if (layout && !layout->unlabelled.empty()) layout.reset();
    return layout;
  };
  if (count < 3 || !laid_out(2)) return std::nullopt;
  const auto shown = greatest(count - 1, [&](std::int64_t n) { return laid_out(n).has_value(); });
  auto layout = laid_out(shown);
  layout->cut.push_back(message("slices 0 to {} of {}", shown - 1, count));
  return layout;
}

/// Returns the figure with shorter labels, in one line; nullopt if there are none.
std::optional<Figure> with_shorter_labels(const Figure& figure, std::vector<Message>& panels) {
  auto shorter = figure;
  for (std::size_t i = 0; i < shorter.panels.size(); ++i) {
    auto& d = shorter.panels[i].diagram;
    if (!d || !d->labelled()) continue;
    const auto* key = labels_of(*d)->shorter;
    if (key == nullptr || !d->others.empty()) continue;
    d->view.label_by = labelling_named(key).value();
    for (auto& part : d->parts)
      if (part.diagram.view.label_by->needs_owners) part.diagram.view.label_by = d->view.label_by;
    panels.push_back(message("Labels by {} in {}", key, called(shorter.panels[i], i + 1)));
  }
  return panels.empty() ? std::nullopt : std::optional(std::move(shorter));
}

/// Returns the grids with labels cut to as many columns, then rows, as the page holds with readable labels; nullopt if two of each do not
/// fit.
std::optional<FigureLayout> cut_to(const Figure& figure, const FigureOptions& o, const Holds& holds) {
  std::int64_t most_rows = 2, most_columns = 2;
  for (const auto& p : figure.panels)
    if (p.diagram && p.diagram->labelled())
      most_rows = std::max(most_rows, p.diagram->rows.extent), most_columns = std::max(most_columns, p.diagram->columns.extent);
  const auto laid_out = [&](std::int64_t rows, std::int64_t columns) {
    auto part = figure;
    for (auto& p : part.panels)
      if (p.diagram && p.diagram->labelled()) p.diagram = cropped(*p.diagram, rows, columns);
    auto layout = shrunk(part, o, holds);
    if (layout && !layout->unlabelled.empty()) layout.reset();
    return layout;
  };
  if (!laid_out(2, 2)) return std::nullopt;
  const auto columns = greatest(most_columns, [&](std::int64_t n) { return laid_out(2, n).has_value(); });
  const auto rows = greatest(most_rows, [&](std::int64_t n) { return laid_out(n, columns).has_value(); });
  return laid_out(rows, columns);
}

/// Returns whether a single diagram fits in its natural size, or has too many cells for any other.
bool has_room(const Figure& f, const FigureOptions& o) {
  if (o.page.most.width <= 0 || o.page.format == Format::txt || cells_of(f) > most_fitted_cells) return true;
  const auto size = Page(*f.panels[0].diagram, o.page).size();
  return size.width <= o.page.most.width && size.height <= o.page.most.height;
}

}  // namespace

bool is_plain(const Figure& f, const FigureOptions& o) {
  return f.panels.size() == 1 && f.panels[0].diagram && f.panels[0].caption.empty() && f.title.empty() && f.caption.empty() &&
         o.width_cm <= 0 && o.height_cm <= 0 && o.letters <= 0 && o.borders && !o.legend && !f.legend && o.font.empty() &&
         (o.page.format == Format::tex ? o.page.theme != ThemeName::grey && tikz_fits(*f.panels[0].diagram) : has_room(f, o));
}

void draw_figure(const FigureLayout& layout, const FigureOptions& o, Pen& pen) {
  const auto& t = theme(o.page.theme);
  if (!o.page.transparent) pen.fill_rect(0, 0, layout.size.width, layout.size.height, t.card);
  const auto page_options = grid_options(o, layout);
  for (const auto& g : layout.grids) {
    const Page page(g.diagram, page_options, g.cell);
    PanelPen there(pen, g.x - (page.size().width - g.width) / 2, g.y - (page.size().height - g.height) / 2, layout.zoom, o.font);
    page.draw(there);
  }
  PanelPen words(pen, 0, 0, layout.zoom, o.font);
  for (const auto accent : {false, true})
    for (const auto& line : layout.lines)
      if (line.accent == accent) words.lines(std::span(&line.segment, 1), accent ? t.accent : t.text, accent ? 1.6 : 0.7);
  for (const auto& s : layout.swatches) {
    words.fill_rect(s.x, s.y, s.side, s.side, s.colour);
    std::vector<Segment> pattern;
    add_pattern(pattern, s.pattern, s.x, s.y, s.x + s.side, s.y + s.side, 2);
    words.lines(pattern, pattern_ink(s.colour), pattern_width);
    const Segment frame[] = {{s.x, s.y, s.x + s.side, s.y},
                             {s.x + s.side, s.y, s.x + s.side, s.y + s.side},
                             {s.x + s.side, s.y + s.side, s.x, s.y + s.side},
                             {s.x, s.y + s.side, s.x, s.y}};
    words.lines(frame, t.hair_line, 0.5);
  }
  for (const auto& text : layout.texts) words.text(text.x, text.baseline, text.text, text.style);
}

tl::expected<FigureLayout, Message> fitted_layout(const Figure& figure, const FigureOptions& options) {
  if (const auto fine = check(figure, options); !fine) return tl::unexpected(fine.error());
  auto o = options;
  if (cells_of(figure) > most_fitted_cells) o.page.most = {};
  const auto limits = limits_of(o.page);
  const bool boxed = o.height_cm > 0, at_most = o.page.most.height > 0;
  const auto height = o.height_cm * points_per_cm;
  const auto holds = [&](PageSize size) { return limits.hold(size) && (!boxed || size.height <= height); };
  auto layout = shrunk(figure, o, holds);
  if (layout && ((!boxed && !at_most) || layout->unlabelled.empty())) return std::move(*layout);
  if (boxed || at_most) {
    // Prefers all of it in smaller letters to a part of it in large ones.
    auto smaller = o;
    for (const auto factor : {0.75, 0.5}) {
      // Natural coordinates are the smallest text: with labels of 8.1 pt they have 5 pt.
      smaller.letters = std::max(8.1, factor * (o.letters > 0 ? o.letters : label_points));
      auto whole = shrunk(figure, smaller, holds);
      if (whole && whole->unlabelled.empty()) return std::move(*whole);
      if (!layout) layout = std::move(whole);
    }
    std::vector<Message> shortened;
    if (const auto shorter = with_shorter_labels(figure, shortened)) {
      // Takes the letters with which the cells are the largest.
      std::optional<FigureLayout> best;
      for (const auto* way : {&o, &smaller})
        if (auto whole = shrunk(*shorter, *way, holds); whole && whole->unlabelled.empty() && (!best || whole->cell > best->cell))
          best = std::move(whole);
      if (best) {
        best->shortened = std::move(shortened);
        return std::move(*best);
      }
    }
    if (figure.slices)
      if (auto first = first_slices(figure, smaller, holds)) return std::move(*first);
    // A product without a part of its factors is less useful than one without labels.
    const bool several = std::ranges::any_of(figure.panels, [](const Panel& p) { return p.diagram && !p.diagram->parts.empty(); });
    if (boxed && !(several && layout))
      if (auto part = cut_to(figure, smaller, holds)) return std::move(*part);
  }
  if (layout) return std::move(*layout);
  if (at_most) {
    o.page.most = {};
    return fitted_layout(figure, o);
  }
  if (boxed)
    return tl::unexpected(message("The figure's texts alone are higher than {} cm; a greater height, or no names and notes, works.",
                                  fmt::format("{:g}", o.height_cm)));
  return tl::unexpected(message("{}: the figure has more; a smaller width, or an SVG, works.", limits.text));
}

tl::expected<FigureFacts, Message> facts_of(const Figure& figure, const FigureOptions& o) {
  FigureFacts facts;
  facts.has_width = o.width_cm > 0;
  const bool plain = is_plain(figure, o);
  if (o.page.format == Format::txt || (plain && o.page.format == Format::tex)) return facts;
  double usual = 0;
  if (plain) {
    const auto& d = *figure.panels[0].diagram;
    const auto page = fitted_page(d, o.page);
    if (!page) return tl::unexpected(page.error());
    facts.size = page->size();
    facts.least_letters = page->least_letters();
    if (d.labelled() && !page->labelled()) facts.unlabelled = {d.title.empty() ? Message("the figure") : Message::verbatim(d.title)};
    facts.cell = page->cell();
    usual = Page(d, o.page).cell();
  } else {
    const auto layout = fitted_layout(figure, o);
    if (!layout) return tl::unexpected(layout.error());
    facts.size = layout->size;
    const auto take = [&](double size) {
      size *= layout->zoom;
      if (size > 0) facts.least_letters = facts.least_letters == 0 ? size : std::min(facts.least_letters, size);
    };
    for (const auto& t : layout->texts) take(t.style.size);
    for (const auto& g : layout->grids) take(Page(g.diagram, grid_options(o, *layout), g.cell).least_letters());
    facts.unlabelled = layout->unlabelled;
    facts.shortened = layout->shortened;
    facts.cut = layout->cut;
    facts.cell = layout->cell;
    usual = lay_out(figure, o).cell;
  }
  // A figure with too many cells exceeds the maximum.
  facts.has_most = o.page.most.width > 0 && facts.size.width <= o.page.most.width && facts.size.height <= o.page.most.height;
  if (facts.cell < usual - 0.01 && o.height_cm <= 0 && !facts.has_most) facts.usual_cell = usual, facts.limit = limits_of(o.page).text;
  else if (!facts.unlabelled.empty() && !facts.has_most) facts.labelled_width_cm = least_labelled_width_cm(figure, o);
  return facts;
}

Message facts_text(const FigureFacts& facts) {
  if (facts.size.width <= 0) return {};
  auto size = message("{} x {} cm", fmt::format("{:.2f}", facts.size.width / points_per_cm),
                      fmt::format("{:.2f}", facts.size.height / points_per_cm));
  return facts.least_letters > 0 ? message("{}, letters of {} pt and larger", size, fmt::format("{:.1f}", facts.least_letters)) : size;
}

std::vector<Message> warnings(const FigureFacts& facts) {
  std::vector<Message> result;
  const auto rounded = [](double v) { return fmt::format("{:.1f}", v); };
  if (facts.usual_cell > 0)
    result.push_back(message("{}: cells are {} pt wide instead of {} pt; an SVG has no such limit.", facts.limit, rounded(facts.cell),
                             rounded(facts.usual_cell)));
  for (const auto& panel : facts.shortened)
    result.push_back(message("{}: longer ones would be smaller than {} pt.", panel, least_letter_points));
  for (const auto& part : facts.cut)
    result.push_back(message("{}: labels of {} pt leave no room for more; without labels all of it is drawn.", part, least_letter_points));
  if (facts.unlabelled.empty()) return result;
  Message panels;
  for (const auto& panel : facts.unlabelled) panels = panels.empty() ? panel : message("{}, {}", panels, panel);
  const auto left_out = message("No labels in {}: their letters would be smaller than {} pt", panels, least_letter_points);
  if (facts.has_most) result.push_back(message("{}; in its natural size the figure has them.", left_out));
  else if (facts.usual_cell > 0 || !facts.has_width) result.push_back(message("{}.", left_out));
  else if (facts.labelled_width_cm > 0)
    result.push_back(message("{}; {} cm is the least width that shows them.", left_out, rounded(facts.labelled_width_cm)));
  else result.push_back(message("{}; no width up to {} cm shows them.", left_out, most_width_cm));
  return result;
}

tl::expected<std::string, Message> figure_bytes(const Figure& figure, const FigureOptions& o) {
  if (is_plain(figure, o)) return export_bytes(*figure.panels[0].diagram, o.page);
  if (const auto fine = check(figure, o); !fine) return tl::unexpected(fine.error());
  if (o.page.format == Format::txt) return figure_text(figure, o);
  const auto layout = fitted_layout(figure, o);
  if (!layout) return tl::unexpected(layout.error());
  std::unique_ptr<Pen> pen;
  switch (o.page.format) {
    case Format::png: {
      auto made = make_png_pen(layout->size, o.page.scale);
      if (!made) return tl::unexpected(made.error());
      pen = std::move(*made);
      break;
    }
    case Format::pdf: pen = make_pdf_pen(layout->size, figure.title); break;
    case Format::tex: pen = make_tikz_pen(layout->size, o); break;
    case Format::svg:
    case Format::txt: pen = make_svg_pen(layout->size); break;
  }
  draw_figure(*layout, o, *pen);
  return pen->finish();
}

tl::expected<std::string, Message> figure_pixels(const Figure& figure, const FigureOptions& o, const PagePart& part) {
  const auto pen = make_pixel_pen(part.width, part.height, part.scale);
  PanelPen there(*pen, -part.left, -part.top, 1, "");
  if (is_plain(figure, o)) {
    const auto page = fitted_page(*figure.panels[0].diagram, o.page);
    if (!page) return tl::unexpected(page.error());
    page->draw(there);
  } else {
    const auto layout = fitted_layout(figure, o);
    if (!layout) return tl::unexpected(layout.error());
    draw_figure(*layout, o, there);
  }
  return pen->finish();
}

}  // namespace render
