#pragma once
// A sheet as an interactive figure for web pages: its cards mark linked elements under the pointer. The page computes nothing; the links
// are written into it, and assets/page/figure.js follows the pointer.

#include <optional>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "algebra/text/message.hpp"
#include "app/document/evaluation.hpp"
#include "app/document/sheet.hpp"
#include "app/system/texts.hpp"
#include "render/diagram.hpp"

namespace app {

/// Usual limit of the cells of all cards together, so that a page stays small enough to send.
inline constexpr std::int64_t most_page_cells = std::int64_t{1} << 18;
/// Approximate bytes per cell in a large page.
inline constexpr std::int64_t page_bytes_a_cell = 36;

struct InteractiveOptions {
  Language language = Language::english;  ///< shown first; the page has English and Chinese
  std::string theme = "auto";             ///< shown first: "light", "dark", or "auto" for the viewer's system theme
  std::string title;                      ///< of the page; "": none
  std::vector<int> entries;               ///< entries whose cards are included; empty: all visible ones
  std::vector<int> hidden;                ///< entries whose values are hidden at first, to be guessed
  bool steps = true;                      ///< with the stages of operations
  /// Entries whose stages are drawn; others have only the heading, which a host beside the program fills when it is opened. Unset: all
  /// entries are drawn, and none is open.
  std::optional<std::vector<int>> opened = std::nullopt;
  std::int64_t most_cells = most_page_cells;  ///< limit of all cards together
  bool launch = true;                         ///< with the trace of the sheet's launch, to be played
  /// Pictures contain their cells until these together exceed this number; for the others the host draws the visible part with
  /// page_diagram. Unset: all contain them.
  std::optional<std::int64_t> most_drawn = std::nullopt;
};

/// The parts of a figure for a host that runs beside the program and looks up links itself.
struct InteractiveParts {
  std::string cards;  ///< HTML inside the figure's `<div>`
  std::string data;   ///< JSON: places of the cards' cells, and the elements in words; see docs/pages.md
  std::string style;  ///< CSS: the themes and colours, and assets/page/figure.css
};

/// Names one picture of a card.
struct PagePicture {
  int entry = 0, card = 0;
  std::int64_t slice = -1;  ///< -1: the slice that the card shows
  bool trace = false;       ///< true: the card of the launch's trace
  friend bool operator==(const PagePicture&, const PagePicture&) = default;
};
/// Returns the picture's diagram, for render::web_part. Error: one sentence.
tl::expected<render::Diagram, algebra::Message> page_diagram(const Sheet&, const SheetEvaluator&, const PagePicture&);
/// Returns the elements of its cells, row by row, as 1-D coordinates; -1: none. Empty: the cells are no elements. For a trace the page's
/// data has them.
std::vector<std::int64_t> page_elements(const Sheet&, const SheetEvaluator&, const PagePicture&);

/// Returns the parts. Error: one sentence with a way that works; there is no card to show, or there are too many cells.
tl::expected<InteractiveParts, algebra::Message> interactive_parts(const Sheet&, const SheetEvaluator&, const InteractiveOptions& = {});

/// Returns a fragment to paste into another page: a `<div>` with style, data and script. Error: as above.
tl::expected<std::string, algebra::Message> interactive_fragment(const Sheet&, const SheetEvaluator&, const InteractiveOptions& = {});

/// Returns a whole page, which loads nothing from elsewhere. Error: as above.
tl::expected<std::string, algebra::Message> interactive_page(const Sheet&, const SheetEvaluator&, const InteractiveOptions& = {});

}  // namespace app
