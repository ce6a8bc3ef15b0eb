// Tests that messages about tiles without a descriptor, or with an atom that does not fit their shape, are true, and that the suggested
// tiles have a descriptor.

#include "truth.hpp"

using namespace algebra;
using namespace algebra::truth;

namespace {

struct TileType {
  const char* name;
  std::int64_t bits;
};
constexpr TileType tile_types[] = {{"half_t", 16}, {"bfloat16_t", 16}, {"int8_t", 8}, {"float_e4m3_t", 8}, {"tfloat32_t", 32}};
constexpr const char* tile_swizzles[] = {"INTER", "SW32", "SW64", "SW128"};

}  // namespace

TEST_CASE("why a tile has no descriptor, and an atom no tiles of a shape, is as is said") {
  random_layouts::Source source(random_layouts::chosen_seed() + 95);
  int refused = 0, blocks = 0, offered = 0;
  for (int k = 0; k < cases(); ++k) {
    const auto [type, bits] = tile_types[source.below(std::ssize(tile_types))];
    const bool mn = source.chance(50), of_k = source.chance(70) != mn;
    const auto rows = std::int64_t{8} << source.below(6), columns = std::int64_t{source.chance(80) ? 4 : 12} << source.below(6);
    const auto swizzle = source.below(4);
    const auto tile = std::string("tile_to_shape(GMMA::Layout_") + (of_k ? "K_" : "MN_") + tile_swizzles[swizzle] + "_Atom<" + type +
                      ">, (_" + std::to_string(rows) + ",_" + std::to_string(columns) + "))";
    const auto text = std::string("make_gmma_desc<GMMA::Major::") + (mn ? "MN" : "K") + ">(" + type + ", " + tile + ")";
    const auto e = evaluate(text, {}, IntegerRule::cute);
    const auto atom_width = (std::int64_t{128} << swizzle) / bits;
    const auto block_rows = of_k ? 8 : atom_width, block_columns = of_k ? atom_width : 8;
    const bool divides = rows % block_rows == 0 && columns % block_columns == 0;
    if (e) {
      if (!divides) is_false(text, in_cute(e->value), "the atom does not divide the shape");
      continue;
    }
    ++refused;
    const auto said = e.error().problem.message.text();
    static const std::regex block("tile_to_shape: the block \\((\\d+),(\\d+)\\) does not divide the shape \\((\\d+),(\\d+)\\)\\."),
        along_k(".*[Tt]he tile has (\\d+), once neighbours in memory are taken together in chunks of 16 bytes\\."),
        mode_1(".*Mode 1 of the tile has (\\d+), once neighbours in memory are taken together in chunks of 16 bytes\\.");
    std::smatch m;
    if (std::regex_match(said, m, block)) {
      ++blocks;
      if (divides || std::stoll(m[1]) != block_rows || std::stoll(m[2]) != block_columns || std::stoll(m[3]) != rows ||
          std::stoll(m[4]) != columns)
        is_false(text, said, "the block is another, or does divide the shape");
    } else if (!divides) {
      is_false(text, said, "the block does not divide the shape");
    } else if (std::regex_match(said, m, mn ? along_k : mode_1)) {
      // Neighbours in memory are those along the atom's own major.
      if (const auto have = of_k ? columns * bits / 128 : columns; std::stoll(m[1]) != have)
        is_false(text, said, "it has " + std::to_string(have));
    }
    // A suggested shape is that of another tile, which the descriptor may refuse in turn.
    if (!divides) continue;
    for (const auto& suggestion : e.error().problem.suggestions) {
      ++offered;
      if (!evaluate(repaired(text, e.error(), suggestion), {}, IntegerRule::cute)) is_false(text, suggestion, "that does not work");
    }
  }
  MESSAGE(refused << " refused, " << blocks << " of them for the block, " << offered << " offered");
  CHECK(refused > cases() / 10);
}
