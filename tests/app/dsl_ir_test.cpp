// Intermediate files that the compiler of the CuTe DSL keeps: which layout it has for which line, and what agrees with it.

#include <doctest/doctest.h>

#include <algorithm>
#include <condition_variable>
#include <filesystem>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "app/actions/kept_ir.hpp"
#include "app/import/dsl/dsl_ir.hpp"
#include "app/import/open.hpp"
#include "app/system/files.hpp"
#include "tests/folder.hpp"
#include "tests/test_data.hpp"

using namespace app;

TEST_CASE("dsl ir: types are the layouts that they have") {
  // Types as the compiler prints them.
  CHECK(layout_of_ir_type("!cute.layout<\"(8,64):(64,1)\">") == "(_8,_64):(_64,_1)");
  CHECK(layout_of_ir_type("!cute.layout<\"(?,?{div=64},((?,?),?)):(?{i64 div=64},1,((?,0),?{div=64}))\">") ==
        "(?,?,((?,?),?)):(?,_1,((?,_0),?))");
  CHECK(layout_of_ir_type("!cute.layout<\"((4,-2),8):((1,-16),?)\">") == "((_4,_-2),_8):((_1,_-16),?)");
  CHECK(layout_of_ir_type("!cute.layout<\"520:1\">") == "_520:_1");
  CHECK(layout_of_ir_type("!cute.composed_layout<\"S<3,4,3> o 0 o ((128,8),1,4,6):((32,1),0,8,4096)\">") ==
        "Sw<3,4,3> o _0 o ((_128,_8),_1,_4,_6):((_32,_1),_0,_8,_4096)");
  CHECK(layout_of_ir_type("!cute.memref<f16, smem, align<16>, S<3,4,3>, \"((8,1),2,4):((1,0),32,1024)\">") ==
        "Sw<3,4,3> o ((_8,_1),_2,_4):((_1,_0),_32,_1024)");
  CHECK(layout_of_ir_type("!cute.memref<f16, gmem, align<32>, \"(?,?{div=8192}):(?{i64 div=8192},1)\">") == "(?,?):(?,_1)");
  CHECK(layout_of_ir_type("!cute.coord_tensor<\"(0,?{div=128},?)\", \"(128,64,?):(1@1,1@0,64@0)\">") == "(_128,_64,?):(_1@1,_1@0,_64@0)");
  for (const std::string_view other :
       {"!cute.ptr<f16, smem, align<1024>, S<2,4,3>>", "!cute.tile<\"[128:1;64:1]\">", "!cute.shape<\"(8,4)\">", "i32",
        "!cute.tiled_copy<!cute_nvgpu.atom.universal_copy<f16, 128 b>, layout_copy_tv = <\"((16,8),8):((64,1),8)\">>",
        "!cute.layout<\"(8,4", "!cute.composed_layout<\"S<3,4", "!cute.memref<", ""})
    CHECK_MESSAGE(layout_of_ir_type(other).empty(), other);
}

TEST_CASE("dsl ir: a value agrees with a layout but for its pointer and its dynamic integers") {
  CHECK(has_ir_layout("ptr+64 o (_16,64):(64,_1)", "(_16,?):(?,_1)"));
  CHECK(has_ir_layout("(0,128) o (_128,8):(_1@1,_64@0)", "(_128,?):(_1@1,_64@0)"));
  CHECK(has_ir_layout("Sw<3,4,3> o ptr+512 o (_8,_64):(_64,_1)", "Sw<3,4,3> o (_8,_64):(_64,_1)"));
  CHECK(has_ir_layout("Sw<3,3,3> o _0 o (_8,_64):(_64,_1)", "Sw<3,3,3> o _0 o (_8,_64):(_64,_1)"));
  CHECK(has_ir_layout("(8):(-16)", "(?):(?)"));
  // Static where the compiler has a dynamic one, and the other way round.
  CHECK_FALSE(has_ir_layout("(_16,_64):(_64,_1)", "(_16,?):(?,_1)"));
  CHECK_FALSE(has_ir_layout("(16,_64):(_64,_1)", "(_16,_64):(_64,_1)"));
  CHECK_FALSE(has_ir_layout("(_8,_64):(_64,_1)", "Sw<3,4,3> o (_8,_64):(_64,_1)"));
  CHECK_FALSE(has_ir_layout("Sw<2,4,3> o ptr+0 o (_8,_64):(_64,_1)", "Sw<3,4,3> o (_8,_64):(_64,_1)"));
  CHECK_FALSE(has_ir_layout("(_8,_64):(_64,_1)", "(_8,_64)"));
}

TEST_CASE("dsl ir: operations stand in the lines that their locations say") {
  const std::string path = test_data() + "/fixtures/kept/tile_copy.mlir";
  const auto ir = read_dsl_ir(read_file(path, max_sheet_bytes).value());
  CHECK(ir.has_places);
  std::vector<std::string> all;
  for (const auto& l : ir.layouts) all.push_back(fmt::format("{}:{} {}", l.file.substr(l.file.rfind('/') + 1), l.line, l.layout));
  CHECK(all == std::vector<std::string>{"tile_copy.py:12 ((_16,_64),(?,?)):((?,_1),(?,_64))", "tile_copy.py:13 (_16,_64):(?,_1)",
                                        "tile_copy.py:14 (_8,_64):(_64,_1)", "tile_copy.py:14 Sw<3,3,3> o _0 o (_8,_64):(_64,_1)",
                                        "elsewhere.py:3 (_16,_64,_3):(_64,_1,_1024)", "tile_copy.py:15 (_16,_64,_3):(_64,_1,_1024)",
                                        "tile_copy.py:16 (_16,_64):(_64,_1)"});
  const auto kept = kept_ir(test_data() + "/fixtures/kept/tile_copy.py");
  REQUIRE(kept.size() == 1);
  CHECK(kept[0].first == path);
  CHECK(kept_ir(test_data() + "/fixtures/kept/another.py").empty());
}

TEST_CASE("dsl ir: without places there is nothing to compare, and no text is too bad") {
  const auto ir =
      read_dsl_ir("!a = !cute.layout<\"(4):(1)\">\n%0 = \"cute.make_layout\"() : () -> !a\n%1 = cute.static : !cute.layout<\"(8):(1)\">\n");
  CHECK_FALSE(ir.has_places);
  CHECK(ir.layouts.empty());
  CHECK(read_dsl_ir("%0 = cute.static : !cute.layout<\"(8):(1)\"> loc(\"f.py\":3:1)\n").layouts.size() == 1);
  CHECK_FALSE(read_dsl_ir("%0 = cute.static : !cute.layout<\"(8):(1)\"> loc(\"-\":3:1)\n").has_places);
  for (const std::string_view text :
       {"%0", "%0 = \"x\"() : () -> loc(", "%0 = x loc()", "#loc1 = loc(#loc1)\n%0 = x : y loc(#loc1)", "!a\n#loc\n%", "% : loc(\"\":9)",
        "%0 = a : !cute.layout<\"(\"> loc(\"f\":99999999999999999999:0)", "% -> ( loc(\"f\":1)"})
    CHECK_MESSAGE(read_dsl_ir(text).layouts.empty(), text);
  std::string chain;
  for (int i = 0; i < 1000; ++i) chain += fmt::format("#loc{} = loc(\"n\"(#loc{}))\n", i, i + 1);
  CHECK(read_dsl_ir(chain + "%0 = cute.static : !cute.layout<\"(8):(1)\"> loc(#loc0)\n").layouts.empty());
}

TEST_CASE("dsl ir: a sheet of a program has the compiler's layouts where reading has none, or others") {
  const auto sheet = load_sheet(test_data() + "/fixtures/kept/tile_copy.py");
  REQUIRE(sheet);
  std::string all;
  for (const auto& e : sheet->entries) all += e.text + "\n";
  CAPTURE(all);
  CHECK(all.find("# IR\nstages = (_16,_64,_3):(_64,_1,_1024)\n") != std::string::npos);
  CHECK(all.find("# IR: ≠ (_16,_64):(_1,_16)\nwhole = (_16,_64):(_64,_1)\n") != std::string::npos);
  // An entry that agrees with the IR keeps the program's text.
  CHECK(all.find("swizzled = composition(") != std::string::npos);
  for (const auto& e : sheet->entries)
    if (e.text.starts_with("stages =")) CHECK(e.source.problem.empty());
}

TEST_CASE("dsl ir: files that the compiler keeps while a program is open are read") {
  const Folder folder;
  const auto file = folder.at("tile.py"), ir = folder.at("tile.mlir");
  REQUIRE(write_file(file, "import cutlass.cute as cute\n\n\n@cute.jit\ndef host():\n    tile = cute.make_layout((8, 4))\n"));
  const auto kept = [](const char* layout) {
    return fmt::format(
        "%0 = \"cute.make_layout\"() : () -> !cute.layout<\"(8,4):{}\"> loc(#loc1)\n#loc1 = loc(\"tile\"(\"tile.py\":6:0))\n", layout);
  };
  Workspace workspace(*load_sheet(file));
  ViewState view;
  HostRequests host;
  KeptIrWatch watch;
  const auto tile = [&] {
    std::string all;
    for (const auto& e : workspace.sheet().entries)
      if (e.text.find("tile =") != std::string::npos || e.text.starts_with("# IR")) all += e.text + "\n";
    return all;
  };
  CHECK_FALSE(collect_kept_ir(watch, workspace, view, host));
  CHECK(tile() == "tile = make_layout((_8, _4))\n");
  // Edits made in the sheet stay.
  workspace.edit("add an entry", [](Sheet& s) { s.entries.emplace_back().text = "mine = 3"; });
  REQUIRE(write_file(ir, kept("(4,1)")));
  CHECK(watch.look());
  CHECK(collect_kept_ir(watch, workspace, view, host));
  CHECK(tile() == "# IR: ≠ (_8,_4):(_1,_8)\ntile = (_8,_4):(_4,_1)\n");
  CHECK(workspace.sheet().entries.back().text == "mine = 3");
  CHECK_FALSE(watch.look());
  CHECK_FALSE(collect_kept_ir(watch, workspace, view, host));
  // They change, and go.
  REQUIRE(write_file(ir, kept("(5,1)")));
  CHECK(watch.look());
  CHECK(collect_kept_ir(watch, workspace, view, host));
  CHECK(tile() == "# IR: ≠ (_8,_4):(_1,_8)\ntile = (_8,_4):(_5,_1)\n");
  std::filesystem::remove(ir);
  CHECK(watch.look());
  CHECK(collect_kept_ir(watch, workspace, view, host));
  CHECK(tile() == "tile = make_layout((_8, _4))\n");
  CHECK(workspace.sheet().entries.back().text == "mine = 3");
}

TEST_CASE("dsl ir: the watch looks by itself, and says when something has come") {
  const Folder folder;
  const auto file = folder.at("tile.py");
  std::mutex mutex;
  std::condition_variable woken;
  bool came = false;
  KeptIrWatch watch;
  watch.wake_with([&] {
    const std::lock_guard lock(mutex);
    came = true;
    woken.notify_all();
  });
  watch.watch({file});
  REQUIRE(write_file(folder.at("a.mlir"), "x"));
  std::unique_lock lock(mutex);
  woken.wait(lock, [&] { return came; });
  CHECK(watch.take(file));
  CHECK_FALSE(watch.take(file));
}
