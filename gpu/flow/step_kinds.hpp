#pragma once
// The kinds of steps, a row each: the calls that denote them, their writes and order, their sentences, and how they are run.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "gpu/flow/flow.hpp"

namespace gpu {

/// The queues whose operations proceed in order while their threads go on: cp.async, WGMMA and tcgen05, stores of TMA.
enum class FlowQueue : std::uint8_t { none, copies, mmas, bulk };
constexpr std::size_t flow_queues = 4;

/// The effect of a step on the order of others. It determines the call's arguments: `await` takes a number; `init`, `arrival` and `phase`
/// an mbarrier; `barrier` and `barrier_arrival` nothing, or a named barrier and its threads.
enum class StepOrder : std::uint8_t {
  nothing,
  commit,           ///< closes the queue's current group
  await,            ///< waits until all but the last n groups of the queue are done
  barrier,          ///< waits until all threads of the block, or n at the named one, have come
  barrier_arrival,  ///< counts as an arrival, without waiting
  warp,             ///< waits until all threads of the warp have come
  proxy,            ///< makes writes visible to TMA and WGMMA
  init,             ///< initialises an mbarrier
  arrival,          ///< at an mbarrier: by the thread if there is no queue, else once the operations in the queue are done
  phase,            ///< waits until a phase of an mbarrier is over
};

struct StepNames {
  struct Word {
    std::string_view function{};
    std::string_view arguments{};  ///< as written in a sheet: "(tiled, from, to)"; empty: only programs have this spelling
    std::string_view scope{};      ///< in CUTLASS, if it differs from CuTe's
  };
  FlowStep::Kind kind;
  std::string_view name;        ///< in JSON and messages
  std::array<Word, 7> words{};  ///< functions whose calls are such steps, without their namespace
};
struct StepEffect {
  static constexpr int nothing = -1, last = -2;
  int result = nothing;  ///< the part that it writes: it reads those before it, and for a gemm the scale factors behind it
  StepOrder order = StepOrder::nothing;
  FlowQueue queue = FlowQueue::none;  ///< the queue concerned
  bool arrives = true;                ///< for an arrival: counts as one
  bool expects_bytes = false;         ///< for an arrival: the phase waits for n more bytes
};
/// The map's sentence about the step; copies and gemms have sentences of their own.
struct StepSentence {
  enum class Place : std::uint8_t { none, source, result, number, barrier, threads };
  std::string_view sentence{};
  std::string_view plain{};  ///< used without an operand at its first place: no barrier, no part, the number 0; empty: the same
  Place first = Place::none, second = Place::none, third = Place::none;
  constexpr std::array<Place, 3> places() const { return {first, second, third}; }
};
/// The way to run it (replay_source.cpp); all empty: nothing to do.
struct StepRun {
  std::string_view ptx{};      ///< %0 is the barrier, %1 the number
  std::string_view code{};     ///< the same in CUDA
  std::string_view not_run{};  ///< the reason why it is not run, for its line and text
};

struct StepKind : StepNames, StepEffect, StepSentence, StepRun {
  constexpr StepKind(const StepNames& names, const StepEffect& effect, const StepSentence& map = {}, const StepRun& run = {})
      : StepNames(names), StepEffect(effect), StepSentence(map), StepRun(run) {}
  /// Returns whether it sets a tensor, or a part of it.
  bool moves() const { return result != nothing; }
  /// Returns whether each element of parts[1] comes from that of parts[0].
  bool moves_each() const { return result == 1; }
  /// Returns the part that a step that moves something writes.
  std::size_t written(const FlowStep& s) const {
    return result == last ? s.parts.size() - 1 : std::min(static_cast<std::size_t>(result), s.parts.size() - 1);
  }
  bool has_mbarrier() const { return order == StepOrder::init || order == StepOrder::arrival || order == StepOrder::phase; }
  bool has_named_barrier() const { return order == StepOrder::barrier || order == StepOrder::barrier_arrival; }
  /// Returns the word of a function, which must be one of them.
  const Word& word(std::string_view function) const { return *std::ranges::find(words, function, &Word::function); }
};

const StepKind& step_kind(FlowStep::Kind);
inline const StepKind& kind_of(const FlowStep& s) { return step_kind(s.kind); }
/// Returns the kind of the calls of a function, named without its namespace; null if there is none.
const StepKind* step_kind_called(std::string_view function);

}  // namespace gpu
