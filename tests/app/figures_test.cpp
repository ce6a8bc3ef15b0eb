#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include <fmt/format.h>

#include "app/actions/cards.hpp"
#include "app/actions/exporting.hpp"
#include "app/actions/looking.hpp"
#include "app/commands/commands.hpp"
#include "app/figures/export_settings.hpp"
#include "app/figures/figures.hpp"
#include "app/state/state.hpp"
#include "app/system/picture_clipboard.hpp"
#include "render/colourings.hpp"
#include "sheets.hpp"
#include "tests/folder.hpp"

using namespace app;

namespace {

/// Returns a folder of this test's own, gone afterwards.
render::Figure figure(const State& a, FigureKind kind, int entry) {
  const auto made = figure_of(a.workspace.sheet(), a.workspace.evaluator(), {.kind = kind, .entry = entry, .step = 0, .tile = ""});
  REQUIRE_MESSAGE(made, (made ? "" : made.error()));
  return *made;
}

}  // namespace

TEST_CASE("figures of the starter sheet") {
  const State a(starter_sheet());
  CHECK(figure(a, FigureKind::card, 3).panels.size() == 1);
  CHECK(figure(a, FigureKind::canvas, 0).panels.size() >= 3);
  const auto operands = figure(a, FigureKind::operands, 3);
  REQUIRE(operands.panels.size() == 3);
  CHECK(operands.title == "zipped_divide(A, T)");
  CHECK(operands.panels[0].diagram->title == "A");
  CHECK(operands.panels[1].joint == "=");
  CHECK(figure(a, FigureKind::steps, 3).panels.size() >= 2);
  const auto trace = figure(a, FigureKind::trace, 0);
  CHECK(trace.panels[0].diagram->label(0, 0) == "T0\nV0");
  CHECK(trace.panels[0].diagram->label(3, 3) == "T7\nV1");
}

TEST_CASE("the figure of the banks has each word of a request in its bank, and frames the banks that are wanted twice") {
  struct Row {
    const char* layout;
    int access;                               ///< bytes
    std::int64_t (*element)(int row, int c);  ///< written out
    std::size_t phases;
    std::size_t framed;
    const char* words;
  };
  const std::array rows{
      Row{"(32,32):(32,1)", 4, [](int r, int c) -> std::int64_t { return 32 * r + c; }, 1, 1,
          "phase 0, T0–T31: 32 words of bank 3, 32 wavefronts"},
      Row{"(32,32):(33,1)", 4, [](int r, int c) -> std::int64_t { return 33 * r + c; }, 1, 0,
          "phase 0, T0–T31: no bank conflicts, 1 wavefront"},
      // At 16 bytes a lane, eight lanes form a phase and each lane uses four banks.
      Row{"(32,32):(32,1)", 16, [](int r, int c) -> std::int64_t { return 32 * r + c; }, 4, 16,
          "4 phases, 32 wavefronts; phase 0, T0–T7: 8 words of bank 12, conflicts in 3 more banks"},
      Row{"Swizzle<3,2,3> o (32,32):(32,1)", 16, [](int r, int c) -> std::int64_t { return 32 * r + ((c / 4 ^ r % 8) * 4 + c % 4); }, 4, 0,
          "4 phases: no bank conflicts, 4 wavefronts"}};
  for (const auto& row : rows) {
    CAPTURE(row.layout);
    auto sheet = parse_sheet(fmt::format("S = {}\nthr = (32,1):(1,32)\n", row.layout)).value();
    sheet.launch.tensor = "S";
    sheet.launch.tile = "(32,32)";
    sheet.launch.threads = "thr";
    sheet.launch.element = "f32";
    sheet.launch.shared_memory = true;
    sheet.launch.access_bytes = row.access;
    sheet.launch.position = 4;
    const State a(sheet);
    const auto f = figure(a, FigureKind::banks, -1);
    REQUIRE(f.panels.size() == 1);
    CHECK(f.panels[0].caption == row.words);
    const auto& d = *f.panels[0].diagram;
    CHECK(d.columns.extent == 32);
    CHECK(d.callouts.size() == row.framed);
    // The fourth request: element 3 of a row, or elements 12 to 15. Each thread's words, from the layout as written above.
    const int first = row.access == 4 ? 3 : 12, count = row.access / 4;
    std::size_t labelled = 0;
    for (std::int64_t r = 0; r < d.rows.extent; ++r)
      for (std::int64_t bank = 0; bank < 32; ++bank) {
        const auto label = d.label(r, bank);
        if (label.empty()) continue;
        ++labelled;
        const auto word = std::stoll(d.rows.names[static_cast<std::size_t>(r)]) * 32 + bank;
        const int thread = std::stoi(label);
        bool wants = false;
        for (int k = 0; k < count; ++k) wants = wants || row.element(thread, first + k) == word;
        CHECK(wants);
      }
    CHECK(labelled == 32 * static_cast<std::size_t>(count));
  }
  Sheet empty;
  empty.entries.emplace_back().text = "A = 4:1";
  const State without(empty);
  CHECK_FALSE(
      figure_of(without.workspace.sheet(), without.workspace.evaluator(), {.kind = FigureKind::banks, .entry = 0, .step = 0, .tile = ""}));
}

TEST_CASE("an operand without a picture stands in the formula as text") {
  Sheet s;
  s.entries.emplace_back().text = "complement(6:4, 24)";
  const State a(s);
  const auto f = figure(a, FigureKind::operands, 0);
  REQUIRE(f.panels.size() == 2);
  CHECK(f.panels[0].joint == ", 24 =");
}

TEST_CASE("an MMA's figure has its three matrices, in their places") {
  Sheet s;
  s.entries.emplace_back().text = "make_tiled_mma(SM80_16x8x8_F32F16F16F32_TN)";
  const State a(s);
  for (const auto kind : {FigureKind::tv, FigureKind::card}) {
    const auto f = figure(a, kind, 0);
    REQUIRE(f.panels.size() == 1);
    const auto& parts = f.panels[0].diagram->parts;
    REQUIRE(parts.size() == 3);
    CHECK(parts[0].diagram.label(0, 0) == "T0\nV0");
    CHECK(parts[1].row == parts[0].row);  // A at the left of C, B above it
    CHECK(parts[1].column < parts[0].column);
    CHECK(parts[2].column == parts[0].column);
    CHECK(parts[2].row < parts[0].row);
  }
}

TEST_CASE("a tile of threads and values has a frame for each warp, where there are several") {
  const State a(parse_sheet("D = LayoutC_TV(SM90_64x16x16_F32F16F16_SS<GMMA::Major::K,GMMA::Major::K>)\nE = (8,4):(1,8)\n").value());
  const auto made = [&](int entry, const char* tile) {
    return figure_of(a.workspace.sheet(), a.workspace.evaluator(), {.kind = FigureKind::tv, .entry = entry, .step = 0, .tile = tile});
  };
  const auto four = made(0, "(64,16)");
  REQUIRE(four);
  const auto& frames = four->panels.front().diagram->frames;
  REQUIRE(frames.size() == 4);
  for (std::size_t w = 0; w < 4; ++w) {
    CHECK(frames[w].cells == render::CellBlock{static_cast<std::int64_t>(16 * w), 0, 16, 16});
    CHECK(frames[w].words == fmt::format("warp {}", w));
  }
  const auto one = made(1, "(8,4)");
  REQUIRE(one);
  CHECK(one->panels.front().diagram->frames.empty());
}

TEST_CASE("the export dialog's commands set what is exported, and it is remembered") {
  const Folder folder;
  State a(starter_sheet());
  a.view.selected = 3;
  REQUIRE(run_command(a, "export.operands"));
  CHECK(a.view.dialog == Dialog::export_figure);
  a.view.exporting.width_cm = 8.5;
  const auto path = (folder.path / "operands.svg").string();
  CHECK(export_to(a.workspace, a.view, a.host, path));
  CHECK(std::filesystem::file_size(path) > 1000);
  CHECK_FALSE(export_to(a.workspace, a.view, a.host, (folder.path / "no.bmp").string()));
  CHECK(a.host.notice_is_bad);
  REQUIRE(run_command(a, "export.steps"));
  CHECK(a.view.exporting.width_cm == 8.5);
  a.view.exporting.each = true;
  CHECK(export_to(a.workspace, a.view, a.host, (folder.path / "s.svg").string()));
  CHECK(std::filesystem::exists(folder.path / "s-1.svg"));
  CHECK_FALSE(std::filesystem::exists(folder.path / "s.svg"));
}

TEST_CASE("an export asks before it replaces a file that this run has not written, and says where it wrote") {
  const Folder folder;
  const auto path = folder.file("A.svg", "somebody's");
  State a(starter_sheet());
  a.view.selected = 1;
  REQUIRE(run_command(a, "export.card"));
  export_asked(a.workspace, a.view, a.host, path);
  CHECK(a.view.dialog == Dialog::export_figure);
  CHECK(a.view.export_replaces == path);
  CHECK(read_file(path, 100).value() == "somebody's");
  export_asked(a.workspace, a.view, a.host, (folder.path / "B.svg").string());  // another name is another question
  CHECK(a.view.dialog == Dialog::none);
  CHECK(a.host.notice.text() == "exported " + (folder.path / "B.svg").string());
  REQUIRE(run_command(a, "export.card"));
  export_asked(a.workspace, a.view, a.host, path);
  REQUIRE(a.view.export_replaces == path);
  export_asked(a.workspace, a.view, a.host, path);
  CHECK(a.view.dialog == Dialog::none);
  CHECK(std::filesystem::file_size(path) > 1000);
  // The export may replace a file that it wrote itself, as long as the file has not changed since.
  REQUIRE(run_command(a, "export.card"));
  export_asked(a.workspace, a.view, a.host, path);
  CHECK(a.view.dialog == Dialog::none);
  folder.file("A.svg", "changed");
  REQUIRE(run_command(a, "export.card"));
  export_asked(a.workspace, a.view, a.host, path);
  CHECK(a.view.export_replaces == path);
  close_dialog(a.view);
  CHECK(a.view.export_replaces.empty());
  // Each of several files counts.
  folder.file("s-2.svg", "somebody's");
  REQUIRE(run_command(a, "export.steps"));
  a.view.exporting.request.entry = a.workspace.evaluator().find("D");
  a.view.exporting.each = true;
  export_asked(a.workspace, a.view, a.host, (folder.path / "s.svg").string());
  CHECK(a.view.export_replaces == (folder.path / "s.svg").string());
  CHECK_FALSE(std::filesystem::exists(folder.path / "s-1.svg"));
  CHECK(export_path("A.svg") == (std::filesystem::current_path() / "A.svg").string());
}

TEST_CASE("a value that breaks its contract says so on its card, also where that is found later") {
  State a(parse_sheet("R = composition((6,2):(8,2), (4,3):(5,1))\n").value());
  CHECK(a.workspace.picture(0)->warning.text().starts_with("Not a composition"));
  State good(parse_sheet("R = composition((6,2):(8,2), (4,3):(3,1))\n").value());
  CHECK(good.workspace.picture(0)->warning.empty());
  // Too many elements to look at before the card is drawn.
  State late(parse_sheet("R = composition((8,8,1024):(8,1,64), (6,1024):(3,64))\n").value());
  REQUIRE_FALSE(late.workspace.result(0).problem);
  CHECK(late.workspace.picture(0)->warning.empty());
  late.workspace.finish_verdicts();
  REQUIRE(late.workspace.result(0).problem);
  CHECK_FALSE(late.workspace.picture(0)->warning.empty());
}

TEST_CASE("a picture goes to a program's standard input, whole") {
  const Folder folder;
  const auto file = (folder.path / "picture").string();
  const std::string bytes(1 << 20, 'x');
  CHECK(feed_program({"sh", "-c", "cat > " + file}, bytes));
  CHECK(std::filesystem::file_size(file) == bytes.size());
  CHECK_FALSE(feed_program({"false"}, bytes));
  CHECK_FALSE(feed_program({"cutescope-no-such-program"}, bytes));
}

TEST_CASE("numbers go before a path's ending") {
  CHECK(numbered_path("a/b.svg", 3) == "a/b-3.svg");
  CHECK(numbered_path("a.b/c", 1) == "a.b/c-1");
}

TEST_CASE("a figure of a further card shows what that card shows, and the canvas shows all of them") {
  State a(parse_sheet("A = (4,6):(6,1)\n@card colour=none transposed\nB = 4:1\n").value());
  CHECK(figure(a, FigureKind::canvas, 0).panels.size() == 3);
  const auto second =
      figure_of(a.workspace.sheet(), a.workspace.evaluator(), {.kind = FigureKind::card, .entry = 0, .card = 1, .step = 0, .tile = ""});
  REQUIRE(second);
  CHECK(second->panels[0].diagram->view.transposed);
  CHECK(second->panels[0].diagram->view.colour_by == render::ColourBy::none);
  // A card that is gone since.
  CHECK(figure_of(a.workspace.sheet(), a.workspace.evaluator(), {.kind = FigureKind::card, .entry = 1, .card = 7, .step = 0, .tile = ""}));
  bring_to_front(a.workspace, a.view, {0, 1});
  REQUIRE(run_command(a, "export.card"));
  CHECK(a.view.exporting.request.card == 1);
}

TEST_CASE("a colour, a label, a palette that are asked for are those of every card") {
  const State a(parse_sheet("A = (4,6):(6,1)\n@card colour=none transposed\n@card\nB = 4:1\n").value());
  ExportSettings settings;
  settings.request.kind = FigureKind::canvas;
  settings.colour = render::colouring_named("mode");
  settings.label = render::LabelBy::none;
  settings.palette = render::PaletteName::greys;
  const auto figures = figures_of(a.workspace.sheet(), a.workspace.evaluator(), settings);
  REQUIRE(figures);
  REQUIRE(figures->size() == 1);
  REQUIRE(figures->front().panels.size() == 4);
  for (const auto& panel : figures->front().panels) {
    CHECK(panel.diagram->view.colour_by == *settings.colour);
    CHECK(panel.diagram->view.label_by == render::LabelBy::none);
    CHECK(panel.diagram->view.palette == render::PaletteName::greys);
  }
}

TEST_CASE("tiles of a product that pairs modes are the copies of its block") {
  for (const std::string name : {"blocked_product", "raked_product"}) {
    const State a(parse_sheet("P = " + name + "((2,5):(5,1), (3,4):(1,3))\n@view colour=tile\n").value());
    const auto f = figure(a, FigureKind::card, 0);
    const auto& d = *f.panels.front().diagram;
    REQUIRE(d.rows.extent == 6);
    REQUIRE(d.columns.extent == 20);
    // Copies of a compact block of ten elements are consecutive runs of ten indices, in the order of B.
    for (std::int64_t r = 0; r < 6; ++r)
      for (std::int64_t c = 0; c < 20; ++c) {
        CHECK(d.colour_key(r, c) == d.index(r, c) / 10);
        const auto copy = name == "blocked_product" ? r / 2 + 3 * (c / 5) : r % 3 + 3 * (c % 4);
        CHECK(d.colour_key(r, c) == copy);
      }
  }
}

TEST_CASE("a value of rank 3 has slices to draw, unless one of them or all were chosen") {
  const State a(parse_sheet("A = (2,3,4)\nB = (2,3,4)\n@view slice=1\nC = (2,3,4)\n@view slabs\nD = (4,4)\n").value());
  const auto has = [&](int entry) { return has_slices(a.workspace.sheet(), a.workspace.evaluator(), entry); };
  CHECK(has(0));
  CHECK_FALSE(has(1));
  CHECK_FALSE(has(2));
  CHECK_FALSE(has(3));
}

TEST_CASE("all slices are one figure, each with its heading") {
  const State a(parse_sheet("A = (2,3,(2,2)):(1,2,(6,12))\nB = (4,4):(4,1)\nC = (4,4,1000)\n").value());
  const auto f = figure(a, FigureKind::slices, 0);
  REQUIRE(f.panels.size() == 4);
  CHECK(f.title == "A = (2,3,(2,2)):(1,2,(6,12))");
  for (std::size_t k = 0; k < 4; ++k) {
    CHECK(f.panels[k].caption == std::array{"(_,_,(0,0))", "(_,_,(1,0))", "(_,_,(0,1))", "(_,_,(1,1))"}[k]);
    CHECK(f.panels[k].diagram->label(1, 2) == std::to_string(5 + 6 * k));
  }
  const auto made = [&](int entry) {
    return figure_of(a.workspace.sheet(), a.workspace.evaluator(), {.kind = FigureKind::slices, .entry = entry, .tile = ""});
  };
  CHECK(made(1).error().text().find("B has one slice") == 0);
  CHECK(made(2).error().text().find("at most 256 slices") != std::string::npos);
}

TEST_CASE("a comparison colours what differs: elements, or who owns them") {
  const State a(parse_sheet("A = (4,4):(4,1)\nB = (4,4):(1,4)\nC = make_tiled_mma(SM80_16x8x8_F32F16F16F32_TN)\n"
                            "D = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN)\nE = 5\n")
                    .value());
  const auto made = [&](int one, int other) {
    return figure_of(a.workspace.sheet(), a.workspace.evaluator(), {.kind = FigureKind::compare, .entry = one, .with = other, .tile = ""});
  };
  const auto coloured = [](const render::Diagram& d) {
    int count = 0;
    for (std::int64_t r = 0; r < d.rows.extent; ++r)
      for (std::int64_t c = 0; c < d.columns.extent; ++c) count += d.colour_key(r, c) >= 0;
    return count;
  };
  const auto values = made(0, 1);
  REQUIRE(values);
  REQUIRE(values->panels.size() == 2);
  // On the diagonal they agree.
  for (const auto& p : values->panels) {
    CHECK(coloured(*p.diagram) == 12);
    CHECK(p.diagram->colour_key(2, 2) < 0);
  }
  const auto owners = made(2, 3);
  REQUIRE(owners);
  // C is the same of both.
  CHECK(coloured(*owners->panels[0].diagram) == 0);
  CHECK(owners->panels[0].diagram->note == "no differences");
  CHECK(made(0, 0).error() == "A comparison needs two entries with values.");
  CHECK_FALSE(made(0, 4));
  CHECK(made(0, 2).error().text().find("A and C cannot be compared") == 0);
}

TEST_CASE("only what means something is offered to colour and to label by") {
  const State a(parse_sheet("A = (4,4):(4,1)\nC = make_tiled_mma(SM80_16x8x8_F32F16F16F32_TN)\n").value());
  const auto has_owners = [&](FigureKind kind, int entry) {
    const std::vector figures{figure(a, kind, entry)};
    const auto labels = labels_for(figures);
    const auto colours = colours_for(figures);
    const bool labelled = std::ranges::find(labels, render::LabelBy::thread_value) != labels.end();
    CHECK(labelled == (std::ranges::find(colours, render::ColourBy::thread) != colours.end()));
    CHECK(std::ranges::find(labels, render::LabelBy::index) != labels.end());
    return labelled;
  };
  CHECK_FALSE(has_owners(FigureKind::card, 0));
  CHECK(has_owners(FigureKind::card, 1));
  CHECK(has_owners(FigureKind::canvas, 0));
}

TEST_CASE("a figure's notes, captions, titles and legend are in the language that is asked for") {
  const auto sheet =
      app_test::sheet_of({"A = (8,8):(8,1)", "thr = (2,4):(4,1)", "P = local_partition(A, thr, 3)", "C = coalesce((2,(1,6)):(1,(6,2)))"});
  SheetEvaluator evaluator;
  evaluator.update(sheet);
  const auto svg = [&](int entry, FigureKind kind, Language language) {
    ExportSettings settings;
    settings.request = {.kind = kind, .entry = entry, .tile = {}, .language = language};
    settings.legend = true;
    const auto figures = figures_of(sheet, evaluator, settings);
    REQUIRE(figures);
    return render::figure_bytes(figures->front(), options_of(settings, render::Format::svg)).value();
  };
  const auto has = [](const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; };
  const auto english = svg(2, FigureKind::card, Language::english), chinese = svg(2, FigureKind::card, Language::chinese);
  for (const auto* words : {"P over A", "Thread 3 owns 8 of 64", "index mod 8"}) CHECK_MESSAGE(has(english, words), std::string(words));
  for (const auto* words : {"P 覆盖 A", "线程 3 持有 64 个中的 8 个", "索引 mod 8"}) CHECK_MESSAGE(has(chinese, words), std::string(words));
  for (const auto* words : {"over", "owns", "Bold frame"}) CHECK_MESSAGE(!has(chinese, words), std::string(words));
  CHECK(has(svg(3, FigureKind::steps, Language::chinese), "1. "));
  CHECK(!has(svg(3, FigureKind::steps, Language::chinese), "Coalesce"));
}
