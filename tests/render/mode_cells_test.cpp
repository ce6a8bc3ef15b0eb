// Where the elements of one mode stand in a grid.

#include "render/mode_cells.hpp"

#include <algorithm>

#include <doctest/doctest.h>

#include "algebra/language/evaluate.hpp"

using namespace render;

namespace {

Diagram shown(const char* expression, const View& view) {
  const auto e = algebra::evaluate(expression, {}, algebra::IntegerRule::math);
  REQUIRE(e);
  auto d = describe(e->value, "", view);
  REQUIRE(d);
  return std::move(*d);
}

}  // namespace

TEST_CASE("the cells of a mode are those whose other coordinates are 0, however the card shows them") {
  int framed_cells = 0;
  for (const char* text : {"7:2", "(4,6):(6,1)", "((2,2),(3,2)):((1,6),(2,12))", "(3,4,5):(1,3,12)",
                           "(2,(3,2),(2,2),3):(1,(2,6),(12,24),48)", "(1,1,4):(1,1,1)", "(2,3,1,4,2):(1,2,1,6,24)"})
    for (const bool transposed : {false, true})
      for (const std::int64_t slice : {-1, 0, 1, 2, 4}) {  // -1: slabs
        View view;
        view.transposed = transposed;
        view.slabs = slice < 0;
        view.slice = std::max<std::int64_t>(0, slice);
        INFO(text);
        INFO(slice);
        const auto d = shown(text, view);
        const CellBlock all{0, 0, d.rows.extent, d.columns.extent},
            some{1, 1, std::max<std::int64_t>(1, d.rows.extent / 2), std::max<std::int64_t>(1, d.columns.extent / 2)};
        for (int mode = 0; mode < std::max(1, d.shape.rank()); ++mode)
          for (const auto& sight : {all, some}) {
            const auto blocks = mode_cells(d, mode, sight);
            for (auto r = sight.row; r < std::min(d.rows.extent, sight.row + sight.rows); ++r)
              for (auto c = sight.column; c < std::min(d.columns.extent, sight.column + sight.columns); ++c) {
                auto rest = d.coordinate(r, c);
                bool wanted = true;
                for (int i = 0; i < d.shape.rank(); ++i) {
                  const auto n = algebra::product(d.shape.mode(i)).value;
                  wanted = wanted && (i == mode || rest % n == 0);
                  rest /= n;
                }
                const auto found = std::count_if(blocks.begin(), blocks.end(), [&](const CellBlock& b) {
                  return r >= b.row && r < b.row + b.rows && c >= b.column && c < b.column + b.columns;
                });
                CHECK(found == (wanted ? 1 : 0));
                framed_cells += wanted ? 1 : 0;
              }
          }
      }
  CHECK(framed_cells > 300);
}

TEST_CASE("a mode of 2^40 elements costs a block, and slabs no more than a thousand") {
  View view;
  view.slabs = true;
  const auto d = shown("(1048576,1048576,1048576):(1,1048576,0)", view);
  const CellBlock all{0, 0, d.rows.extent, d.columns.extent};
  CHECK(mode_cells(d, 0, all) == std::vector<CellBlock>{{0, 0, 1048576, 1}});
  CHECK(mode_cells(d, 1, all) == std::vector<CellBlock>{{0, 0, 1, 1048576}});
  CHECK(mode_cells(d, 2, all).size() == 1);
  CHECK(mode_cells(d, 2, {0, 1048576 * 7, 10, 3 * 1048576}).size() == 3);
}
