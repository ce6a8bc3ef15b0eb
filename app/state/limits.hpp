#pragma once
// What the program may take: memory for what grows with the number of elements, time for verdicts that look at each of them, and how
// long launches may be.

#include <cstdint>

#include "app/document/decide.hpp"
#include "gpu/launch/launch_limit.hpp"

namespace app {

class Workspace;

struct Limits {
  double memory_mib = 512;                     ///< see algebra::MemoryBudget
  double check_seconds = usual_check_seconds;  ///< 0: as long as it takes
  std::int64_t launch_accesses = gpu::usual_launch_accesses;
  friend bool operator==(const Limits&, const Limits&) = default;
};

/// Sets the memory budget of the program and the limit of its launches.
void hold_in_program(const Limits&);
/// Makes all limits hold from now on.
void hold(const Limits&, Workspace&);

}  // namespace app
