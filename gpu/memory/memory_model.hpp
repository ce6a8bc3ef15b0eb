#pragma once
// The view of the memory system: lines and sectors of global memory, banks of shared memory, by request and in total. Source: hardware
// counters of an H200 (docs/memory-model.md).

#include <array>
#include <atomic>
#include <cstdint>
#include <vector>

#include "gpu/launch/launch_shape.hpp"

namespace gpu {

inline constexpr int line_bytes = 128, sector_bytes = 32, banks = 32, bank_bytes = 4;

/// The direction of a request. Shared memory serves loads and stores alike, except loads of 8 and 16 bytes in which pairs of lanes read the
/// same data. For cp.async, these are the requests between the two memories.
enum class Direction : std::uint8_t {
  load,
  store,
  copy,          ///< cp.async.ca: phases of a store, in which lanes share nothing
  copy_past_l1,  ///< cp.async.cg: each turn moves sectors from one line to another
  read_past_l1,  ///< cp.async.cg's reads from global memory
};

/// The other end of a cp.async: the byte of lane 0 in the other memory, where the lanes are contiguous, and whether they are read there.
struct Beside {
  std::int64_t byte = 0;
  bool is_source = false;
};

/// One warp request: one access of one warp.
struct Request {
  std::uint32_t block = 0, warp = 0, access = 0;         ///< access * step: the first value of each thread
  int lanes = 0;                                         ///< active lanes: in bounds and not predicated off
  int lines = 0;                                         ///< distinct 128 B lines
  int sectors = 0;                                       ///< distinct 32 B sectors
  int ideal_sectors = 0;                                 ///< ceil(distinct bytes / 32)
  int phases = 0;                                        ///< parts that shared memory serves separately, lanes_a_phase lanes each
  int wavefronts = 0;                                    ///< passes of shared memory: per phase, the most words in one bank; summed
  int bank_ways = 1;                                     ///< most words in one bank of the worst phase; 1: no conflicts
  int conflicts() const { return wavefronts - phases; }  ///< wavefronts beyond one per phase
  double efficiency() const { return sectors > 0 ? static_cast<double>(ideal_sectors) / sectors : 1; }
};

/// The way in which requests through a mapping of a launch are made.
struct Asking {
  int lanes = 32;             ///< lanes of a warp that give an address
  std::int32_t step = 1;      ///< values of the mapping from one request to the next
  std::int32_t requests = 1;  ///< requests of a warp
  int bytes = 4;              ///< bytes at each lane's address
};
/// Returns how requests are made. The mapping must be a member of the launch shape.
Asking asking(const LaunchShape&, const Mapping&);

/// First elements of the 32 lanes, counted from the tensor's element 0; `absent` for lanes that do not exist, are out of bounds or
/// predicated off, or give no address.
inline constexpr std::int64_t absent = INT64_MIN;
std::array<std::int64_t, 32> lane_elements(const LaunchShape&, const Mapping&, std::uint32_t block, std::uint32_t warp,
                                           std::uint32_t access);

/// Returns the elements from a line's start to element 0 of the mapping's memory.
std::int64_t begin_of(const LaunchShape&, const Mapping&);

/// Returns the direction that determines a request's phases: a store's for the rows of matrices, whose phases never join; a copy's where
/// cp.async replaces the store, or, past L1, the load from global memory.
Direction phased_as(const LaunchShape&, const Mapping&, Direction);
/// Returns a copy for cp.async, a store for matrices, else a load.
Direction direction_of(const Instruction&);

/// Computes the request of lanes with these first elements. Sets all fields but block, warp and access. `Beside` is for copies; with
/// read_past_l1, lines and sectors are those of the source, whichever end the lanes are.
Request request_of(const std::array<std::int64_t, 32>& lanes, int element_bytes, int access_bytes, Direction, Beside = {});

/// Computes one cp.async.cg whose lanes read and write 16 bytes at any of these bytes; `absent` for lanes that sit out. Lines and sectors
/// are those that the hardware counts for the source. Sets all fields but block, warp, access and lanes.
Request request_past_l1(const std::array<std::int64_t, 32>& from, const std::array<std::int64_t, 32>& to);

/// Returns the lanes that shared memory serves at once: the warp for accesses of up to 4 bytes, half of it for 8, a quarter for 16. Twice
/// as many for loads of 8 and 16 bytes if every lane reads the same data as lane ^ 1, or every lane the same as lane ^ 2; absent lanes
/// match any. The eight rows of a matrix are a phase, never two.
int lanes_a_phase(const std::array<std::int64_t, 32>& lanes, int access_bytes, Direction);

/// Computes the request of one access of a warp. The mapping must be a member of the launch shape.
Request request(const LaunchShape&, const Mapping&, std::uint32_t block, std::uint32_t warp, std::uint32_t access,
                Direction = Direction::load);

/// One phase of a request in shared memory: the words of each bank that lanes need.
struct Phase {
  int first_lane = 0, lanes = 0;
  std::uint32_t taking_part = 0;  ///< a bit for each lane that is served: not all of them for cp.async.cg
  int ways = 1;
  std::array<std::vector<std::int64_t>, banks> words;  ///< distinct words needed from each bank, ascending; for cp.async one for each lane
  std::array<std::vector<int>, banks> wanted_by;       ///< lanes that need a word of each bank
};
std::vector<Phase> phases(const LaunchShape&, const Mapping&, std::uint32_t block, std::uint32_t warp, std::uint32_t access,
                          Direction = Direction::load);

/// Sums over requests with at least one lane, as hardware counters of the timed kernel count them.
struct Totals {
  std::int64_t requests = 0, lanes = 0, lines = 0, sectors = 0, ideal_sectors = 0, phases = 0, wavefronts = 0;
  int worst_bank_ways = 1;
  std::uint32_t worst_access = 0;  ///< the least efficient access (most sectors, or wavefronts in shared memory)
  double worst_sectors = 0, worst_ideal_sectors = 0, worst_wavefronts = 0;  ///< means per request of that access
  bool exact = true;                                                        ///< false: scaled up from an even sample
  bool sectors_at_most = false;                                             ///< an upper bound: see writes_again_past_l1
  std::int64_t conflicts() const { return wavefronts - phases; }
  double per_request(std::int64_t what) const { return requests > 0 ? static_cast<double>(what) / static_cast<double>(requests) : 0; }
};

/// Returns whether a block's cp.async.cg overwrite a place in shared memory before they are waited for. The hardware then skips reads that
/// have not begun, depending on timing: it counts the predicted sectors of global memory or fewer.
bool writes_again_past_l1(const LaunchShape&);

/// Computes the sums. Exact for any launch without a swizzle, guards or accesses out of bounds: requests fall into at most 128 classes per
/// warp, by the offset of their first byte in its line. Otherwise exact up to 2^20 requests, and sampled beyond. Setting `cancelled` ends
/// it early.
Totals totals(const LaunchShape&, const Mapping&, Direction, const std::atomic<bool>* cancelled = nullptr);

}  // namespace gpu
