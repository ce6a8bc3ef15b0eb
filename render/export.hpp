#pragma once
// A diagram as a file.

#include <string>
#include <string_view>

#include <tl/expected.hpp>

#include "render/theme.hpp"

namespace render {

enum class Format : std::uint8_t { svg, png, pdf, tex, txt };

struct ExportOptions {
  Format format = Format::svg;
  ThemeName theme = ThemeName::print;
  double scale = 1.0;               ///< PNG: pixels per point
  bool transparent = false;
  bool headings = true, title = true;
};

/// .svg .png .pdf .tex .txt by ending; error: one sentence naming the endings.
tl::expected<Format, std::string> format_of(std::string_view path);

/// Text, or bytes of a PNG or PDF. Error: one sentence (too many cells for one page, say).
tl::expected<std::string, std::string> export_bytes(const Diagram&, const ExportOptions&);

/// Writes to a temporary file beside `path` and renames it. Error: one sentence with the path and the system's reason.
tl::expected<void, std::string> export_file(const Diagram&, const ExportOptions&, const std::string& path);

/// CuTe's print_layout(L) table, character for character.
std::string print_layout(const algebra::Layout&, algebra::Marks);

}  // namespace render
