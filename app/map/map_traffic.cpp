#include "app/map/map_traffic.hpp"

#include <algorithm>
#include <array>
#include <set>

#include "gpu/launch/instruction.hpp"
#include "gpu/memory/memory_model.hpp"

namespace app {

using algebra::MemorySpace;
using gpu::Direction;
namespace {

/// Returns the traffic at one end of a move: one request per warp and access, with the first element of each lane.
std::optional<MapTraffic> end_of(const KernelMap& map, const MapArrow& arrow, std::size_t moment, std::size_t end) {
  const auto& step = map.step(moment);
  const auto& part = map.places(*step.parts[end]);
  const auto& other = map.places(*step.parts[1 - end]);
  const auto memory = map.flow().tensors[static_cast<std::size_t>(part.part().tensor)].memory;
  // A copy by a tensor core is not a request of a warp.
  if (arrow.copies_by.kind == algebra::CopyInstruction::Kind::tmem_cp) return std::nullopt;
  if ((memory != MemorySpace::global && memory != MemorySpace::shared) || !part.has_index() || arrow.bits < 8) return std::nullopt;
  if (step.atom && step.atom->tma) return std::nullopt;
  const auto instruction = step.atom ? gpu::instruction_of(*step.atom->traits) : std::nullopt;
  const bool rows = instruction && instruction->by_matrix() && memory == MemorySpace::shared;
  const bool past_l1 = instruction && instruction->kind == gpu::Instruction::Kind::async_copy && instruction->past_l1;
  const auto element_bytes = arrow.bits / 8;
  const auto together = rows ? gpu::matrix_row_bytes / element_bytes : arrow.together;
  const auto lanes_asked = rows ? std::min(32, 8 * instruction->matrices) : 32;
  auto direction = end == 0 ? Direction::load : Direction::store;
  if (rows) direction = Direction::store;
  else if (arrow.asynchronous && memory == MemorySpace::shared) direction = Direction::copy;
  MapTraffic all{.tensor = part.part().tensor, .is_shared = memory == MemorySpace::shared};
  std::set<std::size_t> warps;
  for (const auto t : map.threads(moment)) warps.insert(t / 32);
  const auto size = part.size(map.threads(moment).front());
  for (const auto warp : warps)
    for (std::int64_t v = 0; v < size; v += together) {
      std::array<std::int64_t, 32> lanes, from, to;
      for (auto* list : {&lanes, &from, &to}) list->fill(gpu::absent);
      for (std::size_t lane = 0; lane < static_cast<std::size_t>(lanes_asked); ++lane) {
        const auto t = warp * 32 + lane;
        if (!map.takes_part(moment, t) || v >= part.size(t)) continue;
        lanes[lane] = part.index(t, v);
        if (!past_l1 || !other.has_index() || v >= other.size(t)) continue;
        const auto there = other.index(t, v) * element_bytes;
        from[lane] = end == 0 ? lanes[lane] * element_bytes : there;
        to[lane] = end == 0 ? there : lanes[lane] * element_bytes;
      }
      const auto r = past_l1 ? gpu::request_past_l1(from, to)
                             : gpu::request_of(lanes, element_bytes, static_cast<int>(together) * element_bytes, direction);
      ++all.requests;
      all.sectors += r.sectors;
      all.ideal_sectors += r.ideal_sectors;
      all.phases += r.phases;
      all.wavefronts += r.wavefronts;
      all.worst_ways = std::max(all.worst_ways, r.bank_ways);
    }
  return all;
}

}  // namespace

MoveTraffic traffic_of(const KernelMap& map, const MapArrow& arrow, std::size_t moment) {
  MoveTraffic m{.thread_bytes = arrow.elements * arrow.bits / 8};
  const auto& step = map.step(moment);
  const bool product = step.kind == gpu::FlowStep::Kind::gemm;
  const auto& counted = map.places(*step.parts[product ? (step.parts[0]->tensor == arrow.from ? 0 : 1) : 1]);
  std::int64_t elements = 0;
  for (const auto t : map.threads(moment)) elements += counted.size(t);
  m.bytes = elements * arrow.bits / 8;
  if (product) return m;
  m.from = end_of(map, arrow, moment, 0);
  m.to = end_of(map, arrow, moment, 1);
  return m;
}

}  // namespace app
