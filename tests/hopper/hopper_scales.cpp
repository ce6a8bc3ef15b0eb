// Compares the program's layouts with the positions that Hopper reads: the metadata of 2:4 sparse WGMMA, and blockwise scales of FP8.
//
//   hopper_scales       runs on the first CUDA device; prints a line a comparison, and a line that begins with SKIPPED where there is no
//                       GPU with these instructions. Exit status 1 where anything differs.
//
// - Owners: one nibble of one thread's metadata is changed. Which row and which elements of K change in D is compared with ELayout.
// - Numbers: A and its metadata are written to memory by fill_layoutA and fill_layoutE, each thread reads its register by ELayout, and D is
//   compared with the product of the uncompressed matrices. Also with the metadata one row further, which must differ.
// - Scales are written and read by the blockwise configurations' layouts, each size and major, with a ragged M and two batches.
//
// All values are small integers and scales powers of two, so that each sum is exact.

#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <random>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "../skip.hpp"
#include "algebra/language/evaluate.hpp"
#include "algebra/layout/operations.hpp"
#include "device.hpp"

namespace {

using algebra::Layout;
using hopper::Type;

int failures = 0;
void report(bool equal, const std::string& what) {
  std::printf("%s  %s\n", equal ? "equal " : "DIFFER", what.c_str());
  std::fflush(stdout);
  if (!equal) ++failures;
}

Layout layout(const std::string& expression) {
  const auto e = algebra::evaluate(expression, {}, algebra::IntegerRule::cute, {.verdicts = false});
  if (e)
    if (const auto* l = std::get_if<Layout>(&e->value)) return *l;
  report(false, expression + " is no layout");
  std::exit(1);
}
std::size_t at(std::int64_t i) { return static_cast<std::size_t>(i); }

/// The differences between the types of A.
struct Kind {
  Type type;
  std::string name, traits, element, metadata;
  int bytes, k, chunk;        ///< of an element; logical elements of an instruction and of a group of which half are kept
  int elements_a_byte, kept;  ///< logical elements of a byte of metadata; elements kept of a chunk
  std::int64_t least_k;
};
const std::array<Kind, 3>& kinds() {
  static const std::array<Kind, 3> all{{
      {Type::f16, "half_t", "SM90::GMMA::SPARSE::GMMA_64x16x32_F32F16F16_SS<GMMA::Major::K,GMMA::Major::K>", "half_t",
       "sparse_elem<8,uint8_t>", 2, 32, 4, 8, 2, 64},
      {Type::e4m3, "float_e4m3_t", "SM90::GMMA::SPARSE::GMMA_64x16x64_F32E4M3E4M3_SS_TN<>", "float_e4m3_t", "sparse_elem<8,uint8_t>", 1, 64,
       4, 8, 2, 64},
      {Type::tf32, "tfloat32_t", "SM90::GMMA::SPARSE::GMMA_64x16x16_F32TF32TF32_SS_TN<>", "tfloat32_t", "sparse_elem<4,uint8_t>", 4, 16, 2,
       4, 1, 32},
  }};
  return all;
}

/// An integer from -3 to 3 as the bytes of a type.
void put(Type type, int value, std::uint8_t* to) {
  static constexpr std::array<std::uint16_t, 4> half{0, 0x3c00, 0x4000, 0x4200};
  static constexpr std::array<std::uint8_t, 4> e4m3{0, 0x38, 0x40, 0x44};
  const auto magnitude = static_cast<std::size_t>(value < 0 ? -value : value);
  if (type == Type::f16) {
    const auto bits = static_cast<std::uint16_t>(half[magnitude] | (value < 0 ? 0x8000 : 0));
    std::memcpy(to, &bits, 2);
  } else if (type == Type::e4m3) {
    *to = static_cast<std::uint8_t>(e4m3[magnitude] | (value < 0 ? 0x80 : 0));
  } else {
    const auto real = static_cast<float>(value);
    std::memcpy(to, &real, 4);
  }
}

std::vector<std::int32_t> accumulator(const std::string& traits) {
  const auto c = layout("MMA_Traits<" + traits + ">::CLayout{}");
  std::vector<std::int32_t> at_of;
  for (int thread = 0; thread < 128; ++thread)
    for (int v = 0; v < 8; ++v) at_of.push_back(static_cast<std::int32_t>(c(thread + 128 * v)));
  return at_of;
}

/// Changes a nibble a time, and looks where D follows.
void owners(const Kind& kind, int selector) {
  const auto e = layout("MMA_Traits<" + kind.traits + ">::ELayout{}");
  const int stored = 32 / kind.bytes;
  hopper::SparseProduct p{.type = kind.type, .selector = selector};
  p.a.resize(at(kind.bytes));
  put(kind.type, 1, p.a.data());
  p.a_at.assign(at(64 * stored), 0);
  p.e = {0x44};  // of each chunk the first two elements, of TF32 the first one
  p.e_at.assign(512, 0);
  p.c_at = accumulator(kind.traits);
  p.b.assign(1024, 0);
  for (int column = 0; column < 16; ++column)
    for (int k = 0; k < kind.k; ++k)
      if (k / kind.chunk == column && k % kind.chunk >= kind.chunk / 2) put(kind.type, 1, &p.b[at(column * 64 + k * kind.bytes)]);
  for (std::uint32_t thread = 0; thread < 128; ++thread)
    for (std::uint32_t nibble = 0; nibble < 8; ++nibble) p.change.insert(p.change.end(), {thread, 0xAU << (4 * nibble)});
  const auto answer = run(p);
  if (!answer.error.empty()) return report(false, "owners of " + kind.name + ": " + answer.error);
  int wrong = 0, ignored = 0;
  std::string first;
  for (int thread = 0; thread < 128; ++thread)
    for (int nibble = 0; nibble < 8; ++nibble) {
      // Where the layout gives two threads of four the same elements, the selector says whose are taken.
      const bool taken = kind.type == Type::e4m3 || thread / 2 % 2 == selector;
      const auto place = e(thread + 128LL * nibble * kind.chunk);
      const auto row = place % 64, column = place / 64 / kind.chunk;
      const float* d = &answer.d[at((thread * 8 + nibble) * 1024)];
      bool equal = true;
      for (int i = 0; i < 1024; ++i) equal = equal && d[i] == (taken && i == row + 64 * column ? static_cast<float>(kind.kept) : 0.0F);
      ignored += taken ? 0 : 1;
      if (equal) continue;
      if (wrong++ == 0) {
        first = fmt::format("; thread {}, nibble {}: expected row {}, chunk {}, found", thread, nibble, row, column);
        for (int i = 0, told = 0; i < 1024 && told < 4; ++i)
          if (d[i] != 0.0F) first += fmt::format(" ({},{}):{}", i % 64, i / 64, d[i]), ++told;
      }
    }
  report(wrong == 0, fmt::format("owners of {}'s metadata, selector {}: {} of 1024 nibbles where ELayout says, {} of them not taken{}",
                                 kind.name, selector, 1024 - wrong, ignored, first));
}

/// A sparse product in memory. `shift`: the metadata is read that many rows further.
void product(const Kind& kind, std::int64_t least_k, int shift) {
  constexpr int rows = 192;
  const int k = 4 * kind.k, stored = 32 / kind.bytes;
  const auto config = fmt::format("Sm90GemmSparseConfig<sparse_elem<2,{}>,GMMA::Major::K,{},{}>", kind.element, kind.metadata, least_k);
  const auto a_layout = layout(fmt::format("{}::fill_layoutA(({},16,{},1))", config, rows, k));
  const auto e_layout = layout(fmt::format("{}::fill_layoutE(({},16,{},1))", config, rows, k));
  const auto e_tv = layout("MMA_Traits<" + kind.traits + ">::ELayout{}");
  const auto a_rows = algebra::size(algebra::mode(a_layout, 0)), e_rows = algebra::size(algebra::mode(e_layout, 0));

  hopper::SparseProduct p{.type = kind.type, .tiles = rows / 64, .steps = k / kind.k};
  p.a.resize(at(algebra::size(a_layout) / 2 * kind.bytes));
  p.e.resize(at(algebra::size(e_layout) / kind.elements_a_byte));
  p.change = {128, 0};
  p.c_at = accumulator(kind.traits);
  std::mt19937 random(38);
  const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  std::vector<int> a(at(rows * k)), b(at(16 * k));
  for (int row = 0; row < rows; ++row)
    for (int from = 0; from < k; from += kind.chunk) {
      // Chooses the kept elements of a chunk, in order; the metadata has their places, the first one in the low bits.
      int low = below(kind.chunk), high = low;
      while (kind.kept == 2 && high == low) high = below(kind.chunk);
      if (low > high) std::swap(low, high);
      const auto nibble = kind.kept == 2 ? low | high << 2 : low == 0 ? 0x4 : 0xE;
      const auto offset = e_layout(row + e_rows * from);
      p.e[at(offset / kind.elements_a_byte)] |= static_cast<std::uint8_t>(nibble << (offset % kind.elements_a_byte / kind.chunk * 4));
      for (int i = 0; i < kind.kept; ++i) {
        const int value = 1 + below(3);
        a[at(row * k + from + (i == 0 ? low : high))] = value;
        put(kind.type, value, &p.a[at(a_layout(row + a_rows * (from + 2LL * i)) / 2 * kind.bytes)]);
      }
    }
  for (auto& value : b) value = below(7) - 3;
  bool word = true, order = true;
  for (int tile = 0; tile < p.tiles; ++tile)
    for (int step = 0; step < p.steps; ++step) {
      for (int row = 0; row < 64; ++row)
        for (int i = 0; i < stored; ++i)
          p.a_at.push_back(static_cast<std::int32_t>(a_layout(tile * 64 + row + a_rows * (step * kind.k + 2LL * i)) / 2 * kind.bytes));
      for (int thread = 0; thread < 128; ++thread) {
        for (int v = 0; v < 4 * kind.elements_a_byte; ++v) {
          const auto place = e_tv(thread + 128LL * v);
          const auto row = (tile * 64 + place % 64 + shift) % rows;
          const auto offset = e_layout(row + e_rows * (step * kind.k + place / 64));
          order = order && offset % kind.elements_a_byte == v % kind.elements_a_byte;
          if (v % kind.elements_a_byte == 0) p.e_at.push_back(static_cast<std::int32_t>(offset / kind.elements_a_byte));
        }
        const auto* bytes = &p.e_at[p.e_at.size() - 4];
        word = word && bytes[0] % 4 == 0 && bytes[1] == bytes[0] + 1 && bytes[2] == bytes[0] + 2 && bytes[3] == bytes[0] + 3;
      }
      for (int column = 0; column < 16; ++column)
        for (int i = 0; i < kind.k; ++i) {
          std::array<std::uint8_t, 4> bytes{};
          put(kind.type, b[at(column * k + step * kind.k + i)], bytes.data());
          p.b.insert(p.b.end(), bytes.begin(), bytes.begin() + kind.bytes);
        }
    }
  const auto answer = run(p);
  const auto name = fmt::format("A * B of {}, MinTileShapeK {}", kind.name, least_k);
  if (!answer.error.empty()) return report(false, name + ": " + answer.error);
  int wrong = 0;
  for (int row = 0; row < rows; ++row)
    for (int column = 0; column < 16; ++column) {
      int sum = 0;
      for (int i = 0; i < k; ++i) sum += a[at(row * k + i)] * b[at(column * k + i)];
      if (answer.d[at(row / 64 * 1024 + column * 64 + row % 64)] != static_cast<float>(sum)) ++wrong;
    }
  if (shift != 0)
    return report(wrong > 0, fmt::format("{}, metadata of {} row further: {} of {} differ, as they must", name, shift, wrong, rows * 16));
  report(wrong == 0 && order, fmt::format("{}: {} of {} numbers; a register is {}", name, rows * 16 - wrong, rows * 16,
                                          word ? "one word of E" : "four bytes of E"));
}

/// Blockwise scales, in global memory.
void scaled(const std::string& sizes, bool a_mn, bool b_mn) {
  constexpr int m = 200, n = 80, k = 384, batches = 2, blocks = k / 128;
  const auto major = [](bool mn) { return mn ? "GMMA::Major::MN" : "GMMA::Major::K"; };
  const auto config = fmt::format("Sm90BlockwiseScaleConfig<{},{},{}>", sizes, major(a_mn), major(b_mn));
  hopper::ScaledProduct p{.m = m, .n = n, .k = k, .batches = batches};
  std::mt19937 random(90);
  const auto below = [&](int of) { return static_cast<int>(random() % static_cast<unsigned>(of)); };
  p.c_at = accumulator("SM90_64x16x32_F32E4M3E4M3_SS_TN<>");
  // One scale a block. The kernel reads it at the layout's position; the expected value comes from the coordinates alone.
  const auto side = [&](char operand, int rows, int vector, std::vector<int>& values, std::vector<std::uint8_t>& bytes,
                        std::vector<float>& scales, std::vector<std::int32_t>& places, std::vector<double>& meant) {
    const auto l = layout(fmt::format("{}::tile_atom_to_shape_SF{}(({},{},{},{}))", config, operand, m, n, k, batches));
    const auto all_rows = algebra::size(algebra::mode(l, 0)), all_k = algebra::size(algebra::mode(l, 1));
    scales.assign(at(algebra::cosize(l)), std::nanf(""));
    values.resize(at(batches * rows * k));
    bytes.resize(values.size());
    for (std::size_t i = 0; i < values.size(); ++i) put(Type::e4m3, values[i] = below(7) - 3, &bytes[i]);
    const int groups = (rows + vector - 1) / vector;
    std::vector<double> of_group(at(batches * groups * blocks));
    for (auto& s : of_group) s = std::ldexp(1.0, below(9) - 4);
    for (int batch = 0; batch < batches; ++batch)
      for (int row = 0; row < rows; ++row)
        for (int block = 0; block < blocks; ++block) {
          const auto place = l(row + all_rows * (block * 128LL + all_k * batch));
          const auto scale = of_group[at((batch * groups + row / vector) * blocks + block)];
          scales[at(place)] = static_cast<float>(scale);
          places.push_back(static_cast<std::int32_t>(place));
          meant.push_back(scale);
        }
  };
  int a_vector = 0, b_vector = 0;
  if (std::sscanf(sizes.c_str(), "%d,%d,", &a_vector, &b_vector) != 2) return report(false, sizes);
  std::vector<int> a, b;
  std::vector<double> a_scale, b_scale;
  side('A', m, a_vector, a, p.a, p.scales_a, p.scales_a_at, a_scale);
  side('B', n, b_vector, b, p.b, p.scales_b, p.scales_b_at, b_scale);
  const auto answer = run(p);
  if (!answer.error.empty()) return report(false, config + ": " + answer.error);
  int wrong = 0;
  for (int batch = 0; batch < batches; ++batch)
    for (int row = 0; row < m; ++row)
      for (int column = 0; column < n; ++column) {
        double sum = 0;
        for (int i = 0; i < k; ++i)
          sum += a_scale[at((batch * m + row) * blocks + i / 128)] * b_scale[at((batch * n + column) * blocks + i / 128)] *
                 a[at((batch * m + row) * k + i)] * b[at((batch * n + column) * k + i)];
        if (answer.d[at((batch * m + row) * n + column)] != static_cast<float>(sum)) ++wrong;
      }
  report(wrong == 0, fmt::format("A * B by {}: {} of {} numbers", config, batches * m * n - wrong, batches * m * n));
}

}  // namespace

int main() {
  if (const auto why = hopper::missing(); !why.empty()) {
    skipped("what Hopper reads of metadata and scales: " + why);
    return 0;
  }
  for (const auto& kind : kinds()) {
    owners(kind, 0);
    if (kind.type != Type::e4m3) owners(kind, 1);
    for (const auto least_k : {kind.least_k, 2 * kind.least_k}) product(kind, least_k, 0);
    product(kind, kind.least_k, 1);
  }
  for (const auto* sizes : {"1,128,128", "1,1,128", "128,128,128", "64,16,128"})
    for (const bool a_mn : {false, true})
      for (const bool b_mn : {false, true}) scaled(sizes, a_mn, b_mn);
  std::printf("%d comparisons differ\n", failures);
  return failures == 0 ? 0 : 1;
}
