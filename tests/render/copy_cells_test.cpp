// Tests the picture of a copy, its source and its destination, against the PTX ISA's description of ldmatrix, stmatrix and tcgen05.ld.

#include <doctest/doctest.h>

#include <string>
#include <string_view>

#include <fmt/format.h>

#include "algebra/language/evaluate.hpp"
#include "picture_of.hpp"
#include "render/copy_cells.hpp"
#include "render/labellings.hpp"

using namespace render;

namespace {

Diagram copy_picture(const std::string& expression, const View& view = {}) { return picture_of(expression, "copy", view); }

std::string label(const Diagram& d, const Part& part, std::int64_t row, std::int64_t column) {
  return d.label(part.row + row, part.column + column);
}

/// Matrices of 8 x 8 b16 elements, one beneath the other: a lane gives the address of a row, and has register j of matrix j.
void check_matrices(const std::string& atom, std::int64_t matrices, bool transposed, bool store) {
  INFO(atom);
  const auto d = copy_picture(atom);
  REQUIRE(d.parts.size() == 2);
  const auto &registers = d.parts[store ? 0 : 1], &memory = d.parts[store ? 1 : 0];
  CHECK(registers.diagram.title == "registers");
  CHECK(memory.diagram.title == "shared memory");
  for (const auto* part : {&registers, &memory}) {
    REQUIRE(part->diagram.rows.extent == 8 * matrices);
    REQUIRE(part->diagram.columns.extent == 8);
  }
  for (std::int64_t lane = 0; lane < 8 * matrices; ++lane)
    for (std::int64_t i = 0; i < 8; ++i) CHECK(label(d, memory, lane, i) == fmt::format("T{}\nV{}", lane, i));
  for (std::int64_t lane = 0; lane < 32; ++lane)
    for (std::int64_t j = 0; j < matrices; ++j)
      for (std::int64_t i = 0; i < 2; ++i) {
        const auto row = lane / 4, column = 2 * (lane % 4) + i;
        CHECK(label(d, registers, 8 * j + (transposed ? column : row), transposed ? row : column) == fmt::format("T{}\nr{}", lane, j));
      }
  CHECK(memory.diagram.frames.size() == (matrices > 1 ? static_cast<std::size_t>(matrices) : 0));
}

}  // namespace

TEST_CASE("ldmatrix and stmatrix are drawn as PTX has them: which lane gives a row, and which register receives it") {
  check_matrices("SM75_U32x1_LDSM_N", 1, false, false);
  check_matrices("SM75_U32x2_LDSM_N", 2, false, false);
  check_matrices("SM75_U32x4_LDSM_N", 4, false, false);
  check_matrices("SM75_U16x2_LDSM_T", 1, true, false);
  check_matrices("SM75_U16x4_LDSM_T", 2, true, false);
  check_matrices("SM75_U16x8_LDSM_T", 4, true, false);
  check_matrices("SM90_U32x1_STSM_N", 1, false, true);
  check_matrices("SM90_U32x4_STSM_N", 4, false, true);
  check_matrices("SM90_U16x8_STSM_T", 4, true, true);
}

TEST_CASE("a load of tensor memory is its lanes and columns, with the register that receives each") {
  const auto d = copy_picture("SM100_TMEM_LOAD_16dp256b1x");
  REQUIRE(d.parts.size() == 1);
  const auto& part = d.parts.front();
  CHECK(part.diagram.rows.extent == 16);
  CHECK(part.diagram.columns.extent == 8);
  CHECK(part.diagram.rows.name == "lane");
  for (std::int64_t lane = 0; lane < 32; ++lane)
    for (std::int64_t i = 0; i < 4; ++i)
      CHECK(label(d, part, lane / 4 + 8 * (i / 2), 2 * (lane % 4) + i % 2) == fmt::format("T{}\nr{}", lane, i));
  // .32x32b: a lane of tensor memory for each of the warp, and a register for each column.
  const auto rows = copy_picture("SM100_TMEM_LOAD_32dp32b8x");
  const auto& of_rows = rows.parts.front();
  REQUIRE(of_rows.diagram.rows.extent == 32);
  REQUIRE(of_rows.diagram.columns.extent == 8);
  for (std::int64_t lane = 0; lane < 32; ++lane)
    for (std::int64_t i = 0; i < 8; ++i) CHECK(label(rows, of_rows, lane, i) == fmt::format("T{}\nr{}", lane, i));
  // .16x128b: four columns for each two registers, of lanes 0 to 7 and 8 to 15.
  const auto wide = copy_picture("SM100_TMEM_LOAD_16dp128b2x");
  const auto& of_wide = wide.parts.front();
  REQUIRE(of_wide.diagram.rows.extent == 16);
  REQUIRE(of_wide.diagram.columns.extent == 8);
  for (std::int64_t lane = 0; lane < 32; ++lane)
    for (std::int64_t i = 0; i < 4; ++i)
      CHECK(label(wide, of_wide, lane / 4 + 8 * (i % 2), lane % 4 + 4 * (i / 2)) == fmt::format("T{}\nr{}", lane, i));
}

TEST_CASE("a tiled copy whose sides differ shows both, with one thread marked in each") {
  const std::string copy = "make_tiled_copy_A(Copy_Atom<SM75_U32x4_LDSM_N,half_t>, make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,1,1)))";
  const auto d = copy_picture("get_slice(" + copy + ", 37)");
  REQUIRE(d.parts.size() == 2);
  const auto &source = d.parts[0], &destination = d.parts[1];
  CHECK(source.diagram.title == "source");
  CHECK(destination.diagram.title == "destination");
  CHECK(d.thread == 37);
  // Lane 5 of warp 1 gives the address of a row, and receives what an MMA's A has.
  CHECK(label(d, source, 21, 0) == "T37\nV0");
  CHECK(label(d, destination, 17, 2) == "T37\nV0");
  int in_source = 0, in_destination = 0;
  for (const auto& cell : d.cells_of_thread(37)) ++(d.part_at(cell.row, cell.column) == &source ? in_source : in_destination);
  CHECK(in_source == 8);
  CHECK(in_destination == 8);
  // Both have the same elements.
  const auto at = d.counterparts(source.row + 21, source.column + 3);
  REQUIRE(at.size() == 1);
  CHECK(at[0] == CellBlock{destination.row + 21, destination.column + 3, 1, 1});
  CHECK(d.coordinate(source.row + 21, source.column + 3) == d.coordinate(at[0].row, at[0].column));
  View view;
  view.label_by = labelling_named("register").value();
  const auto named = copy_picture(copy, view);
  CHECK(label(named, named.parts[1], 17, 3) == "T37\nr0");
  CHECK(label(named, named.parts[1], 25, 11) == "T37\nr3");
}

TEST_CASE("a copy whose sides are alike is one grid") {
  const auto d = copy_picture("make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEALWAYS<uint128_t>,half_t>, (4,8):(8,1), (1,8))");
  CHECK(d.parts.empty());
  CHECK(d.label(1, 9) == "T9\nV1");
  CHECK(copy_picture("get_slice(make_tiled_copy(Copy_Atom<UniversalCopy<uint64_t>,half_t>, (4,8):(8,1), (1,4)), 9)")
            .cells_of_thread(9)
            .size() == 4);
}
