// Random edits of rows of tests/golden, typed and pasted into an entry of the window: whatever stands there for a moment, it is drawn.
//
//   CUTESCOPE_RANDOM_EDITS=5000 CUTESCOPE_SEED=1 test_window -tc='*random edits*'

#include <doctest/doctest.h>

#include <cstdlib>

#include "app/panels/sheet/sheet_parts.hpp"
#include "entries.hpp"
#include "tests/mutated_rows.hpp"
#include "tests/rounds.hpp"

using namespace entries;

namespace {

constexpr int key_a = 65, key_v = 86, backspace = 259;

/// The whole text of the entry that is typed in becomes another one.
void replace(Gui& g, const std::string& text) {
  ImGui::SetClipboardText(text.c_str());
  g.key(key_a, true);
  g.key(key_v, true);
}

}  // namespace

TEST_CASE("random edits of golden rows are drawn, whatever stands in an entry for a moment") {
  const RowMutator rows;
  const char* given = std::getenv("CUTESCOPE_RANDOM_EDITS");
  const auto wanted = given != nullptr ? std::strtoll(given, nullptr, 0) : rounds(150);
  // One sheet serves some hundred edits: the state that a window keeps from one to the next is part of the test.
  constexpr std::int64_t of_one_window = 250;
  std::unique_ptr<Gui> g;
  auto seed = algebra::random_layouts::chosen_seed();
  std::int64_t with_value = 0, with_problem = 0;
  for (std::int64_t n = 0; n < wanted; ++n, ++seed) {
    RowMutator::Source r(seed);
    if (n % of_one_window == 0) {
      g.reset();
      g = std::make_unique<Gui>(sheet_of("A = (8,8):(8,1)\nB = zipped_divide(A, <4:1,2:1>)\n"), gui::Look{.width = 1280, .height = 800});
      g->command("edit.insert");
      g->type("R = ");
    }
    const auto row = "R = " + rows.row(r);
    const auto text = rows.changed(row, r);
    INFO("CUTESCOPE_SEED=", seed, " CUTESCOPE_RANDOM_EDITS=1 does it again: ", text);
    if (app::panel_of(g->ui).active_entry < 0) {
      g->state.view.selected = static_cast<int>(g->state.workspace.sheet().entries.size()) - 1;
      g->command("edit.insert");
    }
    const auto kind = r.below(10);
    if (kind < 7) {
      replace(*g, text);
    } else if (kind < 9 && row.size() < 40) {
      // As it is typed, and taken back.
      replace(*g, row);
      for (int i = 0; i < 6; ++i) g->key(backspace);
      g->type(std::string_view(text).substr(std::min<std::size_t>(text.size(), row.size() > 6 ? row.size() - 6 : 0)).substr(0, 12));
    } else {
      replace(*g, row);
      replace(*g, text);
      g->command("edit.undo");
      g->command("edit.redo");
    }
    const auto at = app::panel_of(g->ui).active_entry;
    if (at >= 0 && g->state.workspace.has_entry(at)) ++(g->state.workspace.result(at).evaluation ? with_value : with_problem);
  }
  if (given != nullptr) return;
  CHECK(with_value > 0);
  CHECK(with_problem > 0);
}

TEST_CASE("layouts with a mode of size 0 are typed letter by letter, and values of uncountably many elements are drawn") {
  Gui g(sheet_of("A = (8,8):(8,1)\n"), gui::Look{.width = 1280, .height = 800});
  const auto last = [&] {
    const auto& workspace = g.state.workspace;
    return workspace.result(static_cast<int>(workspace.sheet().entries.size()) - 1);
  };
  const auto typed = [&](const char* text) {
    g.state.view.selected = static_cast<int>(g.state.workspace.sheet().entries.size()) - 1;
    g.command("edit.insert");
    for (const char* c = text; *c != 0; ++c) {
      g.type(std::string_view(c, 1));
      g.frame();
    }
    g.settle();
  };
  for (const auto* text :
       {"complement((0,2):(1,16),4)", "tile_to_shape((0,4),(8,8))", "raked_product((0,5):(1,5),(2,2):(1,2))",
        "blocked_product((0,5):(1,5),(2,2):(1,2))", "logical_product((0,5):(1,5),(2,2):(1,2))", "zipped_product((0,5):(1,5),(2,2):(1,2))",
        "tiled_product((0,5):(1,5),(2,2):(1,2))", "flat_product((0,5):(1,5),(2,2):(1,2))"}) {
    CAPTURE(text);
    typed(text);
    CHECK(!last().evaluation);
  }
  for (const auto* text : {"(32,_4096,98304,4,2147483648)", "(4,(1,0x4000004000000000),(1,13),(3,2))"}) {
    CAPTURE(text);
    typed(text);
    CHECK(last().evaluation);
  }
}
