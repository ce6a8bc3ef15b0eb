#include "gpu/flow/checker.hpp"

#include <fmt/format.h>

namespace gpu::checking {

Checker::Checker(const Flow& flow, const std::function<bool()>& stop) : flow_(flow), stop_(stop), same_(flow) {
  shared_.resize(flow.tensors.size());
  registers_.resize(flow.tensors.size());
  global_.resize(flow.tensors.size());
  for (auto& r : registers_) r.resize(flow.threads);
  runs_.resize(flow.roles.size());
  for (auto& r : runs_) {
    r.known.assign(clocks(), 0);
    r.copies.push_back(never);
    r.mmas.push_back(never);
    r.bulk.push_back(never);
  }
  report_.undecided = flow.unclear;
}

FlowReport Checker::run() {
  while (!report_.stopped) {
    bool moved = false, open = false;
    for (std::size_t r = 0; r < runs_.size() && !report_.stopped; ++r) {
      while (runs_[r].next < flow_.roles[r].steps.size() && advance(r)) {
        moved = true;
        if (stop_ && stop_()) {
          report_.stopped = true;
          break;
        }
      }
      open = open || runs_[r].next < flow_.roles[r].steps.size();
    }
    if (!open) break;
    if (moved) continue;
    if (release()) continue;
    stuck();
    break;
  }
  if (!report_.stopped && !is_stuck_) finish();
  std::ranges::stable_sort(report_.findings, {}, &FlowFinding::line);
  return std::move(report_);
}

bool Checker::advance(std::size_t r) {
  auto& run = runs_[r];
  const auto& step = step_of(r);
  parts_.forget_some();
  switch (step.kind) {
    case StepKind::barrier: return false;
    case StepKind::phase:
      if (!passes(r, step)) return false;
      break;
    case StepKind::copy:
      if (!all_have_come(r, step)) return false;
      copy(r, step);
      break;
    case StepKind::gemm:
      if (!all_have_come(r, step)) return false;
      gemm(r, step);
      break;
    case StepKind::fill: fill(r, step); break;
    case StepKind::combine: combine(r, step); break;
    case StepKind::compute: compute(r, step); break;
    case StepKind::commit: run.copies.push_back(never); break;
    case StepKind::wait: await(run, run.copies, step); break;
    case StepKind::mma_fence: break;
    case StepKind::mma_commit: run.mmas.push_back(never); break;
    case StepKind::mma_wait: await(run, run.mmas, step); break;
    case StepKind::proxy_fence: run.fence = static_cast<std::int64_t>(run.next); break;
    case StepKind::bulk_commit: run.bulk.push_back(never); break;
    case StepKind::bulk_wait: await(run, run.bulk, step); break;
    case StepKind::init:
    case StepKind::expect:
    case StepKind::expect_bytes:
    case StepKind::arrive:
    case StepKind::copy_arrive:
    case StepKind::mma_arrive: arrive(r, step); break;
    case StepKind::barrier_arrive: arrive_at_named(r, step); break;
    case StepKind::warp_barrier: run.warps = static_cast<std::int64_t>(run.next) + 1; break;
    case StepKind::unknown: undecided(message("line {}: what it does is not known: {}", step.line, step.text)); break;
  }
  ++run.next;
  return true;
}

void Checker::undecided(const Message& m) {
  if (report_.undecided.size() < 100 && std::ranges::none_of(report_.undecided, [&](const Message& o) { return o == m; }))
    report_.undecided.push_back(m);
}

std::string Checker::where(const FlowPart& p, std::int64_t index) const {
  return fmt::format("{}[{}]", flow_.tensors[static_cast<std::size_t>(p.tensor)].name, index);
}

std::string Checker::element(const Content& c) const { return fmt::format("{}({},{})", flow_.tensors[c.tensor].name, c.a, c.b); }

}  // namespace gpu::checking
