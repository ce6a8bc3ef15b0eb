#pragma once
// The memory traffic of one step of a kernel, by the memory model: sectors of global memory, banks of shared memory.

#include <cstdint>
#include <optional>

#include "app/map/kernel_map.hpp"

namespace app {

/// The traffic at one end of a move, summed over the warps that take part.
struct MapTraffic {
  int tensor = -1;
  bool is_shared = false;
  std::int64_t requests = 0;
  std::int64_t sectors = 0, ideal_sectors = 0;  ///< in global memory
  std::int64_t phases = 0, wavefronts = 0;      ///< in shared memory
  int worst_ways = 1;                           ///< of the worst request; 1: no conflicts
  std::int64_t conflicts() const { return wavefronts - phases; }
};

struct MoveTraffic {
  std::int64_t thread_bytes = 0, bytes = 0;  ///< bytes of one thread, and of all
  std::optional<MapTraffic> from{}, to{};    ///< nullopt: registers, TMA, or unknown addresses
};
/// Returns the traffic of a moment, which must be one of that arrow's.
MoveTraffic traffic_of(const KernelMap&, const MapArrow&, std::size_t moment);

}  // namespace app
