#pragma once
// Limits of the program: memory for tables that grow with the number of elements, time for exhaustive verdicts, and the size of launches.

#include <cstdint>

#include "app/document/decide.hpp"
#include "gpu/launch/launch_limit.hpp"

namespace app {

class Workspace;

struct Limits {
  double memory_mib = 512;                     ///< see algebra::MemoryBudget
  double check_seconds = usual_check_seconds;  ///< 0: unlimited
  std::int64_t launch_accesses = gpu::usual_launch_accesses;
  friend bool operator==(const Limits&, const Limits&) = default;
};

/// Applies the memory budget and the limit of launches to the program.
void hold_in_program(const Limits&);
/// Applies all limits.
void hold(const Limits&, Workspace&);

}  // namespace app
