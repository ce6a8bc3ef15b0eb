#pragma once
// A timeline of a kernel: rows for the moves of its roles, for the stages of its ring and for waits, over the ticks of the step order.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "algebra/text/message.hpp"
#include "app/map/kernel_map.hpp"

namespace app {

/// The ticks [from, to).
struct TimeBar {
  std::int64_t from = 0, to = 0;
  std::size_t moment = 0;    ///< its first moment
  std::int64_t k_tile = -1;  ///< -1: none
};

struct TimeRow {
  enum class Kind : std::uint8_t {
    moves,     ///< steps that start to move or to multiply
    flight,    ///< started and not waited for yet
    stage,     ///< a stage of the ring: from its first write to its last read
    ordering,  ///< barriers and waits
  };
  Kind kind = Kind::moves;
  algebra::Message title{};
  std::size_t role = 0;
  std::int64_t stage = -1;
  std::vector<TimeBar> bars{};  ///< ascending by `from`
};

/// Prologue, main loop or epilogue. The main loop is the outermost loop around most products.
struct TimePhase {
  algebra::Message name{};
  std::size_t line = 0;  ///< its loop's line; 0: none
  std::int64_t from = 0, to = 0;
};

struct MapTime {
  std::int64_t ticks = 0;
  std::vector<TimePhase> phases{};
  std::vector<TimeRow> rows{};
};
MapTime time_of(const KernelMap&);

/// Returns the moments that started the copies and products which are still in flight at a moment.
std::vector<std::size_t> in_flight(const KernelMap&, std::size_t moment);

}  // namespace app
