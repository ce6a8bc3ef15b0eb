#pragma once
// What a request of a launch asks memory for: words of shared memory with the lanes that want them, their banks, and sectors.

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

/// A word that lanes of a phase want.
struct WantedWord {
  std::vector<int> lanes;
  std::int64_t element = -1;  ///< of the traced tensor: the first that is in the word, or is copied to it
  bool linked = false;        ///< one of them is among those that are asked about
};
/// By the number of the word: of its bank and its row of 32 words.
using WantedWords = std::map<std::int64_t, WantedWord>;
/// `linked`: elements of the traced tensor, ascending.
WantedWords wanted_words(const gpu::LaunchPlan&, const gpu::Mapping&, const gpu::RequestAt&, const gpu::Phase&,
                         const std::vector<std::int64_t>& linked);

/// A bank of which more than one word is wanted.
struct BankConflict {
  int bank = 0;
  std::string lanes;     ///< "T0 T8 T16 T24"; neighbours as "T96–T111", and of many others the first and the last
  std::size_t ways = 0;  ///< words
};
/// The worst first. `first_thread`: the number of the warp's first one.
std::vector<BankConflict> conflicts_of(const gpu::Phase&, std::int64_t first_thread);
/// Names of threads, as above.
std::string lane_list(std::int64_t first_thread, const std::vector<int>& lanes);
/// What a request takes: "block 0, warp 0, access 3: 4 B × 32 lanes, 32 wavefronts".
algebra::Message request_words(const gpu::LaunchPlan&, const gpu::Mapping&, const gpu::RequestAt&, gpu::Direction);
/// What a phase takes, with the worst conflict: "phase 0, T0–T31: 32 words of bank 3, 32 wavefronts".
algebra::Message phase_words(const gpu::Phase&, int number, std::int64_t first_thread);
/// What all phases of a request take, with the worst conflict.
algebra::Message phases_words(const std::vector<gpu::Phase>&, std::int64_t first_thread);
/// Sectors that the request asks for, in the tensor's memory.
std::set<std::int64_t> sectors_of(const gpu::LaunchPlan&, const gpu::RequestAt&);

}  // namespace app
