// Converts Triton's encodings to layouts and back. Golden rows are the bases of Triton's own LinearLayoutConversionsTest; converted layouts
// are checked against the bases.

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <fstream>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "algebra/code/triton.hpp"
#include "algebra/language/evaluate.hpp"
#include "algebra/language/value_bits.hpp"
#include "algebra/language/value_indexing.hpp"
#include "algebra/reading/scan.hpp"
#include "algebra/reading/triton.hpp"
#include "algebra/text/statements.hpp"
#include "tests/algebra/scanned_in.hpp"
#include "tests/golden_table.hpp"
#include "tests/test_data.hpp"

using namespace algebra;
using namespace algebra::dialects;

namespace {

using Sizes = std::vector<std::int64_t>;

std::string said(std::string_view encoding, Sizes shape, bool in_cutes = true) {
  const auto layout = read_triton(encoding, std::move(shape));
  if (!layout) return layout.error();
  try {
    return in_cutes ? in_cute(*layout).text : bases_text(*layout);
  } catch (Problem& p) {
    return p.message.text();
  }
}

Value value_in_cute(const std::string& text) {
  auto e = evaluate(text, {}, IntegerRule::math, {.verdicts = false, .steps = nullptr});
  REQUIRE_MESSAGE(e.has_value(), text);
  return std::move(e->value);
}

std::uint64_t flat(const LinearLayout::Basis& basis, const Sizes& shape) {
  std::uint64_t index = 0, stride = 1;
  for (std::size_t d = 0; d < shape.size(); ++d)
    index += static_cast<std::uint64_t>(basis[d]) * stride, stride *= static_cast<std::uint64_t>(shape[d]);
  return index;
}

/// Returns the layout's own answer: the XOR of the bases of the bits that are set.
std::uint64_t reached(const std::vector<LinearLayout::Basis>& bases, const Sizes& shape, std::uint64_t from) {
  std::uint64_t index = 0;
  for (std::size_t i = 0; i < bases.size(); ++i)
    if ((from >> i & 1) != 0) index ^= flat(bases[i], shape);
  return index;
}

/// The text in CuTe's notation against the bases, at every coordinate.
void check_exact(const LinearLayout& layout) {
  const auto text = in_cute(layout).text;
  const auto value = value_in_cute(text);
  const auto function = indexing(value);
  const auto* matrix = std::get_if<BitMatrix>(&value);
  REQUIRE_MESSAGE((function.has_value() || matrix != nullptr), text);
  const auto index = [&](std::uint64_t c) {
    return matrix != nullptr ? apply(*matrix, c) : static_cast<std::uint64_t>((*function)(static_cast<std::int64_t>(c)));
  };
  if (layout.in_memory()) {
    // The offset of an element leads back to it.
    const auto& bases = layout.bases("offset");
    for (std::uint64_t offset = 0; offset < std::uint64_t{1} << bases.size(); ++offset)
      REQUIRE_MESSAGE(index(reached(bases, layout.shape, offset)) == offset, text);
    return;
  }
  std::vector<LinearLayout::Basis> bases = layout.bases("block");
  for (const auto* input : {"lane", "warp", "register", "row", "col"})
    bases.insert(bases.end(), layout.bases(input).begin(), layout.bases(input).end());
  for (std::uint64_t c = 0; c<std::uint64_t{1} << bases.size(); c += bases.size()> 14 ? 97 : 1)
    REQUIRE_MESSAGE(index(c) == reached(bases, layout.shape, c), text);
}

}  // namespace

TEST_CASE("encodings have the bases that Triton's own test has, and CuTe's notation is the same function") {
  std::ifstream in(test_data() + "/golden/triton.tsv");
  int rows = 0;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("# ") || line.empty()) continue;
    std::stringstream fields(line);
    std::string sizes, encoding, bases;
    std::getline(fields, sizes, '\t'), std::getline(fields, encoding, '\t'), std::getline(fields, bases, '\t');
    Sizes shape;
    std::stringstream numbers(sizes);
    for (std::string n; std::getline(numbers, n, 'x');) shape.push_back(std::stoll(n));
    ++rows;
    const auto layout = read_triton(encoding, shape);
    REQUIRE_MESSAGE(layout.has_value(), line);
    CHECK_MESSAGE(bases_text(*layout) == bases, line);
    check_exact(*layout);
  }
  CHECK(rows == 79);
}

TEST_CASE("every kind of encoding has the bases that the project's tests expect, AMD's and Intel's too") {
  const GoldenTable table("makers/triton.tsv");
  for (const auto& row : table.rows) {
    INFO(row["pasted"]);
    Sizes shape;
    std::stringstream numbers(row["shape"]);
    for (std::string n; std::getline(numbers, n, 'x');) shape.push_back(std::stoll(n));
    // The rows of DPAS have the operand beside the encoding.
    constexpr std::array<std::string_view, 5> operands{"A", "B", "C", "scaleA", "scaleB"};
    const auto operand = std::ranges::find(operands, row["operand"]) - operands.begin();
    const bool of_operand = operand != 2 && operand < 5;
    const auto encoding = of_operand ? fmt::format("#ttg.dot_op<{{opIdx = {}, parent = {}}}>", operand, row["encoding"]) : row["encoding"];
    const auto layout = read_triton(encoding, shape);
    REQUIRE_MESSAGE(layout.has_value(), (layout ? std::string() : layout.error().text()));
    CHECK(bases_text(*layout) == row["bases"]);
    CHECK(layout->shape == shape);
    check_exact(*layout);
    if (of_operand) continue;
    const auto type = triton_type(row["pasted"], {});
    REQUIRE(type.has_value());
    REQUIRE(type->value.has_value());
    CHECK(type->value->text == in_cute(*layout).text);
  }
  CHECK(table.rows.size() == 99);
}

TEST_CASE("an encoding on a line of its own is a statement, and no comment") {
  std::vector<std::string> taken;
  StatementLines lines;
  const StatementLines::Take take = [&](const std::string& statement) { taken.push_back(statement); };
  const std::string encoding = "#ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>";
  for (const auto& line : {std::string("# a note"), encoding, std::string("#ttg is a dialect"), std::string("(4,8)")})
    lines.add(line, take);
  lines.finish(take);
  CHECK(taken == std::vector<std::string>{encoding, "(4,8)"});
}

TEST_CASE("encodings in CuTe's notation") {
  CHECK(said("#ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>", {128, 64}) ==
        "((8,16),(8,8)):((1024,1),(128,16))");
  // Without a shape the layout covers the elements that the threads cover.
  CHECK(said("#triton_gpu.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>", {}) ==
        "((8,16),8):((128,1),16)");
  // The C of SM90_64x128x16 and of SM80_16x8x16, as CuTe's atoms have it.
  CHECK(said("#ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 128, 16]}>", {64, 128}) ==
        "((4,8,4),(2,2,16)):((128,1,16),(64,8,512))");
  CHECK(said("#ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [1, 1], instrShape = [16, 8]}>", {16, 8}) ==
        "((4,8),(2,2)):((32,1),(16,8))");
  CHECK(said("#ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>", {128, 64}) ==
        "Sw<3,3,3> o 0 o (128,64):(64,1)");
  CHECK(said("#triton_gpu.shared<{vec = 8, perPhase = 2, maxPhase = 4, order = [0, 1], hasLeadingOffset = false}>", {32, 64}) ==
        "Sw<2,3,3> o 0 o (32,64):(1,32)");
  CHECK(said("#ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = true, elementBitWidth = 32, rank = 3}>", {64, 4, 32}, false) ==
        "offset = [[1, 0, 0], [2, 0, 0], [4, 0, 0], [8, 0, 0], [0, 0, 4], [4, 0, 8], [8, 0, 16], [0, 1, 0], [0, 2, 0], [0, 0, 1], "
        "[0, 0, 2], [16, 0, 0], [32, 0, 0]], block = []");
  // Padded 4-bit elements have two offsets each.
  CHECK(said("#ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 8, fp4Padded = true}>", {32, 64}, false) ==
        "offset = [[0, 1], [0, 2], [0, 4], [0, 0], [0, 8], [0, 16], [0, 32], [1, 8], [2, 16], [4, 32], [8, 0], [16, 0]], block = []");
  // A size that is no power of two is the beginning of the next one.
  CHECK(said("#ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>", {48}) == "((64,2),1):((1,0),0)");
  // Any number of buffers.
  CHECK(said("#ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>", {3, 128, 64}) ==
        "Sw<3,3,3> o 0 o (3,128,64):(8192,64,1)");
  CHECK(said("#ttg.shared_linear<{offset = [[0, 1], [0, 2], [1, 0], [2, 2]]}, alignment = 16>", {4, 4}) == "Sw<1,1,2> o 0 o (4,4):(4,1)");
  // Where no layout has the bases, the matrix.
  CHECK(said("#ttg.linear<{register = [[1, 0], [3, 1]], lane = [[0, 1], [0, 2]], warp = [], block = []}>", {4, 4}) ==
        "make_bit_matrix((4,8),(1,7))");
  CHECK(said("#ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0], CGALayout = [[1]]}>", {256}) ==
        "(2,128,1):(128,1,0)");
}

TEST_CASE("random linear encodings: CuTe's notation is the same function") {
  std::mt19937 random(20);
  for (int i = 0; i < 300; ++i) {
    // An invertible map of the elements' bits, and now and then a bit that leads nowhere.
    const int bits = 2 + static_cast<int>(random() % 8), rows = static_cast<int>(random() % static_cast<unsigned>(bits + 1));
    std::vector<std::uint64_t> images;
    for (int b = 0; b < bits; ++b) images.push_back(std::uint64_t{1} << b);
    std::shuffle(images.begin(), images.end(), random);
    if (i % 2 == 1)
      for (int k = 0; k < bits; ++k) {
        const auto a = random() % images.size(), b = random() % images.size();
        if (a != b) images[a] ^= images[b];
      }
    const auto basis = [&](std::uint64_t image) {
      return fmt::format("[{}, {}]", image & ((std::uint64_t{1} << rows) - 1), image >> rows);
    };
    std::vector<std::string> texts;
    for (const auto image : images) texts.push_back(basis(image));
    const auto cut = texts.begin() + static_cast<std::ptrdiff_t>(random() % texts.size());
    const Sizes shape{std::int64_t{1} << rows, std::int64_t{1} << (bits - rows)};
    auto registers = std::vector<std::string>(texts.begin(), cut);
    if (i % 3 == 0) registers.emplace_back("[0, 0]");
    const auto layout = read_triton(fmt::format("#ttg.linear<{{register = [{}], lane = [{}], warp = [], block = []}}>",
                                                fmt::join(registers, ", "), fmt::join(cut, texts.end(), ", ")),
                                    shape);
    REQUIRE(layout.has_value());
    check_exact(*layout);
    const auto shared = read_triton(fmt::format("#ttg.shared_linear<{{offset = [{}], block = []}}>", fmt::join(texts, ", ")), shape);
    REQUIRE(shared.has_value());
    check_exact(*shared);
  }
}

TEST_CASE("a thread-value layout as Triton's linear encoding, and back") {
  const auto linear = [](const char* text, const Sizes& tile = {}) {
    try {
      return code::as_triton_linear(value_in_cute(text), tile);
    } catch (Problem& p) {
      return p.message.text();
    }
  };
  // Triton's own bases of a 16 x 8 tile of mma.m16n8.
  const std::string mma =
      "#ttg.linear<{register = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [], block = []}>";
  CHECK(linear("((4,8),(2,2)):((32,1),(16,8))", {16, 8}) == mma);
  CHECK(linear("make_identity_layout((16,8)) o ((4,8),(2,2)):((32,1),(16,8))") == mma);
  CHECK(said(mma, {16, 8}) == "((4,8),(2,2)):((32,1),(16,8))");
  CHECK(linear("(64,4):(4,1)") == "#ttg.linear<{register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = [[128]], block = []}>");
  CHECK(linear("Sw<1,0,2> o 0 o (4,4):(1,4)") == "#ttg.linear<{register = [[5], [8]], lane = [[1], [2]], warp = [], block = []}>");
  CHECK(linear("(4,3):(1,4)").starts_with("(4,3):(1,4) has a mode of size 3, not a power of two"));
  CHECK(linear("8:1") == "8:1 has rank 1, but a thread-value layout has rank 2: threads and values.");
  CHECK(linear("(4,8):(2,8)") == "Triton's linear layouts reach each element of a tensor; (4,8):(2,8) reaches 32 of 64.");
  CHECK(linear("(4,4):(1,4)", {4, 3}) == "Triton's tensors have sizes that are powers of two, not 3.");
  CHECK(linear("(2,2):(4@1,1@0)") == "The coordinates of (2,2):(4@1,1@0) fill no tensor whose sizes are powers of two.");
}

TEST_CASE("encodings that are wrong or not read are refused with the reason") {
  CHECK(said("#ttg.blocked<{sizePerThread = [1, 8}>", {8, 8}) == "In this encoding \",\" is expected at byte 36, not \"}\".");
  CHECK(said("#ttg.blocked<{sizePerThread = [1, 8]", {8, 8}) == "This encoding ends too early: \",\" is expected.");
  CHECK(said("#ttg.blocked<{größe = [1]}>", {8}) == "In this encoding \"=\" is expected at byte 17, not \"ö\".");
  CHECK(said("#ttg.blocked<{sizePerThread = [1]}>", {8}) == "The encoding #ttg.blocked needs order.");
  CHECK(said("#ttg.blocked<{sizePerThread = [3], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>", {8}) ==
        "sizePerThread of #ttg.blocked takes powers of two, not 3.");
  CHECK(said("#ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [1]}>", {8}) ==
        "order of #ttg.blocked names each mode once, from 0.");
  CHECK(said("#ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>", {8, 8}) ==
        "order of #ttg.blocked has 1 numbers for a tensor of 2 modes.");
  CHECK(said("#ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>", {0}) ==
        "Triton's tensors have sizes that are powers of two, not 0.");
  CHECK(said("#ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>", {std::int64_t{1} << 40}) ==
        "A tensor of more than 2^30 elements is not read: (1099511627776).");
  CHECK(said("#ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>", {}) ==
        "The encoding #ttg.swizzled_shared needs the shape of its tensor: copy its type too, such as tensor<128x64xf16, #shared>.");
  CHECK(said("#ttg.sparse_dot_meta<{version = 3}>", {8, 8}).starts_with("The encoding #ttg.sparse_dot_meta is not read: Triton's"));
  CHECK(said("#ttg.amd_mfma<{version = 3}>", {8, 8}) == "instrShape of #ttg.amd_mfma is 2 powers of two.");
  CHECK(said("#ttg.slice<{dim = 0, parent = #nobody}>", {8}) == "There is no #nobody in this text.");
  std::string deep = "#ttg.blocked<{}>";
  for (int i = 0; i < 40; ++i) deep = "#ttg.slice<{dim = 0, parent = " + deep + "}>";
  CHECK(said(deep, {8}) == "An encoding is nested at most 16 deep.");
  CHECK(said("#ttg.nvidia_mma<{versionMajor = 5, warpsPerCTA = [4, 1], instrShape = [16, 8]}>", {64, 64}) ==
        "versionMajor of #ttg.nvidia_mma is 2 or 3, not 5.");
  CHECK(said("#ttg.shared_linear<{offset = [[0, 1], [0, 1]]}>", {2, 2}).size() > 20);
}

TEST_CASE("tensors and buffers are found in a module, each type once") {
  const std::string module =
      "#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>\n"
      "#shared = #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>\n"
      "#smem = #ttg.shared_memory\n"
      "module attributes {\"ttg.num-warps\" = 4 : i32} {\n"
      "  %a = tt.load %p : tensor<128x64x!tt.ptr<f16>, #blocked>\n"
      "  %s = ttg.local_alloc %a : (tensor<128x64xf16, #blocked>) -> !ttg.memdesc<2x128x64xf16, #shared, #smem, mutable>\n"
      "  %n = arith.constant dense<0> : tensor<16x24xi32, #blocked>\n"
      "  %m = tt.reduce %a : tensor<128xf16, #ttg.slice<{dim = 1, parent = #blocked}>>\n"
      "  %x = tt.x : tensor<16x8xi32, #nobody>\n";
  std::string all, entries;
  for (const std::size_t chunk : {std::string_view::npos, std::size_t{1}, std::size_t{50}}) {
    all.clear();
    for (const auto& f : scanned_in(module, chunk)) all += fmt::format("{}:{} {} = {}\n", f.line, f.column, f.name, f.text);
    CHECK(all ==
          "5:21 blocked_128x64 = ((8,16),(8,8)):((1024,1),(128,16))\n"
          "6:68 shared_2x128x64 = Sw<3,3,3> o 0 o (2,128,64):(8192,64,1)\n"
          "7:34 blocked_16x24 = ((4,2,16),8):((128,0,1),16)\n"
          "8:23 slice_128 = ((8,16),8):((0,1),16)\n");
  }
  for (const auto& f : find_triton(module)) entries += fmt::format("{} = {}\n", f.name, f.value ? f.value->text : f.value.error());
  CHECK(entries ==
        "blocked_128x64 = ((8,16),(8,8)):((1024,1),(128,16))\n"
        "shared_2x128x64 = Sw<3,3,3> o 0 o (2,128,64):(8192,64,1)\n"
        "blocked_16x24 = ((4,2,16),8):((128,0,1),16)\n"
        "slice_128 = ((8,16),8):((0,1),16)\n");
  const auto matrix = scanned_in(
      "#l = #ttg.linear<{register = [[1, 0], [3, 1]], lane = [[0, 1], [0, 2]], warp = [], block = []}>\n"
      "%x : tensor<4x4xi32, #l>\n");
  REQUIRE(matrix.size() == 1);
  CHECK(matrix[0].text == "make_bit_matrix((4,8),(1,7))");
  CHECK(mentions_triton(module));
  CHECK_FALSE(mentions_triton("# A note about #ttg.blocked\nA = 4:1\n"));
}
