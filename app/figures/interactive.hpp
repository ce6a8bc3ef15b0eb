#pragma once
// A sheet as a figure for web pages: its cards, which mark what is linked when one points at an element. Nothing is computed in the
// page: what is linked is written into it, and what follows the pointer is assets/page/figure.js.

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

/// What all cards may have together unless somebody asks for more: beyond it a page would be too large to be sent.
inline constexpr std::int64_t most_page_cells = std::int64_t{1} << 18;
/// About what each of many cells takes.
inline constexpr std::int64_t page_bytes_a_cell = 36;

struct InteractiveOptions {
  Language language = Language::english;  ///< shown first; the page has English and Chinese
  std::string theme = "auto";             ///< shown first: "light", "dark", or "auto" as the reader's system
  std::string title;                      ///< of the page; "": none
  std::vector<int> entries;               ///< whose cards it has; empty: all that are visible
  std::vector<int> hidden;                ///< entries whose values are hidden at first, to be guessed
  bool steps = true;                      ///< the stages of operations
  /// Entries whose stages are pictured; others have only the heading, which a host with the program beside it fills when it is
  /// opened. Unset: all entries, and none is open.
  std::optional<std::vector<int>> opened = std::nullopt;
  std::int64_t most_cells = most_page_cells;  ///< of all cards together
  bool launch = true;                         ///< the trace of the sheet's launch, to be played
  /// Pictures have their cells as long as all have no more than so many; of the others the host draws what is in sight, with
  /// page_diagram. Unset: all have them.
  std::optional<std::int64_t> most_drawn = std::nullopt;
};

/// The parts of a figure, for a host that has the program beside it and answers itself what is linked.
struct InteractiveParts {
  std::string cards;  ///< HTML: what is in the figure's `<div>`
  std::string data;   ///< JSON: where the cells of the cards are, and the words of the elements; see docs/pages.md
  std::string style;  ///< CSS: of the themes and colours, and assets/page/figure.css
};

/// Which picture of a card.
struct PagePicture {
  int entry = 0, card = 0;
  std::int64_t slice = -1;  ///< -1: the one that the card shows
  bool trace = false;       ///< the launch's trace, whose card that is
  friend bool operator==(const PagePicture&, const PagePicture&) = default;
};
/// Its diagram, for render::web_part. Error: one sentence.
tl::expected<render::Diagram, algebra::Message> page_diagram(const Sheet&, const SheetEvaluator&, const PagePicture&);
/// The elements of its cells, row by row: 1-D coordinates; -1: none. Empty: cells are no elements. Of a trace the data has them.
std::vector<std::int64_t> page_elements(const Sheet&, const SheetEvaluator&, const PagePicture&);

/// Error: one sentence that says what would work: no card to show, or too many cells.
tl::expected<InteractiveParts, algebra::Message> interactive_parts(const Sheet&, const SheetEvaluator&, const InteractiveOptions& = {});

/// What one pastes into a page of one's own: a `<div>` with style, data and script. Error: as above.
tl::expected<std::string, algebra::Message> interactive_fragment(const Sheet&, const SheetEvaluator&, const InteractiveOptions& = {});

/// A whole page, which can request nothing from anywhere. Error: as above.
tl::expected<std::string, algebra::Message> interactive_page(const Sheet&, const SheetEvaluator&, const InteractiveOptions& = {});

}  // namespace app
