#include "render/export.hpp"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstring>

#include <fmt/format.h>
#include <unistd.h>

#include "render/export_pen.hpp"

namespace render {
namespace {

constexpr std::int64_t most_cells = std::int64_t{1} << 20;
constexpr std::int64_t most_png_cells = std::int64_t{1} << 24;
constexpr double most_png_pixels = 30000, most_pdf_points = 14400;

/// At most 2^62: enough to compare with a limit.
std::int64_t cells_of(const Diagram& d) {
  std::int64_t cells = 0;
  return __builtin_mul_overflow(d.rows.extent, d.columns.extent, &cells) ? std::int64_t{1} << 62 : cells;
}

std::string too_many_cells(const Diagram& d, std::string_view what, std::int64_t limit, std::string_view instead) {
  return fmt::format("{} x {} cells are too many for {}, which holds {}; {}.", d.rows.extent, d.columns.extent, what, limit, instead);
}

tl::expected<std::string, std::string> png_bytes(const Diagram& d, const ExportOptions& options) {
  if (!(options.scale > 0) || !std::isfinite(options.scale)) return tl::unexpected(std::string("The scale of a PNG must be more than 0."));
  const auto longest = static_cast<double>(std::max(d.rows.extent, d.columns.extent));
  const auto instead = fmt::format("a slice or tile of at most {} cells a side works", most_png_pixels);
  if (longest > most_png_pixels)
    return tl::unexpected(fmt::format("{} x {} cells are too many for a PNG, which is at most {} pixels long; {}.", d.rows.extent, d.columns.extent, most_png_pixels, instead));
  if (cells_of(d) > most_png_cells) return tl::unexpected(too_many_cells(d, "a PNG", most_png_cells, instead));
  // Beyond a million cells nobody reads labels: whole pixels a cell, as many as fit.
  const bool dense = cells_of(d) > most_cells;
  const auto cell = dense ? std::max(1.0, std::min(4.0, std::floor(most_png_pixels / 2 / longest))) / options.scale : 0.0;
  const Page page(d, options, cell);
  const auto pixels = std::max(page.size().width, page.size().height) * options.scale;
  if (pixels > most_png_pixels)
    return tl::unexpected(fmt::format("The PNG would be {:.0f} pixels long, and {:.0f} is the limit; a scale of {:.2g}, or an SVG or PDF, works.", pixels,
                                      most_png_pixels, std::floor(most_png_pixels / std::max(page.size().width, page.size().height) * 100) / 100));
  auto pen = make_png_pen(page.size(), options.scale);
  if (!pen) return tl::unexpected(pen.error());
  page.draw(**pen);
  return (*pen)->finish();
}

tl::expected<std::string, std::string> pdf_bytes(const Diagram& d, const ExportOptions& options) {
  // Readers stop at 200 inches: a page beyond that has smaller cells.
  const Page page(d, options);
  const auto longest = std::max(page.size().width, page.size().height);
  if (longest <= most_pdf_points) {
    const auto pen = make_pdf_pen(page.size(), d.title);
    page.draw(*pen);
    return pen->finish();
  }
  const auto cell = (most_pdf_points - 800) / static_cast<double>(std::max(d.rows.extent, d.columns.extent));
  const Page smaller(d, options, std::min(cell, page.cell()));
  const auto pen = make_pdf_pen(smaller.size(), d.title);
  smaller.draw(*pen);
  return pen->finish();
}

std::string cannot_write(const std::string& path, int error) { return fmt::format("cannot write {}: {}", path, std::strerror(error)); }

/// All of `bytes` in the file and on the disk; 0 or the system's error.
int write_all(const std::string& path, const std::string& bytes) {
  std::FILE* file = std::fopen(path.c_str(), "wb");
  if (file == nullptr) return errno;
  int error = 0;
  if (std::fwrite(bytes.data(), 1, bytes.size(), file) != bytes.size() || std::fflush(file) != 0) error = errno;
  if (std::fclose(file) != 0 && error == 0) error = errno;
  return error;
}

}  // namespace

tl::expected<Format, std::string> format_of(std::string_view path) {
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
  return tl::unexpected(fmt::format("{} has no ending of a picture: .svg, .png, .pdf, .tex and .txt are.", path.empty() ? "An empty name" : std::string(path)));
}

tl::expected<std::string, std::string> export_bytes(const Diagram& d, const ExportOptions& options) {
  if (options.format == Format::png) return png_bytes(d, options);
  if (cells_of(d) > most_cells)
    return tl::unexpected(too_many_cells(d, "one page", most_cells, "a slice or tile of it works, or a PNG of up to 16,777,216 cells"));
  switch (options.format) {
    case Format::pdf: return pdf_bytes(d, options);
    case Format::tex: return export_tikz(d, options);
    case Format::txt: return export_text(d, options);
    case Format::svg:
    case Format::png: break;
  }
  const Page page(d, options);
  const auto pen = make_svg_pen(page.size());
  page.draw(*pen);
  return pen->finish();
}

tl::expected<void, std::string> export_file(const Diagram& d, const ExportOptions& options, const std::string& path) {
  const auto bytes = export_bytes(d, options);
  if (!bytes) return tl::unexpected(bytes.error());
  const auto temporary = fmt::format("{}.{}.tmp", path, ::getpid());
  auto error = write_all(temporary, *bytes);
  if (error == 0 && std::rename(temporary.c_str(), path.c_str()) != 0) error = errno;
  if (error == 0) return {};
  std::remove(temporary.c_str());
  return tl::unexpected(cannot_write(path, error));
}

}  // namespace render
