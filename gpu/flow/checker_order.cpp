#include "gpu/flow/checker.hpp"

#include "algebra/hardware/tiled.hpp"
#include "gpu/flow/lanes.hpp"

namespace gpu::checking {

std::vector<std::size_t> Checker::lines_of(const Access& a, std::size_t role) const {
  const auto& s = step_of(a);
  auto lines = s.lines;
  lines.push_back(s.line);
  const auto& now = step_of(role).lines;
  lines.insert(lines.end(), now.begin(), now.end());
  const auto of = static_cast<std::size_t>(a.role);
  for (const auto r : {role, of >= tensor_core(0) ? of - tensor_core(0) : of}) {
    if (r >= runs_.size()) continue;
    const auto& syncs = runs_[r].sync_lines;
    for (std::size_t i = syncs.size(); i-- > 0 && i + 3 > syncs.size();) lines.push_back(syncs[i]);
  }
  return lines;
}

std::vector<std::size_t> Checker::made_of(const FlowStep& s) {
  auto lines = s.lines;
  for (const auto& l : s.loops) lines.push_back(l.line);
  for (const auto& p : s.parts) lines.insert(lines.end(), p->lines.begin(), p->lines.end());
  return lines;
}

void Checker::await(Run& run, const FlowStep& step) {
  auto& groups = run.in(kind_of(step).queue);
  for (std::size_t g = 0; g + 1 < groups.size(); ++g)
    if (static_cast<std::int64_t>(g) + step.n + 1 < static_cast<std::int64_t>(groups.size()))
      groups[g] = std::min(groups[g], static_cast<std::int64_t>(run.next) + 1);
  run.sync_lines.push_back(step.line);
}

bool Checker::all_have_come(std::size_t r, const FlowStep& step) {
  if (flow_.roles.size() == 1) return true;
  const auto lanes = lanes_of(step);
  if (!step.mma && lanes <= 1) return true;
  const auto number = number_of(r, step);
  for (std::size_t s = 0; s < runs_.size(); ++s) {
    if (s == r || !share_a_group(flow_.roles[r], flow_.roles[s], lanes)) continue;
    // Roles that never copy are not waited for.
    if (!step.mma && !same_.has(s, number)) continue;
    const auto next = runs_[s].at();
    const bool is_there = next < flow_.roles[s].steps.size() && same_.number(s, next) == number;
    if (!is_there && !is_past(s, number)) return false;
  }
  return true;
}

bool Checker::is_past(std::size_t s, std::size_t number) const {
  const auto first = same_.first(s, number);
  return first && *first < runs_[s].at();
}

bool Checker::does_it(std::size_t r, const FlowStep& step, std::size_t first, std::size_t lanes) const {
  const auto has = [&](std::size_t role) {
    const auto& threads = flow_.roles[role].threads;
    const auto it = std::lower_bound(threads.begin(), threads.end(), first);
    return it != threads.end() && *it < first + lanes;
  };
  if (!has(r)) return false;
  for (std::size_t s = 0; s < runs_.size(); ++s)
    if (s != r && has(s) && is_past(s, number_of(r, step))) return false;
  return true;
}

std::pair<std::int64_t, std::int64_t> Checker::doing_it(std::size_t r, const FlowStep& step) const {
  auto first = flow_.roles[r].threads.front(), last = flow_.roles[r].threads.back();
  for (std::size_t s = 0; s < runs_.size(); ++s) {
    if (s == r || !same_.has(s, number_of(r, step))) continue;
    first = std::min(first, flow_.roles[s].threads.front());
    last = std::max(last, flow_.roles[s].threads.back());
  }
  return {static_cast<std::int64_t>(first), static_cast<std::int64_t>(last)};
}

bool Checker::release() {
  std::map<std::string, std::vector<std::size_t>> standing;
  for (std::size_t r = 0; r < runs_.size(); ++r)
    if (runs_[r].at() < flow_.roles[r].steps.size() && kind_of(step_of(r)).order == StepOrder::barrier)
      standing[step_of(r).barrier].push_back(r);
  for (const auto& [name, roles] : standing) {
    std::int64_t threads = 0;
    for (const auto r : roles) threads += static_cast<std::int64_t>(flow_.roles[r].threads.size());
    // The block's barrier is for all threads; those that have ended never come.
    const auto expected = step_of(roles.front()).n;
    const auto before = arrived_.find(name);
    if (before != arrived_.end()) threads += before->second.threads;
    if (expected == 0 ? roles.size() != runs_.size() : threads != expected) continue;
    Clock all(clocks(), 0);
    if (before != arrived_.end()) {
      all = std::move(before->second.known);
      arrived_.erase(before);
    }
    for (const auto r : roles) {
      for (std::size_t s = 0; s < all.size(); ++s) all[s] = std::max(all[s], runs_[r].known[s]);
      all[r] = std::max(all[r], static_cast<std::int64_t>(runs_[r].next));
    }
    for (const auto r : roles) {
      runs_[r].known = all;
      runs_[r].sync_lines.push_back(step_of(r).line);
      ++runs_[r].next;
    }
    return true;
  }
  return false;
}

void Checker::arrive_at_named(std::size_t r, const FlowStep& step) {
  auto& a = arrived_[step.barrier];
  a.known.resize(clocks(), 0);
  for (std::size_t s = 0; s < a.known.size(); ++s) a.known[s] = std::max(a.known[s], runs_[r].known[s]);
  a.known[r] = std::max(a.known[r], static_cast<std::int64_t>(runs_[r].next) + 1);
  a.lines.insert(step.line);
  a.threads += static_cast<std::int64_t>(flow_.roles[r].threads.size());
  runs_[r].sync_lines.push_back(step.line);
  if (a.threads < step.n) return;
  find(
      Kind::barrier, step, 0, [&] { return std::vector<std::size_t>(a.lines.begin(), a.lines.end()); },
      [&] { return message("line {}: all {} threads of {} arrive, but none of them waits there", step.line, step.n, step.barrier); });
  arrived_.erase(step.barrier);
}

void Checker::stuck() {
  is_stuck_ = true;
  std::vector<std::size_t> lines;
  std::set<std::string> barriers;
  const FlowStep* first = nullptr;
  const Barrier* of_first = nullptr;
  std::size_t thread = 0;
  for (std::size_t r = 0; r < runs_.size(); ++r) {
    if (runs_[r].at() >= flow_.roles[r].steps.size()) continue;
    const auto& step = step_of(r);
    // A barrier at which some threads have arrived, but fewer than it expects, is why the others wait.
    const auto at = kind_of(step).order == StepOrder::phase ? barriers_.find(step.barrier) : barriers_.end();
    const auto* lacks =
        at != barriers_.end() && ((at->second.pending > 0 && at->second.pending < at->second.expected) || at->second.bytes > 0)
            ? &at->second
            : nullptr;
    if (first == nullptr || (of_first == nullptr && lacks != nullptr))
      first = &step, of_first = lacks, thread = flow_.roles[r].threads.front();
    lines.push_back(step.line);
    barriers.insert(step.barrier);
  }
  for (const auto& role : flow_.roles)
    for (const auto& s : role.steps)
      if (!s.barrier.empty() && barriers.contains(s.barrier)) {
        lines.push_back(s.line);
        lines.insert(lines.end(), s.lines.begin(), s.lines.end());
      }
  find(
      Kind::barrier, *first, 0, [&] { return lines; },
      [&] {
        if (of_first != nullptr && of_first->bytes > 0)
          return message("thread {} waits in line {} for phase {} of {}, which never ends: {} of the bytes that it expects do not come",
                         thread, first->line, first->n, first->barrier, of_first->bytes);
        if (of_first != nullptr)
          return message("thread {} waits in line {} for phase {} of {}, which never ends: line {} expects {} arrivals, and {} come",
                         thread, first->line, first->n, first->barrier, of_first->line, of_first->expected,
                         of_first->expected - of_first->pending);
        if (kind_of(*first).order == StepOrder::phase)
          return message("thread {} waits in line {} for phase {} of {}, which never ends", thread, first->line, first->n, first->barrier);
        return message("thread {} waits in line {} for threads that never arrive", thread, first->line);
      });
}

void Checker::after_init(const Barrier& b, std::size_t r, const FlowStep& step) {
  if (b.init.role < 0) return;
  for (const auto t : flow_.roles[r].threads)
    if (!before(b.init, r, t))
      return find(
          Kind::barrier, step, 0, [&] { return lines_of(b.init, r); },
          [&] {
            return message("thread {} uses {} in line {}, and nothing orders that after line {}, where thread {} initialises it", t,
                           step.barrier, step.line, b.line, b.init.thread);
          });
}

std::vector<std::size_t> Checker::doing(std::size_t r, const FlowStep& step) const {
  auto threads = gpu::doing(flow_.roles[r].threads, step.by);
  if (step.by != FlowStep::By::threads)
    std::erase_if(threads, [&](std::size_t t) { return is_led_by_another(flow_, same_, r, number_of(r, step), t); });
  return threads;
}

bool Checker::passes(std::size_t r, const FlowStep& step) {
  auto& b = barrier(step.barrier);
  after_init(b, r, step);
  if (b.phases % 2 == step.n % 2) return false;
  auto& run = runs_[r];
  run.known[b.clock] = std::max(run.known[b.clock], b.phases);
  for (std::size_t s = 0; s < b.done.size(); ++s) run.known[s] = std::max(run.known[s], b.done[s]);
  run.sync_lines.push_back(step.line);
  return true;
}

Checker::Barrier& Checker::barrier(const std::string& name) {
  const auto [it, added] = barriers_.try_emplace(name);
  if (added) {
    if (barriers_.size() > most_barriers) {
      undecided(message("it has more mbarriers than are supported: {}", most_barriers));
      order_is_lost_ = true;
    }
    it->second.clock = runs_.size() + std::min(barriers_.size() - 1, most_barriers - 1);
    phases_.resize(std::max(phases_.size(), barriers_.size()));
  }
  return it->second;
}

void Checker::arrive(std::size_t r, const FlowStep& step) {
  auto& b = barrier(step.barrier);
  const auto threads = static_cast<std::int64_t>(doing(r, step).size());
  if (threads == 0) return;
  const auto& kind = kind_of(step);
  if (kind.order == StepOrder::init) {
    b.expected = b.pending = step.n;
    b.line = step.line;
    b.init = access(r, flow_.roles[r].threads.front(), Access::Queue::none);
    return;
  }
  if (b.expected < 0) {
    find(
        Kind::barrier, step, 0, [] { return std::vector<std::size_t>{}; },
        [&] { return message("line {}: {} is used before it is initialised", step.line, step.barrier); });
    return;
  }
  after_init(b, r, step);
  if (kind.expects_bytes) b.bytes += step.n * threads;
  if (!kind.arrives) return over(b);
  b.pending -= threads;
  b.arriving.resize(clocks(), 0);
  // An arrival of copies only publishes the copies, not the threads' other steps.
  for (std::size_t s = 0; s < b.arriving.size() && kind.queue != FlowQueue::copies; ++s)
    b.arriving[s] = std::max(b.arriving[s], runs_[r].known[s]);
  if (kind.queue == FlowQueue::copies) b.arriving[copies_of(r)] = static_cast<std::int64_t>(runs_[r].next);
  else if (kind.queue == FlowQueue::mmas) b.arriving[tensor_core(r)] = runs_[r].committed = runs_[r].tensor_core;
  else b.arriving[r] = std::max(b.arriving[r], static_cast<std::int64_t>(runs_[r].next) + 1);
  if (b.pending < 0)
    find(
        Kind::barrier, step, 0, [&] { return std::vector<std::size_t>{b.line}; },
        [&] { return message("line {}: more threads arrive at {} than the {} that are expected", step.line, step.barrier, b.expected); });
  over(b);
}

void Checker::over(Barrier& b) {
  if (b.pending > 0 || b.bytes != 0) return;
  ++b.phases;
  phases_[b.clock - runs_.size()] = b.phases;
  b.pending = b.expected;
  b.done = std::exchange(b.arriving, {});
}
}  // namespace gpu::checking
