// The map of a kernel in the window: it opens by itself, goes to a block, a thread and a k tile, follows elements, and plays.

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "app/actions/documents.hpp"
#include "app/actions/mapping.hpp"
#include "app/import/open.hpp"
#include "app/panels/map/map_page.hpp"
#include "app/system/files.hpp"
#include "gui.hpp"
#include "tests/folder.hpp"
#include "tests/test_data.hpp"

using gui::Gui;

namespace {

std::string kernel_file(const char* name) { return fmt::format("{}/fixtures/kernels/{}.cu", test_data(), name); }

/// Frames until the map is read, checked and drawn.
void read(Gui& g) {
  g.settle();
  g.state.workspace.finish_map();
  g.settle();
}

void open(Gui& g, const char* name) {
  REQUIRE(app::open_file(g.state.workspace, g.state.view, g.state.session, g.state.host, kernel_file(name)));
  read(g);
  REQUIRE(g.state.workspace.map() != nullptr);
  REQUIRE(g.state.workspace.map()->story);
}

const app::KernelMap& map(const Gui& g) { return *g.state.workspace.map()->story->map; }
const app::MapView& look(const Gui& g) { return app::map_view(g.state.workspace, static_cast<const app::ViewState&>(g.state.view)); }

}  // namespace

TEST_CASE("a kernel that is opened is shown as its map, and its cards stay within reach") {
  Gui g;
  open(g, "shared");
  CHECK_MESSAGE(g.shows("Global memory"), g.everything());
  CHECK(g.shows("The steps of the kernel"));
  CHECK(g.shows("main loop, line 29"));
  // The first block's 64 x 32 elements of C, each with K = 40 products.
  CHECK_MESSAGE(g.shows("81,920"), g.everything());
  CHECK(g.shows("Nothing was found."));
  REQUIRE(g.command("canvas.map"));
  g.settle();
  CHECK(!g.shows("Global memory"));
  CHECK(!app::shows_map(g.state.workspace, g.state.view));
  REQUIRE(g.click_text("Show the map"));
  g.settle();
  CHECK(g.shows("Global memory"));
}

TEST_CASE("a sheet without a kernel has no map") {
  Gui g;
  CHECK(!g.command("canvas.map"));
  CHECK(!g.command("canvas.go_to"));
}

TEST_CASE("one goes to a thread of a block, and reads what it loads in a k tile") {
  Gui g;
  open(g, "shared");
  REQUIRE(g.command("canvas.go_to"));
  g.settle();
  g.type("1");
  g.key(258);  // Tab
  g.type("2");
  g.key(257);  // Enter
  read(g);
  CHECK(look(g).block == std::vector<std::int64_t>{1, 2, 0});
  CHECK_MESSAGE(g.shows("Block (1,2)"), g.everything());
  auto choice = app::at_k_tile(map(g), look(g).choice, 3);
  choice.thread = 37;
  app::look_at(g.state.workspace, g.state.view, choice);
  g.settle();
  CHECK_MESSAGE(g.shows("A(69…101:32,25)"), g.everything());
  CHECK(g.shows("B(69,25…29:4)"));
  CHECK(g.shows("Registers of thread 37"));
}

TEST_CASE("a click on a move goes to it, and the keys step and play") {
  Gui g;
  open(g, "shared");
  const auto& calls = app::map_panel_of(g.ui).calls;
  const auto product = std::ranges::find(calls, std::size_t{33}, &app::MapCall::line);
  REQUIRE(product != calls.end());
  REQUIRE(g.click_text("gemm(cA, cB, rC)"));
  g.settle();
  CHECK(look(g).choice.moment == product->moments.front());
  const auto before = look(g).choice.moment;
  g.key(262);  // right
  CHECK(look(g).choice.moment == before + 1);
  g.key(263);  // left
  CHECK(look(g).choice.moment == before);
  g.type(" ");
  CHECK(look(g).playing);
  for (int i = 0; i < 200 && look(g).choice.moment == before; ++i) g.state.view.now += 0.05, g.frame();
  CHECK(look(g).choice.moment > before);
  g.type(" ");
  CHECK(!look(g).playing);
}

TEST_CASE("an element that is clicked is followed to its thread, its bank and its registers") {
  Gui g;
  open(g, "pipelined");
  const auto& m = map(g);
  const auto node = std::ranges::find(m.nodes(), std::string("A"), &app::MapNode::name);
  auto choice = look(g).choice;
  choice.pointed = app::MapPlace{.tensor = node->tensor, .coordinates = {9, 8}};
  app::look_at(g.state.workspace, g.state.view, choice);
  g.settle();
  CHECK_MESSAGE(g.shows("Points at"), g.everything());
  CHECK(g.shows("T4, lane 4: rA[6]"));
  CHECK(g.shows("cp.async 16 B: A → sA"));
  g.key(256);  // Escape
  g.settle();
  CHECK(!g.shows("Points at"));
}

TEST_CASE("what cannot be followed is not said to be right") {
  Gui g;
  auto source = app::read_file(kernel_file("shared"), 1 << 20).value();
  const std::string_view call = "copy(fromB(_, _, k), toB);";
  source.replace(source.find(call), call.size(), "exotic_copy(fromB(_, _, k), toB);");
  const Folder folder;
  const auto path = folder.file("exotic.cu", source);
  REQUIRE(app::open_file(g.state.workspace, g.state.view, g.state.session, g.state.host, path));
  read(g);
  CHECK_MESSAGE(g.shows("the effect of exotic_copy is not known"), g.everything());
  CHECK(!g.shows("Nothing was found."));
}

TEST_CASE("a click on the map points at an element, and another one there ends it") {
  Gui g;
  open(g, "pipelined");
  const auto& m = map(g);
  // Where the picture has A, whose name stands above it.
  const auto* name = g.find("A 256 × 160");
  REQUIRE_MESSAGE(name != nullptr, g.everything());
  const ImVec2 at{name->from.x + 20, name->to.y + 40};
  g.click(at);
  REQUIRE(look(g).choice.pointed);
  CHECK(look(g).choice.pointed->tensor == m.global_node('A')->tensor);
  CHECK(g.shows("Points at"));
  CHECK(g.shows(m.name(*look(g).choice.pointed)));
  g.click(at);
  CHECK(!look(g).choice.pointed);
}

TEST_CASE("a program that can no longer be read says so, and shows its cards") {
  Gui g;
  auto sheet = app::load_sheet(kernel_file("shared"));
  REQUIRE(sheet);
  sheet->program.path = "/nonexistent/kernel.cu";
  app::start_sheet(g.state.workspace, g.state.view, *sheet);
  read(g);
  CHECK_MESSAGE(g.shows("/nonexistent/kernel.cu"), g.everything());
  REQUIRE(g.click_text("Show the cards"));
  g.settle();
  CHECK(!app::shows_map(g.state.workspace, g.state.view));
}

TEST_CASE("a kernel of which no move is known says so, draws no frame after another, and leads to its cards") {
  const Folder folder;
  const auto path = folder.file("scale.cu",
                                "__global__ void scale() {\n  auto a = make_layout(Int<4>{});\n  auto b = other(a);\n}\n"
                                "int main() { scale<<<1, 32>>>(); }\n");
  Gui g;
  REQUIRE(app::open_file(g.state.workspace, g.state.view, g.state.session, g.state.host, path));
  read(g);
  REQUIRE(app::shows_map(g.state.workspace, g.state.view));
  CHECK_MESSAGE(g.shows("No step of this kernel is known."), g.everything());
  CHECK(!g.ui.animating);
  REQUIRE(g.click_text("Show the cards"));
  g.settle();
  CHECK(!app::shows_map(g.state.workspace, g.state.view));
}

TEST_CASE("the map that is looked at is taken along as a picture, as a page that plays and as slides") {
  Gui g;
  CHECK(!g.command("export.map"));  // the starter sheet has no kernel
  open(g, "shared");
  auto choice = app::at_k_tile(map(g), look(g).choice, 3);
  choice.thread = 37;
  app::look_at(g.state.workspace, g.state.view, choice);
  g.settle();
  const Folder folder;
  const auto exported = [&](const char* command, const std::string& name) {
    REQUIRE(g.command(command));
    g.settle();
    g.key('A', true);
    g.type(folder.at(name));
    g.key(257);  // Enter
    g.settle();
    CHECK_MESSAGE(g.state.view.dialog == app::Dialog::none, g.everything());
    return folder.text(name);
  };
  CHECK(exported("export.map", "map.svg").find("Registers of thread 37") != std::string::npos);
  CHECK(exported("export.map", "map.png").starts_with("\x89PNG"));
  const auto page = exported("export.map_page", "map.html");
  CHECK(page.find("Thread 37 at this step") != std::string::npos);
  CHECK(page.find("shared.cu, line ") != std::string::npos);
  CHECK(exported("export.map_slides", "map.pdf").starts_with("%PDF"));
  // A format that a map is not written in is reported, and the path can be changed.
  REQUIRE(g.command("export.map_slides"));
  g.settle();
  g.key('A', true);
  g.type(folder.at("slides.svg"));
  g.key(257);  // Enter
  g.settle();
  CHECK(g.state.view.dialog == app::Dialog::export_map_slides);
  CHECK_MESSAGE(g.shows("Slides are written to a .pdf"), g.everything());
}
