#pragma once
// What the program may take: memory for what grows with the number of elements, and time for verdicts that look at each of them.

#include "app/document/decide.hpp"

namespace app {

class Workspace;

struct Limits {
  double memory_mib = 512;                     ///< see algebra::MemoryBudget
  double check_seconds = usual_check_seconds;  ///< 0: as long as it takes
  friend bool operator==(const Limits&, const Limits&) = default;
};

/// Sets the memory budget of the program.
void hold_memory(const Limits&);
/// Makes both limits hold from now on.
void hold(const Limits&, Workspace&);

}  // namespace app
