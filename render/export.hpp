#pragma once
// A diagram as a file.

#include <functional>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

#include "render/theme.hpp"

namespace render {

enum class Format : std::uint8_t { svg, png, pdf, tex, txt };

struct ExportOptions {
  Format format = Format::svg;
  ThemeName theme = ThemeName::print;
  double scale = 1.0;  ///< PNG: pixels per point
  bool transparent = false;
  bool headings = true, title = true;
};

/// .svg .png .pdf .tex .txt by ending; error: one sentence naming the endings.
tl::expected<Format, std::string> format_of(std::string_view path);

/// Told now and then which share of a file is drawn, 0 to 1; returning false stops the export.
using Progress = std::function<bool(double fraction)>;

/// Text, or bytes of a PNG or PDF. Error: one sentence (too many cells for a PNG, say, or that it was stopped).
tl::expected<std::string, std::string> export_bytes(const Diagram&, const ExportOptions&, const Progress& = {});

/// Writes to a temporary file beside `path` and renames it. An SVG or PDF of any number of cells goes to the disk while
/// it is drawn, in a few MiB of memory. Error: one sentence with the path and the system's reason.
tl::expected<void, std::string> export_file(const Diagram&, const ExportOptions&, const std::string& path, const Progress& = {});

/// CuTe's print_layout(L) table, character for character.
std::string print_layout(const algebra::Layout&, algebra::Marks);

}  // namespace render
