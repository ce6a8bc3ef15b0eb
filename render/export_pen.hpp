#pragma once
// The interface that draws a page. Lengths are points from the page's top left, y down.

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "algebra/text/message.hpp"
#include "render/export.hpp"
#include "render/export_cells.hpp"
#include "render/export_output.hpp"

namespace render {

enum class Font : std::uint8_t { mono, sans, sans_bold };
/// Advance of the mono font, JetBrains Mono, relative to its size.
inline constexpr double mono_advance = 0.6;
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
  /// Draws rectangles that do not overlap: a pen may draw them in any order, for example by colour.
  virtual void fill_rects(std::span<const FilledRect> rects) {
    for (const auto& r : rects) fill_rect(r.x, r.y, r.width, r.height, r.colour);
  }
  /// Draws texts of one style. Files are smallest if texts of one row follow one another.
  virtual void texts(std::span<const PlacedText> all, const TextStyle& style) {
    for (const auto& t : all) text(t.x, t.baseline, t.text, style);
  }
  /// Marks the beginning and the end of the cells' labels.
  virtual void labels(bool /*begin*/) {}
  /// Returns the file's bytes that no sink has taken. Nothing may be drawn afterwards. Error: one sentence.
  virtual tl::expected<std::string, algebra::Message> finish() = 0;
  /// Ends a page and begins another of the same size, in formats that have pages: PDF.
  virtual void next_page() {}
};

/// Makes a pen. Without a sink, `finish` returns the whole file; a sink receives it in pieces while it is drawn.
std::unique_ptr<Pen> make_svg_pen(PageSize, Sink = {});
/// Returns the SVG attributes for a fill or stroke of a colour, such as ` fill="#cfe0ff"`, given the name of the first.
using SvgPaint = std::function<std::string(std::string_view attribute, Rgb)>;
/// Makes an SVG for a page, whose labels are a group of the class `labels`.
std::unique_ptr<Pen> make_web_pen(PageSize, SvgPaint);
/// Makes a PDF with its fonts embedded, searchable, and without a date: the same figure is the same file. The page is kept until it ends,
/// in a quarter of the memory budget; finish reports what works if that is not enough.
std::unique_ptr<Pen> make_pdf_pen(PageSize, const std::string& title, Sink = {});
/// Makes a PNG. `scale`: pixels per point. Error: one sentence if there is not enough memory for the picture.
tl::expected<std::unique_ptr<Pen>, algebra::Message> make_png_pen(PageSize, double scale);
/// Makes a pen that draws like the PNG's; finish returns rows of blue, green, red and alpha bytes from the top.
std::unique_ptr<Pen> make_pixel_pen(int width, int height, double scale);

/// Returns the width in points of a line of text in these fonts, from tables; approximate beyond ASCII.
double text_width(std::string_view, Font, double size);

/// Distance of labels from the borders of their cells: 0.4 mm in points, on a page whose smallest letters have least_letter_points.
inline constexpr double label_clearance = 0.4 / 25.4 * 72;

/// The most characters in one line of a cell's label, and its number of lines.
struct LabelSize {
  std::size_t characters = 1, lines = 1;
  double clear = 0;  ///< points between a label and the border
};
/// Return the size for a page with these options, or for one that is not printed.
LabelSize label_size(const Diagram&);
LabelSize label_size(const Diagram&, const ExportOptions&);

/// The letters of such labels in a cell: of the usual size, or as large as fits. The second line of two has its own size.
struct LetterSizes {
  double first = 0, second = 0;
};
LetterSizes label_letters(LabelSize, double cell);
/// Returns the smallest cell in which all letters of such labels have at least the size `letter`, up to 7 points.
double cell_for_letters(LabelSize, double letter);
/// The usual size of a label's letters, which the other sizes of a figure are relative to.
inline constexpr double label_points = 10.5;

/// Breaks text into lines at most `width` wide: after a space, a comma within parentheses or a layout's colon, the outermost
/// of those in the second half of the line; anywhere if there is none. Keeps the text's own line breaks.
std::vector<std::string> broken_lines(std::string_view text, Font, double size, double width);

/// The layout of a diagram on its page, computed once for every pen.
class Page {
 public:
  /// `cell`: points per cell; 0: a size that fits the labels.
  Page(const Diagram&, const ExportOptions&, double cell = 0);
  PageSize size() const { return size_; }
  /// Returns whether the cells have the diagram's labels, which are omitted if they would be smaller than options.least_letters.
  bool labelled() const;
  /// Returns the smallest letters on the page, in points; 0: there are none.
  double least_letters() const;
  double cell() const { return cell_; }
  double grid_left() const { return left_; }
  double grid_top() const { return top_; }
  /// Returns false if `progress` stopped it; the page is then incomplete.
  bool draw(Pen&, const Progress& progress = {}) const;
  /// Draws a part of the cells: their fills, labels, if they have any, the lines between them, and the headings beside them.
  void draw_part(Pen&, const Block&, bool labels) const;
  /// Draws everything outside the parts: the frame, callouts, texts.
  void draw_around(Pen& pen) const { draw_rest(pen, {}); }

 private:
  /// Calls f(Page, Block) for the grid; in a picture of several, for each grid that has cells of the block, with its own cells.
  template <class F>
  void each_grid(const Block&, F&& f) const;
  /// Returns the letters' size with which the second line of headings above the columns fits.
  double natural_letters() const;
  bool draw_inside(Pen&, const Block&, bool labels, const Progress&) const;
  void draw_lines(Pen&, const Block&) const;
  void draw_frame(Pen&) const;
  void draw_headings(Pen&, const Block&) const;
  void draw_captions(Pen&) const;
  void draw_names(Pen&) const;
  /// Draws everything but the insides of the cells; lines and headings of a part only.
  void draw_rest(Pen&, const Block&) const;
  void draw_texts(Pen&) const;

  const Diagram* diagram_;
  ExportOptions options_;
  LabelSize label_;
  double cell_ = 30, left_ = 0, top_ = 0;  ///< grid's top left
  double row_flat_ = 0;                    ///< right edge of the flat row headings
  double headings_y_ = 0;                  ///< distance from the lowest headings of the columns to the grid
  double table_left_ = 0;
  std::vector<std::string> subtitle_, note_;  ///< broken into lines
  double subtitle_x_ = 0, first_subtitle_y_ = 0;
  PageSize size_;
};

/// The limits of a format, in points.
struct PageLimits {
  double side = 1e18, area = 1e36;
  PageSize most{};          ///< see ExportOptions
  algebra::Message text{};  ///< "A PNG has at most ... pixels"
  bool hold(PageSize) const;
};
PageLimits limits_of(const ExportOptions&);

/// Returns the page, with smaller cells than usual if the format's limits require it. Error: one sentence if no cells fit.
tl::expected<Page, algebra::Message> fitted_page(const Diagram&, const ExportOptions&);

/// Returns whether CuTe's picture of a diagram, a centimetre per row, fits TeX's lengths.
bool tikz_fits(const Diagram&);
std::string export_tikz(const Diagram&, const ExportOptions&);
std::string export_text(const Diagram&, const ExportOptions&);
/// Returns whether the text export is print_layout's table, with a line between every two rows and nothing else.
bool is_print_layout(const Diagram&);

}  // namespace render
