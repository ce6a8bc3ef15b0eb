#pragma once
// Patterns of lines that tell cells apart in print without colours.

#include <vector>

#include "render/export_grid.hpp"

namespace render {

enum class Pattern : std::uint8_t { none, rising, falling, across, down, squares, diamonds, dots };
inline constexpr std::size_t pattern_count = 8;

/// Returns the pattern of a palette entry, or of a ramp's; none in themes with colours.
Pattern pattern_of(ThemeName, std::size_t entry);
/// Returns the ink of the pattern's lines on a fill.
Rgb pattern_ink(Rgb fill);

/// Adds the pattern's lines within a rectangle, `apart` points from one another. Lines of adjacent rectangles join.
void add_pattern(std::vector<Segment>&, Pattern, double x0, double y0, double x1, double y1, double apart);

/// Draws the patterns of a part of the grid. Returns false if `Steps` says to stop.
bool draw_patterns(const Diagram&, const Block& part, ThemeName, const GridPlace&, Pen&, Steps&);

/// The width of a pattern's lines, in points.
inline constexpr double pattern_width = 0.5;

}  // namespace render
