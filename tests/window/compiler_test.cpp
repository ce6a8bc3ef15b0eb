// Tests the compiler's front end in the window: its answers on a program and its instantiations, and its failures.

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <string>

#include "app/actions/compiling.hpp"
#include "app/actions/documents.hpp"
#include "app/document/sheet_link.hpp"
#include "gui.hpp"
#include "tests/compiler_at_hand.hpp"
#include "tests/wait.hpp"

using gui::Gui;

namespace {

/// Opens a program in a folder where the compiler is allowed.
void open_asked(Gui& g, const std::string& path) {
  g.state.workspace.front_end().allowed[std::filesystem::canonical(path).parent_path().string()] = true;
  REQUIRE(app::open_file(g.state.workspace, g.state.view, g.state.session, g.state.host, path));
  g.settle();
}

/// Frames until the window shows the text.
bool shows_soon(Gui& g, std::string_view text) {
  return comes([&] {
    g.frame();
    return g.shows(text);
  });
}

/// Returns the entry's text that begins so; "" if there is none.
std::string entry_beginning(const Gui& g, std::string_view begin) {
  for (const auto& e : g.state.workspace.sheet().entries)
    if (e.text.starts_with(begin)) return e.text;
  return {};
}
app::SaidBy who_said(const Gui& g, std::string_view begin) {
  for (const auto& e : g.state.workspace.sheet().entries)
    if (e.text.starts_with(begin)) return e.source.by;
  return app::SaidBy::reading;
}

/// Returns why the compiler gave no answer on the program; "" if it has, or is still running.
std::string why_not_said(const Gui& g) {
  const auto& workspace = g.state.workspace;
  const auto* said = workspace.front_end().said_of(workspace.document().id);
  return said != nullptr ? said->problem.text() : "";
}

constexpr const char* ask_button = "Run clang++-22";

}  // namespace

TEST_CASE("where reading leaves something open the compiler is offered, and says it") {
  const CompilerAtHand compiler;
  Gui g;
  open_asked(g, compiler.kernel());
  CHECK_MESSAGE(g.shows("reading gives 1 of 3 values"), g.everything());
  CHECK(g.shows("Make the program print them"));
  CHECK(!compiler.has_begun());
  const bool unsaved = g.state.workspace.unsaved();
  REQUIRE(g.click_text(ask_button));
  REQUIRE_MESSAGE(shows_soon(g, "2 values from clang++-22, the others as read in the source"), g.everything());
  CHECK(entry_beginning(g, "b = ") == "b = _8:_1");
  CHECK(who_said(g, "b = ") == app::SaidBy::compiler);
  CHECK(g.shows("by the compiler's front end"));
  CHECK(who_said(g, "a = ") == app::SaidBy::reading);
  // A number that only the running program knows is a parameter, with one that lets nothing overlap.
  CHECK(entry_beginning(g, "c = ") == "c = (_8,_2):(_1,c_d1)");
  CHECK(entry_beginning(g, "c_d1 = ") == "c_d1 = 8");
  CHECK(g.state.workspace.unsaved() == unsaved);
  g.state.workspace.undo();
  g.settle();
  CHECK(entry_beginning(g, "b = _").empty());
}

TEST_CASE("the instantiation is chosen by its arguments") {
  const CompilerAtHand compiler;
  Gui g;
  open_asked(g, compiler.kernel());
  REQUIRE(g.click_text(ask_button));
  REQUIRE_MESSAGE(shows_soon(g, "scale<8>"), g.everything());
  CHECK(!g.shows("scale<16>"));
  REQUIRE(g.click_text("scale<8>"));
  g.settle();
  REQUIRE_MESSAGE(g.shows("scale<16>"), g.everything());
  REQUIRE(g.click_text("scale<16>"));
  g.settle();
  CHECK(entry_beginning(g, "b = ") == "b = _16:_1");
  CHECK(entry_beginning(g, "c_d1 = ") == "c_d1 = 16");
  CHECK(!g.shows("scale<8>"));
  REQUIRE(g.command("run.next_instance"));
  g.settle();
  CHECK(entry_beginning(g, "b = ") == "b = _8:_1");
  // Text that was typed since then belongs to the user and is kept.
  const auto& entries = g.state.workspace.sheet().entries;
  const auto b = std::ranges::find_if(entries, [](const app::Entry& e) { return e.text.starts_with("b = "); }) - entries.begin();
  g.state.workspace.edit("text", [&](app::Sheet& s) {
    s.entries[static_cast<std::size_t>(b)].text = "b = 3:1";
    s.entries[static_cast<std::size_t>(b)].source.edited();
  });
  REQUIRE(g.command("run.next_instance"));
  g.settle();
  CHECK(entry_beginning(g, "b = ") == "b = 3:1");
  CHECK(entry_beginning(g, "c_d1 = ") == "c_d1 = 16");
}

TEST_CASE("where reading and the compiler differ the compiler is right, and the sheet says so") {
  const CompilerAtHand compiler;
  Gui g;
  open_asked(g, compiler.kernel("cute::Layout<cute::C<32>, cute::C<1>>"));
  REQUIRE(g.click_text(ask_button));
  REQUIRE_MESSAGE(shows_soon(g, "3 values from clang++-22, 1 of them not as read in the source"), g.everything());
  CHECK(entry_beginning(g, "a = ") == "a = _32:_1");
  CHECK(entry_beginning(g, "# reading gives") == "# reading gives _4:_1 for a, and the compiler _32:_1");
  REQUIRE(g.command("run.next_instance"));
  g.settle();
  const auto& entries = g.state.workspace.sheet().entries;
  CHECK(std::ranges::count_if(entries, [](const app::Entry& e) { return e.text.starts_with("# reading gives"); }) == 1);
}

TEST_CASE("the window goes on while the compiler is asked, and asks it no longer where that is wanted") {
  const CompilerAtHand compiler;
  compiler.hold();
  Gui g;
  open_asked(g, compiler.kernel());
  REQUIRE(g.click_text(ask_button));
  REQUIRE_MESSAGE(shows_soon(g, "clang++-22 is running: "), g.everything());
  REQUIRE(comes([&] { return compiler.has_begun(); }));
  // Typing is answered meanwhile.
  g.state.workspace.edit("entry", [](app::Sheet& s) { s.entries.emplace_back().text = "mine = (2,2):(1,2)"; });
  g.settle();
  CHECK(g.shows("mine"));
  REQUIRE(g.click_text("Cancel"));
  g.settle();
  CHECK(g.shows("clang++-22 was stopped"));
  CHECK(g.shows(ask_button));
  CHECK(comes([&] { return compiler.has_ended(); }));
  compiler.let_go();
  g.settle();
  CHECK(entry_beginning(g, "b = _").empty());
  REQUIRE(g.click_text(ask_button));
  REQUIRE_MESSAGE(shows_soon(g, "2 values from clang++-22"), g.everything());
  CHECK(entry_beginning(g, "mine = ") == "mine = (2,2):(1,2)");
}

TEST_CASE("of a file that changes the compiler is asked no longer") {
  const CompilerAtHand compiler;
  compiler.hold();
  Gui g;
  const auto path = compiler.kernel();
  open_asked(g, path);
  REQUIRE(g.click_text(ask_button));
  REQUIRE(comes([&] { return compiler.has_begun(); }));
  compiler.folder.file("scale.cu", compiler.folder.text("scale.cu") + "// changed\n");
  CHECK(comes([&] {
    g.frame();
    return why_not_said(g) == "scale.cu has changed; its compiler was stopped";
  }));
  CHECK(comes([&] { return compiler.has_ended(); }));
  CHECK(g.shows("Run clang++-22 again"));
  compiler.let_go();
  REQUIRE(g.click_text("Run clang++-22 again"));
  CHECK_MESSAGE(shows_soon(g, "2 values from clang++-22"), g.everything());
}

TEST_CASE("a program that is closed is asked about no longer") {
  const CompilerAtHand compiler;
  compiler.hold();
  Gui g;
  open_asked(g, compiler.kernel());
  REQUIRE(g.click_text(ask_button));
  REQUIRE(comes([&] { return compiler.has_begun(); }));
  g.state.workspace.close(g.state.workspace.active());
  g.settle();
  CHECK(g.state.workspace.front_end().doing().document == 0);
  CHECK(comes([&] { return compiler.has_ended(); }));
  compiler.let_go();
}

TEST_CASE("where reading leaves much the program asks by itself, and keeps the answer") {
  const CompilerAtHand compiler;
  const auto path = compiler.kernel();
  {
    Gui g;
    g.state.workspace.front_end().by_itself = true;
    open_asked(g, path);
    REQUIRE_MESSAGE(shows_soon(g, "2 values from clang++-22"), g.everything());
  }
  // Another window has it at once, though the compiler would say nothing any more.
  compiler.folder.file("fault", "dies");
  Gui g;
  g.state.workspace.front_end().by_itself = true;
  open_asked(g, path);
  REQUIRE_MESSAGE(shows_soon(g, "2 values from clang++-22"), g.everything());
  CHECK(entry_beginning(g, "b = ") == "b = _8:_1");
}

TEST_CASE("a compiler that fails is a sentence, and the program can print its values") {
  for (const auto& [fault, sentence] :
       {std::pair{"dies", "clang++-22 crashed"}, std::pair{"silent", "the compiler sees no instantiation of its templates"},
        std::pair{"error", "cannot compile it: a.cu:1:1: error: no such thing"}}) {
    CAPTURE(fault);
    const CompilerAtHand compiler;
    compiler.folder.file("fault", fault);
    Gui g;
    const auto path = compiler.kernel();
    open_asked(g, path);
    REQUIRE(g.click_text(ask_button));
    REQUIRE(comes([&] {
      g.frame();
      return !why_not_said(g).empty();
    }));
    g.settle();
    CHECK(why_not_said(g).find(sentence) != std::string::npos);
    CHECK(g.shows("Run clang++-22 again"));
    REQUIRE(g.click_text("Make the program print them"));
    CHECK(std::string(ImGui::GetClipboardText()) == "cutescope instrument '" + path + "' -o traced");
    CHECK(entry_beginning(g, "a = ") == "a = make_layout(Int<4>{})");
  }
}

TEST_CASE("without a compiler it is said what there would be, and the program can print its values") {
  CompilerAtHand compiler;
  compiler.set("PATH", compiler.folder.at("cuda"));
  Gui g;
  open_asked(g, compiler.kernel());
  CHECK_MESSAGE(g.shows("reading gives 1 of 3 values"), g.everything());
  CHECK(g.shows("clang-19"));
  CHECK(g.shows("Make the program print them"));
  CHECK(!g.command("run.ask_compiler"));
}

TEST_CASE("the compiler is asked about the programs of a folder once the user has allowed it there, and the answer is kept") {
  const CompilerAtHand compiler;
  Gui g;
  g.state.workspace.front_end().by_itself = true;
  const auto open = [&] {
    REQUIRE(app::open_file(g.state.workspace, g.state.view, g.state.session, g.state.host, compiler.kernel()));
    for (int i = 0; i < 10; ++i) g.frame();
    CHECK(!compiler.has_begun());
  };
  open();
  // Broken into two lines.
  CHECK_MESSAGE(g.shows("The others are unknown. Allow clang++-22"), g.everything());
  CHECK(g.shows("programs in this folder?"));
  CHECK(!g.command("run.ask_compiler"));
  REQUIRE(g.click_text("Do not allow"));
  g.settle();
  CHECK_MESSAGE(g.shows("the others are unknown: clang++-22 is not allowed"), g.everything());
  CHECK(g.state.workspace.front_end().allowed == std::map<std::string, bool>{{compiler.kernels(), false}});
  // A refusal is remembered without another question, and can be changed to consent.
  open();
  CHECK(!g.shows("Do not allow"));
  REQUIRE(g.click_text("Allow"));
  REQUIRE_MESSAGE(shows_soon(g, "2 values from clang++-22"), g.everything());
  CHECK(g.state.workspace.front_end().allowed == std::map<std::string, bool>{{compiler.kernels(), true}});
}

TEST_CASE("what was allowed is taken back, and what is asked then is given up") {
  const CompilerAtHand compiler;
  compiler.hold();
  Gui g;
  open_asked(g, compiler.kernel());
  REQUIRE(g.click_text(ask_button));
  REQUIRE(comes([&] { return compiler.has_begun(); }));
  REQUIRE(g.command("run.allow_compiler"));
  g.settle();
  CHECK(g.state.workspace.front_end().allowed == std::map<std::string, bool>{{compiler.kernels(), false}});
  CHECK(comes([&] { return compiler.has_ended(); }));
  compiler.let_go();
  CHECK(g.state.workspace.front_end().doing().document == 0);
  CHECK(entry_beginning(g, "b = _").empty());
  CHECK_MESSAGE(g.shows("the others are unknown: clang++-22 is not allowed"), g.everything());
  CHECK(!app::can_ask_compiler(g.state.workspace));
}

TEST_CASE("a sheet and a link start no compiler, whatever program they name and wherever it is allowed") {
  const CompilerAtHand compiler;
  const auto path = compiler.kernel();
  const auto named = [](const std::string& file) {
    return "@cutescope 1\n@program file=" + file + "\na = (4,8):(1,4)\n@source line=2 section=k@main\n" +
           "b = make_layout(foo)\n@source line=3 section=scale problem=\"There is no foo.\"\n";
  };
  Gui g;
  g.state.workspace.front_end().by_itself = true;
  g.state.workspace.front_end().allowed[compiler.kernels()] = true;
  const auto opened = [&](const std::string& what) {
    REQUIRE(app::open_file(g.state.workspace, g.state.view, g.state.session, g.state.host, what));
    for (int i = 0; i < 20; ++i) g.frame();
    return g.state.workspace.front_end().doing().document != 0 || compiler.has_begun();
  };
  CHECK_FALSE(opened(compiler.folder.file("by_path.cutes", named(path))));
  CHECK_FALSE(opened(compiler.folder.file("by_name.cutes", named("scale.cu"))));
  // The compiler runs on a sheet's own program only at the user's request.
  CHECK(g.state.workspace.sheet().program.path == path);
  CHECK(app::can_ask_compiler(g.state.workspace));
  for (const auto& file : {path, std::string("scale.cu")}) {
    const auto sheet = app::parse_sheet(named(file));
    REQUIRE(sheet);
    auto link = app::sheet_link(*sheet);
    CHECK_FALSE(opened(link));
    CHECK(g.state.workspace.sheet().program.path == "scale.cu");
    CHECK_FALSE(app::can_ask_compiler(g.state.workspace));
    CHECK_FALSE(app::has_compiler_folder(g.state.workspace));
    CHECK(g.state.workspace.map_question() == nullptr);
  }
}

TEST_CASE("a compilation database cannot tell the compiler what to load or to run") {
  const CompilerAtHand compiler;
  const auto path = compiler.kernel();
  const std::string options =
      "@evil.rsp -fplugin=./evil.so -Xclang -load -Xclang ./evil.so -B./evil --config=./evil.cfg -fpass-plugin=evil.so -wrapper ./evil "
      "--gcc-toolchain=./evil -include evil.h -ccbin ./evil -DWIDE=2 -Ievil -std=-fplugin=x -std=c++20 -gencode "
      "arch=compute_90a,code=sm_90a";
  compiler.folder.file("compile_commands.json", R"([{"directory": ")" + compiler.folder.path.string() +
                                                    R"(", "file": "scale.cu", "command": "./evil-wrapper clang++ )" + options +
                                                    R"( -c scale.cu"}])");
  Gui g;
  open_asked(g, path);
  REQUIRE(g.click_text(ask_button));
  REQUIRE_MESSAGE(shows_soon(g, "2 values from clang++-22"), g.everything());
  auto arguments = compiler.arguments();
  for (const auto* taken : {"-DWIDE=2\n", "-std=c++20\n", "--cuda-gpu-arch=sm_90a\n"})
    CHECK_MESSAGE(arguments.find(taken) != std::string::npos, arguments);
  const auto folder = "-I" + compiler.folder.at("evil") + "\n";
  const auto at = arguments.find(folder);
  REQUIRE(at != std::string::npos);
  arguments.erase(at, folder.size());
  CHECK_MESSAGE(arguments.find("evil") == std::string::npos, arguments);
  CHECK(arguments.find("plugin") == std::string::npos);
}
