#pragma once
// A kernel in time: rows of what its roles do, of the stages of its ring, and of what waits; by ticks of the order of its steps.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "algebra/text/message.hpp"
#include "app/map/kernel_map.hpp"

namespace app {

/// From a tick up to another.
struct TimeBar {
  std::int64_t from = 0, to = 0;
  std::size_t moment = 0;    ///< its first
  std::int64_t k_tile = -1;  ///< -1: none
};

struct TimeRow {
  enum class Kind : std::uint8_t {
    moves,     ///< steps that start to move, or to multiply
    flight,    ///< what was started and is not waited for yet
    stage,     ///< a stage of the ring: from its first write to its last read
    ordering,  ///< barriers and waits
  };
  Kind kind = Kind::moves;
  algebra::Message title{};
  std::size_t role = 0;
  std::int64_t stage = -1;
  std::vector<TimeBar> bars{};  ///< by `from`
};

/// Prologue, main loop, epilogue: the main loop is the outermost around the products.
struct TimePhase {
  algebra::Message name{};
  std::size_t line = 0;  ///< of the loop; 0: none
  std::int64_t from = 0, to = 0;
};

struct MapTime {
  std::int64_t ticks = 0;
  std::vector<TimePhase> phases{};
  std::vector<TimeRow> rows{};
};
MapTime time_of(const KernelMap&);

/// What the hardware still copies or multiplies at the moment: the moments of its starts.
std::vector<std::size_t> in_flight(const KernelMap&, std::size_t moment);

}  // namespace app
