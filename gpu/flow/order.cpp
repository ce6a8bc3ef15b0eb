#include "gpu/flow/order.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string>
#include <tuple>

#include "algebra/hardware/tiled.hpp"
#include "gpu/flow/lanes.hpp"
#include "gpu/flow/same_steps.hpp"
#include "gpu/flow/step_kinds.hpp"

namespace gpu {
namespace {

/// Returns the number of elements that a thread copies.
std::int64_t elements(const FlowPart& p, std::size_t thread) {
  const auto& f = p.modes.empty() ? p.index : p.modes.front();
  return f.forms.empty() ? 0 : algebra::size(f.layout(thread));
}

class Order {
 public:
  explicit Order(const Flow& flow) : flow_(flow), same_(flow), next_(flow.roles.size()) {}

  std::vector<OrderedStep> run() {
    for (bool moved = true; moved; ++tick_) {
      moved = false;
      const auto together = standing_together();
      const auto before = next_;
      std::vector<std::string> passed;
      for (std::size_t r = 0; r < next_.size(); ++r) {
        if (next_[r] >= flow_.roles[r].steps.size() || !alone_or_joined(r, before) || !passes(r, together[r])) continue;
        if (const auto& s = flow_.roles[r].steps[next_[r]]; kind_of(s).order == StepOrder::barrier) passed.push_back(s.barrier);
        all_.push_back({r, next_[r]++, tick_, all_.size()});
        moved = true;
      }
      for (const auto& name : passed) arrived_.erase(name);
    }
    wait();
    return std::move(all_);
  }

  std::vector<OrderedStep> as_run(const std::function<std::uint64_t(std::size_t, std::size_t)>& began) {
    std::vector<std::tuple<std::uint64_t, std::size_t, std::size_t>> steps;
    for (std::size_t r = 0; r < flow_.roles.size(); ++r)
      for (std::size_t s = 0; s < flow_.roles[r].steps.size(); ++s) steps.emplace_back(began(r, s), s, r);
    std::ranges::sort(steps);
    std::vector<bool> has(flow_.roles.size());
    for (const auto& [when, step, role] : steps) {
      if (has[role]) {
        ++tick_;
        has.assign(has.size(), false);
      }
      has[role] = true;
      all_.push_back({role, step, tick_, all_.size()});
    }
    wait();
    return std::move(all_);
  }

 private:
  struct Barrier {
    std::int64_t expected = 0, pending = 0, bytes = 0, phases = 0;
  };

  /// Returns, for each role, whether all participants have come to the barrier at which it stands; the block's barrier needs all roles that
  /// have not ended.
  std::vector<bool> standing_together() const {
    bool all = true;
    auto threads = arrived_;
    const auto at = [&](std::size_t r) {
      const auto& steps = flow_.roles[r].steps;
      return next_[r] < steps.size() && kind_of(steps[next_[r]]).order == StepOrder::barrier ? &steps[next_[r]] : nullptr;
    };
    for (std::size_t r = 0; r < next_.size(); ++r) {
      if (const auto* s = at(r)) threads[s->barrier] += static_cast<std::int64_t>(flow_.roles[r].threads.size());
      else if (next_[r] < flow_.roles[r].steps.size()) all = false;
    }
    std::vector<bool> together;
    for (std::size_t r = 0; r < next_.size(); ++r) {
      const auto* s = at(r);
      together.push_back(s != nullptr && (s->n == 0 ? all : threads[s->barrier] >= s->n));
    }
    return together;
  }

  /// Returns whether a step is the role's own, or all roles of its instruction have come to it: the first waits for the others. `before`:
  /// the roles' places when the tick began.
  bool alone_or_joined(std::size_t r, const std::vector<std::size_t>& before) const {
    if (flow_.roles.size() == 1) return true;
    const auto& s = flow_.roles[r].steps[next_[r]];
    const auto lanes = lanes_of(s);
    if (!kind_of(s).moves() || lanes <= 1) return true;
    const auto number = same_.number(r, next_[r]);
    for (std::size_t other = 0; other < before.size(); ++other) {
      const auto first = other == r ? std::nullopt : same_.first(other, number);
      if (first && *first > before[other] && share_a_group(flow_.roles[r], flow_.roles[other], lanes)) return false;
    }
    return true;
  }

  bool passes(std::size_t r, bool together) {
    const auto& role = flow_.roles[r];
    const auto& s = role.steps[next_[r]];
    const auto doing = gpu::doing(role.threads, s.by);
    const auto threads = static_cast<std::int64_t>(doing.size());
    switch (const auto& kind = kind_of(s); kind.order) {
      case StepOrder::barrier: return together;
      case StepOrder::barrier_arrival: arrived_[s.barrier] += static_cast<std::int64_t>(role.threads.size()); return true;
      case StepOrder::phase: return barriers_[s.barrier].phases % 2 != s.n % 2;
      case StepOrder::init:
        if (!doing.empty()) barriers_[s.barrier] = {s.n, s.n};
        return true;
      case StepOrder::arrival:
        if (kind.expects_bytes) barriers_[s.barrier].bytes += s.n * threads;
        if (kind.arrives) barriers_[s.barrier].pending -= threads;
        break;
      default: {
        if (s.kind != FlowStep::Kind::copy || s.barrier.empty()) return true;
        const auto& to = *s.parts[1];
        for (const auto t : doing)
          barriers_[s.barrier].bytes -= elements(to, t) * flow_.tensors[static_cast<std::size_t>(to.tensor)].bits / 8;
      }
    }
    auto& b = barriers_[s.barrier];
    if (b.pending <= 0 && b.bytes == 0) b.pending = b.expected, ++b.phases;
    return true;
  }

  /// Sets which step waits for each asynchronous one.
  void wait() {
    using Groups = std::vector<std::vector<std::size_t>>;  // steps; the last group is open
    std::vector<std::array<Groups, flow_queues>> queues(next_.size());
    for (auto& of_role : queues) of_role.fill(Groups(1));
    std::map<std::string, std::vector<std::size_t>> of_barrier;
    for (std::size_t i = 0; i < all_.size(); ++i) {
      const auto& s = flow_.roles[all_[i].role].steps[all_[i].step];
      const auto& kind = kind_of(s);
      const auto in = [&](FlowQueue queue) -> Groups& { return queues[all_[i].role][static_cast<std::size_t>(queue)]; };
      const auto later = [&](std::vector<std::size_t>& steps) {
        all_[i].done = OrderedStep::never;
        steps.push_back(i);
      };
      const auto over = [&](std::vector<std::size_t>& steps) {
        for (const auto k : steps) all_[k].done = i;
        steps.clear();
      };
      switch (kind.order) {
        case StepOrder::commit: in(kind.queue).emplace_back(); break;
        case StepOrder::await:
          for (std::size_t g = 0, n = in(kind.queue).size();
               g + 1 < n && static_cast<std::int64_t>(g) + s.n + 1 < static_cast<std::int64_t>(n); ++g)
            over(in(kind.queue)[g]);
          break;
        case StepOrder::arrival:
          // The steps in the queue are done when that phase is over.
          if (kind.queue == FlowQueue::none) break;
          for (auto& g : in(kind.queue)) {
            auto& waited = of_barrier[s.barrier];
            waited.insert(waited.end(), g.begin(), g.end());
            g.clear();
          }
          break;
        case StepOrder::phase: over(of_barrier[s.barrier]); break;
        default:
          if (is_asynchronous(s))
            later(s.barrier.empty() ? in(s.atom->tma ? FlowQueue::bulk : FlowQueue::copies).back() : of_barrier[s.barrier]);
          else if (s.kind == FlowStep::Kind::gemm && s.mma && s.mma->atom.traits->operands[1].place == algebra::MmaTraits::Place::shared)
            later(in(FlowQueue::mmas).back());
      }
    }
  }

  const Flow& flow_;
  SameSteps same_;
  std::vector<std::size_t> next_;
  std::int64_t tick_ = 0;
  std::map<std::string, std::int64_t> arrived_{};  ///< threads that have arrived at a named barrier and gone on
  std::map<std::string, Barrier> barriers_;
  std::vector<OrderedStep> all_;
};

}  // namespace

bool is_asynchronous(const FlowStep& s) {
  return s.kind == FlowStep::Kind::copy && s.atom &&
         (s.atom->tma || algebra::copy_instruction(*s.atom->traits).kind == algebra::CopyInstruction::Kind::cp_async);
}

std::vector<OrderedStep> order_of(const Flow& flow) { return Order(flow).run(); }

std::vector<OrderedStep> order_as_run(const Flow& flow, const std::function<std::uint64_t(std::size_t, std::size_t)>& began) {
  return Order(flow).as_run(began);
}

}  // namespace gpu
