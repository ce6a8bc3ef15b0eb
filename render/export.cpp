#include "render/export.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "algebra/layout/memory_budget.hpp"
#include "render/export_pen.hpp"
#include "render/export_size.hpp"

namespace render {
namespace {

using algebra::Message;
using algebra::message;

constexpr std::int64_t most_unseen_cells = std::int64_t{1} << 20;
constexpr std::int64_t most_png_cells = std::int64_t{1} << 24;
constexpr double most_png_side = 30000, most_page_side = 14400;

/// Returns the most pixels, of four bytes each, that fit the memory budget.
double most_png_area() { return static_cast<double>(std::min(std::int64_t{1} << 28, algebra::memory_budget().bytes() / 4)); }

/// Returns the number of cells, at most 2^62: enough to compare with a limit.
std::int64_t cells_of(const Diagram& d) {
  std::int64_t cells = 0;
  return __builtin_mul_overflow(d.rows.extent, d.columns.extent, &cells) ? std::int64_t{1} << 62 : cells;
}

Message stopped() { return "The export was stopped."; }

Message too_many_cells(const Diagram& d, const Message& what, std::int64_t limit, const Message& instead) {
  return message("{} x {} cells are too many for {}, which holds {}; {}.", d.rows.extent, d.columns.extent, what, limit, instead);
}

tl::expected<std::string, Message> png_bytes(const Diagram& d, const ExportOptions& options, const Progress& progress) {
  const auto page = fitted_page(d, options);
  if (!page) return tl::unexpected(page.error());
  auto pen = make_png_pen(page->size(), options.scale);
  if (!pen) return tl::unexpected(pen.error());
  if (!page->draw(**pen, progress)) return tl::unexpected(stopped());
  return (*pen)->finish();
}

/// Draws an SVG or PDF, into the sink if there is one.
tl::expected<std::string, Message> streamed(const Diagram& d, const ExportOptions& options, const Progress& progress, Sink sink) {
  const bool pdf = options.format == Format::pdf;
  const auto page = fitted_page(d, options);
  if (!page) return tl::unexpected(page.error());
  const auto pen = pdf ? make_pdf_pen(page->size(), d.title, std::move(sink)) : make_svg_pen(page->size(), std::move(sink));
  if (!page->draw(*pen, progress)) return tl::unexpected(stopped());
  return pen->finish();
}

bool is_streamed(Format format) { return format == Format::svg || format == Format::pdf; }

}  // namespace

tl::expected<Format, Message> format_of(std::string_view path) {
  const auto name = path.substr(path.find_last_of('/') == std::string_view::npos ? 0 : path.find_last_of('/') + 1);
  const auto dot = name.find_last_of('.');
  std::string ending(dot == std::string_view::npos ? std::string_view() : name.substr(dot + 1));
  for (auto& c : ending)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  if (ending == "svg") return Format::svg;
  if (ending == "png") return Format::png;
  if (ending == "pdf") return Format::pdf;
  if (ending == "tex") return Format::tex;
  if (ending == "txt") return Format::txt;
  return tl::unexpected(message("{} is not a picture file: use .svg, .png, .pdf, .tex or .txt.",
                                path.empty() ? Message("An empty name") : Message::verbatim(std::string(path))));
}

bool PageLimits::hold(PageSize size) const {
  const auto within = [](double length, double limit) { return limit <= 0 || length <= limit; };
  return std::max(size.width, size.height) <= side && size.width * size.height <= area && within(size.width, most.width) &&
         within(size.height, most.height);
}

PageLimits limits_of(const ExportOptions& options) {
  switch (options.format) {
    case Format::png:
      return {most_png_side / options.scale, most_png_area() / options.scale / options.scale, options.most,
              "A PNG has at most 30000 pixels a side, and as many as the memory budget holds"};
    case Format::pdf: return {.side = most_page_side, .most = options.most, .text = "A page of PDF is at most 14400 points long"};
    case Format::tex: return {.side = most_page_side, .most = options.most, .text = "A TikZ picture is at most 14400 points long"};
    case Format::svg:
    case Format::txt: break;
  }
  return {.most = options.most};
}

tl::expected<Page, Message> fitted_page(const Diagram& d, const ExportOptions& options) {
  const bool png = options.format == Format::png;
  const auto longest = static_cast<double>(std::max(d.rows.extent, d.columns.extent));
  if (png && (!(options.scale > 0) || !std::isfinite(options.scale)))
    return tl::unexpected(Message("The scale of a PNG must be more than 0."));
  if (png) {
    const auto instead = message("a slice or tile of at most {} cells a side works", most_png_side);
    if (longest > most_png_side)
      return tl::unexpected(message("{} x {} cells are too many for a PNG, which is at most {} pixels long; {}.", d.rows.extent,
                                    d.columns.extent, most_png_side, instead));
    if (cells_of(d) > most_png_cells) return tl::unexpected(too_many_cells(d, "a PNG", most_png_cells, instead));
  }
  const auto limits = limits_of(options);
  Page page(d, options);
  // Single cells are not discernible beyond a million, so each gets a few pixels.
  const double dense = png && cells_of(d) > most_unseen_cells ? 4 / options.scale : page.cell();
  if (dense < page.cell()) page = Page(d, options, dense);
  if (limits.hold(page.size())) return page;
  // Cells of a PNG have whole pixels.
  const double unit = png ? 1 / options.scale : 1.0 / 64;
  std::int64_t low = 1, high = std::max<std::int64_t>(1, std::llround(page.cell() / unit));
  while (low < high) {
    const auto middle = (low + high + 1) / 2;
    if (limits.hold(Page(d, options, static_cast<double>(middle) * unit).size())) low = middle;
    else high = middle - 1;
  }
  page = Page(d, options, static_cast<double>(low) * unit);
  if (options.most.width > 0 && !limits.hold(page.size())) {
    // No cell size fits that many cells: use the usual one.
    auto natural = options;
    natural.most = {};
    return fitted_page(d, natural);
  }
  if (!limits.hold(page.size()))
    return tl::unexpected(
        message("{}: {} x {} cells are too many; a slice or tile of it, or an SVG, works.", limits.text, d.rows.extent, d.columns.extent));
  return page;
}

tl::expected<std::string, Message> export_bytes(const Diagram& d, const ExportOptions& options, const Progress& progress) {
  if (options.format == Format::png) return png_bytes(d, options, progress);
  const std::array all{&d};
  if (auto why = too_large(all, options)) return tl::unexpected(std::move(*why));
  if (is_streamed(options.format)) return streamed(d, options, progress, {});
  return options.format == Format::tex ? export_tikz(d, options) : export_text(d, options);
}

tl::expected<void, Message> export_to(const Diagram& d, const ExportOptions& options, const Sink& sink, const Progress& progress) {
  const std::array all{&d};
  if (auto why = too_large(all, options)) return tl::unexpected(std::move(*why));
  bool takes = true;
  const Sink watched = [&](std::string_view bytes) { return takes = takes && sink(bytes); };
  const auto rest = is_streamed(options.format)
                        ? streamed(
                              d, options, [&](double fraction) { return takes && (!progress || progress(fraction)); }, watched)
                        : export_bytes(d, options, progress);
  if (!rest) return tl::unexpected(rest.error());
  watched(*rest);
  return {};
}

}  // namespace render
