// A program is read once more with other macros, and what was done in the sheet stays.

#include <doctest/doctest.h>

#include <filesystem>

#include "app/actions/documents.hpp"
#include "app/actions/sheet_edits.hpp"
#include "app/actions/starting.hpp"
#include "app/actions/typing.hpp"
#include "app/document/sheet_link.hpp"
#include "app/figures/pictures.hpp"
#include "app/import/open.hpp"
#include "app/import/program.hpp"
#include "app/import/program_again.hpp"
#include "app/state/state.hpp"
#include "tests/folder.hpp"

using namespace app;

namespace {

/// A kernel with a macro in a condition, one in the code, and one that the file defines itself.
const std::string kernel = R"(#include <cute/tensor.hpp>
using namespace cute;
#define OWN 2
#ifndef TILE
#define TILE 64
#endif
template <class T>
__global__ void k(int m, T const* in) {
#ifdef WIDE
  auto tile = make_layout(make_shape(Int<TILE>{}, Int<16>{}));
  auto wide = make_layout(Int<32>{});
#elif OWN == 2
  auto tile = make_layout(make_shape(Int<TILE>{}, Int<8>{}));
#endif
  auto rows = make_layout(make_shape(m, Int<4>{}));
  auto kind = make_layout(Int<KIND>{});
}
)";

struct OpenProgram {
  Folder folder;
  std::string path = folder.file("k.cu", kernel);
  State state{Sheet{}};
  OpenProgram() { REQUIRE(open_file(state.workspace, state.view, state.session, state.host, path)); }
  const Sheet& sheet() const { return state.workspace.sheet(); }
  int entry(const char* name) const { return state.workspace.evaluator().find(name); }
  std::string text(const char* name) const { return entry(name) < 0 ? "" : sheet().entries[static_cast<std::size_t>(entry(name))].text; }
  std::string value(const char* name) const {
    const int i = entry(name);
    if (i < 0 || !state.workspace.result(i).evaluation) return "";
    return algebra::to_string(state.workspace.result(i).evaluation->value, algebra::Marks::underscores);
  }
  void set(const char* name, std::optional<std::string> value, const std::string& key = {}) {
    set_macro(state.workspace, state.view, state.host, name, value, key);
  }
  std::string macros() const {
    std::string all;
    for (const auto& m : sheet().program.macros) all += m.name + (m.value ? "=" + *m.value : "") + (m.set ? "! " : " ");
    return all;
  }
};

}  // namespace

TEST_CASE("a macro that is set reads the program again, in one step of undo") {
  OpenProgram p;
  CHECK(p.sheet().program.path == p.path);
  CHECK(p.macros() == "TILE=64 WIDE ");
  CHECK(p.value("tile") == "(_64,_8):(_1,_64)");
  CHECK(p.entry("wide") < 0);
  p.set("WIDE", "1");
  CHECK(p.value("tile") == "(_64,_16):(_1,_64)");
  CHECK(p.value("wide") == "_32:_1");
  CHECK(p.macros() == "TILE=64 WIDE=1! ");
  CHECK(p.state.host.notice == "3 of 4 definitions");
  // Letters of one value are one step.
  p.set("TILE", "12", "macro -3 0");
  p.set("TILE", "128", "macro -3 0");
  CHECK(p.value("tile") == "(_128,_16):(_1,_128)");
  undo(p.state.workspace, p.state.view);
  CHECK(p.value("tile") == "(_64,_16):(_1,_64)");
  CHECK(p.macros() == "TILE=64 WIDE=1! ");
  undo(p.state.workspace, p.state.view);
  CHECK(p.macros() == "TILE=64 WIDE ");
  CHECK(p.entry("wide") < 0);
  redo(p.state.workspace, p.state.view);
  CHECK(p.value("wide") == "_32:_1");
  // Taken back, it is as the program has it.
  p.set("WIDE", std::nullopt);
  CHECK(p.macros() == "TILE=64 WIDE ");
  CHECK(p.entry("wide") < 0);
}

TEST_CASE("any macro that the program mentions can be defined, and no other") {
  OpenProgram p;
  CHECK(p.value("kind") == "");
  define_macro(p.state.workspace, p.state.view, p.state.host, "KIND=3");
  CHECK(p.value("kind") == "_3:_1");
  CHECK(p.macros() == "TILE=64 WIDE KIND=3! ");
  const auto before = p.sheet();
  define_macro(p.state.workspace, p.state.view, p.state.host, "NOTHING=3");
  CHECK(p.state.host.notice == "there is no macro NOTHING in " + p.path + ": its conditions test TILE, WIDE, OWN");
  CHECK(p.state.host.notice_is_bad);
  define_macro(p.state.workspace, p.state.view, p.state.host, "3 4");
  CHECK(p.state.host.notice == "\"3 4\" is not NAME or NAME=VALUE");
  CHECK(p.sheet() == before);
  define_macro(p.state.workspace, p.state.view, p.state.host, "-U WIDE");
  CHECK(p.macros() == "TILE=64 WIDE! KIND=3! ");
  define_macro(p.state.workspace, p.state.view, p.state.host, "WIDE");
  CHECK(p.macros() == "TILE=64 WIDE=1! KIND=3! ");
}

TEST_CASE("what was done in the sheet stays when its program is read again") {
  OpenProgram p;
  const auto at = [&](const char* name) { return static_cast<std::size_t>(p.entry(name)); };
  p.state.workspace.edit("test", [&](Sheet& s) {
    s.entries[at("m")].text = "m = 24";
    s.entries[at("m")].source.edited();
    s.entries[at("tile")].at = CardSettings::Point{40, 50};
    s.entries[at("tile")].pin = 3;
    s.entries[at("tile")].visible = false;
    s.entries.erase(s.entries.begin() + p.entry("kind"));
    Entry own;
    own.text = "mine = composition(tile, 8:1)";
    s.entries.insert(s.entries.begin() + p.entry("rows"), own);
    own.text = "# last";
    s.entries.push_back(own);
    s.launch.tensor = "tile";
  });
  p.state.view.selected = p.entry("rows");
  p.set("WIDE", "1");
  CHECK(p.value("m") == "24");
  CHECK(p.value("rows") == "(24,_4):(_1,24)");
  CHECK(p.sheet().entries[at("rows")].source.assumed.empty());
  CHECK(p.value("tile") == "(_64,_16):(_1,_64)");
  const auto& tile = p.sheet().entries[at("tile")];
  CHECK(tile.at == CardSettings::Point{40, 50});
  CHECK(tile.pin == 3);
  CHECK_FALSE(tile.visible);
  CHECK(p.entry("kind") < 0);
  CHECK(p.entry("mine") == p.entry("tile") + 1);
  CHECK(p.sheet().entries.back().text == "# last");
  CHECK(p.sheet().launch.tensor == "tile");
  CHECK(p.state.view.selected == p.entry("rows"));
  CHECK(p.entry("wide") >= 0);
  // An expression that was edited is the user's.
  p.state.workspace.edit("test", [&](Sheet& s) { s.entries[at("wide")].text = "wide = 7:3"; });
  p.set("TILE", "32");
  CHECK(p.value("wide") == "7:3");
  CHECK(p.value("tile") == "(_32,_16):(_1,_32)");
}

TEST_CASE("a sheet knows its program and its macros when it is opened again; a link names the file alone") {
  OpenProgram p;
  p.set("WIDE", "1");
  p.set("TILE", "(16 * \"x\"[0])");
  const auto saved = serialise(p.sheet());
  CHECK(parse_sheet(saved) == p.sheet());
  CHECK(saved.find("@program file=" + p.path + "\n@macro name=TILE value=\"(16 * \"\"x\"\"[0])\" set\n@macro name=WIDE value=1 set\n") !=
        std::string::npos);
  const auto linked = sheet_of_link(sheet_link(p.sheet()));
  REQUIRE(linked);
  CHECK(linked->program.path == "k.cu");
  CHECK(linked->program.macros == p.sheet().program.macros);
  CHECK(read_program_again(*linked, {}).error().text().starts_with("cannot read k.cu"));

  const auto error = [](const char* text) { return parse_sheet(text).error(); };
  CHECK(error("@program\n") == "line 1: @program needs the file, such as file=sgemm.cu");
  CHECK(error("@program file=a.cu\n@program file=b.cu\n") == "line 2: a second @program line: one of the two would be lost");
  CHECK(error("@macro name=A\n") == "line 1: a @macro line must follow the @program line");
  CHECK(error("@program file=a.cu\n@macro value=1\n") == "line 2: @macro needs the macro's name, such as name=USE_TMA");
  CHECK(error("@program file=a.cu\n@macro name=A\n@macro name=A\n") == "line 3: a second @macro line of A: one of the two would be lost");
  CHECK(error("@program file=a.cu\n@macro name=A set=1\n") == "line 2: \"set\" of @macro has no value");
  CHECK(parse_sheet("@program file=a.cu\n@macro name=A value=\"\" set\n")->program.macros[0].value == "");
}

TEST_CASE("a program's name is no option of a compiler, and a relative one is meant in the sheet's folder") {
  for (const auto* name : {"@a.cu", "-a.cu", "@/a.cu", "-o"}) {
    const auto sheet = parse_sheet("@program file=" + std::string(name) + "\na = 4:1\n");
    REQUIRE_FALSE(sheet);
    CHECK(sheet.error().text() == "line 1: @program: " + std::string(name) + " looks like an option of a compiler; write ./" + name);
  }
  // In a command that is copied a terminal would take them for keys.
  CHECK(parse_sheet("@program file=\"/a\x03 b.cu\"\na = 4:1\n").error() == "line 1: @program: the file's name has control characters");
  const Folder folder;
  for (const auto* name : {"./@a.cu", "inner/-a.cu", "inner/../a.cu", "a.cu"}) {
    const auto sheet = load_sheet(folder.file("a.cutes", "@program file=" + std::string(name) + "\na = 4:1\n"));
    REQUIRE(sheet);
    CHECK(sheet->program.path == (folder.path / name).lexically_normal().string());
    CHECK(program_file(sheet->program) == sheet->program.path);
    CHECK(parse_sheet(serialise(*sheet)) == *sheet);
  }
}

TEST_CASE("the program of a link, and of a sheet that is pasted, is a name and no file here") {
  OpenProgram p;
  const auto text = serialise(p.sheet());
  REQUIRE(text.find(p.path) != std::string::npos);
  State pasted{Sheet{}};
  paste_sheet(pasted.workspace, pasted.view, pasted.host, text);
  CHECK(pasted.workspace.sheet().program.path == "k.cu");
  CHECK(pasted.workspace.sheet().program.macros == p.sheet().program.macros);
  CHECK(program_file(pasted.workspace.sheet().program).empty());
  const auto here = std::filesystem::current_path();
  std::filesystem::current_path(p.folder.path);
  set_macro(pasted.workspace, pasted.view, pasted.host, "WIDE", "1", {});
  CHECK(pasted.host.notice == "cannot read k.cu: the sheet came with its name only, without a folder");
  std::filesystem::current_path(here);
  // Whoever sends a link leaves out a name that no sheet may have.
  auto sent = p.sheet();
  sent.program.path = "/somewhere/@k.cu";
  CHECK(sheet_of_link(sheet_link(sent))->program == ProgramOrigin{});
}

TEST_CASE("what cannot be read again is said, and changes nothing") {
  OpenProgram p;
  const auto before = p.sheet();
  std::filesystem::remove(p.path);
  p.set("WIDE", "1");
  CHECK(p.state.host.notice.text().starts_with("cannot read " + p.path));
  CHECK(p.sheet() == before);
  p.folder.file("k.cu", "int main() {}\n#ifdef WIDE\n#endif\n");
  p.set("WIDE", "1");
  CHECK(p.state.host.notice == p.path + ": with these macros no layout is defined in it");
  CHECK(p.sheet() == before);
  Sheet none;
  CHECK(read_program_again(none, {}).error() == "this sheet was not read from a C++ program's file");
  none.program.path = "/etc/passwd";
  CHECK(read_program_again(none, {}).error() == "this sheet was not read from a C++ program's file");
  // Pasted text has no file, whatever is where the program was started.
  State pasted{Sheet{}};
  paste_sheet(pasted.workspace, pasted.view, pasted.host, kernel);
  REQUIRE(pasted.workspace.sheet().entries.size() > 2);
  CHECK(pasted.workspace.sheet().program == ProgramOrigin{});
}

TEST_CASE("a picture says what its value assumes, until that is given") {
  OpenProgram program;
  const auto note = [&](const char* name) {
    const auto picture = picture_of(program.sheet(), program.state.workspace.evaluator().results(), program.entry(name));
    REQUIRE(picture);
    CHECK(picture->diagram.note_matters == !picture->diagram.note.empty());
    return picture->diagram.note;
  };
  CHECK(note("rows") == "assumed: m");
  CHECK(note("tile").empty());
  type_text(program.state.workspace, program.state.view, program.entry("m"), "m = 24");
  CHECK(note("rows").empty());
}
