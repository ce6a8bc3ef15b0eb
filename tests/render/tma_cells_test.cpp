#include "render/tma_cells.hpp"

#include <doctest/doctest.h>

#include <string>

#include "algebra/language/evaluate.hpp"
#include "render/legend.hpp"
#include "tests/choices.hpp"
#include "tests/render/picture_of.hpp"

namespace {

std::string copy(const std::string& instruction, const std::string& tensor, const std::string& shared, const std::string& tile, int ctas) {
  return "make_tma_copy(" + instruction + ", make_tensor(make_gmem_ptr<half_t>(ptr), " + tensor + "), tile_to_shape(GMMA::Layout_" +
         shared + "_Atom<half_t>, " + tile + "), " + tile + ", " + std::to_string(ctas) + ")";
}

}  // namespace

TEST_CASE("the card of a TMA copy has the 16 bytes that each element lands in, by the rule of the 128 byte swizzle") {
  const auto d = *render::describe(value_of(copy("SM90_TMA_LOAD", "(200,192):(192,1)", "K_SW128", "(64,64)", 1)), "one", {});
  REQUIRE(d.rows.extent == 64);
  REQUIRE(d.columns.extent == 64);
  for (int r = 0; r < 64; ++r)
    for (int c = 0; c < 64; ++c) {
      // Rows of 128 bytes, of which address bits 4 to 6 are XORed with bits 7 to 9.
      const int byte = 128 * r + 2 * c, landed = byte ^ (byte / 128 % 8) * 16;
      CHECK(d.index(r, c) == landed / 2);
      CHECK(render::palette_entry(d, r, c) == landed / 16 % 8);
    }
  CHECK(d.callouts.empty());  // one box, which is the tile
  CHECK(d.note == "1 instruction: a box of (64,64), 8192 B");
}

TEST_CASE("the boxes of a tile are framed and numbered in their order; coloured by thread they are told apart as before") {
  const auto value = value_of(copy("SM90_TMA_LOAD", "(256,128):(1,256)", "MN_SW128", "(128,64)", 1));
  const auto d = *render::describe(value, "tm", {});
  // Atoms of 64 x 8, M first: two of them down, then the next 8 columns.
  REQUIRE(d.callouts.size() == 16);
  for (int i = 0; i < 16; ++i) {
    const auto& box = d.callouts[static_cast<std::size_t>(i)];
    CHECK(box.words == std::to_string(i));
    CHECK(box.row == i % 2 * 64);
    CHECK(box.column == i / 2 * 8);
    CHECK(box.rows == 64);
    CHECK(box.columns == 8);
  }
  render::View view;
  view.colour_by = render::ColourBy::thread;
  const auto by_box = *render::describe(value, "tm", view);
  for (int r = 0; r < 128; r += 7)
    for (int c = 0; c < 64; ++c) CHECK(by_box.colour_key(r, c) == c / 8 * 2 + r / 64);
}

TEST_CASE("of a cluster each CTA's slice is framed in its ink, and multicast lands in all of them") {
  const auto multicast =
      *render::describe(value_of(copy("SM90_TMA_LOAD_MULTICAST", "(200,192):(192,1)", "K_SW128", "(64,64)", 2)), "two", {});
  REQUIRE(multicast.callouts.size() == 2);
  for (int cta = 0; cta < 2; ++cta) {
    const auto& slice = multicast.callouts[static_cast<std::size_t>(cta)];
    CHECK(slice.words == "CTA " + std::to_string(cta));
    CHECK(slice.row == 32 * cta);
    CHECK(slice.rows == 32);
    CHECK(slice.columns == 64);
    CHECK(slice.of == multicast.table[static_cast<std::size_t>(cta)].of);
    CHECK(multicast.table[static_cast<std::size_t>(cta)].meaning == "copies its slice to all 2 CTAs of the cluster");
  }
  CHECK(multicast.callouts[0].of != multicast.callouts[1].of);
}

TEST_CASE("the figure of a TMA copy has the tensor in squares with its boxes, what is beyond its end, and the tile") {
  const auto figure = render::tma_figure(value_of(copy("SM90_TMA_LOAD", "(200,192):(192,1)", "K_SW64", "(64,128)", 1)), "four", {});
  REQUIRE(figure);
  REQUIRE(figure->panels.size() == 2);
  const auto& tensor = *figure->panels[0].diagram;
  // Squares of 8 halves: 200 rows reach into the fourth tile of 64, 192 columns into the second of 128.
  REQUIRE(tensor.rows.extent == 32);
  REQUIRE(tensor.columns.extent == 32);
  for (int r = 0; r < 32; ++r)
    for (int c = 0; c < 32; ++c) {
      CHECK(tensor.beyond(r, c) == (8 * r >= 200 || 8 * c >= 192));
      // A box of 32 columns has four pieces of 16 bytes a row.
      CHECK(tensor.colour_key(r, c) == (r < 8 && c < 16 ? c % 4 : -1));
    }
  REQUIRE(tensor.callouts.size() == 4);
  for (int i = 0; i < 4; ++i) {
    CHECK(tensor.callouts[static_cast<std::size_t>(i)].column == 4 * i);
    CHECK(tensor.callouts[static_cast<std::size_t>(i)].words == std::to_string(i));
  }
  CHECK(tensor.note == "hatched: beyond the tensor's end, where a load writes zeros and a store nothing");
  CHECK(figure->panels[1].diagram->view.colour_by == colouring("chunk"));

  // The first tiles of a tensor of many tiles are shown, and an ellipsis.
  const auto large = render::tma_figure(value_of(copy("SM90_TMA_LOAD", "(8192,4096):(4096,1)", "K_SW128", "(128,64)", 1)), "large", {});
  REQUIRE(large);
  const auto& cut = *large->panels[0].diagram;
  CHECK(cut.rows.extent == 65);
  CHECK(cut.rows.left_out == 1024 - 64);
  CHECK(cut.rows.heading(64) == "...");
  CHECK_FALSE(render::tma_figure(value_of("(8,8):(8,1)"), "", {}));
}
