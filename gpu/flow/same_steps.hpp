#pragma once
// Finds steps of several roles that are one step of the program, to be done once if their threads do it together.

#include <cstddef>
#include <optional>
#include <unordered_map>
#include <vector>

#include "gpu/flow/flow.hpp"

namespace gpu {

/// Numbers the steps of a flow: steps of one kind and line, in the same rounds of all loops, share a number in all roles.
class SameSteps {
 public:
  explicit SameSteps(const Flow&);
  std::size_t number(std::size_t role, std::size_t step) const { return numbers_[role][step]; }
  /// Returns the first step of a role with that number.
  std::optional<std::size_t> first(std::size_t role, std::size_t number) const {
    const auto it = first_[role].find(number);
    return it == first_[role].end() ? std::nullopt : std::optional(it->second);
  }
  bool has(std::size_t role, std::size_t number) const { return first_[role].contains(number); }

 private:
  std::vector<std::vector<std::size_t>> numbers_;  ///< by role and step
  std::vector<std::unordered_map<std::size_t, std::size_t>> first_;
};

/// Returns whether the step, done by one thread of each warp, is done by an earlier thread of this one's warp, of another role.
bool is_led_by_another(const Flow&, const SameSteps&, std::size_t role, std::size_t number, std::size_t thread);

/// Returns how many threads perform a step together as one instruction: a warp or a warpgroup, aligned to a multiple of that. 1: each by
/// itself.
std::size_t lanes_of(const FlowStep&);
/// Returns whether both roles have threads in one group of that many.
bool share_a_group(const FlowRole&, const FlowRole&, std::size_t lanes);

}  // namespace gpu
