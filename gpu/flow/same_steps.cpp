#include "gpu/flow/same_steps.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "algebra/hardware/tiled.hpp"
#include "algebra/layout/operations.hpp"

namespace gpu {

SameSteps::SameSteps(const Flow& flow) : numbers_(flow.roles.size()), first_(flow.roles.size()) {
  using Same = std::tuple<FlowStep::Kind, std::size_t, std::vector<std::int64_t>>;
  std::map<Same, std::size_t> all;
  for (std::size_t r = 0; r < flow.roles.size(); ++r)
    for (const auto& step : flow.roles[r].steps) {
      Same same{step.kind, step.line, {}};
      for (const auto& l : step.loops) {
        std::get<2>(same).push_back(static_cast<std::int64_t>(l.line));
        std::get<2>(same).push_back(l.round);
      }
      const auto number = all.try_emplace(std::move(same), all.size()).first->second;
      first_[r].try_emplace(number, numbers_[r].size());
      numbers_[r].push_back(number);
    }
}

bool is_led_by_another(const Flow& flow, const SameSteps& same, std::size_t role, std::size_t number, std::size_t thread) {
  constexpr std::size_t warp = 32;
  for (std::size_t s = 0; s < flow.roles.size(); ++s) {
    if (s == role || !same.has(s, number)) continue;
    const auto& threads = flow.roles[s].threads;
    const auto it = std::lower_bound(threads.begin(), threads.end(), thread / warp * warp);
    if (it != threads.end() && *it < thread) return true;
  }
  return false;
}

std::size_t lanes_of(const FlowStep& s) {
  if (s.mma) {
    if (s.mma->atom.traits->operands[2].place == algebra::MmaTraits::Place::tensor) return 1;
    return static_cast<std::size_t>(algebra::size(algebra::mode(algebra::thr_layout_vmnk(*s.mma), 0)));
  }
  if (!s.atom || s.atom->tma) return 1;
  return static_cast<std::size_t>(algebra::size(s.atom->traits->thr_id));
}

bool share_a_group(const FlowRole& a, const FlowRole& b, std::size_t lanes) {
  std::set<std::size_t> groups;
  for (const auto t : a.threads) groups.insert(t / lanes);
  return std::ranges::any_of(b.threads, [&](std::size_t t) { return groups.contains(t / lanes); });
}

}  // namespace gpu
