#include "app/gemm/gemm_limits.hpp"

#include <algorithm>
#include <bit>
#include <string_view>
#include <utility>
#include <vector>

#include "algebra/hardware/device_limits.hpp"
#include "algebra/layout/element_type.hpp"
#include "algebra/layout/rounding.hpp"

namespace app {

using algebra::Message;
using algebra::message;
using algebra::most_shared_bytes;
using algebra::most_threads;
namespace {

constexpr std::int64_t most_extent = 65536, most_blocks_along_n = 65535, vector_bytes = 16;
/// A trace follows at most 20,000 calls and rounds (app/flow/sheet_trace.cpp); the rest is for the code before and after the loop.
constexpr std::int64_t most_steps = 19'000;
/// Tiles in shared memory begin at multiples of this number of bytes in the program made from a sheet, so it is used here too.
constexpr std::int64_t tile_alignment = 1024;
/// Rows of an atom of a swizzled layout.
constexpr std::int64_t swizzled_rows = 8;
/// Largest distance from an invalid number at which a valid one is searched.
constexpr std::int64_t farthest = 1 << 14;

int bits_of_type(std::string_view type) {
  const auto* known = algebra::element_type_of_setting(type);
  return known == nullptr ? 32 : known->bits;
}

/// A reason why a choice is invalid, and the fields that could repair it, tried in order.
struct GemmFault {
  std::vector<GemmField> fields;
  Message why;
};

bool is_mma(GemmKind kind) { return kind == GemmKind::tensor_cores || kind == GemmKind::wgmma; }
bool by_vectors(GemmKind kind) { return kind >= GemmKind::vectors; }

/// Returns the tile's extent along the operand's contiguous mode, and across it.
std::pair<std::int64_t, std::int64_t> rows_of(const GemmChoice& c, GemmOperand operand) {
  const auto outer = operand == GemmOperand::a ? c.tile_m : c.tile_n;
  const auto major = operand == GemmOperand::a ? c.major_a : c.major_b;
  return major == GemmMajor::k ? std::pair(c.tile_k, outer) : std::pair(outer, c.tile_k);
}

/// Returns true if CuTe can partition atoms of that extent into parts of `taken`: whole atoms, or a divisor of one.
bool fit(std::int64_t taken, std::int64_t of_atom) { return taken % of_atom == 0 || of_atom % taken == 0; }

/// Returns the rows of the kernel's steps in the loop over k tiles, per tile.
std::int64_t steps_of_tile(const GemmChoice& c) {
  switch (c.kind) {
    case GemmKind::by_hand: return 4;
    case GemmKind::tiled: return 6;
    case GemmKind::vectors: return 8;
    case GemmKind::tensor_cores: return 7 + 4 * (c.tile_k / types_of(c)->k);
    default: return 12;
  }
}

GemmCost costs(const GemmChoice& c) {
  GemmCost cost;
  const auto bits = bits_of(c), bits_c = bits_of_c(c);
  cost.threads = threads_of(c);
  cost.blocks = c.m / c.tile_m * (c.n / c.tile_n);
  cost.k_tiles = c.k / c.tile_k;
  const auto registers = [](std::int64_t values, int of_bits) { return (values * of_bits + 31) / 32; };
  cost.accumulators = registers(c.tile_m * c.tile_n / cost.threads, bits_c);
  const auto rows = c.tile_m / c.along_m, columns = c.tile_n / c.along_n;
  if (c.kind == GemmKind::by_hand) cost.operands = registers((rows + columns) * c.tile_k, bits);
  else if (c.kind == GemmKind::tensor_cores) cost.operands = registers((rows + columns) * types_of(c)->k / 32, bits);
  else if (c.kind != GemmKind::wgmma) cost.operands = registers(rows + columns, std::max(bits, 32));
  if (record_of(c.kind).shared) {
    for (const auto extent : {c.tile_m, c.tile_n})
      cost.shared_bytes += algebra::round_up(extent * c.tile_k * c.stages * bits / 8, tile_alignment);
    if (c.kind == GemmKind::wgmma) cost.shared_bytes += 2 * c.stages * 8;
  }
  // Without shared memory each thread reads its own operands, so nothing is shared.
  const auto read = c.kind == GemmKind::by_hand ? (rows + columns) * cost.threads : c.tile_m + c.tile_n;
  cost.intensity = 2.0 * static_cast<double>(c.tile_m * c.tile_n) / (static_cast<double>(read) * bits / 8);
  return cost;
}

std::optional<GemmFault> fault_of_words(const GemmChoice& c) {
  const auto& kind = record_of(c.kind);
  for (const auto& n : gemm_numbers()) {
    const auto value = c.*n.member;
    if (value < 1 || value > most_extent)
      return GemmFault{{n.field}, message("{} is between 1 and {}, not {}.", name_of(n.field, c.kind), most_extent, value)};
  }
  const auto* types = types_of(c);
  if (types == nullptr) {
    const bool of_c = std::ranges::any_of(kind.types, [&](const GemmTypes& t) { return t.type == c.type; });
    if (of_c) return GemmFault{{GemmField::type_c}, message("C of {} is not {} in this kind of kernel.", c.type, c.type_c)};
    return GemmFault{{GemmField::type}, message("This kind of kernel does not support A and B of {}.", c.type)};
  }
  for (const auto& [field, major] : {std::pair(GemmField::major_a, c.major_a), std::pair(GemmField::major_b, c.major_b)})
    if (!types->transposes && major == GemmMajor::mn)
      return GemmFault{{field}, message("Tensor cores read {} with its rows along K alone.", c.type)};
  if (!kind.along_n && c.along_n != 1)
    return GemmFault{{GemmField::along_n},
                     message("Warpgroups share the tile along M alone: {} along N is 1, not {}.", kind.unit, c.along_n)};
  if (c.stages > kind.most_stages)
    return GemmFault{{GemmField::stages}, message("This kind of kernel has up to {} stages, not {}.", kind.most_stages, c.stages)};
  if (!kind.shared && c.swizzle != GemmSwizzle::proposed && c.swizzle != GemmSwizzle::none)
    return GemmFault{{GemmField::swizzle}, "This kind of kernel has nothing in shared memory that could be swizzled."};
  return std::nullopt;
}

std::optional<GemmFault> fault_of_tiles(const GemmChoice& c) {
  const auto& types = *types_of(c);
  const auto unit = record_of(c.kind).unit;
  struct Along {
    GemmField field, units, problem;
    std::int64_t tile, all;
    std::int64_t unit;  ///< in the tile
  };
  const auto k = types.k;
  const std::int64_t m_unit = c.kind == GemmKind::tensor_cores ? 16 * c.along_m : c.kind == GemmKind::wgmma ? 64 * c.along_m : c.along_m;
  const std::int64_t n_unit = c.kind == GemmKind::tensor_cores ? 16 * c.along_n : c.kind == GemmKind::wgmma ? 8 : c.along_n;
  const Along all[] = {{GemmField::tile_m, GemmField::along_m, GemmField::m, c.tile_m, c.m, m_unit},
                       {GemmField::tile_n, GemmField::along_n, GemmField::n, c.tile_n, c.n, n_unit},
                       {GemmField::tile_k, GemmField::tile_k, GemmField::k, c.tile_k, c.k, k}};
  for (const auto& a : all)
    if (a.all % a.tile != 0)
      return GemmFault{{a.field, a.problem},
                       message("{} = {} does not divide {} = {}.", name_of(a.field, c.kind), a.tile, name_of(a.problem, c.kind), a.all)};
  for (const auto& a : all) {
    if (a.tile % a.unit == 0) continue;
    const auto name = name_of(a.field, c.kind);
    if (a.field == GemmField::tile_k)
      return GemmFault{{a.field}, message("{} = {} is not a multiple of {}, which an instruction takes along K.", name, a.tile, a.unit)};
    return GemmFault{{a.field, a.units},
                     message("{} = {} is not a multiple of {}, which {} take along it at once.", name, a.tile, a.unit, unit)};
  }
  return std::nullopt;
}

std::optional<GemmFault> fault_of_threads(const GemmChoice& c) {
  const auto threads = threads_of(c);
  if (threads > most_threads)
    return GemmFault{{GemmField::along_m, GemmField::along_n}, message("A block has up to {} threads, not {}.", most_threads, threads)};
  if (c.n / c.tile_n > most_blocks_along_n)
    return GemmFault{{GemmField::tile_n, GemmField::n},
                     message("A grid has up to {} blocks along N, not {}.", most_blocks_along_n, c.n / c.tile_n)};
  if (!record_of(c.kind).shared) return std::nullopt;
  if (!is_mma(c.kind) && bytes_of(c.swizzle) > 0 && !can_swizzle(c))
    return GemmFault{{GemmField::swizzle},
                     "CuTe takes the threads' parts out of a swizzled tile where its extents and the threads are powers of two."};
  const auto bits = bits_of(c);
  for (const auto operand : {GemmOperand::a, GemmOperand::b}) {
    const auto [along, across] = rows_of(c, operand);
    const bool of_k = (operand == GemmOperand::a ? c.major_a : c.major_b) == GemmMajor::k;
    const auto outer = operand == GemmOperand::a ? GemmField::tile_m : GemmField::tile_n;
    const auto row = of_k ? GemmField::tile_k : outer;
    const std::string_view name = operand == GemmOperand::a ? "A" : "B";
    if (by_vectors(c.kind) && along * bits / 8 % vector_bytes != 0)
      return GemmFault{{row},
                       message("A row of the tile of {} has {} bytes, which is not a multiple of 16: what a copy takes at once.", name,
                               along * bits / 8)};
    if (c.kind != GemmKind::wgmma && !copy_of(c, operand))
      return GemmFault{{GemmField::tile_k, outer, GemmField::along_m, GemmField::along_n},
                       message("{} threads do not divide the {} × {} pieces of the tile of {} that they copy.", threads,
                               along / (by_vectors(c.kind) ? vector_bytes * 8 / bits : 1), across, name)};
    if (const auto wanted = bytes_of(c.swizzle); wanted > 0 && along * bits / 8 % wanted != 0)
      return GemmFault{{GemmField::swizzle, row},
                       message("A row of the tile of {} has {} bytes, which is not a multiple of the {} of the swizzle.", name,
                               along * bits / 8, wanted)};
    if (const auto wanted = bytes_of(c.swizzle); wanted > 0 && row_bytes(c, operand) != wanted)
      return GemmFault{{GemmField::swizzle},
                       message("With rows of {} bytes, a warp's part of {} does not cover whole rows.", wanted, name)};
    if (bytes_of(c.swizzle) > 0 && across % swizzled_rows != 0)
      return GemmFault{{GemmField::swizzle, of_k ? outer : GemmField::tile_k},
                       message("The tile of {} has {} rows, which is not a multiple of the {} of a swizzle.", name, across, swizzled_rows)};
  }
  return std::nullopt;
}

std::optional<GemmFault> fault_of_costs(const GemmChoice& c) {
  const auto cost = costs(c);
  if (cost.shared_bytes > most_shared_bytes)
    return GemmFault{{GemmField::stages, GemmField::tile_k, GemmField::tile_n, GemmField::tile_m},
                     message("A block has up to {} bytes of shared memory, and this takes {}.", most_shared_bytes, cost.shared_bytes)};
  const auto registers = cost.accumulators + cost.operands;
  const std::vector<GemmField> fewer =
      c.kind == GemmKind::by_hand
          ? std::vector{GemmField::tile_k, GemmField::along_m, GemmField::along_n, GemmField::tile_n, GemmField::tile_m}
          : std::vector{GemmField::along_m, GemmField::along_n, GemmField::tile_n, GemmField::tile_m};
  if (registers > most_registers)
    return GemmFault{fewer, message("A thread has up to {} registers, and sums and operands take {}.", most_registers, registers)};
  if (registers * cost.threads > registers_of_block)
    return GemmFault{fewer, message("A block has up to {} registers, and the sums and operands of {} threads take {}.", registers_of_block,
                                    cost.threads, registers * cost.threads)};
  if (cost.k_tiles * steps_of_tile(c) > most_steps)
    return GemmFault{
        {GemmField::tile_k, GemmField::k},
        message("With {} k tiles the kernel has more than {} steps, the most that its map follows.", cost.k_tiles, most_steps)};
  return std::nullopt;
}

std::optional<GemmFault> fault_of(const GemmChoice& c) {
  for (const auto fault : {fault_of_words, fault_of_tiles, fault_of_threads, fault_of_costs})
    if (auto found = fault(c)) return found;
  return std::nullopt;
}

/// Returns the choice with each other value of a field that is no number, most likely first.
std::vector<GemmChoice> others(const GemmChoice& c, GemmField field) {
  std::vector<GemmChoice> all;
  const auto add = [&](auto member, auto value) {
    auto other = c;
    other.*member = value;
    if (other != c) all.push_back(other);
  };
  switch (field) {
    case GemmField::type:
    case GemmField::type_c:
      for (const auto& t : record_of(c.kind).types) {
        if (field == GemmField::type_c && t.type != c.type) continue;
        auto other = c;
        other.type = t.type, other.type_c = t.type_c;
        all.push_back(other);
      }
      break;
    case GemmField::major_a: add(&GemmChoice::major_a, GemmMajor::k), add(&GemmChoice::major_a, GemmMajor::mn); break;
    case GemmField::major_b: add(&GemmChoice::major_b, GemmMajor::k), add(&GemmChoice::major_b, GemmMajor::mn); break;
    case GemmField::swizzle:
      for (int s = static_cast<int>(c.swizzle); s-- > 0;) add(&GemmChoice::swizzle, static_cast<GemmSwizzle>(s));
      break;
    default: break;
  }
  return all;
}

std::string value_text(const GemmChoice& c, GemmField field) {
  for (const auto& n : gemm_numbers())
    if (n.field == field) return std::to_string(c.*n.member);
  switch (field) {
    case GemmField::type: return std::string(c.type);
    case GemmField::type_c: return std::string(c.type_c);
    case GemmField::major_a: return std::string(key_of(c.major_a));
    case GemmField::major_b: return std::string(key_of(c.major_b));
    case GemmField::swizzle: return std::string(key_of(c.swizzle));
    default: return {};
  }
}

struct Nearest {
  GemmChoice choice;
  bool works = false;  ///< true: the choice is valid
};

/// Returns the choice with the nearest value of that field alone that makes it valid, or else with one that repairs this fault but not
/// another.
std::optional<Nearest> nearest_with(const GemmChoice& c, GemmField field) {
  std::optional<Nearest> other;
  const auto tried = [&](const GemmChoice& next) {
    const auto fault = fault_of(next);
    if (!fault) return true;
    if (!other && std::ranges::find(fault->fields, field) == fault->fields.end()) other = Nearest{next, false};
    return false;
  };
  const auto number = std::ranges::find(gemm_numbers(), field, &GemmNumber::field);
  if (number == gemm_numbers().end()) {
    for (const auto& next : others(c, field))
      if (tried(next)) return Nearest{next, true};
    return other;
  }
  // The search begins at the limit if the number exceeds it.
  auto from = c;
  from.*number->member = std::clamp(c.*number->member, std::int64_t{1}, most_extent);
  if (from != c && tried(from)) return Nearest{from, true};
  for (std::int64_t away = 1; away < farthest; ++away)
    for (const auto value : {from.*number->member - away, from.*number->member + away}) {
      if (value < 1 || value > most_extent) continue;
      auto next = from;
      next.*number->member = value;
      if (tried(next)) return Nearest{next, true};
    }
  return other;
}

}  // namespace

int bits_of(const GemmChoice& c) { return bits_of_type(c.type); }
int bits_of_c(const GemmChoice& c) { return bits_of_type(c.type_c); }

std::int64_t threads_of(const GemmChoice& c) { return c.along_m * c.along_n * record_of(c.kind).unit_threads; }

bool can_swizzle(const GemmChoice& c) {
  const std::int64_t all[] = {c.tile_m, c.tile_n, c.tile_k, c.along_m, c.along_n};
  return std::ranges::all_of(all, [](std::int64_t n) { return std::has_single_bit(static_cast<std::uint64_t>(n)); });
}

std::optional<GemmCopy> copy_of(const GemmChoice& c, GemmOperand operand) {
  GemmCopy copy;
  if (by_vectors(c.kind)) copy.elements = vector_bytes * 8 / bits_of(c);
  const auto [along, across] = rows_of(c, operand);
  const auto threads = threads_of(c), pieces = along / copy.elements;
  if (along % copy.elements != 0) return std::nullopt;
  const bool in_atoms = c.kind == GemmKind::tensor_cores || bytes_of(c.swizzle) > 0;
  const std::int64_t atom_pieces = row_bytes(c, operand) * 8 / bits_of(c) / copy.elements;
  for (copy.x = std::min(threads, pieces); copy.x >= 1; --copy.x) {
    copy.y = threads / copy.x;
    if (threads % copy.x != 0 || pieces % copy.x != 0 || across % copy.y != 0) continue;
    // CuTe partitions the atoms of a layout among threads: a thread's part is whole atoms, or divides one.
    if (!in_atoms || (fit(copy.x, atom_pieces) && fit(copy.y, swizzled_rows))) return copy;
  }
  return std::nullopt;
}

int row_bytes(const GemmChoice& c, GemmOperand operand) {
  const auto bytes = rows_of(c, operand).first * bits_of(c) / 8;
  int row = c.swizzle == GemmSwizzle::none && c.kind == GemmKind::wgmma ? 16 : 128;
  if (bytes_of(c.swizzle) > 0) row = bytes_of(c.swizzle);
  // If rows lie along M or N, the atoms of all warps together (16 of A and 8 of B each) must cover whole rows, or divide one.
  const bool of_a = operand == GemmOperand::a;
  const bool along_mn = (of_a ? c.major_a : c.major_b) == GemmMajor::mn;
  const auto atoms = of_a ? 16 * c.along_m : 8 * c.along_n;
  const std::int64_t taken = c.kind == GemmKind::tensor_cores && along_mn ? atoms * bits_of(c) / 8 : row;
  while (row > 16 && (bytes % row != 0 || !fit(taken, row))) row /= 2;
  return row;
}

std::int64_t wgmma_n(const GemmChoice& c) {
  // If B's rows lie along N, an instruction covers whole rows of the atom.
  const auto row = c.major_b == GemmMajor::mn ? row_bytes(c, GemmOperand::b) * 8 / bits_of(c) : 8;
  for (const std::int64_t n : {256, 192, 128, 96, 64, 32, 16})
    if (c.tile_n % n == 0 && n % row == 0) return n;
  return 8;
}

GemmChoice with_kind(const GemmChoice& c, GemmKind kind) {
  const auto& start = record_of(kind).start;
  auto next = start;
  next.m = c.m, next.n = c.n, next.k = c.k;
  return cost_of(next) ? next : start;
}

Message said_of(const GemmCost& cost) {
  return Message::list({message("{} threads in each of {} blocks", cost.threads, cost.blocks), message("{} k tiles", cost.k_tiles),
                        cost.shared_bytes > 0 ? message("{} bytes of shared memory", cost.shared_bytes) : Message(),
                        message("{} registers for sums", cost.accumulators)});
}

tl::expected<GemmCost, GemmRefusal> cost_of(const GemmChoice& c) {
  const auto fault = fault_of(c);
  if (!fault) return costs(c);
  std::optional<Nearest> best;
  auto field = fault->fields.front();
  for (const auto f : fault->fields) {
    const auto near = nearest_with(c, f);
    if (!near || (best && !near->works)) continue;
    best = near;
    field = f;
    if (best->works) break;
  }
  if (!best) return tl::unexpected(GemmRefusal{field, fault->why, std::nullopt});
  const auto why = message("{} Nearest that works: {} = {}.", fault->why, name_of(field, c.kind), value_text(best->choice, field));
  return tl::unexpected(GemmRefusal{field, why, best->choice});
}

std::vector<GemmFact> rows_of(const GemmCost& cost) {
  using algebra::message;
  std::vector<GemmFact> rows{{"Threads", message("{} in each of {} blocks", cost.threads, cost.blocks)},
                             {"K tiles", message("{}", cost.k_tiles)}};
  if (cost.shared_bytes > 0) rows.push_back({"Shared memory", message("{} of {} bytes", cost.shared_bytes, most_shared_bytes)});
  rows.push_back({"Registers", cost.operands > 0
                                   ? message("{} for sums, {} for operands, of {}", cost.accumulators, cost.operands, most_registers)
                                   : message("{} for sums, of {}", cost.accumulators, most_registers)});
  rows.push_back({"Operations", message("{} for each byte from global memory", fmt::format("{:.1f}", cost.intensity))});
  return rows;
}

}  // namespace app
