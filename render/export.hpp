#pragma once
// Exports a diagram to a file.

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

#include "algebra/text/message.hpp"
#include "render/theme.hpp"

namespace render {

enum class Format : std::uint8_t { svg, png, pdf, tex, txt };

/// Letters below this size are unreadable in print; labels that would need them are omitted.
inline constexpr double least_letter_points = 5;

/// Default limit for the bytes of a picture's file, so that a mistyped extent does not fill a disk.
inline constexpr std::int64_t usual_most_bytes = std::int64_t{256} << 20;

struct PageSize {
  double width = 0, height = 0;  ///< in points
};

struct ExportOptions {
  Format format = Format::svg;
  ThemeName theme = ThemeName::print;
  double scale = 1.0;  ///< PNG: pixels per point
  bool transparent = false;
  bool headings = true, title = true;
  double least_letters = least_letter_points;     ///< labels that would be smaller are omitted
  PageSize most;                                  ///< the page's maximum size, reached by shrinking cells; 0: as large as its cells need
  std::int64_t most_bytes = usual_most_bytes;     ///< nothing is drawn if the file would be larger; a PNG has limits of its own
  std::string_view command = "cutescope export";  ///< the command whose --max-size raises that limit, for the message
};

/// Returns the format for the path's extension: .svg .png .pdf .tex .txt. Error: one sentence naming the extensions.
tl::expected<Format, algebra::Message> format_of(std::string_view path);

/// Takes the next bytes of a file. Returns false if they cannot be written, and is then not called again.
using Sink = std::function<bool(std::string_view)>;

/// Called from time to time with the fraction drawn, 0 to 1. Returning false stops the export.
using Progress = std::function<bool(double fraction)>;

/// Returns the text, or the bytes of a PNG or PDF. Error: one sentence (such as too large, or stopped).
tl::expected<std::string, algebra::Message> export_bytes(const Diagram&, const ExportOptions&, const Progress& = {});

/// Exports piece by piece. SVG and PDF are passed on while they are drawn, so that any number of cells takes a few MiB of memory. The
/// export stops if the sink returns false. Error: as above.
tl::expected<void, algebra::Message> export_to(const Diagram&, const ExportOptions&, const Sink&, const Progress& = {});

/// Returns CuTe's print_layout(L), character for character. Requires integer strides (!has_basis).
std::string print_layout(const algebra::Layout&, algebra::Marks);
std::string print_layout(const algebra::ComposedLayout&, algebra::Marks);

}  // namespace render
