#include "render/mma_cells.hpp"

#include <algorithm>
#include <array>

#include "algebra/hardware/device_limits.hpp"
#include "algebra/layout/operations.hpp"
#include "render/colourings.hpp"
#include "render/labellings.hpp"
#include "render/owner_figures.hpp"
#include "render/part_frames.hpp"

namespace render {
namespace {

using algebra::IntTuple;
using algebra::Layout;
using algebra::Matrix;
using algebra::Message;
using algebra::message;
using algebra::MmaTraits;
using algebra::TiledMma;

constexpr std::int64_t core_rows = 8, core_bits = 128;  ///< dimensions of a core matrix: eight rows of 16 bytes

/// The position and orientation of a matrix in the product.
struct Place {
  Matrix matrix;
  const char* name;
  const char* registers;
  std::array<int, 2> modes;  ///< its modes of M, N and K
  std::int64_t across, down;
  bool turned;  ///< mode 0 runs to the right
};
constexpr std::array<Place, 3> places{
    {{Matrix::c, "C", "c", {0, 1}, 1, 1, false}, {Matrix::a, "A", "a", {0, 2}, 0, 1, false}, {Matrix::b, "B", "b", {1, 2}, 1, 0, true}}};
constexpr std::array<const char*, 3> mode_names{"M", "N", "K"};

bool is_k_major(const TiledMma& mma, Matrix matrix) {
  // "GMMA::Major::K,GMMA::Major::MN" of A and B, behind types and sizes in some.
  std::string_view arguments = mma.atom.arguments;
  const auto first = arguments.find("Major::");
  if (first == std::string_view::npos) return true;
  arguments.remove_prefix(first);
  if (matrix == Matrix::b) {
    const auto second = arguments.find("Major::", 1);
    if (second == std::string_view::npos) return true;
    arguments.remove_prefix(second);
  }
  return !arguments.starts_with("Major::MN");
}

/// Returns (element, atom) -> 1-D coordinate in the tile of the matrix.
Layout atoms_of(const TiledMma& mma, Matrix matrix, const IntTuple& shape) {
  const auto parts = algebra::thrfrg(mma, matrix, algebra::make_layout(shape));
  const auto threads = algebra::mode(parts, 0), values = algebra::mode(parts, 1);
  return algebra::make_layout(algebra::make_layout(algebra::mode(threads, 0), algebra::mode(values, 0)),
                              algebra::make_layout(algebra::mode(threads, 1), algebra::mode(values, 1)));
}

/// The core matrices of a tile in shared memory: (element, core matrix) -> 1-D coordinate.
struct CoreMatrices {
  std::int64_t first, second;  ///< elements of a core matrix along the tile's modes
  Layout pieces;
};
std::optional<CoreMatrices> core_matrices(const IntTuple& shape, bool k_major, int bits) {
  const auto rows = algebra::product(shape.mode(0)).value, columns = algebra::product(shape.mode(1)).value;
  const auto wide = core_bits / std::max(1, bits);
  const auto first = k_major ? core_rows : wide, second = k_major ? wide : core_rows;
  if (bits < 1 || core_bits % bits != 0 || rows % first != 0 || columns % second != 0) return std::nullopt;
  const auto two = [](std::int64_t a, std::int64_t b, std::int64_t da, std::int64_t db) {
    return Layout(IntTuple::tuple({IntTuple(a), IntTuple(b)}), IntTuple::tuple({IntTuple(da), IntTuple(db)}));
  };
  return CoreMatrices{first, second,
                      algebra::make_layout(two(first, second, 1, rows), two(rows / first, columns / second, first, rows * second))};
}

/// Adds arrows for a descriptor's strides from the first core matrix to its neighbours, and their names below.
void add_strides(Diagram& d, const Part& part, const Place& place, const CoreMatrices& cores) {
  const auto turned = place.turned != d.view.transposed;
  const auto add = [&](std::int64_t first, std::int64_t second, Speaks of, const char* words) {
    const auto row = turned ? second : first, column = turned ? first : second;
    if (row >= part.diagram.rows.extent || column >= part.diagram.columns.extent) return;
    d.callouts.push_back({part.row, part.column, 1, 1, std::pair(part.row + row, part.column + column), words, of});
  };
  // Without a swizzle; LBO and SBO are as in the canonical layouts of both majors.
  add(0, cores.second, Speaks::leading, "LBO");
  add(cores.first, 0, Speaks::stride, "SBO");
}

void add_table(Diagram& d) {
  const auto speaks = [&](Speaks of) { return std::ranges::any_of(d.callouts, [of](const Callout& c) { return c.of == of; }); };
  if (speaks(Speaks::leading))
    d.table.push_back({.place = "LBO",
                       .name = "leading byte offset",
                       .value = {},
                       .meaning = "to the next core matrix along K, where there is no swizzle",
                       .of = Speaks::leading});
  if (speaks(Speaks::stride))
    d.table.push_back({.place = "SBO",
                       .name = "stride byte offset",
                       .value = {},
                       .meaning = "to the next core matrix along M or N",
                       .of = Speaks::stride});
}

/// Returns the view for a tile that no thread holds in registers, so that its cells have no owners.
View without_owners(View view) {
  if (view.colour_by->needs_owners) view.colour_by = ColourBy::none;
  if (view.label_by->needs_owners) view.label_by = LabelBy::none;
  return view;
}

Message where(MmaTraits::Place place) {
  return place == MmaTraits::Place::shared ? Message("in shared memory") : Message("in tensor memory");
}

}  // namespace

TiledMma alone(const algebra::MmaAtom& atom) {
  const IntTuple one(std::int64_t{1}), still(std::int64_t{0});
  return algebra::make_tiled_mma(atom, Layout(IntTuple::tuple({one, one, one}), IntTuple::tuple({still, still, still})),
                                 algebra::Tiler{std::vector<algebra::Tiler>{}});
}

std::optional<Diagram> mma_cells(const TiledMma& mma, std::string_view name, std::string subtitle, const View& view) {
  const auto mnk = algebra::tile_shape(mma);
  Diagram d;
  d.title = name;
  d.subtitle = std::move(subtitle);
  d.view = view;
  if (view.colour_by == ColourBy::index) d.view.colour_by = ColourBy::thread;
  if (view.label_by == LabelBy::index) d.view.label_by = LabelBy::thread_value;
  d.view.slabs = false;
  d.view.slice = 0;
  if (d.view.element_bits == 0) d.view.element_bits = algebra::ElementType{}.bits;
  std::vector<std::optional<CoreMatrices>> cores;
  std::array<Message, 3> owned, elsewhere;  ///< of A, B and C
  const auto threads = algebra::size(algebra::thr_layout_vmnk(mma));
  for (const auto& p : places) {
    const auto number = static_cast<std::size_t>(p.matrix);
    const auto& operand = mma.atom.traits->operands[number];
    const auto shape = IntTuple::tuple({mnk.mode(p.modes[0]), mnk.mode(p.modes[1])});
    // Some of CuTe's traits are malformed: the layouts of that matrix do not compile, the others do.
    const auto tv = algebra::attempt([&] { return algebra::layout_tv(mma, p.matrix); });
    if (!tv && p.matrix == Matrix::c) return std::nullopt;
    const bool in_registers = tv && operand.place == MmaTraits::Place::registers;
    auto of_part = in_registers ? d.view : without_owners(d.view);
    of_part.transposed = p.turned != view.transposed;
    auto tile = in_registers ? owned_tile(shape, *tv, p.name, of_part) : describe(algebra::Value(shape), p.name, of_part);
    if (!tile) return std::nullopt;
    auto& part = d.parts.emplace_back();
    part.diagram = std::move(*tile);
    part.across = view.transposed ? p.down : p.across;
    part.down = view.transposed ? p.across : p.down;
    auto& of = part.diagram;
    of.subtitle.clear();
    of.note = {};
    auto& first = of.view.transposed ? of.columns : of.rows;
    auto& second = of.view.transposed ? of.rows : of.columns;
    first.name = mode_names[static_cast<std::size_t>(p.modes[0])];
    second.name = mode_names[static_cast<std::size_t>(p.modes[1])];
    for (auto* axis : {&first, &second}) {
      axis->border_periods.clear();
      axis->headed = p.matrix != Matrix::c;
    }
    auto& of_core = cores.emplace_back();
    if (in_registers) {
      of.owned = *tv;
      // PTX names the accumulators of wgmma d0, d1, ...: it has no C.
      const bool wgmma =
          p.matrix == Matrix::c && mma.atom.traits->operands[static_cast<std::size_t>(Matrix::b)].place == MmaTraits::Place::shared;
      of.registers = wgmma ? "d" : p.registers;
      of.register_count = algebra::size(algebra::mode(operand.tv, 1));
      frame_pieces(of, atoms_of(mma, p.matrix, shape));
      frame_warps(of, *tv);
      owned[number] = message("{} values of {}", algebra::size(algebra::mode(*tv, 1)), p.name);
      continue;
    }
    if (!tv) continue;
    elsewhere[number] = message("{} {}", p.name, where(operand.place));
    if (operand.place == MmaTraits::Place::shared) of_core = core_matrices(shape, is_k_major(mma, p.matrix), operand.bits);
    frame_pieces(of, of_core ? of_core->pieces : atoms_of(mma, p.matrix, shape));
    // The CTAs of a pair have a half each.
    if (threads > 1 && threads < algebra::warp_threads) frame_groups(of, *tv, 1, "CTA", "CTAs");
  }
  arrange(d);
  for (std::size_t i = 0; i < places.size(); ++i)
    if (cores[i]) add_strides(d, d.parts[i], places[i], *cores[i]);
  add_table(d);
  const auto has = Message::list({owned.begin(), owned.end()});
  if (mma.thread && !has.empty()) {
    d.thread = mma.thread->value;
    d.note = threads > algebra::warp_threads ? message("Thread {} of warp {} has: {}", d.thread, d.thread / algebra::warp_threads, has)
                                             : message("Thread {} has: {}", d.thread, has);
  }
  d.note_line(Message::list({elsewhere.begin(), elsewhere.end()}));
  return d;
}

}  // namespace render
