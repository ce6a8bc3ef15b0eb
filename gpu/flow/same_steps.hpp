#pragma once
// Which steps of several roles are one and the same of the program: what their threads do together is done once.

#include <cstddef>
#include <optional>
#include <unordered_map>
#include <vector>

#include "gpu/flow/flow.hpp"

namespace gpu {

/// Numbers the steps of a flow: those of one kind and line, in the same rounds of all loops, have one number in all roles.
class SameSteps {
 public:
  explicit SameSteps(const Flow&);
  std::size_t number(std::size_t role, std::size_t step) const { return numbers_[role][step]; }
  /// The first step of a role with that number.
  std::optional<std::size_t> first(std::size_t role, std::size_t number) const {
    const auto it = first_[role].find(number);
    return it == first_[role].end() ? std::nullopt : std::optional(it->second);
  }
  bool has(std::size_t role, std::size_t number) const { return first_[role].contains(number); }

 private:
  std::vector<std::vector<std::size_t>> numbers_;  ///< by role and step
  std::vector<std::unordered_map<std::size_t, std::size_t>> first_;
};

/// Whether the step that one thread of each warp does is done by another thread of this one's warp: an earlier one, of another role.
bool is_led_by_another(const Flow&, const SameSteps&, std::size_t role, std::size_t number, std::size_t thread);

/// How many threads do a step together, one instruction: those of a warp or a warpgroup from a multiple of so many on. 1: each by itself.
std::size_t lanes_of(const FlowStep&);
/// Whether both have threads of one group of so many.
bool share_a_group(const FlowRole&, const FlowRole&, std::size_t lanes);

}  // namespace gpu
