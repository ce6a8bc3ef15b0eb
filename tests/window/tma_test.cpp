// Tests a launch by TMA in the window: from the form to the boxes that are played, the report, and the reason why no banks are drawn.

#include <algorithm>

#include <doctest/doctest.h>

#include "app/launch/gl/trace_session.hpp"
#include "entries.hpp"
#include "render/gl/offscreen.hpp"
#include "tests/skip.hpp"

using namespace app;
using namespace entries;

namespace {

/// Halves in tiles of 64 x 64, of which each takes two instructions: a swizzle of 64 bytes has rows of 32.
constexpr const char* copy_by_tma =
    "G = make_tensor(make_gmem_ptr<half_t>(ptr), (128,128):(128,1))\n"
    "S = tile_to_shape(GMMA::Layout_K_SW64_Atom<half_t>, (64,64))\n"
    "tma = make_tma_copy(SM90_TMA_LOAD, G, S)\n";

}  // namespace

TEST_CASE("a launch by TMA is filled in, played box by box, reported, and has no banks") {
  const auto gl = render::gl::Offscreen::create(64, 64);
  if (!gl) {
    skipped("no offscreen OpenGL: " + gl.error().text());
    return;
  }
  for (const auto language : {Language::english, Language::chinese}) {
    Gui g(sheet_of(copy_by_tma), {.width = 1600, .height = 1400, .language = language});
    TraceSession session(gpu::Want::cpu);
    g.ui.trace = &session;
    g.state.view.playback.height = 700;
    g.state.workspace.edit("fill the form", [](Sheet& s) {
      s.launch.tensor = "G";
      s.launch.tile = "(64,64)";
      s.launch.threads = "tma";
      s.launch.kernel = gpu::Kernel::tiled_copy;
    });
    g.settle();
    REQUIRE_MESSAGE(g.state.workspace.launch(), g.state.workspace.launch().error());
    const auto& plan = *g.state.workspace.launch();
    REQUIRE(plan.launch.tma);
    CHECK(plan.requests() == 8);
    CHECK(g.find("tma") != nullptr);

    session.start(plan);
    session.finish();
    REQUIRE_MESSAGE(session.failure().empty(), session.failure());
    // A box is a request, and an access of the trace.
    for (const std::int64_t played : {1, 7}) {
      g.state.workspace.set_view([&](Sheet& s) { s.launch.position = played; });
      g.settle();
      const auto view = session.view(plan, g.state.workspace.sheet().launch);
      REQUIRE(view);
      CHECK(view->records == 128 * 128);
      CHECK(view->by_box);
      CHECK(view->position == played);
    }
    INFO(g.everything());
    CHECK(g.shows("4096 B → 64"));  // what the seventh box asks for
    CHECK(g.find("TMA") != nullptr);
    CHECK(g.shows(language == Language::english ? "(32,64) FLOAT16" : "FLOAT16"));
    CHECK(g.shows("32,768"));
    CHECK(g.shows(g.state.view.texts("No TMA hardware was used.")));
    REQUIRE(g.command("run.banks"));
    g.settle();
    CHECK(g.shows(language == Language::english ? "TMA moves whole boxes" : "TMA 自行搬运整个 box"));
    CHECK_FALSE(g.shows("T0–T7"));
    g.ui.trace = nullptr;
  }
}
