#include "algebra/bits/conversion.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include <fmt/format.h>

namespace algebra {
namespace {

int count_of(const std::vector<BitGroup>& groups, std::string_view name) { return std::popcount(mask_of(groups, name)); }

/// Counts the coordinates over these columns whose image, with the offset, is 0 in these rows.
std::int64_t staying(const BitMatrix& m, std::uint64_t rows, std::uint64_t columns, std::uint64_t offset) {
  const auto basis = basis_of(m, rows, columns);
  return basis.spans(offset & rows) ? std::int64_t{1} << (std::popcount(columns) - basis.size()) : 0;
}

}  // namespace

BitMatrix conversion(const BitFunction& from, const BitFunction& to, int element_bits) {
  const auto a = thread_value_bits(from), b = thread_value_bits(to);
  const auto threads = [](const BitMatrix& m) { return one_bit << std::popcount(mask_of(m.columns, "lane") | mask_of(m.columns, "warp")); };
  if (threads(a) != threads(b))
    throw Problem{
        "threads",
        message("{} has {} threads and {} has {}: a conversion needs the same threads.", from.name(), threads(a), to.name(), threads(b)),
        {}};
  // Adds registers first, then lanes, so that an element in the same thread is taken from registers alone.
  BitBasis basis;
  for (const auto* group : {"reg", "lane", "warp"})
    for (auto columns = mask_of(a.columns, group); columns != 0; columns &= columns - 1) {
      auto column = columns & -columns;
      basis.add(a.images[static_cast<std::size_t>(std::countr_zero(column))], column);
    }
  const auto thread_bits = mask_of(b.columns, "lane") | mask_of(b.columns, "warp");
  const auto taken = [&](std::uint64_t index, std::uint64_t of_target) {
    std::uint64_t at = 0;
    if (basis.reduce(index, at) != 0)
      throw Problem{"bits", message("{} has the index {}, which {} does not.", to.name(), apply(b, of_target), from.name()), {}};
    return at;
  };
  BitMatrix m{.columns = b.columns, .rows = a.columns, .images = {}, .offset = taken(a.offset ^ b.offset, 0), .element_bits = element_bits};
  for (std::size_t c = 0; c < b.images.size(); ++c) {
    const auto here = (one_bit << c) & thread_bits;  // the same thread, if it has the element
    const auto image = here != 0 ? a.images[c] ^ b.images[c] : b.images[c];
    m.images.push_back(here ^ taken(image, one_bit << c));
  }
  return m;
}

bool is_conversion(const BitMatrix& m) {
  const auto has = [](const std::vector<BitGroup>& groups) {
    return groups.size() == 3 && groups[0].name == "lane" && groups[1].name == "warp" && groups[2].name == "reg";
  };
  return has(m.columns) && has(m.rows);
}

ConversionCost conversion_cost(const BitMatrix& m) {
  const auto lanes = mask_of(m.rows, "lane"), warps = mask_of(m.rows, "warp"), registers = mask_of(m.columns, "reg");
  const auto of_thread = lanes | warps;
  const int bits = m.element_bits != 0 ? m.element_bits : ElementType{}.bits, columns = bits_in(m.columns),
            from_registers = count_of(m.rows, "reg");
  ConversionCost cost{.threads = std::int64_t{1} << std::popcount(of_thread), .registers = std::int64_t{1} << std::popcount(registers)};
  // The difference from the identity tells what moves: threads have the same bits on both sides, and so have registers.
  auto moved = m;
  for (int c = 0; c < columns; ++c) moved.images[static_cast<std::size_t>(c)] ^= one_bit << c;
  const auto all = (one_bit << columns) - 1, known = (one_bit << (std::popcount(of_thread) + from_registers)) - 1;
  const auto in_warp = staying(moved, warps, all, m.offset), in_thread = staying(moved, of_thread, all, m.offset);
  cost.other_warp = cost.threads * cost.registers - in_warp;
  cost.other_lane = in_warp - in_thread;
  cost.same_register = staying(moved, ~std::uint64_t{0}, all & known, m.offset);
  cost.same_thread = in_thread - cost.same_register;
  cost.selects = (rank(m, mask_of(m.rows, "reg"), all & ~registers)) != 0;
  // Counts a thread's distinct elements by source lane: the same number from each of some lanes. Registers that hold the same element count
  // once.
  const auto copies = std::int64_t{1} << (std::popcount(registers) - rank(m, ~std::uint64_t{0}, registers));
  const auto distinct = cost.registers / copies;
  const auto from_each = (std::int64_t{1} << (std::popcount(registers) - rank(m, of_thread, registers))) / copies;
  if (cost.other_warp != 0) {
    cost.crossing_bytes = cost.other_warp / copies * bits / 8;
    cost.shared_bytes = (std::int64_t{1} << rank(m)) * bits / 8;
  } else if (cost.other_lane != 0) {
    const bool all_have_some = in_thread == cost.threads * from_each * copies;
    const auto others = distinct / from_each - (all_have_some ? 1 : 0);
    cost.shuffles = others * ((from_each * bits + 31) / 32);
  }
  return cost;
}

Message cost_words(const ConversionCost& c) {
  const auto places = c.threads * c.registers;
  if (c.same_register == places) return "nothing moves";
  if (c.other_warp != 0)
    return message("through shared memory: {} of {} values come from other warps, {} bytes; {} bytes are written", c.other_warp, places,
                   c.crossing_bytes, c.shared_bytes);
  if (c.other_lane != 0)
    return message("{} shuffles of 32 bits a warp: {} of {} values come from other lanes", c.shuffles, c.other_lane, places);
  return message("registers only: {} of {} values change their register", c.same_thread, places);
}

}  // namespace algebra
