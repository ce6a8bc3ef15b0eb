#include "gpu/flow/check.hpp"

#include <array>

#include "gpu/flow/checker.hpp"

namespace gpu {

using algebra::MemorySpace;

std::string_view name_of(MemorySpace memory) {
  constexpr std::array<std::string_view, 5> names{"unknown", "global", "shared", "registers", "tensor"};
  return names[static_cast<std::size_t>(memory)];
}

std::string_view name_of(FlowFinding::Kind kind) {
  constexpr std::array<std::string_view, 12> names{"race",    "overwritten", "not_waited", "proxy",        "never_written", "wrong_product",
                                                   "missing", "twice",       "misplaced",  "out_of_range", "barrier",       "endless"};
  return names[static_cast<std::size_t>(kind)];
}

FlowReport check(const Flow& flow, const std::function<bool()>& stop, bool whole) { return checking::Checker(flow, stop, whole).run(); }

}  // namespace gpu
