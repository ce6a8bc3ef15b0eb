#pragma once
// What an interactive figure shows, before it is written: the pictures of the cards, and which element each cell is.

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
  std::string down, right;  ///< what its axes are called: "M", "K"
};

/// One picture of a card.
struct PageFrame {
  render::WebGrid grid;
  bool drawn = true;        ///< with its cells; without, `elements` are left out, too
  std::int64_t slice = -1;  ///< of the card; -1: the one that it shows
  std::int64_t rows = 0, columns = 0;
  std::vector<std::int64_t> elements;                ///< of the cells, row by row: 1-D coordinates; -1: none. Empty: cells are no elements
  algebra::Message caption;                          ///< "(_,_,3)", or a step in words
  algebra::Message note;                             ///< what the picture says of itself: "slice 1 of 3: (_,_,0)"
  std::map<std::int64_t, algebra::Message> remarks;  ///< what is to be said of single cells, by their number: "beyond the end of S"
  std::vector<PagePart> parts;                       ///< of a picture of several grids; the rest is that of these, too
  std::vector<std::int64_t> owners;                  ///< of the cells, row by row: the thread that is marked with it; -1: none
  std::vector<std::vector<std::int64_t>> owned;      ///< by thread: its cells
};

/// The trace of a launch in a card of its tensor.
struct PagePlayback {
  std::int64_t requests = 0;          ///< that are played
  std::vector<std::int64_t> touched;  ///< of the cells, row by row: the number of the request that touches it first; -1: none does
  std::vector<std::string> touches;   ///< of the cells, row by row: "T6 V0"
};

struct PageCard {
  int entry = -1;          ///< whose card it is
  int number = 0;          ///< which of its cards
  int elements = -1;       ///< the entry whose elements its cells are
  algebra::Message title;  ///< empty: it has none
  std::string value, source;
  render::Diagram diagram;  ///< of the first frame
  render::Legend legend;
  std::vector<PageFrame> frames;  ///< its slices, or the one picture
  std::size_t first = 0;          ///< which frame is shown first
  std::vector<PageFrame> steps;
  bool has_steps = false;  ///< also where they are not pictured
  PagePlayback playback;
};

/// The cards in the order of the entries, the launch's trace last. Error: one sentence.
tl::expected<std::vector<PageCard>, algebra::Message> page_cards(const Sheet&, const SheetEvaluator&, const InteractiveOptions&);

}  // namespace app
