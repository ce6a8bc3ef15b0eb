#pragma once
// What the memory system sees of one step of a kernel, by the memory model: sectors of global memory, banks of shared memory.

#include <cstdint>
#include <optional>

#include "app/map/kernel_map.hpp"

namespace app {

/// Of one end of a move, summed over the warps that take part.
struct MapTraffic {
  int tensor = -1;
  bool is_shared = false;
  std::int64_t requests = 0;
  std::int64_t sectors = 0, ideal_sectors = 0;  ///< of global memory
  std::int64_t phases = 0, wavefronts = 0;      ///< of shared memory
  int worst_ways = 1;                           ///< of one request; 1: no conflicts
  std::int64_t conflicts() const { return wavefronts - phases; }
};

struct MoveTraffic {
  std::int64_t thread_bytes = 0, bytes = 0;  ///< of a thread, of all
  std::optional<MapTraffic> from{}, to{};    ///< nothing: registers, what TMA moves, or what has no addresses that are known
};
/// Of the moment, which is one of that arrow's.
MoveTraffic traffic_of(const KernelMap&, const MapArrow&, std::size_t moment);

}  // namespace app
