// Layouts of other languages: Composable Kernel, TileLang, Gluon, PyTorch, numpy, einops, Mojo.

#include <doctest/doctest.h>

#include <cstdint>
#include <sstream>
#include <string>
#include <vector>

#include "algebra/language/evaluate.hpp"
#include "algebra/layout/operations.hpp"
#include "algebra/reading/foreign.hpp"
#include "algebra/reading/triton.hpp"
#include "tests/golden_table.hpp"

using namespace algebra;
using dialects::read_foreign;

namespace {

/// Returns the layout's text, the reason why there is none, or "none" for a text in none of the languages.
std::string read_as(std::string_view text) {
  const auto read = read_foreign(text);
  if (!read) return "none";
  return *read ? (*read)->text : (*read).error().text();
}

Layout layout_read(const std::string& text) { return std::get<Layout>(evaluate(text, {}, IntegerRule::math).value().value); }

std::vector<std::int64_t> all_numbers(const std::string& text) {
  std::string spaced = text;
  for (char& c : spaced)
    if ((c < '0' || c > '9') && c != '-') c = ' ';
  std::stringstream in(spaced);
  std::vector<std::int64_t> all;
  for (std::int64_t n = 0; in >> n;) all.push_back(n);
  return all;
}

std::vector<std::string> pairs_in(const GoldenTable::Row& row) {
  std::vector<std::string> all;
  for (const auto* column : {"first8", "random8"}) {
    std::stringstream in(row[column]);
    for (std::string pair; std::getline(in, pair, ';');) all.push_back(pair);
  }
  return all;
}

/// Returns the 1-D coordinate, first mode fastest.
std::int64_t flat_in(const std::vector<std::int64_t>& at, const std::vector<std::int64_t>& shape) {
  std::int64_t index = 0, stride = 1;
  for (std::size_t m = 0; m < at.size(); ++m) index += at[m] * stride, stride *= shape[m];
  return index;
}

}  // namespace

TEST_CASE("tile distributions of Composable Kernel are layouts, at every place") {
  const GoldenTable table("makers/ck.tsv");
  for (const auto& row : table.rows) {
    INFO(row["encoding"]);
    const auto text = read_as(row["encoding"]);
    const auto ours = layout_read(text), wanted = layout_read(row["layout"]);
    REQUIRE(size(ours) == size(wanted));
    for (std::int64_t i = 0; i < size(ours); ++i) REQUIRE(ours(i) == wanted(i));
    auto domain = all_numbers(row["p_lengths"]);
    for (const auto n : all_numbers(row["y_lengths"])) domain.push_back(n);
    const auto tile = all_numbers(row["x_lengths"]);
    for (const auto& pair : pairs_in(row)) {
      const auto arrow = pair.find('>');
      CHECK(ours(flat_in(all_numbers(pair.substr(0, arrow)), domain)) == flat_in(all_numbers(pair.substr(arrow + 1)), tile));
    }
  }
  CHECK(table.rows.size() == 40);
  CHECK(
      read_as("ck_tile::tile_distribution_encoding<ck_tile::sequence<>, ck_tile::tuple<ck_tile::sequence<4>>, "
              "ck_tile::tuple<ck_tile::sequence<1>>, ck_tile::tuple<ck_tile::sequence<0>>, ck_tile::sequence<>, ck_tile::sequence<>>{}") ==
      "4:1");
  CHECK(read_as("tile_distribution_encoding<sequence<>, tuple<sequence<4>>, tuple<>, tuple<>, sequence<1>, sequence<1>>") ==
        "tile_distribution_encoding has no part (1,1).");
}

TEST_CASE("fragments of TileLang as it prints them") {
  const GoldenTable table("makers/tilelang.tsv");
  for (const auto& row : table.rows) {
    INFO(row["printed"]);
    const auto ours = layout_read(read_as(row["printed"])), wanted = layout_read(row["layout"]);
    REQUIRE(size(ours) == size(wanted));
    for (std::int64_t i = 0; i < size(ours); ++i) REQUIRE(ours(i) == wanted(i));
    const auto shape = all_numbers(row["printed"].substr(0, row["printed"].find("->")));
    const auto threads = size(mode(ours, 0));
    for (const auto& pair : pairs_in(row)) {
      const auto at = all_numbers(pair.substr(0, pair.find('|'))), place = all_numbers(pair.substr(pair.find('>')));
      CHECK(ours(place[0] + threads * place[1]) == flat_in(at, shape));
    }
  }
  CHECK(table.rows.size() == 7);
  CHECK(read_as("Layout([16, 64] -> [2, 512], transform: [_i, _j] -> [_i // 8, _i % 8 * 64 + _j])") == "(16,64):(64,1)");
  CHECK(read_as("Layout([2, 32] -> [64], transform: [_i, _j] -> [_j * 2 + _i])") == "(2,32):(1,2)");
  CHECK(read_as("Layout([8, 64] -> [8, 64], transform: [_i, _j] -> [_i, T.bitwise_xor(_j // 8, _i) * 8 + _j % 8])") ==
        "Sw<3,3,3> o 0 o (8,64):(64,1)");
  CHECK(read_as("Fragment([4] -> [2], replicate: 1, thread: 4, forward_thread: _i, forward_index: [0])") ==
        "Some registers of this fragment hold no element, so that it is no layout.");
  CHECK(read_as("Layout([4] -> [4], transform: [_i] -> [_k])") == "In this expression a number, _i, _j or _rep is expected at \"_k\".");
}

TEST_CASE("Gluon's constructors are Triton's encodings") {
  const GoldenTable table("makers/triton.tsv");
  int read = 0;
  for (const auto& row : table.rows) {
    if (row["gluon"] == "-") continue;
    INFO(row["gluon"]);
    std::string shape = row["shape"];
    for (std::size_t x = shape.find('x'); x != std::string::npos; x = shape.find('x')) shape.replace(x, 1, ", ");
    const auto type = dialects::triton_type(row["pasted"], {});
    REQUIRE(type.has_value());
    REQUIRE(type->value.has_value());
    CHECK(read_as("gl.to_linear_layout(" + row["gluon"] + ", [" + shape + "])") == type->value->text);
    ++read;
  }
  CHECK(read == 83);
  CHECK(read_as("gl.BlockedLayout([1, 8], [4, 8], [4, 1], [1, 0])") == "((8,16),8):((128,1),16)");
  CHECK(read_as("ttgl.BlockedLayout(size_per_thread=[1, 8], threads_per_warp=[4, 8], warps_per_cta=[4, 1], order=[1, 0])") ==
        "((8,16),8):((128,1),16)");
  CHECK(read_as("gl.BlockedLayout([1, 8], [4, 8])") == "BlockedLayout needs warps_per_cta.");
  CHECK(read_as("gl.to_linear_layout(gl.PaddedSharedLayout([[64, 8]], [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32], [1, 0], [2, 0]]), "
                "[4, 64])") == "(4,64):(72,1)");
}

TEST_CASE("tensors of PyTorch and numpy, einops and Mojo") {
  CHECK(read_as("torch.empty(2, 3, 4)") == "(2,3,4):(12,4,1)");
  CHECK(read_as("torch.zeros((8, 3, 32, 32), memory_format=torch.channels_last)") == "(8,3,32,32):(3072,1,96,3)");
  CHECK(read_as("torch.empty_strided((2, 3), (3, 1))") == "(2,3):(3,1)");
  CHECK(read_as("torch.randn(4, 6).T") == "(6,4):(1,6)");
  CHECK(read_as("torch.randn(4, 6).view(2, 2, 3, 2).permute(0, 2, 1, 3)") == "(2,3,2,2):(12,2,6,1)");
  CHECK(read_as("torch.randn(4, 6).T.reshape(24)") == "A reshape to (24) needs a copy: no layout without one has these elements.");
  CHECK(read_as("torch.randn(4, 1).expand(4, 8)") == "(4,8):(1,0)");
  CHECK(read_as("torch.arange(16).unfold(0, 4, 2)") == "(7,4):(2,1)");
  CHECK(read_as("torch.randn(4, 6).narrow(1, 2, 3)") == "ptr+2 o (4,3):(6,1)");
  CHECK(read_as("torch.randn(2, 3).frobnicate()").starts_with("The method frobnicate is not read"));
  CHECK(read_as("np.zeros((4, 8), order=\"F\")") == "(4,8):(1,4)");
  CHECK(read_as("np.ndarray((2, 3), dtype=np.float32, strides=(4, 8))") == "(2,3):(1,2)");
  CHECK(read_as("np.ndarray((2, 3), dtype=np.float32, strides=(3, 8))") == "The stride of 3 bytes is no multiple of an element's 4 bytes.");
  CHECK(read_as("rearrange(x, 'b (h w) -> h b w', b=2, h=4, w=8)") == "(4,2,8):(8,32,1)");
  CHECK(read_as("einops.rearrange('(b c) d -> b (d c)', b=2, c=3, d=4)") == "(2,(3,4)):(12,(4,1))");
  CHECK(read_as("rearrange(torch.empty(6, 4), '(b c) d -> b (d c)', c=3)") == "(2,(3,4)):(12,(4,1))");
  CHECK(read_as("repeat('h w -> h r w', h=2, w=3, r=4)") == "(2,4,3):(3,0,1)");
  CHECK(read_as("reduce('h w -> h', h=2, w=3)").starts_with("This pattern adds elements together"));
  CHECK(read_as("rearrange('h w -> w h', h=2)") == "The size of w is not known: write w=.");
  CHECK(read_as("Layout.row_major(4, 8)") == "(4,8):(8,1)");
  CHECK(read_as("LayoutTensor[DType.float32, Layout.col_major(4, 8), MutableAnyOrigin]") == "(4,8):(1,4)");
  CHECK(read_as("Layout(IntTuple(4, IntTuple(2, 2)), IntTuple(1, IntTuple(4, 8)))") == "(4,(2,2)):(1,(4,8))");
  CHECK(read_as("make_layout((4,8))") == "none");
  CHECK(read_as("Layout<Shape<_4,_2>,Stride<_2,_1>>{}") == "none");
  CHECK(read_as("Layout(shape, stride)") == "none");
  CHECK(read_as("A note about torch.empty") == "none");
}
