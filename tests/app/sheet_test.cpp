#include <doctest/doctest.h>

#include <random>
#include <set>

#include <fmt/format.h>

#include "algebra/layout/element_type.hpp"
#include "app/document/names.hpp"
#include "app/document/sheet.hpp"
#include "app/import/open.hpp"
#include "app/system/files.hpp"
#include "tests/choices.hpp"

using namespace app;

TEST_CASE("the starter sheet reads back as it was written") {
  const auto sheet = starter_sheet();
  REQUIRE(sheet.entries.size() == 8);
  CHECK(sheet.entries[1].text == "A = (8,8):(8,1)");
  CHECK(sheet.entries[1].view.colour_by == render::ColourBy::tile);
  CHECK(sheet.entries[1].colour_from == "D");
  CHECK_FALSE(sheet.entries[2].visible);
  CHECK(sheet.entries[3].view.transposed);
  CHECK(sheet.entries[3].pin == 25);
  CHECK(sheet.launch.threads == "thr");
  CHECK(sheet.launch.position == 5);
  const auto again = parse_sheet(serialise(sheet));
  REQUIRE(again);
  CHECK(*again == sheet);
  CHECK(serialise(*again) == serialise(sheet));
}

TEST_CASE("settings of a later version survive where they stood") {
  const auto sheet = parse_sheet("@cutescope 1\n@later 7\nA = 4:1\n@glow on\nB = 2:1\n");
  REQUIRE(sheet);
  CHECK(sheet->unknown == std::vector<std::string>{"@later 7"});
  CHECK(sheet->entries[0].unknown == std::vector<std::string>{"@glow on"});
  CHECK(serialise(*sheet).find("A = 4:1\n@glow on\nB = 2:1\n") != std::string::npos);
}

TEST_CASE("every view setting makes the round trip") {
  std::mt19937 random(7);
  for (int round = 0; round < 500; ++round) {
    Sheet sheet;
    sheet.integers = static_cast<algebra::IntegerRule>(random() % 3);
    for (int i = 0; i < 3; ++i) {
      Entry e;
      e.text = i == 0 ? "# note" : "X = (4,2)";
      e.visible = random() % 2 == 0;
      e.view.colour_by = render::colourings()[random() % 10];
      e.view.label_by = render::labellings()[random() % 7];
      e.view.palette = static_cast<render::PaletteName>(random() % 4);
      e.view.transposed = random() % 2 == 0;
      e.view.slice = static_cast<std::int64_t>(random() % 5);
      e.view.element_bits = std::array{0, 8, 16, 32, 64, 128}[random() % 6];
      if (random() % 2 == 0) e.pin = static_cast<std::int64_t>(random() % 100);
      if (random() % 2 == 0) e.colour_from = "a name";
      sheet.entries.push_back(e);
    }
    if (random() % 2 == 0)
      sheet.launch = {{.tensor = "A", .tile = "<4:1, 4:1>", .threads = "(2, 4)", .element = "f16", .shared_memory = true}, 3, 1, -1, 2};
    const auto again = parse_sheet(serialise(sheet));
    REQUIRE(again);
    CHECK(*again == sheet);
  }
}

TEST_CASE("every launch setting makes the round trip") {
  std::mt19937 random(8);
  const auto text = [&](const char* some) { return random() % 2 == 0 ? std::string() : std::string(some); };
  for (int round = 0; round < 500; ++round) {
    Sheet sheet;
    auto& l = sheet.launch;
    l.kernel = static_cast<gpu::Kernel>(random() % 5);
    l.tensor = text("A");
    l.tile = text("(4, 4)");
    l.threads = text("(2,4):(4,1)");
    l.values = text("say \"(1,4)\"");
    l.step = text("(_1, X)");
    l.partition = text("Sw<2,0,3> o 0 o (4,8,2):(16,2,1)");
    l.target = text("B");
    l.grid = text("(2, 2)");
    l.block_dims = text("128");
    l.element = std::array{"f32", "f16", "c128", "u8", ""}[random() % 5];
    l.access_bytes = std::array{0, 1, 2, 4, 8, 16}[random() % 6];
    l.shared_memory = std::array{std::optional<bool>(), std::optional(false), std::optional(true)}[random() % 3];
    for (auto* n : {&l.position, &l.block, &l.warp, &l.thread}) *n = static_cast<std::int64_t>(random() % 40) - 1;
    const auto again = parse_sheet(serialise(sheet));
    REQUIRE(again);
    CHECK(*again == sheet);
  }
}

TEST_CASE("a launch line has what is not as usual, and no more") {
  Sheet sheet;
  sheet.launch = {{.tensor = "A", .tile = "T", .threads = "thr"}};
  CHECK(serialise(sheet) == "@cutescope 1\n@launch tensor=A tile=T threads=thr\n");
  sheet.launch.element = "f32";
  sheet.launch.shared_memory = false;
  CHECK(serialise(sheet) == "@cutescope 1\n@launch tensor=A tile=T threads=thr element=f32 memory=global\n");
  sheet.launch.kernel = gpu::Kernel::tiled_copy;
  sheet.launch.values = "(1, 4)";
  sheet.launch.access_bytes = 8;
  sheet.launch.warp = 1;
  CHECK(
      serialise(sheet) ==
      "@cutescope 1\n@launch tensor=A tile=T threads=thr element=f32 memory=global kernel=tiled_copy values=\"(1, 4)\" access=8 warp=1\n");
  // As files before there were kernels have it.
  const auto before = parse_sheet("@launch tensor=A tile=T threads=thr element=f16 memory=shared position=5 block=1 thread=2\n");
  REQUIRE(before);
  CHECK(before->launch ==
        LaunchSettings{{.tensor = "A", .tile = "T", .threads = "thr", .element = "f16", .shared_memory = true}, 5, 1, -1, 2});
  CHECK(parse_sheet("@launch speed=9\n").error() == "line 1: @launch does not take \"speed=9\"");
  CHECK(parse_sheet("@launch kernel=mma\n").error() == "line 1: @launch does not take \"kernel=mma\"");
  CHECK(parse_sheet("@launch access=3\n").error() == "line 1: @launch does not take \"access=3\"");
}

TEST_CASE("what is not a sheet gets one sentence with the line") {
  CHECK(parse_sheet("A = 4:1\n@view colour=plaid\n").error() == "line 2: there is no colour mode \"plaid\"");
  CHECK(parse_sheet("A = 4:1\n@pin -3\n").error() == "line 2: @pin takes a 1-D coordinate, not \"-3\"");
  CHECK(parse_sheet("@integers maybe\n").error() == "line 1: @integers takes auto, math or cute, not \"maybe\"");
  CHECK(parse_sheet(std::string_view("A\0B", 3)).error().text().find("not a text file") != std::string::npos);
  CHECK(parse_sheet("\xff\xfe bad").error() == "line 1: not UTF-8 text");
  CHECK_FALSE(parse_sheet(std::string(max_sheet_bytes + 1, 'a')));
  CHECK(load_sheet("/nowhere/at/all.cutes").error() == "cannot read /nowhere/at/all.cutes: No such file or directory");
  CHECK(load_sheet("/").error() == "cannot read /: Is a directory");
}

TEST_CASE("random bytes never crash the reader, and what it accepts it keeps") {
  std::mt19937 random(11);
  const std::string alphabet = "@view pin=launch hidden(4,2):_<>#\n\n \t\"ABC=\xc3\xa9";
  for (int round = 0; round < 5000; ++round) {
    std::string text;
    for (auto n = random() % 80; n > 0; --n) text += alphabet[random() % alphabet.size()];
    if (const auto sheet = parse_sheet(text)) {
      const auto again = parse_sheet(serialise(*sheet));
      REQUIRE(again);
      CHECK(*again == *sheet);
    }
  }
}

namespace {

/// Sheets with every setting, and with what each may say besides.
struct SettingWords {
  const char* line;                ///< the settings line up to its words
  std::vector<const char*> words;  ///< each makes another sheet than the line without it
};
const std::vector<SettingWords> settings{
    {"A = 4:1\n@view",
     {"hidden", "transposed", "slabs", "legend", "colour=tile", "colour=bank", "of=D", "label=1d", "palette=greys", "headings=flat",
      "tmem=whole", "slice=3", "at=0,7", "size=20x30"}},
    {"A = 4:1\n@card", {"transposed", "slabs", "legend", "colour=tile", "of=\"a b\"", "label=1d", "slice=3", "at=4,7", "size=20x30"}},
    {"A = 4:1\n@source line=3", {"section=f", "parameter", "problem=\"not \"\"so\"\"\""}},
    {"@launch",
     {"tensor=A", "tile=4", "threads=(2,2)", "values=B", "step=(1,X)", "partition=P", "target=T", "grid=4", "block_dims=(2,2)",
      "kernel=layout", "element=i2", "memory=shared", "memory=global", "access=8", "position=0", "block=1", "warp=2", "thread=3"}},
    {"@lesson title=t", {"name=layout"}},
    {"@exercise entry=S check=a", {"is=b", "task=t", "start=x", "answer=y", "hint=h", "else=\"no, not\"", "check=c", "property=compact"}},
    {"@panels", {"operations", "parameters", "inspector", "gpu"}},
};

/// Likely mistakes in the settings of a sheet.
const char* const slips[] = {"hidden=no", "transposed=0", "slabs=", "legend=false", "parameter=1", "of", "element", "position=-7"};

}  // namespace

TEST_CASE("each word of a setting counts: without it the sheet is another, and a second one is an error") {
  for (const auto& [line, words] : settings) {
    const auto without = parse_sheet(std::string(line) + "\n");
    const bool alone = std::string_view(line) == "@launch";
    REQUIRE_MESSAGE((without || alone), line);
    for (const auto* word : words) {
      const auto text = fmt::format("{} {}\n", line, word);
      CAPTURE(text);
      const auto with = parse_sheet(text);
      REQUIRE_MESSAGE(with, with.error());
      CHECK(*with != *without);
      const auto again = parse_sheet(serialise(*with));
      REQUIRE(again);
      CHECK(*again == *with);
      const bool many = std::string_view(word).starts_with("hint=") || std::string_view(word).starts_with("check=") ||
                        std::string_view(word).starts_with("property=") || std::string_view(line) == "@panels";
      const auto twice = parse_sheet(fmt::format("{} {} {}\n", line, word, word));
      CHECK(twice.has_value() == many);
    }
    for (const auto* slip : slips) CHECK_FALSE_MESSAGE(parse_sheet(fmt::format("{} {}\n", line, slip)), slip);
  }
  CHECK(parse_sheet("A = 4:1\n@view colour=bank\n@view slabs colour=tile\n").error() == "line 3: @view has \"colour\" twice");
  CHECK(parse_sheet("A = 4:1\n@view hidden=no\n").error() == "line 2: \"hidden\" of @view has no value");
  CHECK(parse_sheet("A = 4:1\n@view of\n").error() == "line 2: \"of\" of @view needs a value: of=...");
  CHECK(parse_sheet("A = 4:1\n@pin 1\n@pin 2\n").error() == "line 3: a second @pin line: one of the two would be lost");
  CHECK(parse_sheet("A = 4:1\n@pin 1\nB = 4:1\n@pin 2\n@view slabs\n@view legend\n"));
  CHECK(parse_sheet("@integers cute\n@integers math\n").error() == "line 2: a second @integers line: one of the two would be lost");
  // A launch may be in several lines, each with other settings.
  CHECK(parse_sheet("@launch tensor=A\n@launch tile=4\n")->launch.tile == "4");
  CHECK(parse_sheet("@launch tensor=A\n@launch tensor=B\n").error() == "line 2: @launch has \"tensor\" twice");
}

TEST_CASE("every element type that a card takes is saved with its width") {
  std::set<int> widths;
  std::vector<std::string_view> types{"int2b_t", "uint256_t", "float"};
  for (const auto& record : algebra::element_types()) {
    types.push_back(record.type.name);
    types.insert(types.end(), record.settings.begin(), record.settings.end());
  }
  for (const auto type : types) {
    const auto sheet = parse_sheet(fmt::format("A = 4:1\n@view element={}\n@card element={}\n", type, type));
    REQUIRE_MESSAGE(sheet, std::string(type));
    const auto again = parse_sheet(serialise(*sheet));
    REQUIRE(again);
    CHECK_MESSAGE(*again == *sheet, std::string(type));
    CHECK(again->entries[0].view.element_bits == element_bits(type));
    widths.insert(again->entries[0].view.element_bits);
  }
  CHECK(widths == std::set{1, 2, 4, 6, 8, 16, 32, 64, 128, 256});
}

TEST_CASE("a setting's text keeps its blanks at the end of a line, of whichever kind they are") {
  for (const auto* text : {"A ", "A\t", "A\v", "A\f", "A\r"}) {
    const auto sheet = parse_sheet(fmt::format("A = 4:1\n@view of=\"{}\"\n", text));
    REQUIRE(sheet);
    CHECK(sheet->entries[0].colour_from == text);
    CHECK(parse_sheet(serialise(*sheet)) == *sheet);
  }
}

TEST_CASE("random settings of all kinds: what is accepted reads back as it was") {
  std::mt19937 random(21);
  int accepted = 0;
  for (int round = 0; round < 20000; ++round) {
    std::string text;
    for (auto lines = 1 + random() % 4; lines > 0; --lines) {
      const auto& [line, words] = settings[random() % settings.size()];
      text += line;
      for (auto n = random() % 4; n > 0; --n)
        text += fmt::format(" {}", random() % 12 == 0 ? slips[random() % std::size(slips)] : words[random() % words.size()]);
      text += "\n";
    }
    const auto sheet = parse_sheet(text);
    if (!sheet) continue;
    ++accepted;
    const auto again = parse_sheet(serialise(*sheet));
    CAPTURE(text);
    REQUIRE(again);
    CHECK(*again == *sheet);
    CHECK(serialise(*again) == serialise(*sheet));
  }
  CHECK(accepted > 4000);
}

TEST_CASE("a sheet that could not be opened again is not saved") {
  Sheet sheet;
  sheet.entries.emplace_back().text = "# " + std::string(max_sheet_bytes, 'a');
  const auto saved = save_sheet(sheet, "/tmp/cutescope-never-written.cutes");
  REQUIRE_FALSE(saved);
  CHECK(saved.error() == "cannot save /tmp/cutescope-never-written.cutes: a sheet has at most 4194304 bytes, this has 4194320");
  sheet.entries.assign(max_entries + 1, Entry{});
  for (auto& e : sheet.entries) e.text = "4:1";
  CHECK(save_sheet(sheet, "/tmp/cutescope-never-written.cutes").error() ==
        "cannot save /tmp/cutescope-never-written.cutes: a sheet has at most 10000 entries, this has 10001");
}

TEST_CASE("a failed save leaves the old file whole") {
  CHECK(save_sheet({}, "/nowhere/x.cutes").error() == "cannot write /nowhere/x.cutes: No such file or directory");
}

TEST_CASE("entries that begin like settings are read back as entries, and those without text leave the others alone") {
  Sheet s;
  for (const char* text : {"A = 4:1", "", "@pin 3", "\\@pin 3", "\\\\@", "\\ 4:1", "  ", "@view colour=nonsense", "B = 2:1"})
    s.entries.emplace_back().text = text;
  s.entries[1].view.transposed = s.entries[6].view.transposed = true;
  s.entries[1].pin = 2;
  const auto read = parse_sheet(serialise(s));
  REQUIRE(read);
  std::vector<std::string> texts;
  for (const auto& e : read->entries) {
    texts.push_back(e.text);
    CHECK_FALSE(e.view.transposed);
    CHECK_FALSE(e.pin);
  }
  CHECK(texts == std::vector<std::string>{"A = 4:1", "@pin 3", "\\@pin 3", "\\\\@", "\\ 4:1", "@view colour=nonsense", "B = 2:1"});
}
