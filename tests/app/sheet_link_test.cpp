// Tests sheets as links: a packed sheet is read again, by this program and by other deflate libraries; a bad link has a reason.

#include <doctest/doctest.h>

#include <cstdint>
#include <filesystem>
#include <string>

#include "app/actions/documents.hpp"
#include "app/actions/lessons.hpp"
#include "app/actions/looking.hpp"
#include "app/actions/recovering.hpp"
#include "app/actions/saving.hpp"
#include "app/actions/starting.hpp"
#include "app/commands/commands.hpp"
#include "app/document/sheet_link.hpp"
#include "app/import/open.hpp"
#include "app/import/paste.hpp"
#include "app/lessons/lessons.hpp"
#include "app/state/state.hpp"
#include "app/storage/recovery.hpp"
#include "app/system/files.hpp"
#include "render/packed.hpp"
#include "tests/test_data.hpp"

using namespace app;

namespace {

std::string error_of(std::string_view link) {
  const auto sheet = sheet_of_link(link);
  return sheet ? "" : sheet.error();
}

std::string packed(std::string_view text) { return "cutescope:#" + render::to_base64(render::deflated(text), render::Base64::url); }

/// "@cutescope 1\nA = (2,3):(1,2)\n", packed by Python: zlib.compressobj(9, zlib.DEFLATED, -15), base64.urlsafe_b64encode.
constexpr auto* by_python = "cutescope:#c0guLUktTs4vSFUw5HJUsFXQMNIx1rTSMNQx0uQCAA";

}  // namespace

TEST_CASE("the link of every kind of sheet opens the same sheet") {
  const auto folder = std::filesystem::path(test_data()) / "fixtures/sheets/v1";
  int files = 0;
  for (const auto& file : std::filesystem::directory_iterator(folder)) {
    const auto sheet = load_sheet(file.path().string());
    REQUIRE(sheet);
    const auto link = sheet_link(*sheet);
    CHECK(is_sheet_link(link));
    CHECK(link.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_", std::string("cutescope:#").size()) ==
          std::string::npos);
    CHECK(sheet_of_link(link) == *sheet);
    CHECK(load_sheet(link) == *sheet);
    CHECK(sheet_of_link(sheet_link(*sheet, "https://example.org/a/cutescope.html?x=1#old")) == *sheet);
    ++files;
  }
  CHECK(files > 10);
}

TEST_CASE("what others packed is read, whichever way they compress and fill up") {
  const auto sheet = sheet_of_link(by_python);
  REQUIRE_MESSAGE(sheet, error_of(by_python));
  REQUIRE(sheet->entries.size() == 1);
  CHECK(sheet->entries[0].text == "A = (2,3):(1,2)");
  // Stored, not compressed: a block of 13 bytes that says that it is the last.
  const std::string stored = std::string("\x01\x0d\x00\xf2\xff", 5) + "@cutescope 1\n";
  CHECK(sheet_of_link("https://example.org/#" + render::to_base64(stored)).has_value());
  CHECK(sheet_of_link("  " + std::string(by_python) + "\n").has_value());
}

TEST_CASE("a bad link says what is wrong with it") {
  const auto link = sheet_link(starter_sheet());
  CHECK(error_of("cutescope:#") == "the link has no sheet: nothing follows its #");
  CHECK(error_of("https://example.org/page") == "the link has no sheet: nothing follows its #");
  CHECK(error_of("https://example.org/page#section two") ==
        "the link has no sheet: the characters after its # are not those of a packed sheet");
  CHECK(error_of("https://example.org/page#section-two") == "the link has no sheet, or was changed on its way: it cannot be unpacked");
  CHECK(error_of(packed("A = 4:1\n")) == "the link has no sheet, or was changed on its way: what it unpacks to is not a sheet");
  CHECK(error_of(link + "AAAA") == "the link has no sheet, or was changed on its way: it cannot be unpacked");
  CHECK(error_of(packed("@cutescope 1\nA = 4:1\n@view colour=nothing\n")) ==
        "the link's sheet: line 3: there is no colour mode \"nothing\"");
  CHECK(error_of(packed("@cutescope 99\n")).find("from a later version of Cutescope") != std::string::npos);
  for (std::size_t n = std::string("cutescope:#").size() + 2; n < link.size(); ++n)
    CHECK_MESSAGE(error_of(link.substr(0, n)) == "the link is incomplete: copy all of it", n);
}

TEST_CASE("a link that unpacks to more than a sheet may have is refused without unpacking it") {
  const std::string bomb = packed("@cutescope 1\n" + std::string(std::size_t{64} << 20, '#'));
  CHECK(bomb.size() < max_link_bytes);
  CHECK(error_of(bomb) == "the link's sheet has more than 4194304 bytes");
  CHECK(error_of("cutescope:#" + std::string(max_link_bytes, 'A')) == "a link has at most 8388608 characters, this has 8388619");
  // The largest sheet that a file may have has a link.
  std::string text = "@cutescope 1\n";
  std::uint32_t random = 1;
  while (text.size() + 1000 < max_sheet_bytes) {
    text += "# ";
    for (int i = 0; i < 900; ++i) random = random * 1664525 + 1013904223, text += static_cast<char>('0' + (random >> 24) % 70);
    text += '\n';
  }
  const auto sheet = parse_sheet(text);
  REQUIRE(sheet);
  CHECK(sheet_of_link(sheet_link(*sheet)) == *sheet);
}

TEST_CASE("a link with changed characters is refused or is a sheet, and never more") {
  const auto link = sheet_link(starter_sheet());
  std::uint32_t random = 7;
  for (int i = 0; i < 3000; ++i) {
    auto changed = link;
    for (int k = 0; k <= i % 3; ++k) {
      random = random * 1664525 + 1013904223;
      changed[11 + (random >> 8) % (changed.size() - 11)] = static_cast<char>(random >> 24);
    }
    const auto sheet = sheet_of_link(changed);
    CHECK((sheet ? serialise(*sheet).size() <= max_sheet_bytes : !sheet.error().empty()));
  }
}

TEST_CASE("base64 is read in both alphabets, and written as RFC 4648 says") {
  for (const auto& [bytes, text] : {std::pair("", ""), {"f", "Zg=="}, {"fo", "Zm8="}, {"foo", "Zm9v"}, {"foobar", "Zm9vYmFy"}}) {
    CHECK(render::to_base64(bytes) == text);
    CHECK(render::from_base64(text) == bytes);
  }
  CHECK(render::to_base64("\xfb\xff\xfe") == "+//+");
  CHECK(render::to_base64("\xfb\xff\xfe", render::Base64::url) == "-__-");
  CHECK(render::from_base64("-__-") == "\xfb\xff\xfe");
  CHECK(!render::from_base64("Zm9v Zm9v"));
}

TEST_CASE("a link is opened where a file is, and where text is pasted") {
  State state(Sheet{});
  const auto sheet = *parse_sheet("@cutescope 1\nB = (4,4):(4,1)\n@pin 3\n");
  const auto link = sheet_link(sheet, "https://example.org/cutescope.html");
  REQUIRE(open_file(state.workspace, state.view, state.session, state.host, link));
  CHECK(state.workspace.sheet() == sheet);
  CHECK(state.workspace.path().empty());
  CHECK(state.workspace.unsaved());
  CHECK(state.session.recent_files.empty());

  paste_sheet(state.workspace, state.view, state.host, " " + std::string(by_python) + "\n");
  CHECK(state.workspace.sheet().entries[0].text == "A = (2,3):(1,2)");
  CHECK(for_field(link + "\n") == link);
  CHECK(pasted_lines(link) == link);
  CHECK(!pasted_lines("# see https://example.org/#x"));

  const auto before = state.workspace.sheet();
  CHECK(!open_file(state.workspace, state.view, state.session, state.host, link.substr(0, link.size() - 5)));
  CHECK(state.host.notice_is_bad);
  CHECK(state.host.notice == "the link is incomplete: copy all of it");
  paste_sheet(state.workspace, state.view, state.host, "cutescope:#");
  CHECK(state.host.notice_is_bad);
  CHECK(state.workspace.sheet() == before);

  copy_link(state.workspace, state.host);
  CHECK(sheet_of_link(state.host.clipboard) == before);
}

namespace {

/// A link from an untrusted source: a sheet that claims to be a lesson, with an exercise that everything solves.
constexpr auto* as_lesson =
    "@cutescope 1\n@lesson name=layout title=\"What a layout is\"\nA = (3,6):(6,1)\nS = A\n@exercise entry=S check=\"size(S) == 18\"\n";
constexpr auto* with_launch = "@cutescope 1\nA = (64,64):(64,1)\n@launch tensor=A tile=(8,8) threads=(8,8) grid=2048\n";

/// Opens a link to the text. Whether it asks to run its launch.
bool opened(State& a, const std::string& text) {
  REQUIRE(open_link(a.workspace, a.view, a.host, packed(text)));
  return a.view.dialog == Dialog::run_link;
}

}  // namespace

TEST_CASE("a link that calls itself a lesson is none: the lesson's answers stay, and nothing is solved") {
  State a(Sheet{});
  open_lesson(a.workspace, a.view, lesson_number("layout"));
  const auto entry = a.workspace.evaluator().find("S");
  REQUIRE(entry >= 0);
  a.workspace.edit("edit", [&](Sheet& s) { s.entries[static_cast<std::size_t>(entry)].text = "S = (1,2):(3,4)"; });
  const auto kept = a.workspace.lessons().kept;
  REQUIRE(kept.contains("layout"));
  for (const auto& text : {std::string(as_lesson), serialise(lesson_sheet(lesson_number("layout"), Language::english))}) {
    REQUIRE(open_link(a.workspace, a.view, a.host, packed(text)));
    CHECK_FALSE(is_lesson(a.workspace.document()));
    a.workspace.edit("edit", [](Sheet& s) { s.entries[0].text = "# changed"; });
    CHECK(a.workspace.lessons().kept == kept);
    CHECK(a.workspace.lessons().solved.empty());
    CHECK(a.workspace.unsaved());
    CHECK(place_to_go_on(a.workspace).empty());
    CHECK(beside_lesson(a.workspace, 1) < 0);
  }
  // The lesson is where it was, in its own tab.
  open_lesson(a.workspace, a.view, lesson_number("layout"));
  CHECK(is_lesson(a.workspace.document()));
  CHECK(a.workspace.sheet() == kept.at("layout"));
  CHECK(a.workspace.documents().size() == 3);
  // A lesson that the link's sheet is shown instead of began as the program's own.
  State b(Sheet{});
  CHECK_FALSE(opened(b, as_lesson));
  open_lesson(b.workspace, b.view, lesson_number("layout"));
  CHECK(b.workspace.sheet() == lesson_sheet(lesson_number("layout"), Language::english));
}

TEST_CASE("a sheet is a built-in lesson by its exercises, not by its name") {
  for (int i = 0; i < static_cast<int>(lesson_names().size()); ++i)
    for (const auto& language : languages()) CHECK(built_in_lesson(lesson_sheet(i, language)) == i);
  CHECK(built_in_lesson(*parse_sheet(as_lesson)) == -1);
  CHECK(built_in_lesson(starter_sheet()) == -1);
  // Kept answers that are not of the program's exercises are taken over as answers only.
  const auto kept = kept_lesson(lesson_number("layout"), *parse_sheet(as_lesson), lesson_version(lesson_number("layout")));
  CHECK(kept.exercises == lesson_sheet(lesson_number("layout"), Language::english).exercises);
}

TEST_CASE("the launch of a link runs when somebody has said so") {
  State a(Sheet{});
  CHECK(opened(a, with_launch));
  CHECK(a.workspace.asks_to_run());
  REQUIRE_FALSE(a.workspace.launch());
  CHECK(a.workspace.launch().error() ==
        "The launch came with a link and has not run: 2048 blocks of 64 threads with 1 values each, 131072 accesses.");
  CHECK_FALSE(run_command(a, "run.again"));
  cancel_asked(a.view);
  CHECK(a.workspace.asks_to_run());
  // Neither by an edit nor by undo, nor in another tab and back.
  a.workspace.edit("edit", [](Sheet& s) { s.entries[0].text = "A = (64,64):(1,64)"; });
  CHECK(a.workspace.asks_to_run());
  a.workspace.undo();
  CHECK(a.workspace.asks_to_run());
  start_sheet(a.workspace, a.view, starter_sheet());
  CHECK(a.workspace.launch());
  show_document(a.workspace, a.view, 0);
  CHECK_FALSE(a.workspace.launch());
  // Nor by killing the program.
  auto left = left_sheets_from(to_json(unsaved_sheets(a.workspace, a.view)));
  REQUIRE(left);
  State b(Sheet{});
  b.session.left.push_back({"", std::move(*left), {}});
  recover_all(b.workspace, b.view, b.session, b.host);
  show_document(b.workspace, b.view, 0);
  CHECK(b.workspace.asks_to_run());
  REQUIRE(run_command(a, "run.link"));
  CHECK_FALSE(a.workspace.asks_to_run());
  REQUIRE(a.workspace.launch());
  CHECK(a.workspace.launch()->blocks() == 2048);
  CHECK_FALSE(run_command(a, "run.link"));
  // A link without a launch, or with one that cannot run, has nothing to ask, and one's own launch in it runs.
  State c(Sheet{});
  CHECK_FALSE(opened(c, "@cutescope 1\nA = 4:1\n"));
  c.workspace.edit("edit", [](Sheet& s) { s.launch.tensor = "A", s.launch.tile = "4", s.launch.threads = "4"; });
  CHECK(c.workspace.launch());
  State e(Sheet{});
  CHECK_FALSE(opened(e, "@cutescope 1\nA = (8,8)\n@launch tensor=A tile=(4,4) threads=(2,4) grid=2147483647 block_dims=1024\n"));
  CHECK(e.workspace.launch().error().text().starts_with("The launch is too long: 2147483647 blocks of 1024 threads"));
}
