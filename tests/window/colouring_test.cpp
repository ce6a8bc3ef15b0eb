// A colouring is one record: added by a test alone, it is in menus, sheets, the command line, legends, help and exports.

#include <doctest/doctest.h>

#include <set>
#include <string>

#include "app/actions/cards.hpp"
#include "app/cli/export_command.hpp"
#include "app/commands/help_topics.hpp"
#include "entries.hpp"
#include "render/colourings.hpp"
#include "render/labellings.hpp"
#include "tests/folder.hpp"

using namespace app;

namespace {

constexpr render::Colouring thirds{
    .key = "thirds",
    .legend = "index mod 3",
    .title = "Colour by thirds",
    .help = "Every third element of memory has the same colour.",
    .colour =
        [](render::Diagram& d, const render::ColourSource&) {
          render::colour_by_table(d, [](std::int64_t index) { return static_cast<std::int32_t>(index % 3); });
        },
    .reason = [](const render::Diagram& d) { return d.shape.rank() < 2 ? "Only what has two modes has thirds." : nullptr; }};

constexpr render::Labelling halves{.key = "halves",
                                   .title = "Label by halves",
                                   .help = "Twice the index.",
                                   .append = [](std::string& out, const render::Diagram& d, std::int64_t row, std::int64_t column) {
                                     out += "h" + std::to_string(2 * d.index(row, column));
                                   }};

std::string hex(render::Rgb c) { return fmt::format("#{:02X}{:02X}{:02X}", c.r, c.g, c.b); }

std::string upper(std::string text) {
  for (auto& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return text;
}

const render::View& view(const gui::Gui& g, std::size_t entry) { return g.state.workspace.sheet().entries[entry].view; }

void open_colours(gui::Gui& g, int card) {
  const auto* words = g.find_containing("colour: ", card);
  REQUIRE_MESSAGE(words != nullptr, g.everything());
  g.click(words->centre());
  g.settle();
  REQUIRE_MESSAGE(g.click_text("Colour by"), g.everything());
  g.settle();
}

}  // namespace

TEST_CASE("one record makes a colouring: menu, cycle, legend and help") {
  const render::AddedColouring added(thirds);
  gui::Gui g(entries::sheet_of("A = (3,4):(4,1)\n@view legend label=none\nv = 8:1\n"));
  g.settle();
  open_colours(g, 0);
  const auto* item = g.find("thirds");
  REQUIRE_MESSAGE(item != nullptr, g.everything());
  const auto at = item->centre();
  g.move(at);
  CHECK(g.ui.help.topic == "colour:thirds");
  g.click(at);
  g.settle();
  CHECK(view(g, 0).colour_by->key == std::string("thirds"));
  CHECK(g.shows("colour: thirds"));
  CHECK(g.shows("index mod 3"));
  REQUIRE(g.state.workspace.picture(0)->legend.items.size() == 3);
  CHECK(g.state.workspace.picture(0)->legend.items[2].keys == "2");
  CHECK(help_topic("colour:thirds", g.state.view.texts).text == thirds.help);

  // A single mode has no such colouring: it cannot be chosen there, and the cycle leaves it out.
  CHECK(why_not(g.state.workspace.sheet().entries[1], g.state.workspace.picture(1), render::ColourBy(thirds)) ==
        std::string("Only what has two modes has thirds."));
  open_colours(g, 1);
  REQUIRE(g.click_text("thirds"));
  g.settle();
  CHECK(view(g, 1).colour_by == render::ColourBy::index);
  const auto cycled = [](const char* sheet) {
    State a(entries::sheet_of(sheet));
    a.view.selected = 0;
    std::set<std::string> keys;
    for (std::size_t i = 0; i < render::colourings().size(); ++i) {
      choose_next(a.workspace, {0, 0}, "colour");
      keys.insert(a.workspace.sheet().entries[0].view.colour_by->key);
    }
    return keys;
  };
  CHECK(cycled("A = (3,4):(4,1)\n").contains("thirds"));
  CHECK_FALSE(cycled("v = 8:1\n").contains("thirds"));
}

TEST_CASE("one record makes a colouring: sheets, the command line and exports") {
  const Folder folder;
  const std::string sheet = "A = (3,4):(4,1)\n@view colour=thirds\n";
  {
    const render::AddedColouring added(thirds);
    const auto read = parse_sheet(sheet);
    REQUIRE(read);
    CHECK(read->entries[0].view.colour_by == render::ColourBy(thirds));
    CHECK(serialise(*read).find(" colour=thirds") != std::string::npos);
    CHECK(*parse_sheet(serialise(*read)) == *read);

    // --help and the refusal of an unknown key list the keys.
    CHECK(render::listed_keys(render::colourings()).text().ends_with(", none or thirds"));
    ExportRequest request;
    request.source = "(3,4):(4,1)";
    request.out = folder.at("a.svg");
    request.colour = "thirds";
    request.settings.legend = true;
    KeptReport kept;
    Report report(kept, ReportForm::text, "export");
    REQUIRE(export_figure(request, report) == 0);
    const auto svg = upper(folder.text("a.svg"));
    const auto colours = render::palette(render::PaletteName::cutescope, render::ThemeName::print);
    for (std::size_t i = 0; i < colours.size(); ++i)
      CHECK_MESSAGE((svg.find(hex(colours[i])) != std::string::npos) == (i < 3), i, ": ", hex(colours[i]));
    CHECK(svg.find("INDEX MOD 3") != std::string::npos);
  }
  CHECK_FALSE(render::colouring_named("thirds"));
  CHECK_FALSE(parse_sheet(sheet));
}

TEST_CASE("one record makes labels") {
  const render::AddedLabelling added(halves);
  const auto sheet = entries::sheet_of("A = (3,4):(4,1)\n@view label=halves\n");
  CHECK(serialise(sheet).find(" label=halves") != std::string::npos);
  State a(sheet);
  CHECK(a.workspace.picture(0)->diagram.label(2, 3) == "h22");
  CHECK(render::listed_keys(render::labellings()).text().ends_with(", none or halves"));
  const Folder folder;
  ExportRequest request;
  request.source = "(3,4):(4,1)";
  request.out = folder.at("a.svg");
  request.label = "halves";
  KeptReport kept;
  Report report(kept, ReportForm::text, "export");
  REQUIRE(export_figure(request, report) == 0);
  CHECK(folder.text("a.svg").find(">h22<") != std::string::npos);
}
