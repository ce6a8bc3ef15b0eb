#pragma once
// Several diagrams on one page: operands and result side by side, the steps of an operation, a whole canvas.

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "algebra/text/message.hpp"
#include "render/export.hpp"

namespace render {

/// One picture of a figure. Without a diagram it is empty space that keeps the others in place.
struct Panel {
  std::optional<Diagram> diagram;
  algebra::Message caption;  ///< below the grid: "before", "2. Coalesce A"
  std::string joint;         ///< between this panel and the next: "o", "=", "→"
  bool below = false;        ///< begins a new row
  algebra::Message title{};  ///< the diagram's title if it is more than a name: "P over A"
};

/// A line from the lower edge of a panel's cell to the upper edge of a cell of a panel below it.
struct PanelLine {
  struct End {
    std::size_t panel = 0;
    std::int64_t row = 0, column = 0;
  };
  End from, to;
  bool accent = false;  ///< the line that the text refers to
};

struct Figure {
  std::vector<Panel> panels;  ///< in reading order
  std::vector<PanelLine> lines;
  int columns = 0;                          ///< panels per row; 0: as many as fit the width, or all if no width is given
  bool slices = false;                      ///< the panels are slices of one value: if not all fit, the last ones are omitted
  std::string title, caption;               ///< of the whole figure; "" for none
  bool legend = false;                      ///< needs its legend, which is then drawn whatever the options are
  algebra::Say say = &algebra::in_english;  ///< renders the legend's heading in the language of the other words
};

struct FigureOptions {
  ExportOptions page;    ///< page.title: the names and values above the panels, and their notes; page.most: for a figure without a width
  double width_cm = 0;   ///< width of the page; 0: the natural width of the panels
  double height_cm = 0;  ///< the page is at most as high; 0: as high as its panels need
  double letters = 0;    ///< points of the labels if there is room; all other text is relative to it; 0: the usual size
  bool borders = true;   ///< draw tile borders; otherwise only hairlines and the frame
  bool legend = false;   ///< show the keys of each colour
  std::string font;      ///< font family; "": Inter and JetBrains Mono
};

inline constexpr double points_per_cm = 72 / 2.54;
/// Limits of a figure's width and height, in centimetres.
inline constexpr double least_width_cm = 2, most_width_cm = 200;

/// The box for a figure in a document, and letters that suit the text around it.
struct FigureTemplate {
  std::string_view name;  ///< on the command line
  const char* title;      ///< in the dialog
  double width_cm, height_cm, letters;
};
/// For two columns, the text of a page; for a slide, 16:9; for A4, the page without margins; for a blog, 1600 x 900 pixels of a point each.
/// A figure without a given size is at most as large as one for A4.
inline constexpr std::array<FigureTemplate, 5> figure_templates{{{"column", "One column", 8.5, 11, 9},
                                                                 {"two-columns", "Two columns", 17.4, 22, 9},
                                                                 {"slide", "Slide", 25.4, 14.2, 18},
                                                                 {"page", "A4 page", 17, 25.7, 10},
                                                                 {"blog", "Blog", 56.4, 31.7, 24}}};

/// The outcome of laying out a figure on its page.
struct FigureFacts {
  PageSize size;                             ///< 0: a file without a size of its own: text, and TikZ in CuTe's form
  double least_letters = 0;                  ///< size of the smallest letters, in points; 0: there are none
  std::vector<algebra::Message> unlabelled;  ///< panels without labels, because these would have letters below least_letter_points
  std::vector<algebra::Message> shortened;   ///< panels with shorter labels than requested, for lack of room
  std::vector<algebra::Message> cut;         ///< panels that do not fit the box, and the part of them that is shown
  double labelled_width_cm = 0;              ///< the least width, in whole millimetres, that shows all labels; 0: none does
  bool has_width = false;                    ///< the figure was given a width
  bool has_most = false;                     ///< the figure was given no size, and it is at most as large as page.most
  double cell = 0, usual_cell = 0;           ///< points per cell, and the usual value, if the format's limits reduced it
  algebra::Message limit{};                  ///< that limit, in words
};
/// Returns the facts of a figure. Error: as figure_bytes.
tl::expected<FigureFacts, algebra::Message> facts_of(const Figure&, const FigureOptions&);
/// Returns "8.50 x 5.20 cm, letters of 5.4 pt and larger"; empty without a size.
algebra::Message facts_text(const FigureFacts&);
/// Returns a sentence for each shortcoming of the figure, with a remedy.
std::vector<algebra::Message> warnings(const FigureFacts&);

/// Returns whether the figure is one diagram that fits in its natural size, without options beyond those of a single page: export_to then
/// makes the same file.
bool is_plain(const Figure&, const FigureOptions&);

/// Returns the file's bytes. To fit a given width, cells shrink, then rows of panels wrap, then letters shrink to least_letter_points; then
/// labels are shortened, omitted, or, in a box of a given height, the grids are cut to the cells that fit at that size. facts_of tells
/// which of these happened. Cells also shrink if the page exceeds the format's limits. Error: one sentence (no panel, a width beyond the
/// limits, too many cells for one page).
tl::expected<std::string, algebra::Message> figure_bytes(const Figure&, const FigureOptions&);

/// A part of a figure's page.
struct PagePart {
  double left = 0, top = 0;  ///< in points of the page; may lie outside it
  double scale = 1;          ///< pixels per point
  int width = 0, height = 0;
};
/// Returns the pixels of a PNG there: rows of blue, green, red and alpha bytes from the top. Error: as figure_bytes.
tl::expected<std::string, algebra::Message> figure_pixels(const Figure&, const FigureOptions&, const PagePart&);

}  // namespace render
