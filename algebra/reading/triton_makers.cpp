#include "algebra/reading/triton_makers.hpp"

#include <algorithm>

#include "algebra/reading/triton_tiles.hpp"

namespace algebra::dialects {
namespace {

using Sizes = std::vector<std::int64_t>;

[[noreturn]] void reject(Message message) { throw TritonProblem{std::move(message)}; }

std::int64_t at(const Sizes& sizes, int mode) { return sizes[static_cast<std::size_t>(mode)]; }

std::int64_t number_or(const TritonAttribute& a, std::string_view key, std::int64_t otherwise) {
  return a.find(key) == nullptr ? otherwise : a.number(key);
}
Sizes powers_or_ones(const TritonAttribute& a, std::string_view key, int rank) {
  return a.find(key) == nullptr ? Sizes(static_cast<std::size_t>(rank), 1) : powers(a, key, rank);
}
std::int64_t power(const TritonAttribute& a, std::string_view key, std::int64_t most) {
  const auto n = a.number(key);
  if (!is_power_of_two(n) || n > most) reject(message("{} of #ttg.{} is a power of two up to {}, not {}.", key, a.kind, most, n));
  return n;
}
/// Returns M, N and K of the instruction; the default if there are none.
Sizes instruction(const TritonAttribute& a, std::size_t numbers, const Sizes& otherwise = {}) {
  const auto shape = a.find("instrShape") == nullptr ? otherwise : a.numbers("instrShape");
  if (shape.size() < numbers || !std::ranges::all_of(shape, [](auto n) { return is_power_of_two(n) && n <= 1024; }))
    reject(message("instrShape of #ttg.{} is {} powers of two.", a.kind, numbers));
  return shape;
}

/// The modes of a matrix, the last two; M and N for C, K instead of N for A, of M for B.
struct Modes {
  explicit Modes(int rank) : m(rank - 2), n(rank - 1) {}
  int m, n;
};

void add_batch(LinearMaking& making, const Sizes& warps) {
  if (warps.size() == 3) making.identity(of_warps, warps[0], 0);
}

// --- AMD's MFMA: 64 lanes
constexpr std::int64_t wave = 64;

LinearMaking mfma(const TritonAttribute& a, const Sizes& shape) {
  const auto rank = static_cast<int>(shape.size());
  const Modes of(rank);
  const auto instr = instruction(a, 2);
  const auto height = number_or(a, "elementBitWidth", 32) == 64 ? 1 : 4;
  const auto warps = powers(a, "warpsPerCTA", rank), tiles = powers_or_ones(a, "tilesPerWarp", rank);
  const bool transposed = a.flag("isTransposed");
  const int along = transposed ? of.n : of.m, across = transposed ? of.m : of.n;
  const auto width = std::min(transposed ? instr[0] : instr[1], wave);
  auto making = distributed_making(reversed_modes(rank));
  making.identity(of_registers, height, along);
  making.identity(of_lanes, width, across);
  making.identity(of_lanes, wave / width, along);
  making.identity(of_registers, instr[0] * instr[1] / (wave * height), along);
  // The tiles of a warp lie along N first, over the whole tensor.
  making.identity(of_registers, at(tiles, of.n), of.n);
  making.identity(of_warps, at(warps, of.n), of.n);
  making.identity(of_registers, at(shape, of.n) / (instr[1] * at(warps, of.n) * at(tiles, of.n)), of.n);
  making.identity(of_registers, at(tiles, of.m), of.m);
  making.identity(of_warps, at(warps, of.m), of.m);
  add_batch(making, warps);
  return in_shape(std::move(making), blocks_of(a, rank), shape);
}

/// Where an operand's K and its other mode are, and the order in which it is extended.
struct Operand {
  Operand(std::int64_t index, int rank) : k(index == 0 ? rank - 1 : rank - 2), other(index == 0 ? rank - 2 : rank - 1) {
    order = {k, other};
    if (rank == 3) order.push_back(0);
  }
  int k, other;
  std::vector<int> order;
};

LinearMaking mfma_operand(const TritonAttribute& dot, const TritonAttribute& parent, const Sizes& shape) {
  const auto rank = static_cast<int>(shape.size());
  const auto index = dot.number("opIdx");
  const Operand of(index, rank);
  const auto instr = instruction(parent, 2);
  const auto width = power(dot, "kWidth", 64), outer = std::min(index == 0 ? instr[0] : instr[1], wave);
  auto making = distributed_making(of.order);
  making.identity(of_registers, width, of.k);
  making.identity(of_lanes, outer, of.other);
  making.identity(of_lanes, wave / outer, of.k);
  // The operand of 64 x 64 of a 64x4 or 4x64 instruction.
  if (outer == wave) making.identity(of_registers, 16, of.k);
  making.identity(of_registers, at(shape, of.k) / at(making.layout.shape, of.k), of.k);
  making.identity(of_registers, at(powers_or_ones(parent, "tilesPerWarp", rank), of.other), of.other);
  making.identities(of_warps, powers(parent, "warpsPerCTA", rank), reversed_modes(rank));
  return in_shape(std::move(making), blocks_of(parent, rank), shape);
}

// --- AMD's WMMA: 32 lanes
constexpr std::int64_t rows = 16;

std::int64_t wmma_version(const TritonAttribute& a) {
  const auto version = a.number("version");
  if (version < 1 || version > 3) reject(message("version of #ttg.amd_wmma is 1, 2 or 3, not {}.", version));
  return version;
}

/// Repeats the tile over the warps and registers of ctaLayout, or of warpsPerCTA and tilesPerWarp, but not along the mode `without`.
void repeat_wmma(LinearMaking& making, const TritonAttribute& a, int without = -1) {
  const int rank = making.rank();
  if (a.find("ctaLayout") == nullptr) {
    const auto warps = powers(a, "warpsPerCTA", rank), tiles = powers_or_ones(a, "tilesPerWarp", rank);
    for (const int m : reversed_modes(rank)) {
      if (m != without) making.identity(of_registers, at(tiles, m), m);
      if (m != without) making.identity(of_warps, at(warps, m), m);
      else making.zeros(of_warps, at(warps, m));
    }
    return;
  }
  const auto cta = a.attribute("ctaLayout");
  const auto tile = making.layout.shape;
  for (const auto input : {of_registers, of_warps})
    for (auto basis : cta.bases(input == of_warps ? "warp" : "register", rank)) {
      if (without >= 0) basis[static_cast<std::size_t>(without)] = 0;
      if (input == of_registers && std::ranges::all_of(basis, [](auto n) { return n == 0; })) continue;
      for (std::size_t m = 0; m < basis.size(); ++m) {
        basis[m] *= tile[m];
        making.layout.shape[m] = std::max(making.layout.shape[m], 2 * basis[m]);
      }
      making.add(input, std::move(basis));
    }
}

LinearMaking wmma(const TritonAttribute& a, const Sizes& shape) {
  const auto rank = static_cast<int>(shape.size());
  const Modes of(rank);
  const bool transposed =
      a.find("isTranspose") != nullptr ? a.flag("isTranspose") : a.find("isTransposed") != nullptr && a.flag("isTransposed");
  const int along = transposed ? of.n : of.m, across = transposed ? of.m : of.n;
  auto making = distributed_making(reversed_modes(rank));
  making.identity(of_lanes, rows, across);
  if (wmma_version(a) == 1) {
    making.identity(of_lanes, 2, along);
    making.identity(of_registers, 8, along);
  } else {
    making.identity(of_registers, 8, along);
    making.identity(of_lanes, 2, along);
    const auto instr = instruction(a, 3, {rows, rows, rows});
    making.identity(of_registers, instr[0] / rows, along);
  }
  repeat_wmma(making, a);
  return in_shape(std::move(making), blocks_of(a, rank), shape);
}

LinearMaking wmma_operand(const TritonAttribute& dot, const TritonAttribute& parent, const Sizes& shape) {
  const auto rank = static_cast<int>(shape.size());
  const auto index = dot.number("opIdx");
  const Operand of(index, rank);
  const auto instr = instruction(parent, 3, {rows, rows, rows});
  auto making = distributed_making(of.order);
  making.identity(of_registers, power(dot, "kWidth", 64), of.k);
  making.identity(of_lanes, rows, of.other);
  // Version 1 holds K twice.
  const auto tile = at(making.layout.shape, of.k) * 2;
  if (wmma_version(parent) == 1) making.zeros(of_lanes, 2);
  else making.identity(of_lanes, 2, of.k);
  making.identity(of_registers, instr[2] / tile, of.k);
  making.identity(of_registers, (index == 0 ? instr[0] : instr[1]) / rows, of.other);
  repeat_wmma(making, parent, of.k);
  return in_shape(std::move(making), blocks_of(parent, rank), shape);
}

// --- Intel's DPAS
/// The parts of a DPAS: A, B, C, and the scales of A and B.
enum class Part : std::uint8_t { a = 0, b = 1, c = 2, scale_a = 3, scale_b = 4 };

LinearMaking dpas(const TritonAttribute& a, Part part, const Sizes& shape) {
  const auto rank = static_cast<int>(shape.size());
  const Modes of(rank);
  const auto repeat = power(a, "repeatCount", 8), depth = power(a, "systolicDepth", 8), width = power(a, "executionSize", 64);
  const auto channel = power(a, "opsPerChan", 8), threads = power(a, "threadsPerWarp", 64);
  const auto warps = powers(a, "warpsPerCTA", rank), cluster = powers(a, "repCluster", rank);
  const bool of_a = part == Part::a || part == Part::scale_a, of_b = part == Part::b || part == Part::scale_b;
  const bool scale = part == Part::scale_a || part == Part::scale_b;
  // The mode that repeats first: K, or N of C. Scales are (M,K) and (N,K).
  const int first = part == Part::b ? of.m : of.n, second = part == Part::b ? of.n : of.m;
  auto making = distributed_making({first, second});
  making.layout.shape.assign(shape.size(), 1);
  if (rank == 3) making.order.push_back(0);
  if (part == Part::a) {
    const std::int64_t packed = channel == 4 ? 2 : 1, columns = depth * channel / packed;
    making.identity(of_registers, packed, of.n);
    making.identity(of_lanes, columns, of.n);
    making.identity(of_lanes, threads / columns, of.m);
    making.identity(of_registers, repeat / std::max<std::int64_t>(1, threads / columns), of.m);
  } else if (part == Part::b) {
    making.identity(of_registers, channel, of.m);
    making.identity(of_lanes, width, of.n);
    making.identity(of_lanes, threads / width, of.m);
    making.identity(of_registers, depth / (threads / width), of.m);
  } else if (part == Part::c) {
    making.identity(of_lanes, width, of.n);
    making.identity(of_lanes, threads / width, of.m);
    making.identity(of_registers, repeat / (threads / width), of.m);
  } else {
    const auto held = part == Part::scale_a ? repeat : width;
    making.identity(of_registers, channel * number_or(a, "fp4KPack", 1) / 4, of.n);
    making.identity(of_lanes, held, of.m);
    making.zeros(of_lanes, threads / held);
  }
  const auto rows_repeat = at(cluster, of.m), columns_repeat = at(cluster, of.n);
  if (part == Part::c) {
    making.identity(of_registers, columns_repeat, of.n);
    making.identity(of_registers, rows_repeat, of.m);
  } else {
    making.identity(of_registers, of_a ? rows_repeat : columns_repeat, scale ? of.m : of_a ? of.m : of.n);
  }
  // The warps along K share an operand.
  if (of_a) making.zeros(of_warps, at(warps, of.n));
  else making.identity(of_warps, at(warps, of.n), scale ? of.m : of.n);
  if (of_b) making.zeros(of_warps, at(warps, of.m));
  else making.identity(of_warps, at(warps, of.m), of.m);
  add_batch(making, warps);
  return in_shape(std::move(making), LinearMaking({"block"}, reversed_modes(rank)), shape);
}

LinearMaking block_2d(const TritonAttribute& a, const Sizes& shape) {
  const auto tile = instruction(a, 2);
  const auto threads = power(a, "threadsPerWarp", 64);
  const auto packed = std::max<std::int64_t>(1, tile[1] / threads), rows_of_lanes = threads * packed / tile[1];
  auto making = distributed_making({0, 1});
  making.identity(of_registers, packed, 1);
  making.identity(of_lanes, tile[1] / packed, 1);
  making.identity(of_lanes, rows_of_lanes, 0);
  making.identity(of_registers, tile[0] / std::max<std::int64_t>(1, rows_of_lanes), 0);
  making.identity(of_registers, power(a, "numBlocks", 64), 1);
  making.identities(of_warps, powers(a, "warpsPerCTA", 2), {1, 0}, order_of(a, "order", 2)[0]);
  return in_shape(std::move(making), blocks_of(a, 2), shape);
}

}  // namespace

bool is_makers_kind(const TritonAttribute& a) {
  return a.kind == "amd_mfma" || a.kind == "amd_wmma" || a.kind == "dpas" || a.kind == "subgroup_2d_block";
}

LinearMaking makers_layout(const TritonAttribute& a, const Sizes& shape) {
  require_matrix(static_cast<int>(shape.size()), a);
  if (a.kind == "amd_mfma") return mfma(a, shape);
  if (a.kind == "amd_wmma") return wmma(a, shape);
  if (a.kind == "dpas") return dpas(a, Part::c, shape);
  if (shape.size() != 2) reject(message("The encoding #ttg.{} needs a tensor of 2 modes.", a.kind));
  return block_2d(a, shape);
}

LinearMaking makers_operand(const TritonAttribute& dot, const TritonAttribute& parent, const Sizes& shape) {
  if (parent.kind == "amd_mfma") return mfma_operand(dot, parent, shape);
  if (parent.kind == "amd_wmma") return wmma_operand(dot, parent, shape);
  return dpas(parent, static_cast<Part>(dot.number("opIdx")), shape);
}

}  // namespace algebra::dialects
