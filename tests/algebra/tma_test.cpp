// Tests TMA: the arguments that CuTe C++ hands to the driver for a copy, and the tensors that it makes.

#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "algebra/hardware/tiled.hpp"
#include "algebra/hardware/tma.hpp"
#include "algebra/hardware/tma_bytes.hpp"
#include "algebra/language/evaluate.hpp"
#include "algebra/layout/operations.hpp"
#include "tests/fields.hpp"
#include "tests/test_data.hpp"

using namespace algebra;

namespace {

std::vector<std::vector<std::string>> rows_of(const std::string& file) {
  std::ifstream in(test_data() + "/golden/" + file);
  std::vector<std::vector<std::string>> rows;
  for (std::string line; std::getline(in, line);) rows.push_back(fields_of(line));
  return rows;
}

TiledCopy copy_of(const std::string& expression) {
  const auto e = evaluate(expression, {}, IntegerRule::cute);
  REQUIRE_MESSAGE(e, expression << ": " << e.error().problem.message.text());
  return std::get<TiledCopy>(e->value);
}

std::string problem_of(const std::string& expression) {
  const auto e = evaluate(expression, {}, IntegerRule::cute);
  return e ? "no problem" : e.error().problem.message.text();
}
std::vector<std::string> hints_of(const std::string& expression) {
  const auto e = evaluate(expression, {}, IntegerRule::cute);
  REQUIRE_MESSAGE(e, expression << ": " << e.error().problem.message.text());
  std::vector<std::string> all;
  for (const auto& hint : e->hints) all.push_back(hint.problem.message.text());
  return all;
}

/// Returns the columns of golden/tma.tsv and tma_atoms.tsv after the expression.
std::vector<std::string> columns(const Tma& tma) {
  std::vector<std::string> all;
  for (const auto& field : tma_fields(tma, Marks::underscores))
    if (field.key != "interleave" && field.key != "l2_promotion" && field.key != "oob_fill" && field.key != "bytes_per_instruction")
      all.push_back(field.text);
  return all;
}
std::vector<std::string> columns(const TiledCopy& tiled) {
  auto all = columns(*tiled.atom.tma);
  all.push_back(to_string(tile_shape(tiled), Marks::underscores));
  all.push_back(to_string(tiled.layout_tv, Marks::underscores));
  return all;
}

}  // namespace

TEST_CASE("what make_tma_copy hands to the driver and makes of it, as CuTe C++ prints it; what it refuses, in its words") {
  const auto rows = rows_of("tma.tsv");
  REQUIRE(rows.size() == 268);
  int refused = 0;
  for (const auto& row : rows) {
    INFO(row[0]);
    if (row.size() == 2) {
      ++refused;
      const auto words = row[1].substr(row[1].find(": ") + 2);
      CHECK(problem_of(row[0]).starts_with(words + ": "));
    } else {
      CHECK(columns(copy_of(row[0])) == std::vector(row.begin() + 1, row.end()));
    }
  }
  CHECK(refused > 30);
}

TEST_CASE("what make_tma_atom hands to the driver, as CuTe C++ does") {
  const auto rows = rows_of("tma_atoms.tsv");
  REQUIRE(rows.size() >= 10);
  for (const auto& row : rows) {
    INFO(row[0]);
    if (row.size() == 2) {
      CHECK(problem_of(row[0]).starts_with(row[1].substr(row[1].find(": ") + 2) + ": "));
      continue;
    }
    const auto e = evaluate(row[0], {}, IntegerRule::cute);
    REQUIRE_MESSAGE(e, e.error().problem.message.text());
    // The driver's fields, the basis, and the strides of the coordinates.
    auto all = columns(*std::get<CopyAtom>(e->value).tma);
    all.resize(row.size() - 1);
    CHECK(all == std::vector(row.begin() + 1, row.end()));
  }
}

TEST_CASE("a TMA copy is written as the call that makes it") {
  for (const auto& row : rows_of("tma.tsv")) {
    if (row.size() == 2) continue;
    INFO(row[0]);
    const auto made = copy_of(row[0]);
    const auto text = to_string(Value(made), Marks::underscores);
    CHECK(copy_of(text) == made);
    CHECK(to_string(Value(copy_of(text)), Marks::underscores) == text);
  }
}

TEST_CASE("the parts of a TMA copy and of tma_partition, as CuTe C++ prints them") {
  const auto rows = rows_of("tma_parts.tsv");
  REQUIRE(rows.size() >= 100);
  for (const auto& row : rows) {
    INFO(row[0]);
    const auto e = evaluate(row[0], {}, IntegerRule::cute);
    REQUIRE_MESSAGE(e, e.error().problem.message.text());
    CHECK(to_string(e->value, Marks::underscores) == row[1]);
  }
}

TEST_CASE("a multicast mask beyond the cluster's 16 bits is refused, and one without the CTA's own bit has a note") {
  CHECK(problem_of("create_tma_multicast_mask((_8,_4):(_1,_8), (1,_))") ==
        "The mask has 16 bits, one for each CTA of a cluster, and none for CTA 16.");
  CHECK(problem_of("create_tma_multicast_mask<2>((_2,_2):(_1,_2), (1,0))") == "The coordinate (1,0) has no mode 2.");
  CHECK(hints_of("create_tma_multicast_mask((4,4):(0,1), (_,1))").size() == 1);
  CHECK(hints_of("create_tma_multicast_mask((_4,_4):(_0,_1), (_,1))").empty());
}

TEST_CASE("a pointer may be moved by bytes, and is refused where TMA cannot begin") {
  const std::string begin = "make_tma_copy(SM90_TMA_LOAD, half_t ptr+", rest = " o (1024,512):(512,_1), GMMA::Layout_K_SW128_Atom<half_t>)";
  CHECK(copy_of(begin + "32B" + rest).atom.tma->tensor.offset == 16);
  CHECK(copy_of("make_tma_copy(SM90_TMA_LOAD, make_tensor(make_gmem_ptr<half_t>(ptr+32B), (1024,512):(512,_1)), "
                "GMMA::Layout_K_SW128_Atom<half_t>)")
            .atom.tma->tensor.offset == 16);
  CHECK(problem_of(begin + "8B" + rest).starts_with("(reinterpret_cast<uint64_t>(gmem_address) & 0b1111) == 0: "));
  CHECK(problem_of(begin + "3B" + rest) == "3 bytes are no whole number of elements of 16 bits.");
  CHECK(problem_of(begin + "4611686018427387904" + rest) == "4611686018427387904 * 16 does not fit into 63 bits.");
}

TEST_CASE("what TMA cannot do yet is refused with what it can") {
  const std::string tensor = ", ptr o (1024,512):(512,_1), GMMA::Layout_K_SW128_Atom<half_t>)";
  CHECK(problem_of("make_tma_copy(SM90_TMA_LOAD_IM2COL" + tensor) ==
        "SM90_TMA_LOAD_IM2COL copies in im2col mode, for convolutions, which is not supported yet. Use SM90_TMA_LOAD or SM90_TMA_STORE for "
        "tiles.");
  CHECK(problem_of("make_tma_copy(SM100_TMA_LOAD_2D_GATHER4" + tensor) ==
        "SM100_TMA_LOAD_2D_GATHER4 copies four rows chosen at run time, which is not supported yet. Use SM90_TMA_LOAD or SM90_TMA_STORE "
        "for tiles.");
}

TEST_CASE("what CuTe hands over although the driver's limits forbid it has a warning") {
  const std::string gmem = "make_tensor(make_gmem_ptr<half_t>(ptr),(1024,512):(512,_1))";
  CHECK(hints_of("make_tma_copy(SM90_TMA_LOAD," + gmem + ",Sw<2,4,3> o smem_ptr[16b](unset) o (_128,_64):(_64,_1))") ==
        std::vector<std::string>{
            "The driver takes inner boxes of at most the 64 bytes that the swizzle 64B permutes; this is 128 bytes wide."});
  CHECK(hints_of("make_tma_copy(SM90_TMA_LOAD," + gmem + ",(_128,_4):(_4,_1))") ==
        std::vector<std::string>{"The driver takes inner boxes that are multiples of 16 bytes; this is 4 elements or 8 bytes wide."});
  CHECK(hints_of("make_tma_copy(SM90_TMA_LOAD," + gmem + ",Sw<3,4,3> o smem_ptr[16b](unset) o (_128,_64):(_64,_1))").empty());
  CHECK(hints_of("make_tma_copy(SM90_TMA_LOAD," + gmem + ",Sw<3,4,3> o smem_ptr[16b](unset) o (_128,_16):(_16,_1))") ==
        std::vector<std::string>{
            "The inner box has 32 bytes, and the swizzle 128B permutes 128: TMA begins each row of the box at a multiple of 128 bytes in "
            "shared memory, not side by side as the layout has them. Use rows of 128 bytes or a narrower swizzle."});
  CHECK(hints_of("make_tma_copy(SM90_TMA_LOAD," + gmem + ",Sw<3,4,3> o smem_ptr[16b](unset) o (_1,_16):(_16,_1))").empty());
  const std::string six = "make_tensor(make_gmem_ptr<half_t>(ptr),(64,8,8,8,4,3):(_1,64,512,4096,32768,131072))";
  const auto shared = hints_of("make_tma_copy(SM90_TMA_LOAD," + six + ",(_64,_4,_2,_2,_2,_2):(_1,_64,_256,_512,_1024,_2048))");
  REQUIRE(shared.size() == 1);
  CHECK(shared[0].starts_with(
      "The modes from the fifth on share one dimension of the tensor map: the tile's (2,2) of them become a box of 4"));
  CHECK(hints_of("make_tma_copy(SM90_TMA_LOAD," + six + ",(_64,_4,_2,_2,_1,_1):(_1,_64,_256,_512,_1024,_1024))").empty());
}

TEST_CASE("an order of tiles that needs fewer instructions is offered, and needs them") {
  const std::string before =
      "make_tma_copy(SM90_TMA_LOAD,make_tensor(make_gmem_ptr<half_t>(ptr),(1024,512):(_1,1024)),"
      "tile_to_shape(Sw<3,4,3> o smem_ptr[16b](unset) o (_64,_8):(_1,_64),(_128,_64)";
  CHECK(instructions_per_tile(*copy_of(before + "))").atom.tma) == 16);
  const auto hints = hints_of(before + "))");
  REQUIRE(hints.size() == 1);
  CHECK(hints[0] ==
        "A tile takes 16 instructions; with its atoms in the order (_2,_1) it would take 2: tile_to_shape(atom, shape, (_2,_1)).");
  CHECK(instructions_per_tile(*copy_of(before + ",(_2,_1)))").atom.tma) == 2);
  CHECK(hints_of(before + ",(_2,_1)))").empty());
}

namespace {

/// Byte of shared memory -> byte of the tensor, for the tile that begins at `tile`: as the layouts say, and as the instructions copy.
std::map<std::int64_t, std::int64_t> by_layouts(const TiledCopy& tiled, const IntTuple& tile) {
  const auto& tma = *tiled.atom.tma;
  const auto& tensor = tma.tensor.layout;
  const auto bytes = tma.tensor.type->bits / 8;
  const auto in_tile = composition(make_identity_layout(tensor.shape()), tma.tile);
  std::map<std::int64_t, std::int64_t> all;
  for (std::int64_t c = 0; c < size(in_tile); ++c) {
    const auto at = sum(tile, index_of(IntTuple(Int{c, true}), in_tile));
    bool inside = true;
    IntTuple::for_each_pair(at, tensor.shape(), [&](Int x, Int n) { inside = inside && x.value < n.value; });
    const auto shared = std::visit([&](const auto& l) { return l(c); }, tma.shared);
    const auto global = inside ? crd2idx(at, tensor.shape(), tensor.stride()).value * bytes : TmaByte::outside;
    for (std::int64_t b = 0; b < bytes; ++b) all[shared * bytes + b] = inside ? global + b : global;
  }
  return all;
}
std::map<std::int64_t, std::int64_t> by_instructions(const TiledCopy& tiled, const IntTuple& tile) {
  const auto& tma = *tiled.atom.tma;
  std::map<std::int64_t, std::int64_t> all;
  for (std::int64_t i = 0; i < instructions_per_tile(tma); ++i)
    for (std::int64_t cta = 0; cta < size(mode(tiled.layout_tv, 0)); ++cta) {
      const auto instruction = instruction_of(tiled, tile, i, cta);
      // A slice of a multicast may begin within the swizzle's period: the hardware permutes by the address.
      const auto period = period_of(tma.map.swizzle), into = instruction.shared % period;
      for (const auto& byte : bytes_of_box(tma.map, instruction.coordinates, into)) {
        const auto at = instruction.shared - into + byte.shared;
        CHECK_MESSAGE(!all.contains(at), "byte " << at << " is written twice");
        all[at] = byte.global;
      }
    }
  return all;
}

}  // namespace

TEST_CASE("the hardware's boxes and swizzle put each byte where the layouts say") {
  int compared = 0, cut = 0;
  for (const auto& row : rows_of("tma.tsv")) {
    if (row.size() == 2 || row[0].find("<uint16_t>(") != std::string::npos) continue;
    const auto tiled = copy_of(row[0]);
    const auto& tma = *tiled.atom.tma;
    const auto& shape = tma.tensor.layout.shape();
    const bool flat = shape.depth() <= 1;
    if (!tma_warnings(tma).empty() || !flat || instructions_per_tile(tma) > 64 || tma.map.rank != shape.rank()) continue;
    INFO(row[0]);
    // The first tile, and the last one, which the tensor may cut.
    const auto tile = tile_shape(tiled);
    IntTuple last;
    for (int i = 0; i < shape.rank(); ++i) {
      const auto n = i < tile.rank() ? tile.mode(i).integer().value : 1;
      last.append(Int{(shape.mode(i).integer().value - 1) / n * n, true});
    }
    const auto origin = last.transformed([](Int) { return Int{0, true}; });
    for (const auto& at : {origin, last}) {
      const auto wanted = by_layouts(tiled, at);
      const auto outside = [](const auto& byte) { return byte.second == TmaByte::outside; };
      cut += std::any_of(wanted.begin(), wanted.end(), outside) ? 1 : 0;
      CHECK(by_instructions(tiled, at) == wanted);
      ++compared;
    }
  }
  CHECK(compared > 100);
  CHECK(cut > 10);
}
