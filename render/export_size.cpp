#include "render/export_size.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "render/figure_layout.hpp"

namespace render {
namespace {

/// Smaller pictures are drawn without an estimate.
constexpr double unasked_cells = 1 << 16;
/// Size of the sample that is drawn to measure the bytes per cell.
constexpr std::int64_t sampled_cells = 1 << 16, most_sampled_columns = 1 << 20;

double cell_count(const Diagram& d) { return static_cast<double>(d.rows.extent) * static_cast<double>(d.columns.extent); }

/// Returns the first rows as a sample. Other rows take as many bytes, apart from some digits.
Diagram beginning_of(const Diagram& d) {
  auto part = d;
  auto& columns = part.columns;
  // Tables of cells go row by row, so whole rows are kept; columns are dropped only beyond the largest table.
  if (columns.extent > most_sampled_columns) {
    const auto width = columns.slabs.width;
    columns.extent = most_sampled_columns;
    if (width > most_sampled_columns) columns.slabs = {};
    else if (width > 0) columns.extent -= columns.extent % width;
  }
  part.rows.extent = std::clamp<std::int64_t>(sampled_cells / columns.extent, 1, part.rows.extent);
  if (part.rows.slabs.width > 0 && part.rows.extent % part.rows.slabs.width != 0) part.rows.slabs = {};
  part.table.clear();
  part.callouts.clear();
  part.note = {};
  return part;
}

/// Returns "4,210".
std::string grouped(double n) {
  auto digits = fmt::format("{:.0f}", n);
  for (auto at = static_cast<std::ptrdiff_t>(digits.size()) - 3; at > 0; at -= 3) digits.insert(static_cast<std::size_t>(at), 1, ',');
  return digits;
}

/// Returns the largest part of a grid with at most that many cells: whole rows if one fits.
std::string part_within(const Diagram& d, double cells) {
  const auto columns = std::min(static_cast<double>(d.columns.extent), std::max(1.0, std::floor(cells)));
  const auto rows = std::clamp(std::floor(cells / columns), 1.0, static_cast<double>(d.rows.extent));
  return fmt::format("{} x {}", grouped(rows), grouped(columns));
}

}  // namespace

double estimated_bytes(const Diagram& d, const ExportOptions& options) {
  if (options.format == Format::png) return 0;
  auto part = beginning_of(d);
  const bool printed = options.format == Format::txt && is_print_layout(d);
  if (printed) part.shape = algebra::IntTuple();
  double bytes = 0;
  const bool as_cute_does = options.format == Format::tex && tikz_fits(d);
  if (as_cute_does || options.format == Format::txt) {
    bytes = static_cast<double>((as_cute_does ? export_tikz(part, options) : export_text(part, options)).size());
  } else {
    // If the format's limits require it, cells are smaller than usual, perhaps without labels.
    const auto whole = fitted_page(d, options);
    if (!whole) return 0;
    const Page page(part, options, whole->cell());
    const Sink counted = [&](std::string_view piece) {
      bytes += static_cast<double>(piece.size());
      return true;
    };
    const auto pen = options.format == Format::tex   ? make_tikz_pen(page.size(), {.page = options})
                     : options.format == Format::pdf ? make_pdf_pen(page.size(), d.title, counted)
                                                     : make_svg_pen(page.size(), counted);
    page.draw(*pen);
    if (const auto rest = pen->finish()) bytes += static_cast<double>(rest->size());
  }
  return bytes * (cell_count(d) / cell_count(part)) * (printed ? 2 : 1);
}

std::optional<algebra::Message> too_large(std::span<const Diagram* const> diagrams, const ExportOptions& options) {
  double cells = 0, bytes = 0;
  for (const auto* d : diagrams) cells += cell_count(*d);
  if (cells <= unasked_cells) return std::nullopt;
  for (const auto* d : diagrams) bytes += estimated_bytes(*d, options);
  const auto most = static_cast<double>(options.most_bytes);
  if (bytes <= most) return std::nullopt;
  constexpr double mebibyte = 1 << 20;
  const auto wanted = std::ceil(bytes / mebibyte);
  const auto may_have = grouped(std::floor(most / mebibyte));
  // Somewhat less, as the size is not exact.
  const auto fit = 0.8 * most / bytes * cells;
  const auto& d = *diagrams.front();
  if (diagrams.size() > 1)
    return algebra::message(
        "The figure has {} cells, and its file would have about {} MiB, more than the limit of {}. Slices or tiles with {} cells in all "
        "fit; {} --max-size {} writes it as it is.",
        grouped(cells), grouped(wanted), may_have, grouped(fit), options.command, fmt::format("{:.0f}", wanted));
  return algebra::message(
      "{} x {} cells would be a file of about {} MiB, more than the limit of {}. A slice or tile of {} cells fits; {} --max-size {} writes "
      "it as it is.",
      grouped(static_cast<double>(d.rows.extent)), grouped(static_cast<double>(d.columns.extent)), grouped(wanted), may_have,
      part_within(d, fit), options.command, fmt::format("{:.0f}", wanted));
}

}  // namespace render
