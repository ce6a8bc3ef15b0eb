// Tests a sheet that describes a kernel: its map opens with it, and follows edits.

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "app/actions/mapping.hpp"
#include "app/actions/sheet_edits.hpp"
#include "app/lessons/examples.hpp"
#include "gui.hpp"

using gui::Gui;

namespace sheet_kernel_test {

void read(Gui& g) {
  g.settle();
  g.state.workspace.finish_map();
  g.settle();
}

TEST_CASE("an example of a kernel is shown as its map, and its rows as its cards") {
  Gui g(app::example_sheet("kernel_hand", app::Language::english));
  read(g);
  CHECK_MESSAGE(g.shows("Shared memory"), g.everything());
  CHECK(g.shows("Nothing was found."));
  REQUIRE(g.command("canvas.map"));
  g.settle();
  CHECK(!g.shows("Shared memory"));
  CHECK_MESSAGE(g.shows("blockDim_x"), g.everything());
}

TEST_CASE("a barrier that is deleted from a sheet's kernel is missed at once") {
  auto sheet = app::example_sheet("kernel_hand", app::Language::english);
  const auto barrier =
      std::ranges::find_if(sheet.entries, [](const app::Entry& e) { return e.text.find("__syncthreads") != std::string::npos; });
  REQUIRE(barrier != sheet.entries.end());
  const auto row = static_cast<int>(barrier - sheet.entries.begin());
  Gui g(sheet);
  read(g);
  REQUIRE(g.state.workspace.map() != nullptr);
  REQUIRE(g.state.workspace.map()->report);
  CHECK(g.state.workspace.map()->report->findings.empty());
  app::delete_entry(g.state.workspace, row);
  read(g);
  REQUIRE(g.state.workspace.map()->report);
  CHECK(!g.state.workspace.map()->report->findings.empty());
  CHECK_MESSAGE(g.shows("race"), g.everything());
}

TEST_CASE("what is typed beside other entries leaves their cards where they are") {
  app::Sheet sheet;
  for (const auto* row : {"A = make_tensor(make_smem_ptr<float>(0), (8,8):(1,8))", "clear(A)"}) sheet.entries.push_back({.text = row});
  Gui g(sheet);
  read(g);
  CHECK(!app::shows_map(g.state.workspace, g.state.view));
  REQUIRE(g.click_text("Show the map"));
  read(g);
  CHECK(app::shows_map(g.state.workspace, g.state.view));
  CHECK(g.shows("Shared memory"));
}

}  // namespace sheet_kernel_test
