#pragma once
// A value as a picture, before anyone draws it: cells, labels, tile borders, headings, legend.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "algebra/value.hpp"
#include "render/choice.hpp"

namespace render {

struct Rgb {
  std::uint8_t r = 0, g = 0, b = 0;
  friend bool operator==(const Rgb&, const Rgb&) = default;
};

enum class PaletteName : std::uint8_t { cutescope, cute, greys, contrast, print };  // cutescope: colour-blind safe pastels
/// Numbers beside a grid: 5 with (1,1) beneath where the two differ, 5 alone, or (1,1) alone.
enum class Headings : std::uint8_t { automatic, flat, natural };

/// How a value is to be shown; plain data, saved with a sheet's view settings.
struct View {
  ColourBy colour_by;  ///< by index
  LabelBy label_by;    ///< by index
  PaletteName palette = PaletteName::cutescope;
  bool transposed = false;
  Headings headings = Headings::automatic;
  bool slabs = false;      ///< rank > 2: all slices side by side; else one of them
  std::int64_t slice = 0;  ///< rank > 2, without slabs: which 1-D coordinate of modes 2.. is shown
  int element_bits = 32;   ///< for address, bank, sector, line
  friend bool operator==(const View&, const View&) = default;
};

/// Slices that stand side by side along an axis: further modes of the value, as the outermost modes of the axis.
struct Slabs {
  std::int64_t width = 0;     ///< positions of one slab; 0: the axis has no slabs
  algebra::IntTuple shape;    ///< of the modes that number the slabs
  std::string before, after;  ///< of their coordinate in a slice: "(_,_," and ")"
};

/// One axis of a grid. Position p (0 <= p < extent) has the heading text, and the border before p a level:
/// 0 a hair line between cells, 1.. thicker with each level of tiling; the outer frame is drawn by the pen.
/// Headings begin anew with each slab.
struct Axis {
  algebra::Layout layout;  ///< position -> its part of the index
  std::int64_t extent = 1;
  std::vector<std::int64_t>
      border_periods;         ///< border level k before p where p % border_periods[k-1] == 0 (ascending; the last may repeat)
  bool hierarchical = false;  ///< natural coordinates differ from flat ones: a second heading line
  bool natural_only = false;  ///< headings are natural coordinates, and there is no second line
  Slabs slabs;
  int border_level(std::int64_t p) const;
  std::string heading(std::int64_t p) const;          ///< "5"; natural_only: "(1,1)"
  std::string natural_heading(std::int64_t p) const;  ///< "(1,1)"
  /// "(_,_,3)": the slice that slab n shows; "" without slabs.
  std::string slab_caption(std::int64_t n) const;
  std::int64_t slab_count() const { return slabs.width > 0 ? extent / slabs.width : 1; }
};

/// What a cell's colour depends on.
/// separable: key = row_key(row) + column_key(column) (+ offset), then key / divisor % modulus picks the palette entry;
/// table: one key per cell, row-major, for what is no such sum; -1 means "no owner".
struct ColourKey {
  bool separable = true;
  algebra::Layout row_key, column_key;  ///< as functions of the position on the axis
  std::int64_t offset = 0, divisor = 1;
  std::vector<std::int32_t> table;
};

struct Diagram {
  std::string title;     ///< entry name: "D"
  std::string subtitle;  ///< the value: "((4,4),(2,2)):((8,1),(32,4))"
  std::string note;      ///< "rows: tile, columns: rest, transposed", "Thread 3 owns 2 of 16: indices 7 and 23."
  Axis rows, columns;
  std::int64_t offset = 0;  ///< index = offset + rows.layout(row) + columns.layout(column), then swizzle
  std::optional<algebra::Swizzle> swizzle;
  algebra::IntTuple codomain;  ///< where indices are coordinates (strides such as 1@0): the shape that holds them; else ()
  ColourKey colour;
  View view;
  algebra::IntTuple shape;  ///< of the shown value, for coordinate labels
  // thread-value figures: label of a cell from the partition rather than from the index
  struct Owner {
    std::int32_t thread = -1, value = -1;
  };
  std::vector<Owner> owners;  ///< row-major, empty where nobody owns them

  std::int64_t index(std::int64_t row, std::int64_t column) const;
  std::int64_t coordinate(std::int64_t row, std::int64_t column) const;  ///< 1-D coordinate in the value's own shape
  /// Where the element with that 1-D coordinate stands; nothing for one of another slice, or of none.
  struct Cell {
    std::int64_t row = 0, column = 0;
  };
  std::optional<Cell> cell_of(std::int64_t coordinate) const;
  /// "(_,_,3)": which slice is shown, as CuTe writes it; "" for a rank up to 2 and for slabs.
  std::string slice_text() const;
  std::int64_t slices() const;                                  ///< that the value has; 1 for a rank up to 2
  bool coloured() const;                                        ///< cells have colours
  bool labelled() const;                                        ///< and labels
  int colour_key(std::int64_t row, std::int64_t column) const;  ///< -1: no colour
  Rgb fill(std::int64_t row, std::int64_t column) const;
  /// One or two lines ("T3\nV0").
  std::string label(std::int64_t row, std::int64_t column) const;
  std::int64_t widest_index() const;  ///< digits matter for cell size
};

/// What else describes a value: the divide whose tiles colour it, or the partition that owns its elements.
struct Context {
  std::optional<algebra::Layout> tiles;   ///< a layout (tile, rest): a colouring by tile gives each index the number of its rest
  std::optional<algebra::Layout> owners;  ///< (thread, value) -> index: for colours and labels that need owners
};

/// The picture of a value. A diagram exists for every layout, tensor, composed layout, shape, tiler; empty optional for
/// values with nothing to draw (an integer, a truth). Any size: cost O(1) where the colour is separable, tables only
/// up to 2^20 cells (beyond that colour falls back to index).
std::optional<Diagram> describe(const algebra::Value&, std::string_view name, const View&, const Context& = {});

}  // namespace render
