// Tests files of every released format: each is read, has its old contents, and is saved back byte for byte.

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include <fmt/format.h>

#include "app/document/evaluation.hpp"
#include "app/document/names.hpp"
#include "app/document/sheet.hpp"
#include "app/launch/launch_plan.hpp"
#include "app/system/files.hpp"
#include "gpu/launch/launch_fields.hpp"
#include "tests/choices.hpp"
#include "tests/test_data.hpp"

using namespace app;

namespace {

const std::filesystem::path folder = std::filesystem::path(test_data()) / "fixtures/sheets/v1";

std::string bytes(const std::string& name) { return read_file((folder / (name + ".cutes")).string(), max_sheet_bytes).value_or(""); }

Sheet sheet(const std::string& name) {
  const auto read = parse_sheet(bytes(name));
  REQUIRE_MESSAGE(read, name);
  return *read;
}

const Entry& entry(const Sheet& s, const std::string& name) {
  const auto found = std::ranges::find_if(s.entries, [&](const Entry& e) { return e.text.starts_with(name + " = "); });
  REQUIRE_MESSAGE(found != s.entries.end(), name);
  return *found;
}

Entry plain_entry(std::string text, std::optional<std::int64_t> pin) {
  Entry e;
  e.text = std::move(text);
  e.pin = pin;
  return e;
}

}  // namespace

TEST_CASE("files of format 1 are read and saved back byte for byte") {
  int files = 0;
  for (const auto& file : std::filesystem::directory_iterator(folder)) {
    const auto name = file.path().stem().string();
    CAPTURE(name);
    const auto text = bytes(name);
    CHECK(text.starts_with("@cutescope 1\n"));
    const auto read = parse_sheet(text);
    REQUIRE(read);
    CHECK(serialise(*read) == text);
    ++files;
  }
  CHECK(files == 19);
}

TEST_CASE("format 1: cards") {
  const auto s = sheet("cards");
  CHECK(entry(s, "A").at == CardSettings::Point{40, 120});
  CHECK(entry(s, "A").size == CardSettings::Extent{320, 200});
  CHECK(entry(s, "A").legend);
  CHECK(entry(s, "B").view.headings == render::Headings::flat);
  REQUIRE(entry(s, "B").more.size() == 2);
  CHECK(entry(s, "B").cards() == 3);
  CHECK(entry(s, "B").card(1).view.colour_by == colouring("swizzle"));
  CHECK(entry(s, "B").card(1).view.headings == render::Headings::natural);
  CHECK_FALSE(entry(s, "B").card(1).at);
  CHECK(entry(s, "B").card(2).colour_from == "A");
  CHECK(entry(s, "B").card(2).at == CardSettings::Point{0, 0});
  CHECK(entry(s, "C").more.size() == 1);
  CHECK(entry(s, "C").more[0] == CardSettings{});
  CHECK(entry(s, "R").view.slabs);
  CHECK(entry(s, "R").view.palette == render::PaletteName::print);
  CHECK_FALSE(entry(s, "R").visible);
  CHECK(entry(s, "R").unknown == std::vector<std::string>{"@shine on"});
}

TEST_CASE("format 1: entries from a program") {
  const auto s = sheet("source");
  CHECK(entry(s, "M").source == EntrySource{.section = "gemm_nt", .line = 210, .parameter = true});
  CHECK(entry(s, "threadIdx_x").source == EntrySource{.line = 61, .parameter = true});
  CHECK(entry(s, "sA").source == EntrySource{.section = "gemm_nt", .line = 230});
  CHECK(entry(s, "tAsA").source == EntrySource{.section = "gemm_device@gemm_nt", .line = 101, .problem = "tA has no value here"});
  for (const auto* bad : {"@source", "@source section=f", "@source line=0", "@source line=x", "@source line=3 colour=red"}) {
    CAPTURE(bad);
    CHECK_FALSE(parse_sheet(std::string("A = 4:1\n") + bad + "\n"));
  }
}

TEST_CASE("what the reader of a program did not understand is the entry's problem until it is edited") {
  auto s = sheet("source");
  SheetEvaluator evaluator;
  evaluator.update(s);
  CHECK(evaluator.results()[2].evaluation);
  REQUIRE(evaluator.results()[3].problem);
  CHECK(evaluator.results()[3].name == "tAsA");
  CHECK(evaluator.results()[3].problem->problem.message.text() == s.entries[3].source.problem);
  s.entries[3].source.problem = {};
  evaluator.update(s);
  REQUIRE(evaluator.results()[3].problem);
  CHECK(evaluator.results()[3].problem->problem.message.text().find("tA") != std::string::npos);
  CHECK(evaluator.results()[3].problem->problem.message.text() != "tA has no value here");
}

TEST_CASE("settings of a card that cannot be") {
  for (const auto* bad : {"@view at=1", "@view at=-1,2", "@view at=1,2,3", "@view at=1,200000", "@view size=0x4", "@view size=4",
                          "@view headings=big", "@card hidden", "@card colour=plaid", "@card at=x,y"}) {
    CAPTURE(bad);
    CHECK_FALSE(parse_sheet(std::string("A = 4:1\n") + bad + "\n"));
  }
  std::string many = "A = 4:1\n";
  for (std::size_t i = 0; i < max_more_cards; ++i) many += "@card\n";
  CHECK(parse_sheet(many));
  CHECK_FALSE(parse_sheet(many + "@card\n"));
  // Before the first entry it is about none: kept as it is.
  CHECK(parse_sheet("@card colour=tile\nA = 4:1\n")->unknown.size() == 1);
}

TEST_CASE("format 1: views") {
  const auto s = sheet("views");
  CHECK(s.entries[0].text == "# Every setting of a view.");
  CHECK(entry(s, "A") == plain_entry("A = (8,8):(8,1)", 63));
  CHECK_FALSE(entry(s, "T").visible);
  CHECK(entry(s, "D").view.transposed);
  CHECK(entry(s, "D").pin == 25);
  for (const auto* c : {"tile", "mode", "thread", "value", "warp", "bank", "sector", "line", "none"})
    CHECK(entry(s, std::string("c_") + c).view.colour_by == render::colouring_named(c));
  for (const auto* l : {"1d", "rd", "natural", "thread_value", "address", "none"})
    CHECK(entry(s, std::string("l_") + l).view.label_by == render::labelling_named(l));
  for (const auto* p : {"cute", "greys", "contrast"}) CHECK(entry(s, std::string("p_") + p).view.palette == palette_name(p));
  for (const auto& [type, bits] : {std::pair{"f64", 64}, {"f16", 16}, {"i8", 8}, {"u128", 128}})
    CHECK(entry(s, std::string("e_") + type).view.element_bits == bits);
  CHECK(entry(s, "of_name").colour_from == "D");
  CHECK(entry(s, "of_quoted").colour_from == "zipped_divide(A, \"no name\")");
  CHECK(entry(s, "sliced").view.slice == 5);
  const auto& all = entry(s, "all");
  CHECK_FALSE(all.visible);
  CHECK(all.view.colour_by == colouring("sector"));
  CHECK(all.view.label_by == labelling("address"));
  CHECK(all.view.palette == render::PaletteName::greys);
  CHECK(all.view.slice == 2);
  CHECK(all.pin == 0);
}

TEST_CASE("the format's page has every colouring and label, and every field of a launch") {
  const auto page = read_file((std::filesystem::path(test_data()).parent_path() / "docs/sheet-format.md").string(), 1 << 20).value();
  const auto row = [](std::string text, const auto& choices) {
    for (const auto c : choices) text += fmt::format(" `{}`", c->key);
    return text + " | `index` |\n";
  };
  CHECK(page.find(row("| `colour=` |", render::colourings())) != std::string::npos);
  CHECK(page.find(row("| `label=` |", render::labellings())) != std::string::npos);
  for (const auto& field : gpu::launch_fields()) CHECK_MESSAGE(page.find(fmt::format("`{}=`", field.key)) != std::string::npos, field.key);
}

TEST_CASE("format 1: integers, texts, and lines of a later version") {
  CHECK(sheet("integers_auto").integers == algebra::IntegerRule::automatic);
  CHECK(sheet("integers_math").integers == algebra::IntegerRule::math);
  CHECK(sheet("integers_cute").integers == algebra::IntegerRule::cute);
  CHECK(sheet("empty") == Sheet{});
  const auto text = sheet("text");
  CHECK(text.entries.size() == 6);
  CHECK(text.entries[0].text == "# A note, 也可以是中文 — and symbols: × → \"quoted\"");
  CHECK(text.entries[4].text == "B = (4,2");
  const auto later = sheet("later");
  CHECK(later.unknown == std::vector<std::string>{"@studio dark", "@of-a-later-version with \"words\""});
  CHECK(later.entries[0].unknown == std::vector<std::string>{"@glow on", "@glow off"});
}

TEST_CASE("format 1: launches of every kernel, which can still be run") {
  const std::map<std::string, LaunchSettings> wanted{
      {"launch_local_partition",
       {{.tensor = "A",
         .tile = "T",
         .threads = "thr",
         .step = "(1, X)",
         .target = "B",
         .element = "bf16",
         .grid = "(2, 2)",
         .block_dims = "(16, 2)",
         .access_bytes = 2},
        5,
        3,
        0,
        2}},
      {"launch_shared", {{.tensor = "S", .tile = "(32,32)", .threads = "(32,1):(1,32)", .access_bytes = 16, .shared_memory = true}}},
      {"launch_inner_partition", {{.tensor = "A", .tile = "(4,4)", .kernel = gpu::Kernel::inner_partition, .values = "(1,2)"}}},
      {"launch_outer_partition", {{.tensor = "A", .tile = "(4,4)", .threads = "(2,4)", .kernel = gpu::Kernel::outer_partition}}},
      {"launch_tiled_copy",
       {{.tensor = "A",
         .tile = "(4,8)",
         .threads = "(4,2):(2,1)",
         .kernel = gpu::Kernel::tiled_copy,
         .values = "(1,2):(2,1)",
         .element = "f16",
         .access_bytes = 4}}},
      {"launch_tiled_copy_atom",
       {{.tensor = "A", .tile = "(16,16)", .threads = "copy", .kernel = gpu::Kernel::tiled_copy, .element = "f16"}}},
      {"launch_tiled_mma", {{.tensor = "C", .tile = "(32,16)", .threads = "mma", .kernel = gpu::Kernel::tiled_mma, .values = "C"}}},
      {"launch_layout", {{.kernel = gpu::Kernel::layout, .partition = "Swizzle<2,0,3> o 0 o (4,8,2):(16,2,1)", .element = "u8"}}}};
  std::set<gpu::Kernel> kernels;
  for (const auto& [file, launch] : wanted) {
    const std::string name = file;
    CAPTURE(name);
    const auto s = sheet(name);
    // The files say both, as they did before a tensor could.
    auto saved = launch;
    if (saved.element.empty()) saved.element = "f32";
    if (!saved.shared_memory) saved.shared_memory = false;
    CHECK(s.launch == saved);
    SheetEvaluator evaluator;
    evaluator.update(s);
    const auto planned = plan(evaluator, s.launch);
    CHECK_MESSAGE(planned, (planned ? "" : planned.error()));
    kernels.insert(launch.kernel);
  }
  for (const auto& name : gpu::field_with_key("kernel")->choices()) CHECK(kernels.contains(gpu::kernel_named(name).value()));
}

TEST_CASE("a sheet of a later format is refused by its number") {
  CHECK(parse_sheet("A = 4:1\n@cutescope 2\n").error() ==
        "line 2: this sheet has format 2, from a later version of Cutescope; this version reads formats up to 1");
  CHECK(parse_sheet("@cutescope one\n").error() == "line 1: @cutescope takes the number of the format, such as 1, not \"one\"");
  CHECK(parse_sheet("@cutescope 0\n").error() == "line 1: @cutescope takes the number of the format, such as 1, not \"0\"");
  CHECK(parse_sheet("A = 4:1\n"));
}
