// The picture of an MMA: A, B and C as a product, against the formulas of the PTX ISA (section "Matrix Fragments for mma").

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <functional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "algebra/language/evaluate.hpp"
#include "picture_of.hpp"
#include "render/cropped.hpp"
#include "render/export.hpp"
#include "render/labellings.hpp"
#include "render/mma_cells.hpp"

using namespace render;

namespace {

Diagram mma_picture(const std::string& expression, const View& view = {}) { return picture_of(expression, "mma", view); }

const Part& part(const Diagram& d, std::string_view name) {
  const auto it = std::ranges::find_if(d.parts, [&](const Part& p) { return p.diagram.title == name; });
  REQUIRE(it != d.parts.end());
  return *it;
}

std::set<std::pair<std::int64_t, std::int64_t>> cells(const std::vector<Diagram::Cell>& all) {
  std::set<std::pair<std::int64_t, std::int64_t>> set;
  for (const auto& c : all) set.emplace(c.row, c.column);
  return set;
}

/// Row and column of register i of a lane: PTX gives them for A as (m,k), for B as (k,n), for C as (m,n).
using Formula = std::function<std::pair<std::int64_t, std::int64_t>(std::int64_t lane, std::int64_t i)>;

/// Every register of the lanes of PTX's formula is where the picture has it, and every cell has one.
void check_fragment(const Diagram& d, std::string_view name, std::int64_t registers, std::span<const std::int64_t> lanes,
                    const Formula& at) {
  const auto& p = part(d, name);
  std::string letter(name);
  letter[0] = static_cast<char>(letter[0] - 'A' + 'a');
  std::int64_t seen = 0;
  for (const auto lane : lanes)
    for (std::int64_t i = 0; i < registers; ++i) {
      const auto [row, column] = at(lane, i);
      REQUIRE(row < p.diagram.rows.extent);
      REQUIRE(column < p.diagram.columns.extent);
      CHECK(d.label(p.row + row, p.column + column) == fmt::format("T{}\n{}{}", lane, letter, i));
      ++seen;
    }
  CHECK(seen == p.diagram.rows.extent * p.diagram.columns.extent);
}

std::vector<std::int64_t> warp() {
  std::vector<std::int64_t> lanes(32);
  for (std::size_t i = 0; i < 32; ++i) lanes[i] = static_cast<std::int64_t>(i);
  return lanes;
}

View registers() {
  View view;
  view.label_by = labelling_named("register").value();
  return view;
}

std::int64_t group(std::int64_t lane) { return lane >> 2; }
std::int64_t in_group(std::int64_t lane) { return lane % 4; }
std::pair<std::int64_t, std::int64_t> accumulators(std::int64_t lane, std::int64_t i) {
  return {group(lane) + (i < 2 ? 0 : 8), in_group(lane) * 2 + (i & 1)};
}

}  // namespace

TEST_CASE("the registers of mma.m16n8k16 are those of PTX's tables") {
  const auto d = mma_picture("SM80_16x8x16_F32F16F16F32_TN", registers());
  const auto lanes = warp();
  check_fragment(d, "A", 8, lanes, [](std::int64_t lane, std::int64_t i) {
    return std::pair(group(lane) + ((i < 2 || (i >= 4 && i < 6)) ? 0 : 8), in_group(lane) * 2 + (i & 1) + (i < 4 ? 0 : 8));
  });
  check_fragment(d, "B", 4, lanes,
                 [](std::int64_t lane, std::int64_t i) { return std::pair(in_group(lane) * 2 + (i & 1) + (i < 2 ? 0 : 8), group(lane)); });
  check_fragment(d, "C", 4, lanes, accumulators);
}

TEST_CASE("the registers of mma.m16n8k8 are those of PTX's tables") {
  const auto d = mma_picture("SM80_16x8x8_F32F16F16F32_TN", registers());
  const auto lanes = warp();
  check_fragment(d, "A", 4, lanes,
                 [](std::int64_t lane, std::int64_t i) { return std::pair(group(lane) + (i < 2 ? 0 : 8), in_group(lane) * 2 + (i & 1)); });
  check_fragment(d, "B", 2, lanes, [](std::int64_t lane, std::int64_t i) { return std::pair(in_group(lane) * 2 + i, group(lane)); });
  check_fragment(d, "C", 4, lanes, accumulators);
}

TEST_CASE("the registers of mma.m8n8k4 are those of PTX's tables") {
  // The first quad pair: threads 0 to 3 and 16 to 19.
  const std::array<std::int64_t, 8> lanes{0, 1, 2, 3, 16, 17, 18, 19};
  const Formula by_row = [](std::int64_t lane, std::int64_t i) { return std::pair(lane % 4 + (lane < 16 ? 0 : 4), i); };
  const Formula by_column = [](std::int64_t lane, std::int64_t i) { return std::pair(i + (lane < 16 ? 0 : 4), lane % 4); };
  const auto turned = [](const Formula& f) {
    return Formula([f](std::int64_t lane, std::int64_t i) {
      const auto [row, column] = f(lane, i);
      return std::pair(column, row);
    });
  };
  // A by rows and B by columns, as T and N say; then the other way round.
  const auto tn = mma_picture("SM70_8x8x4_F32F16F16F32_TN", registers());
  check_fragment(tn, "A", 4, lanes, by_row);
  check_fragment(tn, "B", 4, lanes, turned(by_row));
  const auto nt = mma_picture("SM70_8x8x4_F32F16F16F32_NT", registers());
  check_fragment(nt, "A", 4, lanes, by_column);
  check_fragment(nt, "B", 4, lanes, turned(by_column));
  check_fragment(tn, "C", 8, lanes, [](std::int64_t lane, std::int64_t i) {
    return std::pair((lane & 1) + (i & 2) + (lane < 16 ? 0 : 4), (i & 4) + (lane & 2) + (i & 1));
  });
  const auto halves = mma_picture("SM70_8x8x4_F16F16F16F16_TN", registers());
  check_fragment(halves, "C", 8, lanes, by_row);
}

TEST_CASE("the accumulators of wgmma are those of PTX's tables") {
  const auto d = mma_picture("SM90_64x16x16_F32F16F16_SS<GMMA::Major::K,GMMA::Major::K>");
  const auto& c = part(d, "C");
  for (std::int64_t thread = 0; thread < 128; ++thread)
    for (std::int64_t i = 0; i < 8; ++i) {
      const auto row = 16 * (thread / 32) + (thread % 32) / 4 + 8 * ((i / 2) % 2), column = 8 * (i / 4) + 2 * (thread % 4) + i % 2;
      CHECK(d.label(c.row + row, c.column + column) == fmt::format("T{}\nV{}", thread, i));
    }
  // PTX calls them d0, d1, ...
  CHECK(mma_picture("SM90_64x16x16_F32F16F16_SS<GMMA::Major::K,GMMA::Major::K>", registers()).label(c.row + 8, c.column + 9) == "T0\nd7");
}

TEST_CASE("A stands at the left of C, and B above it") {
  for (const bool transposed : {false, true}) {
    View view;
    view.transposed = transposed;
    const auto d = mma_picture("make_tiled_mma(SM80_16x8x8_F32F16F16F32_TN, (2,1,1))", view);
    const auto &a = part(d, "A"), &b = part(d, "B"), &c = part(d, "C");
    const auto &left = transposed ? b : a, &above = transposed ? a : b;
    CHECK(left.row == c.row);
    CHECK(left.column + left.diagram.columns.extent < c.column);
    CHECK(above.column == c.column);
    CHECK(above.row + above.diagram.rows.extent < c.row);
    CHECK(left.diagram.rows.extent == c.diagram.rows.extent);
    CHECK(above.diagram.columns.extent == c.diagram.columns.extent);
    CHECK(c.diagram.rows.name == (transposed ? "N" : "M"));
    CHECK(c.diagram.columns.name == (transposed ? "M" : "N"));
    CHECK(left.diagram.columns.name == "K");
    CHECK(above.diagram.rows.name == "K");
    CHECK(d.vacant(0, 0));
    CHECK(d.coordinate(0, 0) == -1);
    CHECK(d.label(0, 0).empty());
    // Coordinates lead to cells and back; C's are those of the MMA's tile.
    for (std::int64_t i = 0; i < 32 * 8 + 32 * 8 + 8 * 8; ++i) {
      const auto cell = d.cell_of(i);
      REQUIRE(cell);
      CHECK(d.coordinate(cell->row, cell->column) == i);
      CHECK((d.part_at(cell->row, cell->column) == &c) == (i < 32 * 8));
    }
    CHECK_FALSE(d.cell_of(32 * 8 + 32 * 8 + 8 * 8));
  }
}

TEST_CASE("an element of C has the row of A and the column of B that make it") {
  const auto d = mma_picture("SM80_16x8x16_F32F16F16F32_TN");
  const auto &a = part(d, "A"), &b = part(d, "B"), &c = part(d, "C");
  const auto of_c = d.counterparts(c.row + 5, c.column + 3);
  REQUIRE(of_c.size() == 2);
  CHECK(std::ranges::find(of_c, CellBlock{a.row + 5, a.column, 1, 16}) != of_c.end());
  CHECK(std::ranges::find(of_c, CellBlock{b.row, b.column + 3, 16, 1}) != of_c.end());
  // An element of A has the row of C that it goes into, and the row of B that it is multiplied with.
  const auto of_a = d.counterparts(a.row + 5, a.column + 9);
  CHECK(std::ranges::find(of_a, CellBlock{c.row + 5, c.column, 1, 8}) != of_a.end());
  CHECK(std::ranges::find(of_a, CellBlock{b.row + 9, b.column, 1, 8}) != of_a.end());
  CHECK(d.counterparts(0, 0).empty());
}

TEST_CASE("a thread's cells are in all three matrices, also where others have them too") {
  const std::string mma = "make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2,1))";
  const auto d = mma_picture("get_slice(" + mma + ", 101)");
  CHECK(d.thread == 101);
  CHECK(d.note.text() == "Thread 101 of warp 3 has: 8 values of A · 4 values of B · 4 values of C");
  // Warp 3 has the second atom along M and along N; lane 5 is in group 1, and is its second.
  std::set<std::pair<std::int64_t, std::int64_t>> wanted;
  const auto &a = part(d, "A"), &b = part(d, "B"), &c = part(d, "C");
  for (const int i : {0, 1})
    for (const int down : {0, 8}) {
      wanted.emplace(c.row + 16 + 1 + down, c.column + 8 + 2 + i);
      wanted.emplace(b.row + 2 + i + down, b.column + 8 + 1);
      for (const int right : {0, 8}) wanted.emplace(a.row + 16 + 1 + down, a.column + 2 + i + right);
    }
  CHECK(cells(d.cells_of_thread(101)) == wanted);
  CHECK(mma_picture(mma).thread == -1);
  CHECK(d.cells_of_thread(128).empty());
}

TEST_CASE("of a cell is said whose register it is") {
  const auto d = mma_picture("make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2,1))");
  const auto &a = part(d, "A"), &b = part(d, "B");
  CHECK(d.remark(a.row + 25, a.column + 3).text() == "A(25,3): register a3 of thread 37, of warp 1");
  CHECK(d.remark(b.row + 3, b.column + 9).text() == "B(9,3): register b1 of thread 69, of warp 2");
  CHECK(d.remark(0, 0).empty());
}

TEST_CASE("frames say which warps have what, and lighter ones where the atoms are") {
  const auto d = mma_picture("make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2,1), <32,32,16>)");
  const auto framed = [](const Part& p, bool light) {
    std::vector<std::string> all;
    for (const auto& f : p.diagram.frames)
      if (f.light == light)
        all.push_back(fmt::format("{},{} {}x{} {}", f.cells.row, f.cells.column, f.cells.rows, f.cells.columns, f.words));
    return all;
  };
  // N has two atoms of each warp.
  CHECK(framed(part(d, "C"), false) == std::vector<std::string>{"0,0 16x8 warp 0", "0,8 16x8 warp 2", "0,16 16x8 warp 0",
                                                                "0,24 16x8 warp 2", "16,0 16x8 warp 1", "16,8 16x8 warp 3",
                                                                "16,16 16x8 warp 1", "16,24 16x8 warp 3"});
  CHECK(framed(part(d, "C"), true).size() == 8);
  CHECK(framed(part(d, "A"), false) == std::vector<std::string>{"0,0 16x16 warps 0, 2", "16,0 16x16 warps 1, 3"});
  CHECK(framed(part(d, "B"), false).front() == "0,0 16x8 warps 0, 1");
  // One warp is not told from others, and one atom not from others.
  const auto one = mma_picture("SM80_16x8x16_F32F16F16F32_TN");
  for (const auto& p : one.parts) CHECK(p.diagram.frames.empty());
  const auto wgmma = mma_picture("SM90_64x64x16_F32F16F16_SS<GMMA::Major::K,GMMA::Major::K>");
  CHECK(framed(part(wgmma, "C"), false) ==
        std::vector<std::string>{"0,0 16x64 warp 0", "16,0 16x64 warp 1", "32,0 16x64 warp 2", "48,0 16x64 warp 3"});
}

TEST_CASE("a matrix in shared memory has core matrices and a descriptor's strides in place of owners") {
  const auto d = mma_picture("SM90_64x64x16_F32F16F16_SS<GMMA::Major::K,GMMA::Major::MN>");
  const auto &a = part(d, "A"), &b = part(d, "B");
  CHECK(d.note.text() == "A in shared memory · B in shared memory");
  CHECK(d.owner_at(a.row, a.column).thread == -1);
  CHECK(d.label(a.row, a.column).empty());
  // K-major: eight rows of 16 bytes; MN-major: 16 bytes along N in each of eight rows of K.
  CHECK(a.diagram.frames.size() == 8 * 2);
  CHECK(std::ranges::all_of(a.diagram.frames, [](const CellFrame& f) { return f.light && f.cells.rows == 8 && f.cells.columns == 8; }));
  CHECK(b.diagram.frames.size() == 8 * 2);
  const auto tf32 = mma_picture("SM90_64x64x8_F32TF32TF32_SS_TN<>");
  CHECK(part(tf32, "A").diagram.frames.front().cells == CellBlock{0, 0, 8, 4});
  const auto arrow = [&](const Part& p, Speaks of) -> std::pair<std::int64_t, std::int64_t> {
    for (const auto& c : d.callouts)
      if (c.of == of && c.to && d.part_at(c.row, c.column) == &p) return {c.to->first - p.row, c.to->second - p.column};
    return {-1, -1};
  };
  CHECK(arrow(a, Speaks::leading) == std::pair<std::int64_t, std::int64_t>{0, 8});
  CHECK(arrow(a, Speaks::stride) == std::pair<std::int64_t, std::int64_t>{8, 0});
  CHECK(arrow(b, Speaks::leading) == std::pair<std::int64_t, std::int64_t>{8, 0});
  CHECK(arrow(b, Speaks::stride) == std::pair<std::int64_t, std::int64_t>{0, 8});
  CHECK(d.table.size() == 2);
  // A cropped picture keeps its arrows at the same places of their matrix.
  const auto part_of_it = cropped(d, 40, 40);
  REQUIRE(part_of_it.callouts.size() == 4);
  for (const auto& c : part_of_it.callouts) {
    const auto* in = part_of_it.part_at(c.row, c.column);
    REQUIRE(in != nullptr);
    CHECK(c.row == in->row);
    CHECK(c.column == in->column);
  }
}

TEST_CASE("a large MMA is a picture, too, and every format writes it") {
  const auto d = mma_picture("make_tiled_mma(SM90_64x256x16_F32F16F16_SS<GMMA::Major::K,GMMA::Major::K>, (2,1,1))");
  CHECK(part(d, "C").diagram.rows.extent == 128);
  CHECK(part(d, "C").diagram.columns.extent == 256);
  for (const auto format : {Format::svg, Format::txt, Format::tex, Format::pdf, Format::png}) {
    ExportOptions options;
    options.format = format;
    options.scale = 0.2;
    CHECK(export_bytes(mma_picture("SM80_16x8x16_F32F16F16F32_TN"), options));
  }
  const auto text = export_bytes(mma_picture("SM80_16x8x8_F32F16F16F32_TN"), {.format = Format::txt});
  REQUIRE(text);
  CHECK(text->find("A (M,K)\n") != std::string::npos);
  CHECK(text->find("B (K,N)\n") != std::string::npos);
}
