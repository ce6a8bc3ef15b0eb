#include "gpu/flow/checker.hpp"

#include <cmath>
#include <limits>

#include <fmt/format.h>

namespace gpu::checking {

Checker::Checker(const Flow& flow, const std::function<bool()>& stop, bool whole) : flow_(flow), stop_(stop), same_(flow) {
  shared_.resize(flow.tensors.size());
  registers_.resize(flow.tensors.size());
  global_.resize(flow.tensors.size());
  for (const auto& t : flow.tensors) forgotten_.push_back(t.mixed);
  for (auto& r : registers_) r.resize(flow.threads);
  runs_.resize(flow.roles.size());
  for (auto& r : runs_) {
    r.known.assign(clocks(), 0);
    for (auto& groups : r.groups) groups.push_back(never);
  }
  report_.undecided = flow.unclear;
  if (!whole) find_loop();
}

FlowReport Checker::run() {
  while (!report_.stopped) {
    bool moved = false, open = false;
    for (std::size_t r = 0; r < runs_.size() && !report_.stopped; ++r) {
      while (runs_[r].at() < flow_.roles[r].steps.size()) {
        if (r == rounds_.leader && !rounds_.begins.empty() && skip_rounds()) moved = true;
        if (runs_[r].at() == flow_.roles[r].steps.size() || !advance(r)) break;
        moved = true;
        if (stop_ && stop_()) {
          report_.stopped = true;
          break;
        }
      }
      open = open || runs_[r].at() < flow_.roles[r].steps.size();
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
  if (!affords(r, step)) return false;
  parts_.forget_some();
  if (step.is_undecided()) {
    if (report_.undecided.empty()) undecided(message("line {}: this operation is not known: {}", step.line, step.text));
    forget(step);
    ++run.next;
    return true;
  }
  switch (const auto& kind = kind_of(step); kind.order) {
    case StepOrder::nothing:
      if (!all_have_come(r, step)) return false;
      move(r, step);
      break;
    case StepOrder::commit: run.in(kind.queue).push_back(never); break;
    case StepOrder::await: await(run, step); break;
    case StepOrder::barrier: return false;
    case StepOrder::barrier_arrival: arrive_at_named(r, step); break;
    case StepOrder::warp: run.warps = static_cast<std::int64_t>(run.next) + 1; break;
    case StepOrder::proxy: run.fence = static_cast<std::int64_t>(run.next); break;
    case StepOrder::init:
    case StepOrder::arrival: arrive(r, step); break;
    case StepOrder::phase:
      if (!passes(r, step)) return false;
      break;
  }
  ++run.next;
  return true;
}

void Checker::move(std::size_t r, const FlowStep& step) {
  switch (step.kind) {
    case FlowStep::Kind::copy: return copy(r, step);
    case FlowStep::Kind::gemm: return gemm(r, step);
    case FlowStep::Kind::fill: return fill(r, step);
    case FlowStep::Kind::combine: return combine(r, step);
    case FlowStep::Kind::compute: return compute(r, step);
    default: return;
  }
}

std::int64_t Checker::work_of(std::size_t r, const FlowStep& step) {
  const auto& threads = flow_.roles[r].threads;
  const auto size = [&](const FlowPart& p) {
    const auto [it, added] = sizes_.try_emplace({&p, r}, 0);
    if (!added) return it->second;
    const auto& f = p.index.forms.empty() && !p.modes.empty() ? p.modes.front() : p.index;
    constexpr auto most = std::numeric_limits<std::int32_t>::max();
    for (const auto t : threads)
      if (!f.forms.empty()) it->second += std::clamp<std::int64_t>(algebra::size(f.layout(t)), 0, most);
    return it->second;
  };
  std::int64_t all = 0;
  double product = 1;
  for (std::size_t i = 0; i < step.parts.size(); ++i) {
    const auto elements = size(*step.parts[i]);
    all += elements;
    if (i < 3) product *= static_cast<double>(elements);
  }
  // For M x K, N x K and M x N elements counts the M x N x K products that each thread computes.
  if (step.kind != FlowStep::Kind::gemm || step.mma || threads.empty()) return all;
  return all + static_cast<std::int64_t>(std::sqrt(product / static_cast<double>(threads.size())));
}

bool Checker::affords(std::size_t r, const FlowStep& step) {
  constexpr std::int64_t most_of_step = std::int64_t{1} << 25, most_work = std::int64_t{1} << 30, most_of_part = most_work >> 5;
  auto& run = runs_[r];
  if (run.afforded > run.next) return true;
  run.afforded = run.next + 1;
  // A flow that was not followed to its end is checked with a smaller budget.
  const bool is_part = std::ranges::any_of(flow_.roles, &FlowRole::cut_short);
  const bool has_time = work_of(r, step) <= most_of_step && work_ + report_.accesses <= (is_part ? most_of_part : most_work);
  if (has_time && !is_full_) return true;
  undecided(message("line {}: this step and those after it are not checked: there are more elements than are supported", step.line));
  report_.stopped = true;
  return false;
}

void Checker::forget(const FlowStep& step) {
  const auto& kind = kind_of(step);
  for (std::size_t i = 0; i < step.parts.size(); ++i) {
    const auto tensor = step.parts[i]->tensor;
    if (!kind.moves() || i == kind.written(step)) forget(tensor);
    else
      each_content(static_cast<std::size_t>(tensor), [&](const Content& c) {
        if (c.is == Content::Is::sum) use(c);
      });
  }
  for (const auto t : step.touches) forget(t);
  for (std::size_t t = 0; t < flow_.tensors.size() && step.touches_any; ++t) forget(static_cast<int>(t));
}

void Checker::forget(int tensor) {
  const auto at = static_cast<std::size_t>(tensor);
  forgotten_[at] = true;
  each_content(at, [&](Content& c) {
    if (c.is == Content::Is::sum) sums_[static_cast<std::size_t>(c.a)].spoilt = true, use(c);
    c = {.is = Content::Is::undecided};
  });
}

void Checker::undecided(const Message& m) {
  if (report_.undecided.size() < 100 && std::ranges::none_of(report_.undecided, [&](const Message& o) { return o == m; }))
    report_.undecided.push_back(m);
}

std::string Checker::where(const FlowPart& p, std::int64_t index) const {
  return fmt::format("{}[{}]", flow_.tensors[static_cast<std::size_t>(p.tensor)].name, index);
}

Message Checker::with_rounds(const FlowStep& first, const FlowStep& second, Message sentence) {
  for (auto i = std::min(first.loops.size(), second.loops.size()); i-- > 0;) {
    const auto &a = first.loops[i], &b = second.loops[i];
    if (a.line == b.line && a.round != b.round)
      return message("{}: the loop of line {} is then in its rounds {} and {}, counted from 0", sentence, a.line, a.round, b.round);
  }
  return sentence;
}

std::string Checker::element(const Content& c) const { return fmt::format("{}({},{})", flow_.tensors[c.tensor].name, c.a, c.b); }

}  // namespace gpu::checking
