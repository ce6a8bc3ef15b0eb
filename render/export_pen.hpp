#pragma once
// The interface that draws a page. Lengths are points from the page's top left, y down.

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

#include "render/export.hpp"
#include "render/export_output.hpp"

namespace render {

enum class Font : std::uint8_t { mono, sans, sans_bold };
enum class Anchor : std::uint8_t { start, middle, end };

struct Segment {
  double x0, y0, x1, y1;
};
struct FilledRect {
  double x, y, width, height;
  Rgb colour;
};
struct PlacedText {
  double x, baseline;
  std::string_view text;
};
/// `family` replaces the font's own family unless it is "".
struct TextStyle {
  Font font = Font::mono;
  double size = 10;
  Rgb colour;
  Anchor anchor = Anchor::start;
  std::string_view family = {};
  friend bool operator==(const TextStyle&, const TextStyle&) = default;
};

class Pen {
 public:
  virtual ~Pen() = default;
  virtual void fill_rect(double x, double y, double width, double height, Rgb) = 0;
  virtual void lines(std::span<const Segment>, Rgb, double width) = 0;
  virtual void text(double x, double baseline, std::string_view, const TextStyle&) = 0;
  /// Rectangles that do not overlap: a pen may draw them in any order, for example by colour.
  virtual void fill_rects(std::span<const FilledRect> rects) {
    for (const auto& r : rects) fill_rect(r.x, r.y, r.width, r.height, r.colour);
  }
  /// Texts of one style. Files are smallest if texts of one row follow one another.
  virtual void texts(std::span<const PlacedText> all, const TextStyle& style) {
    for (const auto& t : all) text(t.x, t.baseline, t.text, style);
  }
  /// The file's bytes that no sink has taken. Nothing may be drawn afterwards. Error: one sentence.
  virtual tl::expected<std::string, std::string> finish() = 0;
};

struct PageSize {
  double width = 0, height = 0;
};

/// Without a sink, `finish` returns the whole file; a sink receives it in pieces while it is drawn.
std::unique_ptr<Pen> make_svg_pen(PageSize, Sink = {});
/// For pages with any number of cells: up to `most_cairo_cells` Cairo's pen, which embeds fonts properly; beyond that a
/// pen that keeps no page in memory.
std::unique_ptr<Pen> make_pdf_pen(PageSize, const std::string& title, std::int64_t cells = 0, Sink = {});
std::unique_ptr<Pen> make_cairo_pdf_pen(PageSize, const std::string& title, Sink = {});
std::unique_ptr<Pen> make_streaming_pdf_pen(PageSize, const std::string& title, Sink = {});
inline constexpr std::int64_t most_cairo_cells = std::int64_t{1} << 14;
/// `scale`: pixels per point. Error: one sentence if there is not enough memory for the picture.
tl::expected<std::unique_ptr<Pen>, std::string> make_png_pen(PageSize, double scale);

/// Width in points of a line of text in these fonts, from tables; approximate beyond ASCII.
double text_width(std::string_view, Font, double size);

/// The most characters in one line of a cell's label, and its number of lines.
struct LabelSize {
  std::size_t characters = 1, lines = 1;
};
LabelSize label_size(const Diagram&);

/// The layout of a diagram on its page, computed once for every pen.
class Page {
 public:
  /// `cell`: points per cell; 0: a size that fits the labels.
  Page(const Diagram&, const ExportOptions&, double cell = 0);
  PageSize size() const { return size_; }
  double cell() const { return cell_; }
  double grid_left() const { return left_; }
  double grid_top() const { return top_; }
  /// Returns false if `progress` stopped it; the page is then incomplete.
  bool draw(Pen&, const Progress& progress = {}) const;

 private:
  void draw_lines(Pen&) const;
  void draw_headings(Pen&) const;
  void draw_texts(Pen&) const;

  const Diagram& diagram_;
  ExportOptions options_;
  LabelSize label_;
  double cell_ = 30, left_ = 0, top_ = 0;     ///< grid's top left
  double row_flat_ = 0;                       ///< right edge of the flat row headings
  std::vector<std::string> subtitle_, note_;  ///< broken into lines
  double subtitle_x_ = 0, first_subtitle_y_ = 0;
  PageSize size_;
};

std::string export_tikz(const Diagram&, const ExportOptions&);
std::string export_text(const Diagram&, const ExportOptions&);

}  // namespace render
