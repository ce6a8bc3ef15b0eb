#pragma once
// The kinds of steps, a row each: by which calls they are known, what they write and order, what is said of them, and how they are run.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "gpu/flow/flow.hpp"

namespace gpu {

/// What is done one after another while its threads go on: cp.async, WGMMA and tcgen05, stores of TMA.
enum class FlowQueue : std::uint8_t { none, copies, mmas, bulk };
constexpr std::size_t flow_queues = 4;

/// What a step does to the order of others. What its call is given follows from it: of `await` a number, of `init`, `arrival` and `phase`
/// an mbarrier, of `barrier` and `barrier_arrival` nothing, or a named barrier and its threads.
enum class StepOrder : std::uint8_t {
  nothing,
  commit,           ///< what came to the queue since the last one is a group
  await,            ///< until all but the last n groups of the queue are done
  barrier,          ///< until all threads of the block, or n at the named one, have come
  barrier_arrival,  ///< counts as one of them, and goes on
  warp,             ///< until all threads of the warp have come
  proxy,            ///< what was written is seen by TMA and WGMMA
  init,             ///< an mbarrier
  arrival,          ///< at an mbarrier: of the thread where there is no queue, else once what is in the queue is done
  phase,            ///< until a phase of an mbarrier is over
};

struct StepNames {
  struct Word {
    std::string_view function{};
    std::string_view arguments{};  ///< as one writes them in a sheet: "(tiled, from, to)"; empty: programs alone have this spelling
    std::string_view scope{};      ///< in CUTLASS, where it is not that of CuTe
  };
  FlowStep::Kind kind;
  std::string_view name;        ///< as JSON and messages have it
  std::array<Word, 7> words{};  ///< functions whose calls are such steps, without their namespace
};
struct StepEffect {
  static constexpr int nothing = -1, last = -2;
  int result = nothing;  ///< the part that it writes: it reads those before it, and of a gemm the scale factors behind it
  StepOrder order = StepOrder::nothing;
  FlowQueue queue = FlowQueue::none;  ///< that the order is about
  bool arrives = true;                ///< of an arrival: counts as one
  bool expects_bytes = false;         ///< of an arrival: the phase waits for n bytes more
};
/// What the map says of it; of a copy and a gemm it has sentences of its own.
struct StepSentence {
  enum class Place : std::uint8_t { none, source, result, number, barrier, threads };
  std::string_view sentence{};
  std::string_view plain{};  ///< where its first place has none: no barrier, no part, the number 0; empty: the same
  Place first = Place::none, second = Place::none, third = Place::none;
  constexpr std::array<Place, 3> places() const { return {first, second, third}; }
};
/// How it is run (replay_source.cpp); none of them: there is nothing to do.
struct StepRun {
  std::string_view ptx{};      ///< %0 is its barrier, %1 its number
  std::string_view code{};     ///< the same in CUDA
  std::string_view not_run{};  ///< why it is not, of its line and text
};

struct StepKind : StepNames, StepEffect, StepSentence, StepRun {
  constexpr StepKind(const StepNames& names, const StepEffect& effect, const StepSentence& map = {}, const StepRun& run = {})
      : StepNames(names), StepEffect(effect), StepSentence(map), StepRun(run) {}
  /// Tells whether it sets a tensor, or a part of it.
  bool moves() const { return result != nothing; }
  /// Tells whether each element of parts[1] comes of that of parts[0].
  bool moves_each() const { return result == 1; }
  /// Finds which part a step writes that moves something.
  std::size_t written(const FlowStep& s) const {
    return result == last ? s.parts.size() - 1 : std::min(static_cast<std::size_t>(result), s.parts.size() - 1);
  }
  bool has_mbarrier() const { return order == StepOrder::init || order == StepOrder::arrival || order == StepOrder::phase; }
  bool has_named_barrier() const { return order == StepOrder::barrier || order == StepOrder::barrier_arrival; }
  /// Finds its word; the function is one of them.
  const Word& word(std::string_view function) const { return *std::ranges::find(words, function, &Word::function); }
};

const StepKind& step_kind(FlowStep::Kind);
inline const StepKind& kind_of(const FlowStep& s) { return step_kind(s.kind); }
/// Finds the kind of the calls of a function, named without its namespace; null if it is none of them.
const StepKind* step_kind_called(std::string_view function);

}  // namespace gpu
