#pragma once
// The memory requests of a launch in words: words of shared memory with the lanes that request them, banks and sectors.

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "algebra/text/message.hpp"
#include "gpu/memory/memory_model.hpp"
#include "gpu/run/launch_plan.hpp"
#include "gpu/run/playback.hpp"

namespace app {

/// A word that lanes of a phase request.
struct WantedWord {
  std::vector<int> lanes;
  std::int64_t element = -1;  ///< of the traced tensor: the first in the word, or copied to it
  bool linked = false;        ///< true: one of its elements is in `linked`
};
/// By index of the word: its row of 32 words and its bank.
using WantedWords = std::map<std::int64_t, WantedWord>;
/// Returns the words that the phase requests. `linked`: elements of the traced tensor, ascending.
WantedWords wanted_words(const gpu::LaunchPlan&, const gpu::Mapping&, const gpu::RequestAt&, const gpu::Phase&,
                         const std::vector<std::int64_t>& linked);

/// A bank from which more than one word is requested.
struct BankConflict {
  int bank = 0;
  std::string lanes;     ///< "T0 T8 T16 T24"; neighbours as "T96–T111"; of many others the first and the last
  std::size_t ways = 0;  ///< words
};
/// Returns the conflicts, the worst first. `first_thread`: number of the warp's first thread.
std::vector<BankConflict> conflicts_of(const gpu::Phase&, std::int64_t first_thread);
/// Returns the names of threads, as above.
std::string lane_list(std::int64_t first_thread, const std::vector<int>& lanes);
/// Returns the cost of a request: "block 0, warp 0, access 3: 4 B × 32 lanes, 32 wavefronts".
algebra::Message request_words(const gpu::LaunchPlan&, const gpu::Mapping&, const gpu::RequestAt&, gpu::Direction);
/// Returns the cost of a phase with its worst conflict: "phase 0, T0–T31: 32 words of bank 3, 32 wavefronts".
algebra::Message phase_words(const gpu::Phase&, int number, std::int64_t first_thread);
/// Returns the cost of all phases of a request with the worst conflict.
algebra::Message phases_words(const std::vector<gpu::Phase>&, std::int64_t first_thread);
/// Returns the sectors of the tensor's memory that the request accesses.
std::set<std::int64_t> sectors_of(const gpu::LaunchPlan&, const gpu::RequestAt&);

}  // namespace app
