#pragma once
// What the memory system sees: lines and sectors of global memory, banks of shared memory, request by request and in total.
// Source: hardware counters of an H200 (docs/memory-model.md).

#include <array>
#include <atomic>
#include <cstdint>
#include <vector>

#include "gpu/launch_shape.hpp"

namespace gpu {

inline constexpr int line_bytes = 128, sector_bytes = 32, banks = 32, bank_bytes = 4;

/// Shared memory serves loads and stores alike, but for loads of 8 and 16 bytes whose lanes want the same two by two.
enum class Direction : std::uint8_t { load, store };

/// One warp request: one access of one warp.
struct Request {
  std::uint32_t block = 0, warp = 0, access = 0;         ///< values access * width .. access * width + width - 1 of each thread
  int lanes = 0;                                         ///< threads that take part: those in bounds
  int lines = 0;                                         ///< distinct 128 B lines
  int sectors = 0;                                       ///< distinct 32 B sectors
  int ideal_sectors = 0;                                 ///< ceil(distinct bytes / 32)
  int phases = 0;                                        ///< parts that shared memory serves apart, of lanes_a_phase lanes each
  int wavefronts = 0;                                    ///< turns that shared memory takes: over the phases, the most words in one bank
  int bank_ways = 1;                                     ///< of the worst phase; 1: free of conflicts
  int conflicts() const { return wavefronts - phases; }  ///< turns beyond one a phase
  double efficiency() const { return sectors > 0 ? static_cast<double>(ideal_sectors) / sectors : 1; }
};

/// Elements that the 32 lanes start at; `absent` for lanes that do not exist or are out of bounds.
inline constexpr std::int64_t absent = INT64_MIN;
std::array<std::int64_t, 32> lane_elements(const LaunchShape&, const Mapping&, std::uint32_t block, std::uint32_t warp,
                                           std::uint32_t access);

/// The request of lanes that start at these elements. Fills in all but block, warp and access.
Request request_of(const std::array<std::int64_t, 32>& lanes, int element_bytes, int access_bytes, Direction);

/// Lanes that shared memory serves at once: the warp for accesses of up to 4 bytes, half of it for 8, a quarter for 16.
/// Loads of 8 and 16 bytes go twice as many at once where every lane wants the same as its neighbour (lane ^ 1) or the next
/// but one (lane ^ 2), or one of the two is absent: the same rule for all lanes of the warp.
int lanes_a_phase(const std::array<std::int64_t, 32>& lanes, int access_bytes, Direction);

/// The request that `access` of `warp` of `block` makes through `mapping`, one of the walk's.
Request request(const LaunchShape&, const Mapping&, std::uint32_t block, std::uint32_t warp, std::uint32_t access,
                Direction = Direction::load);

/// One phase of a request in shared memory: who wants which word of which bank.
struct Phase {
  int first_lane = 0, lanes = 0;
  int ways = 1;
  std::array<std::vector<std::int64_t>, banks> words;  ///< distinct words that each bank must give, ascending
  std::array<std::vector<int>, banks> wanted_by;       ///< lanes that want some word of each bank
};
std::vector<Phase> phases(const LaunchShape&, const Mapping&, std::uint32_t block, std::uint32_t warp, std::uint32_t access,
                          Direction = Direction::load);

/// Sums over requests with at least one lane. What the counters of the timed kernel count.
struct Totals {
  std::int64_t requests = 0, lanes = 0, lines = 0, sectors = 0, ideal_sectors = 0, phases = 0, wavefronts = 0;
  int worst_bank_ways = 1;
  std::uint32_t worst_access = 0;  ///< the access whose requests are the least efficient (most sectors, or wavefronts in shared memory)
  double worst_sectors = 0, worst_ideal_sectors = 0, worst_wavefronts = 0;  ///< means per request of that access
  bool exact = true;                                                        ///< false: scaled up from an even sample
  std::int64_t conflicts() const { return wavefronts - phases; }
  double per_request(std::int64_t what) const { return requests > 0 ? static_cast<double>(what) / static_cast<double>(requests) : 0; }
};

/// Exact for any launch without a swizzle or accesses out of bounds: requests fall into at most 128 classes a warp, by where
/// their first byte stands in its line. Otherwise exact up to 2^20 requests, and sampled beyond. `cancelled` ends it early.
Totals totals(const LaunchShape&, const Mapping&, Direction, const std::atomic<bool>* cancelled = nullptr);

}  // namespace gpu
