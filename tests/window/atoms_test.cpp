// The browser of atoms: typed, filtered, chosen by keyboard and mouse, and the entry that it makes.

#include <doctest/doctest.h>

#include <string_view>

#include <fmt/format.h>

#include "algebra/hardware/atoms.hpp"
#include "entries.hpp"

using namespace app;
using namespace entries;

namespace {

void open_browser(Gui& g) {
  g.command("edit.insert_atom");
  g.settle();
}

/// Returns the text of the entry that was inserted, without its name.
std::string inserted(Gui& g) {
  const auto& text = g.state.workspace.sheet().entries[static_cast<std::size_t>(g.state.view.selected)].text;
  return text.substr(text.find("= ") + 2);
}

bool has_picture(Gui& g) { return g.state.workspace.picture(g.state.view.selected) != nullptr; }

}  // namespace

TEST_CASE("an atom is found by parts of its name, types and shape, and stands in the sheet, drawn") {
  struct {
    const char *typed, *expression;
  } const wanted[] = {
      {"64x128x16 f32f16f16_ss", "SM90_64x128x16_F32F16F16_SS<GMMA::Major::K,GMMA::Major::K>"},
      {"u32x4 ldsm", "SM75_U32x4_LDSM_N"},
      {"k_sw128_atom half_t", "GMMA::Layout_K_SW128_Atom<half_t>"},
      {"f16bf16_ss<bf 128x256x16", "SM100_MMA_F16BF16_SS<bfloat16_t,bfloat16_t,float,128,256,UMMA::Major::K,UMMA::Major::K>"},
      {"tmem_load_32dp32b4x", "SM100_TMEM_LOAD_32dp32b4x"}};
  for (const auto language : {Language::english, Language::chinese})
    for (const auto& w : wanted) {
      Gui g(starter_sheet(), {.width = 1280, .height = 720, .language = language});
      open_browser(g);
      g.type(w.typed);
      g.settle();
      INFO(w.typed << "\n" << g.everything());
      CHECK(g.shows(std::string_view(w.expression).substr(0, 50)));  // the longest are shortened
      g.key(enter);
      g.settle();
      CHECK(g.state.view.dialog == Dialog::none);
      CHECK(inserted(g) == w.expression);
      CHECK(has_picture(g));
    }
}

TEST_CASE("the browser is walked by keys and clicked, and closes without a choice") {
  Gui g;
  open_browser(g);
  g.type("SM80_16x8x16");
  g.settle();
  g.key(down);
  g.settle();
  g.key(enter);
  g.settle();
  CHECK(inserted(g) == "SM80_16x8x16_F32BF16BF16F32_TN");

  open_browser(g);
  g.type("SM75_U32x2");
  g.settle();
  g.click(g.find("SM75_U32x2_LDSM_N")->centre());
  g.settle();
  CHECK(inserted(g) == "SM75_U32x2_LDSM_N");

  const auto before = g.state.workspace.sheet();
  open_browser(g);
  g.type("no such atom");
  g.settle();
  CHECK(g.shows("Nothing found"));
  g.key(enter);
  g.key(escape);
  g.settle();
  CHECK(g.state.view.dialog == Dialog::none);
  CHECK(g.state.workspace.sheet() == before);
}

TEST_CASE("the filters offer what there is, and narrow the list") {
  Gui g;
  open_browser(g);
  const auto all = fmt::format("{0} of {0} atoms", algebra::listed_atoms().size());
  CHECK(g.shows(all));
  g.click(g.find("All architectures")->centre());
  g.settle();
  g.click(g.find("SM120")->centre());
  g.settle();
  INFO(g.everything());
  CHECK(!g.shows(all));
  CHECK(g.shows("SM120_16x8x32_TN<float_e2m1_t,float_e2m1_t,float>"));
  CHECK(!g.shows("SM61_DP4A"));
}

TEST_CASE("the browser leads to its section of the guide") {
  for (const auto language : {Language::english, Language::chinese}) {
    Gui g(starter_sheet(), {.width = 1280, .height = 720, .language = language});
    open_browser(g);
    REQUIRE(g.click_text(g.ui.tr("In the guide")));
    g.settle();
    INFO(g.everything());
    CHECK(g.state.view.dialog == Dialog::guide);
    CHECK(g.state.view.guide.page == "hopper");
    CHECK(g.find(g.ui.tr("The browser of atoms")) != nullptr);
  }
}
