#pragma once
// The contents of an interactive figure before it is written: the pictures of the cards, and the element of each cell.

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "algebra/text/message.hpp"
#include "app/figures/interactive.hpp"
#include "app/figures/pictures.hpp"
#include "render/web_grid.hpp"

namespace app {

/// A grid within a picture of several.
struct PagePart {
  std::int64_t row = 0, column = 0, rows = 0, columns = 0;
  std::string down, right;  ///< names of its axes: "M", "K"
};

/// One picture of a card.
struct PageFrame {
  render::WebGrid grid;
  bool drawn = true;        ///< with its cells; if false, `elements` is empty too
  std::int64_t slice = -1;  ///< of the card; -1: the slice that it shows
  std::int64_t rows = 0, columns = 0;
  std::vector<std::int64_t> elements;                ///< of the cells, row by row: 1-D coordinates; -1: none. Empty: cells are no elements
  algebra::Message caption;                          ///< "(_,_,3)", or a step in words
  algebra::Message note;                             ///< note of the picture: "slice 1 of 3: (_,_,0)"
  std::map<std::int64_t, algebra::Message> remarks;  ///< by index of the cell: "beyond the end of S"
  std::vector<PagePart> parts;                       ///< grids of a picture of several; empty for one grid
  std::vector<std::int64_t> owners;                  ///< of the cells, row by row: the thread to mark; -1: none
  std::vector<std::vector<std::int64_t>> owned;      ///< by thread: its cells
};

/// The trace of a launch in a card of its tensor.
struct PagePlayback {
  std::int64_t requests = 0;          ///< number of requests played
  std::vector<std::int64_t> touched;  ///< of the cells, row by row: number of the first request that touches it; -1: none
  std::vector<std::string> touches;   ///< of the cells, row by row: "T6 V0"
};

struct PageCard {
  int entry = -1;          ///< index of the entry
  int number = 0;          ///< index of its card
  int elements = -1;       ///< entry to which the cells' elements belong
  algebra::Message title;  ///< empty: no title
  std::string value, source;
  render::Diagram diagram;  ///< of the first frame
  render::Legend legend;
  std::vector<PageFrame> frames;  ///< its slices, or the single picture
  std::size_t first = 0;          ///< index of the frame shown first
  std::vector<PageFrame> steps;
  bool has_steps = false;  ///< true even if the steps are not drawn
  PagePlayback playback;
};

/// Returns the cards in the order of the entries, the launch's trace last. Error: one sentence.
tl::expected<std::vector<PageCard>, algebra::Message> page_cards(const Sheet&, const SheetEvaluator&, const InteractiveOptions&);

}  // namespace app
