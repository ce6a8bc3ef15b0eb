// Tests that no row of tests/golden with some of its tokens changed, like a mistyped one, ends the program, whatever is computed from it.
//
//   CUTESCOPE_MUTATIONS=1000000 CUTESCOPE_SEED=1 test_core -tc='*mutated rows*'

#include <doctest/doctest.h>

#include <cstdlib>

#include "tests/mutated_rows.hpp"
#include "tests/rounds.hpp"
#include "tests/tried_sheet.hpp"

TEST_CASE("mutated rows of CuTe's answers end nothing: values, refusals, verdicts, steps, links, code and pictures") {
  const RowMutator rows;
  const char* given = std::getenv("CUTESCOPE_MUTATIONS");
  const auto wanted = given != nullptr ? std::strtoll(given, nullptr, 0) : rounds(3000);
  tried_sheet::Came came;
  auto seed = algebra::random_layouts::chosen_seed();
  // A tenth of the trials, which builds with sanitizers make, may hold no refusal: then more are made.
  for (auto n = wanted; n > 0 || (given == nullptr && came.refusals == 0 && n > wanted - 3000); --n, ++seed) {
    RowMutator::Source r(seed);
    const auto text = rows.changed(rows.row(r), r);
    INFO("CUTESCOPE_SEED=", seed, " CUTESCOPE_MUTATIONS=1 does it again: ", text);
    tried_sheet::try_text(text, came);
  }
  if (given != nullptr) return;
  CHECK(came.values > wanted / 20);
  CHECK(came.refusals > 0);
  CHECK(came.pictures > wanted / 20);
}

TEST_CASE("what is refused with a mode of size 0 is refused, and nothing divides by it") {
  tried_sheet::Came came;
  int tried = 0;
  for (const auto* text :
       {"complement((0,2):(1,16),4)", "tile_to_shape((0,4),(8,8))", "raked_product((0,5):(1,5),(2,2):(1,2))",
        "blocked_product((0,5):(1,5),(2,2):(1,2))", "logical_product((0,5):(1,5),(2,2):(1,2))", "zipped_product((0,5):(1,5),(2,2):(1,2))",
        "tiled_product((0,5):(1,5),(2,2):(1,2))", "flat_product((0,5):(1,5),(2,2):(1,2))"}) {
    INFO(text);
    tried_sheet::try_text(text, came);
    CHECK(came.problems == ++tried);
  }
}
