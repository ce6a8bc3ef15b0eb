#pragma once
// What a page is drawn with. Lengths are points from the page's top left, y down.

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

#include "render/export.hpp"

namespace render {

enum class Font : std::uint8_t { mono, sans, sans_bold };
enum class Anchor : std::uint8_t { start, middle, end };

struct Segment { double x0, y0, x1, y1; };
struct TextStyle { Font font = Font::mono; double size = 10; Rgb colour; Anchor anchor = Anchor::start; };

class Pen {
 public:
  virtual ~Pen() = default;
  virtual void fill_rect(double x, double y, double width, double height, Rgb) = 0;
  virtual void lines(std::span<const Segment>, Rgb, double width) = 0;
  virtual void text(double x, double baseline, std::string_view, const TextStyle&) = 0;
  /// The file's bytes; the pen draws nothing after. Error: one sentence.
  virtual tl::expected<std::string, std::string> finish() = 0;
};

struct PageSize { double width = 0, height = 0; };

std::unique_ptr<Pen> make_svg_pen(PageSize);
std::unique_ptr<Pen> make_pdf_pen(PageSize, const std::string& title);
/// `scale`: pixels a point. Error: one sentence when there is no memory for the picture.
tl::expected<std::unique_ptr<Pen>, std::string> make_png_pen(PageSize, double scale);

/// Points that a line of text takes in these fonts on this machine.
double text_width(std::string_view, Font, double size);

/// Where everything of a diagram stands on its page: decided once for every pen.
class Page {
 public:
  /// `cell`: points a cell, 0 for one that the labels fit into.
  Page(const Diagram&, const ExportOptions&, double cell = 0);
  PageSize size() const { return size_; }
  double cell() const { return cell_; }
  void draw(Pen&) const;

 private:
  void draw_cells(Pen&) const;
  void draw_labels(Pen&) const;
  void draw_lines(Pen&) const;
  void draw_headings(Pen&) const;
  void draw_texts(Pen&) const;

  const Diagram& diagram_;
  ExportOptions options_;
  double cell_ = 30, left_ = 0, top_ = 0;       ///< grid's top left
  double row_flat_ = 0;                         ///< right edge of the flat row headings
  std::vector<std::string> subtitle_, note_;    ///< broken into lines
  double subtitle_x_ = 0, first_subtitle_y_ = 0;
  PageSize size_;
};

/// The most characters that a cell's label has in one line, and the lines it has.
struct LabelSize { std::size_t characters = 1, lines = 1; };
LabelSize label_size(const Diagram&);

std::string export_tikz(const Diagram&, const ExportOptions&);
std::string export_text(const Diagram&, const ExportOptions&);

}  // namespace render
