// Tests a program's sheet: its sections, and the sliders of its open parameters.

#include <doctest/doctest.h>

#include <fmt/format.h>

#include "app/actions/documents.hpp"
#include "app/actions/sections.hpp"
#include "app/actions/starting.hpp"
#include "app/import/paste.hpp"
#include "app/import/program.hpp"
#include "app/panels/sheet/sheet_parts.hpp"
#include "entries.hpp"
#include "program_sheet.hpp"
#include "tests/folder.hpp"

using namespace entries;

namespace {

const std::string kernel = program_sheet();

int entry(const Gui& g, const char* name) { return g.state.workspace.evaluator().find(name); }
bool lists(const Gui& g, std::string_view text) {
  for (int i = 0;; ++i) {
    const auto* d = g.find_containing(text, i);
    if (d == nullptr) return false;
    if (d->from.x < 330 * g.ui.scale) return true;
  }
}
void click_heading(Gui& g, std::string_view name) {
  const auto* d = g.find(name);
  INFO(g.everything());
  REQUIRE(d != nullptr);
  g.click({d->from.x + 20, d->centre().y});
}

}  // namespace

TEST_CASE("a heading for each function says how many entries and problems it has, and a click folds it") {
  Gui g(sheet_of(kernel));
  g.state.view.selected = entry(g, "sA");
  g.settle();
  CHECK(g.shows("gemm_nt"));
  CHECK(g.shows("2 entries"));
  CHECK(g.shows("3 entries"));
  CHECK(g.find("1 problem") != nullptr);
  CHECK(g.shows("smem_pipe has no value here"));
  CHECK(lists(g, "tAsA = "));
  click_heading(g, "gemm_device@gemm_nt");
  CHECK(!lists(g, "tAsA = "));
  CHECK(lists(g, "tA = "));
  CHECK(g.shows("gemm_device@gemm_nt"));
  CHECK(!g.state.workspace.unsaved());  // a look, not the document
  click_heading(g, "gemm_device@gemm_nt");
  CHECK(lists(g, "tAsA = "));
}

TEST_CASE("an entry that is looked for unfolds its section") {
  Gui g(sheet_of(kernel));
  g.state.view.selected = entry(g, "tA");
  g.settle();
  click_heading(g, "gemm_device@gemm_nt");
  REQUIRE(!lists(g, "tAsA = "));
  g.state.view.selected = entry(g, "tAsA");
  g.settle();
  CHECK(lists(g, "tAsA = "));
  // Folded with the selection in it, it stays folded until the selection or the keyboard comes.
  REQUIRE(g.command("view.fold_section"));
  CHECK(!lists(g, "tAsA = "));
  REQUIRE(g.command("edit.text"));
  CHECK(lists(g, "tAsA = "));
  CHECK(app::panel_of(g.ui).active_entry == entry(g, "tAsA"));
}

TEST_CASE("a click on the count of problems goes to them") {
  Gui g(sheet_of(kernel));
  click_heading(g, "gemm_device@gemm_nt");
  REQUIRE(!lists(g, "pipe = "));
  REQUIRE(g.click_text("4 of 5 definitions · 1 problem"));
  CHECK(g.state.view.selected == entry(g, "pipe"));
  CHECK(lists(g, "pipe = "));
}

TEST_CASE("a section's cards are shown alone by its ring") {
  Gui g(sheet_of(kernel));
  g.state.view.selected = entry(g, "sA");
  g.settle();
  const auto* name = g.find("gemm_nt");
  REQUIRE(name != nullptr);
  const auto* count = g.find("2 entries");
  REQUIRE(count != nullptr);
  g.click({count->to.x + 15 * g.ui.scale, name->centre().y});
  std::vector<std::string> shown;
  for (std::size_t i = 0; i < g.state.workspace.sheet().entries.size(); ++i)
    if (g.state.workspace.sheet().entries[i].visible) shown.push_back(g.state.workspace.result(static_cast<int>(i)).name);
  CHECK(shown == std::vector<std::string>{"tA"});  // a bare shape has no card of its own
  g.command("edit.undo");
  CHECK(g.state.workspace.sheet().entries[static_cast<std::size_t>(entry(g, "sA"))].visible);
}

TEST_CASE("a thread's slider moves all that follows in the same frame, and is one step of undo") {
  Gui g(sheet_of(kernel));
  g.state.view.selected = entry(g, "sA");
  g.settle();
  CHECK(g.shows("This kernel needs: M, threadIdx.x, TA"));
  const auto* label = g.find("threadIdx.x");
  const auto* value = g.find("37");
  REQUIRE(label != nullptr);
  REQUIRE(value != nullptr);
  // 256 threads share the tile: the slider ends at 255.
  const auto range = app::parameter_range(g.state.workspace, "threadIdx_x", 37);
  CHECK(range.range.least == 0);
  CHECK(range.range.most == 255);
  const ImVec2 from{label->to.x + 13 + 0.145f * (value->from.x - label->to.x - 40), label->centre().y};
  g.move(from);
  g.press();
  int moved = 0;
  for (int i = 1; i <= 5; ++i) {
    compat::mouse_position(ImGui::GetIO(), from.x + 10 * static_cast<float>(i), from.y);
    g.frame();
    const auto& thread = text(g, entry(g, "threadIdx_x"));
    const int t = std::stoi(thread.substr(thread.find('=') + 1));
    moved += t != 37 ? 1 : 0;
    const auto& fragment = std::get<algebra::Tensor>(g.state.workspace.result(entry(g, "tAsA")).evaluation->value);
    CHECK(fragment.offset == t % 32 + t / 32 * 128);
  }
  g.release();
  CHECK(moved >= 4);
  CHECK(g.state.view.selected == entry(g, "sA"));
  g.command("edit.undo");
  CHECK(text(g, entry(g, "threadIdx_x")) == "threadIdx_x = 37");
  CHECK(!g.state.workspace.can_undo());
}

TEST_CASE("sizes go by powers of two, and are typed over") {
  Gui g(sheet_of(kernel));
  const auto* label = g.find("M");
  const auto* value = g.find("512");
  REQUIRE(label != nullptr);
  REQUIRE(value != nullptr);
  g.click(value->centre());
  g.type("300");
  g.key(enter);
  CHECK(text(g, 0) == "M = 300");
  const auto range = app::parameter_range(g.state.workspace, "M", 300);
  CHECK(range.powers);
  CHECK(range.range.most >= 1200);
}

TEST_CASE("what was asked for is marked, and no longer once it is given") {
  Gui g(sheet_of("@cutescope 1\nN = \n@source line=3 parameter problem=\"N has no value here\"\nA = (N,4)\n@source line=4 section=f\n"));
  g.state.view.selected = 1;
  g.settle();
  REQUIRE(!g.state.workspace.result(1).evaluation);
  const auto* found = g.find("N");
  REQUIRE(found != nullptr);
  const auto label = *found;
  g.move(label.centre());
  g.settle();
  CHECK(g.shows("N has no value here"));
  g.click({label.to.x + 60, label.centre().y});
  g.type("6");
  CHECK(text(g, 0) == "N = 6");
  CHECK(g.state.workspace.sheet().entries[0].source.problem.empty());
  REQUIRE(g.state.workspace.result(1).evaluation);
  g.type("4");
  CHECK(text(g, 0) == "N = 64");
}

TEST_CASE("a macro of the program is set in the strip, letter by letter, and another is defined by its name") {
  const Folder folder;
  const auto path = folder.file("k.cu", R"(#include <cute/tensor.hpp>
using namespace cute;
#ifndef TILE
#define TILE 64
#endif
#ifdef WIDE
#define COLUMNS 16
#else
#define COLUMNS 8
#endif
__global__ void k(int m) {
  auto tile = make_layout(make_shape(Int<WIDE>{}, Int<COLUMNS>{}));
  auto kind = make_layout(make_shape(m, Int<KIND>{}));
}
)");
  Gui g(sheet_of(""));
  REQUIRE(app::open_file(g.state.workspace, g.state.view, g.state.session, g.state.host, path));
  g.settle();
  CHECK(g.shows("This kernel needs: m"));
  const auto value = [&](const char* name) {
    const auto& r = g.state.workspace.result(entry(g, name));
    return r.evaluation ? algebra::to_string(r.evaluation->value, algebra::Marks::underscores) : std::string();
  };
  CHECK(g.shows("TILE"));
  REQUIRE(g.find("not defined") != nullptr);
  g.click(g.find("not defined")->centre());
  g.type("128");
  CHECK(value("tile") == "(_128,_16):(_1,_128)");
  g.key(escape);
  g.settle();
  REQUIRE(g.find("NAME=VALUE") != nullptr);
  g.click(g.find("NAME=VALUE")->centre());
  g.type("KIND=4");
  CHECK(value("kind") == "");  // half a name is none
  g.key(enter);
  g.settle();
  CHECK(value("kind") != "");
  CHECK(g.shows("KIND"));
  g.command("edit.undo");
  CHECK(value("kind") == "");
  // A program without parameters has the strip for its macros.
  REQUIRE(app::open_file(g.state.workspace, g.state.view, g.state.session, g.state.host,
                         folder.file("plain.cu", "#ifdef X\n#endif\nauto a = cute::make_layout(cute::Int<4>{});\n")));
  g.settle();
  CHECK(g.shows("Macros of this program"));
}

TEST_CASE("the number of an entry says which line of the program it is") {
  Gui g(sheet_of(kernel));
  g.state.view.selected = entry(g, "sA");
  g.settle();
  g.move({20 * g.ui.scale, letter(g, entry(g, "tA"), 0).y});
  g.settle();
  CHECK(g.shows("line 230 of the program · gemm_nt"));
}

TEST_CASE("of a sheet of 500 entries only what is in sight is drawn, folded or not") {
  std::string all = "@cutescope 1\n";
  for (int i = 0; i < 500; ++i)
    all += fmt::format("a{} = ({},8):(8,1)\n@view hidden\n@source line={} section=f{}\n", i, i % 7 + 2, i + 1, i / 50);
  Gui g(sheet_of(all));
  const auto rows = [&] {
    int n = 0;
    for (const auto& d : g.drawn()) n += d.text.starts_with("a") && d.text.find(" = (") != std::string::npos ? 1 : 0;
    return n;
  };
  CHECK(rows() > 3);
  CHECK(rows() < 40);
  REQUIRE(g.command("view.fold_all"));
  CHECK(rows() == 0);
  for (int i = 0; i < 10; ++i) CHECK(g.shows(fmt::format("f{}", i)));
  g.state.view.selected = 499;
  g.settle();
  CHECK(lists(g, "a499 = "));
  CHECK(rows() < 40);
}

TEST_CASE("a program pasted into an empty sheet, or on the start page, becomes a sheet as its file would") {
  const std::string program = R"(#include <cute/tensor.hpp>
using namespace cute;
// a kernel; not an entry a line
template <class T>
__global__ void copy_kernel(T const* in, T* out) {
  auto tile = make_layout(make_shape(Int<16>{}, Int<8>{}));
  auto thr = make_layout(make_shape(Int<4>{},
                                    Int<8>{}));
  if (threadIdx.x == 0) { print(tile); }
}
)";
  const auto wanted = app::sheet_of_text(program, "pasted.cu");
  REQUIRE(wanted.entries.size() > 2);
  const auto same = [&](const Gui& g) {
    const auto& entries = g.state.workspace.sheet().entries;
    REQUIRE(entries.size() == wanted.entries.size());
    for (std::size_t i = 1; i < entries.size(); ++i) CHECK(entries[i].text == wanted.entries[i].text);
  };
  {
    Gui g(sheet_of(""));
    g.command("file.new");
    REQUIRE(app::panel_of(g.ui).active_entry == 0);
    ImGui::SetClipboardText(app::for_field(program).c_str());
    g.key('V', true);
    same(g);
    CHECK(app::panel_of(g.ui).active_entry == -1);
    CHECK(g.state.workspace.documents().size() == 1);
  }
  Gui start(sheet_of(""));
  start.command("file.start");
  app::paste_sheet(start.state.workspace, start.state.view, start.state.host, program);
  start.settle();
  same(start);
  // A sheet that was copied keeps its settings.
  app::paste_sheet(start.state.workspace, start.state.view, start.state.host, app::for_field(kernel));
  start.settle();
  CHECK(start.shows("This kernel needs: M, threadIdx.x, TA"));
}
