#pragma once
// Makes slides as a PDF: a page each, with words and a figure that is as large as the rest of the page allows.

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "algebra/text/message.hpp"
#include "render/export_pen.hpp"
#include "render/figure.hpp"

namespace render {

enum class SlideInk : std::uint8_t { text, faint, accent, good, warning };

/// A paragraph of a slide.
struct SlideText {
  std::string text;
  Font font = Font::sans;
  double size = 12;  ///< points on a page that is 720 wide; smaller if not all words fit
  SlideInk ink = SlideInk::text;
};

struct Slide {
  std::vector<SlideText> words;
  std::optional<Figure> figure;
  /// Draws a picture of that size, in points, below the words, instead of a figure.
  std::function<void(Pen&, PageSize)> picture = {};
  std::string foot;  ///< at the lower right: "3 / 12"
};

inline constexpr PageSize slide_size{720, 405};  ///< 16:9, in points

/// Returns the PDF. `title`: of the document, and at the lower left of each page. Error: one sentence.
tl::expected<std::string, algebra::Message> slides_pdf(std::span<const Slide>, const std::string& title, ThemeName);

}  // namespace render
