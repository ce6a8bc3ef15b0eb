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
  algebra::Message title{};  ///< what the diagram's title says, where that is more than a name: "P over A"
};

/// A line from the lower edge of a panel's cell to the upper edge of a cell of a panel that stands below it.
struct PanelLine {
  struct End {
    std::size_t panel = 0;
    std::int64_t row = 0, column = 0;
  };
  End from, to;
  bool accent = false;  ///< the one that the words speak of
};

struct Figure {
  std::vector<Panel> panels;  ///< in reading order
  std::vector<PanelLine> lines;
  int columns = 0;             ///< panels per row; 0: as many as fit the width, or all if no width is given
  bool slices = false;         ///< the panels are the slices of one value: where not all have room, the last ones are left out
  std::string title, caption;  ///< of the whole figure; "" for none
  bool legend = false;         ///< says nothing without the meaning of its colours, which then is drawn whatever the options say
  algebra::Say say = &algebra::in_english;  ///< the legend's heading in the language that the other words are in
};

struct FigureOptions {
  ExportOptions page;    ///< page.title: the names and values above the panels, and their notes; page.most: of a figure without a width
  double width_cm = 0;   ///< width of the page; 0: the natural width of the panels
  double height_cm = 0;  ///< the page is at most as high; 0: as high as its panels need
  double letters = 0;    ///< points of the labels where there is room, and the measure of all other text; 0: the usual ones
  bool borders = true;   ///< draw tile borders; otherwise only hairlines and the frame
  bool legend = false;   ///< show which keys a colour stands for
  std::string font;      ///< font family; "": Inter and JetBrains Mono
};

inline constexpr double points_per_cm = 72 / 2.54;
/// Limits of a figure's width and height, in centimetres.
inline constexpr double least_width_cm = 2, most_width_cm = 200;

/// Where a figure goes: the box that it has there, and letters that suit what stands around it.
struct FigureTemplate {
  std::string_view name;  ///< on the command line
  const char* title;      ///< in the dialog
  double width_cm, height_cm, letters;
};
/// Of two columns the text of a page; a slide of 16:9; of A4 what its margins leave; for a blog 1600 x 900 pixels, a point each.
/// A figure that nobody gives a size is at most as large as one for A4.
inline constexpr std::array<FigureTemplate, 5> figure_templates{{{"column", "One column", 8.5, 11, 9},
                                                                 {"two-columns", "Two columns", 17.4, 22, 9},
                                                                 {"slide", "Slide", 25.4, 14.2, 18},
                                                                 {"page", "A4 page", 17, 25.7, 10},
                                                                 {"blog", "Blog", 56.4, 31.7, 24}}};

/// What becomes of a figure on its page.
struct FigureFacts {
  PageSize size;                             ///< 0: a file without a size of its own: text, and TikZ in CuTe's form
  double least_letters = 0;                  ///< size of the smallest letters, in points; 0: there are none
  std::vector<algebra::Message> unlabelled;  ///< the panels whose labels would have letters below least_letter_points: left out
  std::vector<algebra::Message> shortened;   ///< the panels whose labels say less than was asked for, as there was no room for more
  std::vector<algebra::Message> cut;         ///< the panels that the box has no room for, and what of them is shown
  double labelled_width_cm = 0;              ///< the least width, in whole millimetres, that shows all labels; 0: none does
  bool has_width = false;                    ///< the figure was given its width
  bool has_most = false;                     ///< nobody gave it a size, and it is at most as large as page.most
  double cell = 0, usual_cell = 0;           ///< points a cell and what they would be, where the format's limits made them smaller
  algebra::Message limit{};                  ///< that limit, in words
};
/// Error: as figure_bytes.
tl::expected<FigureFacts, algebra::Message> facts_of(const Figure&, const FigureOptions&);
/// "8.50 x 5.20 cm, letters of 5.4 pt and larger"; nothing without a size.
algebra::Message facts_text(const FigureFacts&);
/// What the figure lacks, in sentences, each with what would help.
std::vector<algebra::Message> warnings(const FigureFacts&);

/// One diagram that has room in its natural size, and no options beyond those of a single page: export_to makes the same file.
bool is_plain(const Figure&, const FigureOptions&);

/// The file's bytes. To fit a given width, cells shrink, then rows of panels wrap, then letters shrink to
/// least_letter_points; then labels say less, are left out, or, in a box of a given height, the grids are cut to what has room at that
/// size. facts_of tells which. Where a format has no room for the page, cells shrink too. Error: one sentence (no panel, a width beyond the
/// limits, too many cells for one page).
tl::expected<std::string, algebra::Message> figure_bytes(const Figure&, const FigureOptions&);

/// A part of a figure's page.
struct PagePart {
  double left = 0, top = 0;  ///< in points of the page; may lie beside it
  double scale = 1;          ///< pixels a point
  int width = 0, height = 0;
};
/// What a PNG shows there: rows of blue, green, red and alpha bytes from the top. Error: as figure_bytes.
tl::expected<std::string, algebra::Message> figure_pixels(const Figure&, const FigureOptions&, const PagePart&);

}  // namespace render
