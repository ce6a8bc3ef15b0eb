#pragma once
// A value as a picture, independent of the way it is drawn: cells, labels, tile borders, headings, colour keys.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "algebra/language/value_indexing.hpp"
#include "algebra/layout/bounds.hpp"
#include "algebra/text/message.hpp"
#include "render/choice.hpp"

namespace render {

struct Rgb {
  std::uint8_t r = 0, g = 0, b = 0;
  friend bool operator==(const Rgb&, const Rgb&) = default;
};

enum class PaletteName : std::uint8_t { cutescope, cute, greys, contrast, print };  // cutescope: colour-blind safe pastels
/// Colour keys are kept below this; a multiple of every palette's length, so that palettes cycle without a seam.
inline constexpr std::int64_t key_modulus = std::int64_t{1} << 30;

/// Numbers beside a grid: 5, with (1,1) beneath if they differ; 5 alone; or (1,1) alone.
enum class Headings : std::uint8_t { automatic, flat, natural };

/// The grid of a tensor in tensor memory: lanes and columns, either those of its allocation or all, or its own modes.
enum class TmemGrid : std::uint8_t { allocated, whole, modes };

/// The options for showing a value. Plain data, saved with a sheet's view settings.
struct View {
  ColourBy colour_by;  ///< default: by index
  LabelBy label_by;    ///< default: by index
  PaletteName palette = PaletteName::cutescope;
  bool transposed = false;
  Headings headings = Headings::automatic;
  bool slabs = false;      ///< rank > 2: show all slices side by side, else one of them
  std::int64_t slice = 0;  ///< rank > 2, without slabs: 1-D coordinate in modes 2.. of the slice shown
  TmemGrid tmem = TmemGrid::allocated;
  int element_bits = 0;  ///< width of an element, for addresses, banks, sectors and lines; 0: the value's own. Never 0 in a Diagram
  int bits_of(const algebra::Value& value) const { return element_bits != 0 ? element_bits : algebra::element_bits(value); }
  friend bool operator==(const View&, const View&) = default;
};

/// Slices side by side along an axis: further modes of the value become the outermost modes of the axis.
struct Slabs {
  std::int64_t width = 0;     ///< positions of one slab; 0: the axis has no slabs
  algebra::IntTuple shape;    ///< shape of the modes that number the slabs
  std::string before, after;  ///< text around a slab's coordinate: "(_,_," and ")"
  bool restarts = true;       ///< headings are numbers within the slab
};

/// One axis of a grid. Position p (0 <= p < extent) has a heading, and the border before it has a level: 0 is a
/// hairline between cells, 1.. are thicker, one for each level of tiling. The pen draws the outer frame.
/// Headings restart in each slab.
struct Axis {
  algebra::Layout layout;  ///< position -> its part of the index
  std::int64_t extent = 1;
  std::vector<std::int64_t> border_periods;  ///< level k where p % border_periods[k-1] == 0; ascending, the last may repeat
  bool hierarchical = false;                 ///< natural coordinates differ from flat ones: adds a second line of headings
  std::int64_t together = 1;                 ///< positions that share a heading: those of one column of 32 bits
  bool natural_only = false;                 ///< headings are natural coordinates, and there is no second line
  Slabs slabs;
  std::vector<std::string> names;  ///< headings in place of numbers; empty: numbers
  std::string name;                ///< "M", at the end of the headings
  bool headed = true;              ///< has headings: an MMA's C uses those of A and B
  /// Number of omitted positions, for which the last one, an ellipsis, stands; see cropped. 0: all are shown.
  std::int64_t left_out = 0;
  std::int64_t last_shown() const { return extent - (left_out > 0 ? 2 : 1); }  ///< the last position that is not an ellipsis
  int border_level(std::int64_t p) const;
  std::string heading(std::int64_t p) const;  ///< "5"; natural_only: "(1,1)"; or its name
  std::string longest_heading() const;
  std::string natural_heading(std::int64_t p) const;  ///< "(1,1)"
  /// Returns "(_,_,3)": the slice that slab n shows; "" without slabs.
  std::string slab_caption(std::int64_t n) const;
  std::int64_t slab_count() const { return slabs.width > 0 ? extent / slabs.width : 1; }
};

/// The key that picks a cell's palette entry, key % palette size; -1: no colour.
/// separable: key = (row_key(row) + column_key(column) + offset) / divisor, modulo 2^30;
/// table: one key per cell, row-major, for keys that are no such sum.
struct ColourKey {
  bool separable = true;
  algebra::Layout row_key, column_key;  ///< as functions of the position on the axis
  std::int64_t offset = 0, divisor = 1;
  std::vector<std::int32_t> table;
};

/// The subject of a callout or a line of the table, which decides its colour.
enum class Speaks : std::uint8_t { start, leading, stride, layout, other };

/// A frame around some cells, or an arrow from the first one to another, with words, drawn over the cells.
struct Callout {
  std::int64_t row = 0, column = 0, rows = 1, columns = 1;
  std::optional<std::pair<std::int64_t, std::int64_t>> to{};  ///< the arrow's end, a row and a column; none: a frame
  std::string words{};
  Speaks of = Speaks::other;
};

/// A rectangle of cells.
struct CellBlock {
  std::int64_t row = 0, column = 0, rows = 1, columns = 1;
  friend bool operator==(const CellBlock&, const CellBlock&) = default;
};

/// A frame around cells that belong together, in the ink of borders: a warp's elements, an atom, a core matrix.
struct CellFrame {
  CellBlock cells;
  bool light = false;   ///< thinner than those around it
  std::string words{};  ///< "warp 2"
};

/// A line of the table beneath a grid: a field of a descriptor, or a descriptor of a tensor.
struct TableLine {
  std::string place{};         ///< "16–29"
  algebra::Message name{};     ///< "leading byte offset"
  std::string value{};         ///< "64"
  algebra::Message meaning{};  ///< "1024 bytes to the next core matrix along K"
  Speaks of = Speaks::other;
};

/// A grid within a picture of several, such as A, B and C of an MMA.
struct Part;

struct Diagram {
  std::string title;          ///< entry name: "D"
  std::string subtitle;       ///< the value: "((4,4),(2,2)):((8,1),(32,4))"
  algebra::Message note;      ///< "rows: tile, columns: rest, transposed", "Thread 3 owns 2 of 16: indices 7 and 23."
  bool note_matters = false;  ///< the note is essential and is kept however narrow the picture is
  Axis rows, columns;
  std::int64_t offset = 0;  ///< index = outer(offset + rows.layout(row) + columns.layout(column))
  algebra::Outer outer;
  algebra::IntTuple codomain;              ///< for indices that are coordinates (strides such as 1@0): the shape that contains them
  std::optional<algebra::BitMatrix> bits;  ///< the matrix whose entries are the indices
  /// The indices by 1-D coordinate of a function that is not a layout; empty: the axes have them.
  std::vector<std::int64_t> listed;
  std::vector<algebra::Indexing> zipped;  ///< the other indices of each element, by its 1-D coordinate; see algebra::Zip
  ColourKey colour;
  View view;
  algebra::IntTuple shape;  ///< shape of the shown value, for coordinate labels
  // The owner of a cell's element, in figures of threads and values.
  struct Owner {
    std::int32_t thread = -1, value = -1;
    friend bool operator==(const Owner&, const Owner&) = default;
  };
  std::vector<Owner> owners;             ///< row-major; empty if the elements have no owners, or if the parts have them
  std::optional<algebra::Layout> owned;  ///< (thread, value) -> 1-D coordinate, where elements have several owners
  std::int64_t thread = -1;              ///< the thread whose cells are marked; -1: none
  std::string registers;                 ///< PTX's name for a thread's values: "a" for a0, a1, ...; "" if they have no names
  std::int64_t register_count = 0;       ///< registers of one instruction
  std::int64_t register_values = 1;      ///< values in a register
  /// Returns the register of a value, "a3"; counting restarts with each instruction. "" if it has no name.
  std::string register_name(std::int64_t value) const;
  std::vector<Callout> callouts;
  std::vector<CellFrame> frames;
  std::vector<TableLine> table;
  /// For a grid of a memory's cells: the 1-D coordinate of the element in each cell, row-major, -1 for a vacant one, which has no label and
  /// no colour; and the cell of each element. Empty: the axes are the value's modes.
  std::vector<std::int32_t> elements, places;
  std::vector<Owner> others;  ///< the owners on the other side, as `owners`; shown where the two differ. Empty: none
  /// The grids of a picture of several, each with elements and axes of its own; all other cells are vacant. The picture's axes only count
  /// positions. `shape` is that of the first part. Empty: the picture is one grid.
  std::vector<Part> parts;

  /// A mode of the elements' coordinates in a larger tensor, as algebra::Bound, by positions on the axes.
  struct Bound {
    algebra::Layout rows, columns;
    std::int64_t offset = 0, extent = 0;
    std::int64_t operator()(std::int64_t row, std::int64_t column) const { return offset + rows(row) + columns(column); }
  };
  std::vector<Bound> bounds;  ///< empty: no element is beyond the end of the tensor that it is a part of
  std::string bounded_by;     ///< that tensor's name; "" if it has none

  /// Appends a fact to the last line of the note, or a new line.
  void note_fact(const algebra::Message& fact);
  void note_line(const algebra::Message& line);

  std::int64_t index(std::int64_t row, std::int64_t column) const;
  /// Returns whether the cell is beyond the end of the tensor: it then has no element and no colour, and is hatched.
  bool beyond(std::int64_t row, std::int64_t column) const;
  /// Returns whether the cell of a memory holds no element.
  bool vacant(std::int64_t row, std::int64_t column) const;
  /// Returns a remark on a cell: "beyond the end of S: (528,3) is not in (528,512)", or that two owners differ; usually empty.
  algebra::Message remark(std::int64_t row, std::int64_t column) const;
  /// Appends "9"; for index coordinates "(1,3)", for several indices "(9,(1,3))".
  void append_index(std::string& out, std::int64_t row, std::int64_t column) const;
  /// Returns whether each index is one integer.
  bool plain_indices() const { return codomain.rank() == 0 && zipped.empty(); }
  std::int64_t coordinate(std::int64_t row, std::int64_t column) const;  ///< 1-D coordinate in the value's own shape
  /// Returns the cell of the element with that 1-D coordinate; nullopt if it is in another slice or out of range.
  struct Cell {
    std::int64_t row = 0, column = 0;
  };
  std::optional<Cell> cell_of(std::int64_t coordinate) const;
  /// Returns the part that contains the cell; null: none.
  const Part* part_at(std::int64_t row, std::int64_t column) const;
  bool has_owners() const;  ///< its elements, or those of its parts, have owners
  /// Returns the owner of the cell's element; thread -1: none.
  Owner owner_at(std::int64_t row, std::int64_t column) const;
  /// Returns all cells that the thread owns.
  std::vector<Cell> cells_of_thread(std::int64_t thread) const;
  /// Returns the corresponding cells of the other parts, along shared modes: for an element of C the row of A and the column of B that
  /// produce it, for an element of a copy's source its place in the destination.
  std::vector<CellBlock> counterparts(std::int64_t row, std::int64_t column) const;
  /// Returns the shown slice as CuTe writes it, "(_,_,3)"; "" for a rank up to 2 and for slabs.
  std::string slice_text() const;
  std::int64_t slices() const;                                  ///< number of slices of the value; 1 up to rank 2
  bool coloured() const;                                        ///< cells have colours
  bool labelled() const;                                        ///< cells have labels
  int colour_key(std::int64_t row, std::int64_t column) const;  ///< -1: no colour
  Rgb fill(std::int64_t row, std::int64_t column) const;
  /// Returns one or two lines ("T3\nV0").
  std::string label(std::int64_t row, std::int64_t column) const;
  std::int64_t widest_index() const;  ///< the index with the most digits, which sets the cell size
};

struct Part {
  Diagram diagram;
  std::int64_t across = 0, down = 0;  ///< its column and row of grids in the picture
  bool alike = false;                 ///< its elements are those of the part before it: a copy's destination has the elements of its source
  std::int64_t first = 0;             ///< coordinate of its first element in the picture; see arrange
  std::int64_t row = 0, column = 0;   ///< of its first cell
};

/// Places the parts of a picture, with vacant cells between them, and sets its axes and coordinates accordingly.
void arrange(Diagram&);

/// Data from other values for a picture: the tiles of a divide, or the owners of elements in a partition.
struct Context {
  std::vector<algebra::Bound> bounds;     ///< of the value's elements; empty: none is beyond the end of anything
  std::string bounded_by;                 ///< name of the tensor that limits the elements
  std::optional<algebra::Layout> tiles;   ///< (tile, rest) -> index: colouring by tile uses the number of the rest
  std::optional<algebra::Layout> owners;  ///< (thread, value) -> index: for colours and labels that need owners
};

/// Draws a layout, tensor, composed layout, shape or tiler. nullopt for values without a picture (an integer, a truth value). Values may
/// have any size: O(1) if the colour is separable. Tables have up to 2^20 cells; a diagram that needs a larger one is coloured by index.
std::optional<Diagram> describe(const algebra::Value&, std::string_view name, const View&, const Context& = {});

}  // namespace render
