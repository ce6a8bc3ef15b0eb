// The inspector of what lies in tensor memory: the loads and stores that fit, one click each.

#include <doctest/doctest.h>

#include "entries.hpp"

using namespace app;
using namespace entries;

TEST_CASE("the memory tab lists loads and stores with their cost, and a click adds the copy") {
  for (const auto language : {Language::english, Language::chinese}) {
    Gui g(parse_sheet("acc = make_tensor<UMMA::tmem_frg_1sm<float>>(((_64,_128),_1,_1))\n").value(),
          {.width = 1600, .height = 1000, .language = language});
    g.command("inspector.memory");
    g.settle();
    INFO(g.everything());
    CHECK(g.shows("64 / 128"));
    REQUIRE(g.find("SM100_TMEM_LOAD_16dp256b16x"));
    g.click(g.find("SM100_TMEM_LOAD_16dp256b16x")->centre());
    g.settle();
    const auto& entries = g.state.workspace.sheet().entries;
    REQUIRE(entries.size() == 2);
    CHECK(entries[1].text.ends_with("= make_tmem_copy(SM100_TMEM_LOAD_16dp256b16x, acc)"));
    CHECK(g.state.workspace.picture(1) != nullptr);
  }
}
