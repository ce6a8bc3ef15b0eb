// Painted tables: their text reads back as the same grid, whatever their numbers look like.

#include <doctest/doctest.h>

#include <random>

#include "app/import/table_grid.hpp"
#include "app/import/table_reader.hpp"

using namespace app;

namespace {

void check_reads_back(const TableGrid& grid) {
  const auto text = text_of(grid);
  CAPTURE(text);
  const auto tables = algebra::read_tables(text);
  REQUIRE(tables);
  REQUIRE(tables->size() == 1);
  CHECK(tables->front().of == algebra::Table::Of::grid);
  CHECK(grid_of(tables->front()) == grid);
}

TableGrid grid_with(std::int64_t rows, std::int64_t columns, const std::vector<std::int64_t>& numbers) {
  TableGrid grid;
  grid.resize(rows, columns);
  for (std::size_t i = 0; i < numbers.size(); ++i) grid.cells[i] = {true, numbers[i]};
  return grid;
}

}  // namespace

TEST_CASE("a painted grid is read back cell by cell") {
  check_reads_back(grid_with(2, 3, {0, 1, 2, 3, 4, 5}));
  // These look like headings, and like rows, columns and indices.
  check_reads_back(grid_with(3, 4, {0, 0, 1, 2, 0, 5, 6, 7, 1, 6, 7, 8}));
  check_reads_back(grid_with(4, 3, {0, 0, 0, 0, 1, 2, 1, 0, 1, 1, 1, 3}));
  check_reads_back(grid_with(1, 5, {3, 1, 4, 1, 5}));
  check_reads_back(grid_with(5, 1, {3, 1, 4, 1, 5}));
  check_reads_back(grid_with(2, 2, {-1, -2, -3, 1'000'000'000'000}));
  std::mt19937 random(1);
  const auto below = [&](std::uint32_t n) { return static_cast<std::int64_t>(random() % n); };
  for (int i = 0; i < 3000; ++i) {
    TableGrid grid;
    grid.resize(1 + below(5), 1 + below(5));
    for (auto& cell : grid.cells)
      if (below(4) != 0) cell = {true, below(6) - below(2)};
    if (!grid.empty()) check_reads_back(grid);
  }
  CHECK(text_of(TableGrid{}).empty());
}

TEST_CASE("a grid keeps its cells when it grows and loses those outside when it shrinks") {
  auto grid = grid_with(2, 2, {0, 1, 2, 3});
  grid.resize(3, 3);
  CHECK(grid.at(1, 1).number == 3);
  CHECK(!grid.at(2, 2).known);
  CHECK(grid.next_number() == 4);
  grid.resize(1, 2);
  CHECK(grid.next_number() == 2);
}

TEST_CASE("a table that is read in the background is cancelled by the next") {
  std::string large;
  for (int r = 0; r < 128; ++r)
    for (int c = 0; c < 128; ++c) large += std::to_string(r == 127 && c == 127 ? 1 : r * 128 + c) + (c < 127 ? " " : "\n");
  TableReader reader;
  for (int i = 0; i < 20; ++i) reader.ask(large, algebra::TableForm::automatic);
  reader.ask("0 1\n2 3\n", algebra::TableForm::automatic);
  std::optional<TableReading> found;
  while (!found && reader.busy()) found = reader.take();
  REQUIRE(found);
  CHECK(found->text == "0 1\n2 3\n");
  REQUIRE(found->answers.size() == 1);
  CHECK(found->answers.front().expression == "(2,2):(2,1)");
  CHECK(!reader.busy());
}
