// Tests the tables that the views of a launch use: counts, the owners of elements, the cell of an element.

#include <doctest/doctest.h>

#include "app/actions/launching.hpp"
#include "app/launch/launch_tables.hpp"
#include "app/state/state.hpp"

namespace {

app::State app_with_launch(app::LaunchSettings launch) {
  app::Sheet sheet;
  sheet.launch = std::move(launch);
  return app::State(std::move(sheet));
}

}  // namespace

TEST_CASE("launch tables: counts and what is isolated") {
  auto a = app_with_launch({{.tensor = "(8,8):(8,1)", .tile = "(4,4)", .threads = "(2,4):(4,1)"}});
  REQUIRE(a.workspace.launch());
  app::LaunchTables tables;
  tables.update(a.workspace.launch_version(), *a.workspace.launch(), a.workspace.sheet().launch);
  for (std::int64_t e = 0; e < 64; ++e) CHECK(tables.count(e) == 1u);
  CHECK(!tables.count(64));
  CHECK(!tables.owned(0));  // nothing is isolated
  auto settings = a.workspace.sheet().launch;
  settings.block = 1;
  settings.thread = 3;
  tables.update(a.workspace.launch_version(), *a.workspace.launch(), settings);
  CHECK(tables.owned_elements() == std::vector<std::int64_t>{35, 51});
  CHECK(tables.owned(35) == true);
  CHECK(tables.owned(36) == false);
  settings.thread = -1;
  settings.warp = 0;
  tables.update(a.workspace.launch_version(), *a.workspace.launch(), settings);
  CHECK(tables.owned_elements().size() == 16);
}

TEST_CASE("launch tables: elements touched twice and never") {
  auto a = app_with_launch({{.tensor = "8:1", .kernel = gpu::Kernel::layout, .partition = "(1,4,2):(0,1,1)"}});
  REQUIRE(a.workspace.launch());
  app::LaunchTables tables;
  tables.update(a.workspace.launch_version(), *a.workspace.launch(), a.workspace.sheet().launch);
  CHECK(tables.count(0) == 1u);
  CHECK(tables.count(1) == 2u);
  CHECK(tables.count(4) == 1u);
  CHECK(tables.count(5) == 0u);
  CHECK(tables.owners(*a.workspace.launch(), 1).touches.size() == 2);
}

TEST_CASE("launch tables: memory in rows of at most 32 elements") {
  for (const auto& [type, columns] : {std::pair{"i8", 32}, std::pair{"f16", 32}, std::pair{"f32", 32}, std::pair{"f64", 16}}) {
    auto a = app_with_launch({{.tensor = "(8,8):(8,1)", .tile = "(4,4)", .threads = "(2,4):(4,1)", .element = type}});
    REQUIRE(a.workspace.launch());
    app::LaunchTables tables;
    tables.update(a.workspace.launch_version(), *a.workspace.launch(), a.workspace.sheet().launch);
    CHECK(tables.memory_columns() == columns);
    CHECK(tables.memory().index(1, 3) == columns + 3);
  }
}

TEST_CASE("launch tables: an element's cell") {
  auto a = app_with_launch({{.tensor = "((4,2),8):((1,32),4)", .tile = "(4,4)", .threads = "(2,4):(4,1)"}});
  REQUIRE(a.workspace.launch());
  REQUIRE(a.workspace.launch_diagram() != nullptr);
  for (std::int64_t e = 0; e < 64; ++e) {
    const auto cell = app::cell_of_index(*a.workspace.launch_diagram(), e);
    REQUIRE(cell);
    CHECK(a.workspace.launch_diagram()->index(cell->row, cell->column) == e);
  }
  CHECK(!app::cell_of_index(*a.workspace.launch_diagram(), 64));
}

TEST_CASE("playing begins anew where the trace is whole") {
  auto a = app_with_launch({{.tensor = "(8,8):(8,1)", .tile = "(4,4)", .threads = "(2,4):(4,1)"}});
  play_or_pause(a.workspace, a.view);
  CHECK(a.view.playing);
  CHECK(a.workspace.sheet().launch.position == 0);
  a.workspace.set_view([](app::Sheet& s) { s.launch.position = 3; });
  play_or_pause(a.workspace, a.view);
  play_or_pause(a.workspace, a.view);
  CHECK(a.workspace.sheet().launch.position == 3);
}
