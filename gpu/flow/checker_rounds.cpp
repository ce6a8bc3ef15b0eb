#include <algorithm>
#include <functional>
#include <optional>

#include "gpu/flow/checker.hpp"

// Long loops repeat themselves: after some rounds the state of the check is that of p rounds before, with other elements of the tensors in
// global memory. If the steps that follow are those of p rounds before with the same shift, the check of the next p rounds would find what
// that of the last p rounds found. Such rounds are skipped: the names of elements are shifted, and the counts added.
//
// A state is compared by a hash of its normal form. In it an element's coordinates count from those of the tensor's next access, steps
// from the next step of their role, phases and operations from their present number. An access that all roles know of is the same whenever
// it was. The clocks of roles and barriers either move along with the rounds, or are stale: then they are older than all that move.

namespace gpu::checking {
namespace {

constexpr std::size_t most_kept = 24;         ///< snapshots; the longest period in rounds
constexpr std::size_t most_tried = 96;        ///< rounds without a repetition, after which no more are compared
constexpr std::size_t most_ahead = 1 << 12;   ///< steps in which the next access to a tensor is searched
constexpr std::size_t most_stored = 1 << 16;  ///< elements of global memory that are compared

/// A hash of 128 bits of the numbers written to it.
class Hash {
 public:
  void operator()(std::int64_t n) {
    a_ = mixed(a_ ^ static_cast<std::uint64_t>(n));
    const auto bits = static_cast<std::uint64_t>(n);
    b_ = mixed(b_ + ((bits << 29) | (bits >> 35)) + 0x632be59bd9b4e019U);
  }
  std::pair<std::uint64_t, std::uint64_t> value() const { return {a_, b_}; }

 private:
  /// The finalizer of splitmix64.
  static std::uint64_t mixed(std::uint64_t x) {
    x += 0x9e3779b97f4a7c15U;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebU;
    return x ^ (x >> 31);
  }
  std::uint64_t a_ = 1, b_ = 2;
};

/// Returns whether a step is another one of the same loop in a later round: equal but for the elements of global memory.
bool is_later_round(const FlowStep& s, const FlowStep& before) {
  if (s.loops.size() != before.loops.size()) return false;
  int later = 0;  // loops of which it is a later round
  for (std::size_t i = 0; i < s.loops.size(); ++i) {
    if (s.loops[i].line != before.loops[i].line || s.loops[i].round < before.loops[i].round) return false;
    later += s.loops[i].round > before.loops[i].round ? 1 : 0;
  }
  const auto same = [](const auto& a, const auto& b) {
    return a == b || (a != nullptr && b != nullptr && a->width == b->width && a->holds == b->holds);
  };
  return later == 1 && s.kind == before.kind && s.by == before.by && s.overwrites == before.overwrites && s.line == before.line &&
         s.parts.size() == before.parts.size() && s.atom == before.atom && s.mma == before.mma && same(s.predicate, before.predicate) &&
         s.n == before.n && s.number == before.number && s.barrier == before.barrier && s.perhaps == before.perhaps &&
         s.touches == before.touches && s.touches_any == before.touches_any;
}

bool equal(const FlowPart::Function& a, const FlowPart::Function& b) {
  return a.start == b.start && a.form == b.form && a.forms == b.forms && a.modulus == b.modulus;
}

/// Returns by how much the coordinates of `a` lie behind those of `b`, for all threads and values; nullopt if they do not lie so.
std::optional<std::int64_t> shift_between(const FlowPart::Function& a, const FlowPart::Function& b) {
  if (a.start.size() != b.start.size() || a.start.empty() || a.form != b.form || a.forms != b.forms || a.modulus != b.modulus)
    return std::nullopt;
  const auto shift = a.start[0] - b.start[0];
  for (std::size_t t = 0; t < a.start.size(); ++t)
    if (a.start[t] - b.start[t] != shift) return std::nullopt;
  if (shift == 0) return 0;
  for (const auto& form : a.forms)
    if (form.outer != algebra::Outer{}) return std::nullopt;
  return a.modulus > 0 ? (shift % a.modulus + a.modulus) % a.modulus : shift;
}

}  // namespace

void Checker::find_loop() {
  constexpr std::int64_t fewest_rounds = 24;
  constexpr std::size_t most_levels = 4;
  for (std::size_t level = 0; level < most_levels; ++level)
    for (std::size_t r = 0; r < flow_.roles.size(); ++r) {
      const auto& steps = flow_.roles[r].steps;
      const auto begins_round = [&](const std::vector<FlowRound>& now, const std::vector<FlowRound>& before) {
        if (std::min(now.size(), before.size()) <= level || now[level].line != before[level].line) return false;
        return now[level].round != before[level].round &&
               std::equal(now.begin(), now.begin() + static_cast<std::ptrdiff_t>(level), before.begin());
      };
      std::vector<bool> begins(steps.size());
      for (std::size_t i = 1; i < steps.size(); ++i) begins[i] = begins_round(steps[i].loops, steps[i - 1].loops);
      if (std::ranges::count(begins, true) < fewest_rounds) continue;
      rounds_ = {.leader = r, .level = level, .begins = std::move(begins)};
      for (const auto& role : flow_.roles)
        for (const auto& step : role.steps)
          rounds_.copies_arrive =
              rounds_.copies_arrive || (kind_of(step).order == StepOrder::arrival && kind_of(step).queue == FlowQueue::copies);
      return;
    }
}

std::vector<std::pair<std::int64_t, std::int64_t>> Checker::next_elements() {
  std::vector<std::pair<std::int64_t, std::int64_t>> all(flow_.tensors.size());
  std::vector<bool> has(flow_.tensors.size());
  for (std::size_t r = 0; r < runs_.size(); ++r) {
    const auto& role = flow_.roles[r];
    const auto end = std::min(role.steps.size(), runs_[r].at() + most_ahead);
    for (auto i = runs_[r].at(); i < end; ++i)
      for (const auto& p : role.steps[i].parts) {
        const auto tensor = static_cast<std::size_t>(p->tensor);
        if (p->modes.empty() || has[tensor]) continue;
        const auto& made = parts_(*p, flow_.tensors[tensor]);
        if (made.size(role.threads.front()) == 0) continue;
        const auto [a, b, inside] = coordinates(made, role.threads.front(), 0);
        all[tensor] = {a, b};
        has[tensor] = true;
      }
  }
  return all;
}

std::vector<Checker::Holder> Checker::clock_holders() const {
  std::vector<Holder> all;
  for (const auto& run : runs_) all.push_back({&run.known});
  for (const auto& [name, b] : barriers_) all.push_back({&b.arriving}), all.push_back({&b.done});
  for (const auto& [name, a] : arrived_) all.push_back({&a.known});
  return all;
}

/// Returns the present number of what a clock counts.
std::int64_t Checker::now_of(std::size_t clock) const {
  const auto roles = runs_.size();
  if (clock < roles) return static_cast<std::int64_t>(runs_[clock].next);
  if (clock < roles + most_barriers) return clock - roles < phases_.size() ? phases_[clock - roles] : 0;
  if (clock < 2 * roles + most_barriers) return runs_[clock - roles - most_barriers].tensor_core;
  return static_cast<std::int64_t>(runs_[clock - 2 * roles - most_barriers].next);
}

template <class Write>
void Checker::write_access(const Access& a, const std::vector<Holder>& holders, bool fences_it, Write& write) const {
  if (a.role < 0) return write(-1);
  const auto role = static_cast<std::size_t>(a.role);
  const auto at = done(a);
  const bool copies = a.queue == Access::Queue::copies;
  bool known_to_all = at != never && (!copies || !rounds_.copies_arrive);
  for (const auto& run : runs_) known_to_all = known_to_all && run.known[role] >= at;
  const bool fenced = !fences_it || a.proxy || role >= runs_.size() || (at != never && runs_[role].fence >= at - 1);
  if (known_to_all && fenced) return write(a.proxy ? -2 : -3);
  write(a.role), write(a.thread), write(static_cast<std::int64_t>(a.queue)), write(a.proxy), write(fenced);
  write(now_of(role) - a.step);
  write(at == never ? never : now_of(role) - at);
  for (const auto& h : holders) {
    write(role < h.clock->size() && at != never && (*h.clock)[role] >= at);
    if (copies) write(copies_of(role) < h.clock->size() && (*h.clock)[copies_of(role)] > a.step);
  }
  if (role < runs_.size()) {
    write(at != never && runs_[role].warps >= at);
    if (a.queue != Access::Queue::none)
      write(static_cast<std::int64_t>(runs_[role].groups[static_cast<std::size_t>(a.queue)].size()) - a.group);
  }
  if (a.at == nullptr) return;
  for (std::size_t r = 0; r < runs_.size(); ++r) {
    const auto& steps = flow_.roles[r].steps;
    if (steps.empty() || a.at < steps.data() || a.at >= steps.data() + steps.size()) continue;
    write(static_cast<std::int64_t>(r)), write(static_cast<std::int64_t>(runs_[r].at()) - (a.at - steps.data()));
  }
}

std::optional<Checker::Snapshot> Checker::snapshot() {
  Snapshot s{.bases = next_elements(),
             .products = report_.products,
             .results = report_.results,
             .scales = report_.scales,
             .accesses = report_.accesses};
  for (const auto& f : report_.findings) s.found.push_back(f.count);
  const auto holders = clock_holders();
  Hash hash;
  const auto mark = [&](std::int64_t value, std::int64_t now) { s.marks.emplace_back(value, now); };
  const auto content = [&](const Content& c) {
    hash(static_cast<std::int64_t>(c.is));
    if (c.is == Content::Is::element) hash(c.tensor), hash(c.a - s.bases[c.tensor].first), hash(c.b - s.bases[c.tensor].second);
    if (c.is == Content::Is::sum) hash(c.a);
    if (c.is == Content::Is::number) {
      const auto& fill = *fills_[static_cast<std::size_t>(c.a)];
      hash(static_cast<std::int64_t>(fill.line)), hash(static_cast<std::int64_t>(std::hash<double>{}(fill.number.value_or(0))));
    }
  };
  const auto cell = [&](const Cell& c) {
    content(c.content);
    write_access(c.write, holders, true, hash);
    write_access(c.read, holders, false, hash);
    hash(static_cast<std::int64_t>(c.others.size()));
    for (const auto& a : c.others) write_access(a, holders, false, hash);
  };
  for (const auto& run : runs_) {
    s.at.push_back(run.at());
    s.next.push_back(static_cast<std::int64_t>(run.next));
    hash(run.tensor_core - run.committed);
    mark(run.fence, static_cast<std::int64_t>(run.next));
    mark(run.warps, static_cast<std::int64_t>(run.next));
    for (const auto& groups : run.groups) {
      for (std::size_t g = 0; g < groups.size(); ++g)
        if (groups[g] == never) hash(static_cast<std::int64_t>(groups.size() - g));
      hash(-1);
    }
  }
  hash(static_cast<std::int64_t>(barriers_.size()));
  for (const auto& [name, b] : barriers_) {
    hash(static_cast<std::int64_t>(b.clock)), hash(b.expected), hash(b.pending), hash(b.bytes), hash(b.phases % 2);
    hash(static_cast<std::int64_t>(b.arriving.size())), hash(static_cast<std::int64_t>(b.done.size()));
    write_access(b.init, holders, false, hash);
  }
  hash(static_cast<std::int64_t>(arrived_.size()));
  for (const auto& [name, a] : arrived_) hash(static_cast<std::int64_t>(std::hash<std::string>{}(name))), hash(a.threads);
  for (const auto& h : holders)
    for (std::size_t c = 0; c < h.clock->size(); ++c) s.clocks.push_back({c, (*h.clock)[c], now_of(c)});
  for (const auto& cells : shared_) {
    hash(static_cast<std::int64_t>(cells.size()));
    for (const auto& c : cells) cell(c);
  }
  for (const auto& threads : registers_)
    for (const auto& own : threads) {
      hash(static_cast<std::int64_t>(own.size()));
      for (const auto& c : own) content(c);
    }
  std::size_t stored = 0;
  for (const auto& elements : global_) stored += elements.size();
  if (stored > most_stored) return std::nullopt;
  for (const auto& elements : global_) {
    std::vector<std::int64_t> keys;
    for (const auto& [key, c] : elements) keys.push_back(key);
    std::ranges::sort(keys);
    hash(static_cast<std::int64_t>(keys.size()));
    for (const auto key : keys) hash(key), cell(elements.at(key));
  }
  for (const auto& sum : sums_) {
    if (sum.others) return std::nullopt;
    hash(sum.m), hash(sum.n), hash(sum.begin), hash(sum.spoilt), hash(sum.stored);
    s.ends.push_back(sum.end);
  }
  hash(static_cast<std::int64_t>(sums_.size()));
  for (const bool f : forgotten_) hash(f);
  hash(order_is_lost_), hash(is_full_), hash(depth_), hash(static_cast<std::int64_t>(report_.findings.size()));
  hash(static_cast<std::int64_t>(report_.undecided.size()));
  s.hash = hash.value();
  return s;
}

/// Returns whether all clocks of two equal states move along or are stale.
bool Checker::clocks_move_along(const Snapshot& now, const Snapshot& before) {
  if (now.clocks.size() != before.clocks.size() || now.marks.size() != before.marks.size()) return false;
  const auto goes = [](std::int64_t v, std::int64_t at, std::int64_t v0, std::int64_t at0) { return v - at == v0 - at0; };
  for (std::size_t i = 0; i < now.marks.size(); ++i) {
    const auto &m = now.marks[i], &m0 = before.marks[i];
    if (m.first != m0.first && !goes(m.first, m.second, m0.first, m0.second)) return false;
  }
  std::map<std::size_t, std::pair<std::int64_t, std::int64_t>> stale_and_moving;  // by clock: the latest stale, the earliest moving
  for (std::size_t i = 0; i < now.clocks.size(); ++i) {
    const auto &c = now.clocks[i], &c0 = before.clocks[i];
    auto& [stale, moving] = stale_and_moving.try_emplace(c.clock, std::numeric_limits<std::int64_t>::min(), never).first->second;
    const bool moves = goes(c.value, c.now, c0.value, c0.now), stays = c.value == c0.value;
    if (!moves && !stays) return false;
    if (moves && !stays) moving = std::min(moving, c0.value);
    if (stays && !moves) stale = std::max(stale, c0.value);
  }
  return std::ranges::all_of(stale_and_moving, [](const auto& c) { return c.second.first <= c.second.second; });
}

std::int64_t Checker::repetitions(const Snapshot& now, const Snapshot& before, std::vector<std::vector<std::int64_t>>& shifts) {
  auto times = std::numeric_limits<std::int64_t>::max();
  std::map<std::pair<const FlowPart*, const FlowPart*>, bool> compared;
  const auto same_part = [&](const std::shared_ptr<const FlowPart>& p, const std::shared_ptr<const FlowPart>& q) {
    if (p == q && p->modes.empty()) return true;
    const auto [it, added] = compared.try_emplace({p.get(), q.get()}, false);
    if (!added) return it->second;
    if (p->tensor != q->tensor || p->modes.size() != q->modes.size()) return false;
    if (p->modes.empty()) return it->second = equal(p->index, q->index);
    std::vector<std::int64_t> shift;
    for (std::size_t m = 0; m < p->modes.size(); ++m) {
      const auto by = shift_between(p->modes[m], q->modes[m]);
      if (!by) return false;
      shift.push_back(*by);
    }
    auto& known = shifts[static_cast<std::size_t>(p->tensor)];
    if (known.empty()) known = shift;
    return it->second = known == shift;
  };
  for (std::size_t r = 0; r < runs_.size(); ++r) {
    const auto& steps = flow_.roles[r].steps;
    const auto period = now.at[r] - before.at[r];
    if (period == 0) continue;
    auto end = now.at[r];
    const auto is_repeated = [&](std::size_t i) {
      const auto &s = steps[i], &earlier = steps[i - period];
      if (!is_later_round(s, earlier)) return false;
      for (std::size_t p = 0; p < s.parts.size(); ++p)
        if (!same_part(s.parts[p], earlier.parts[p])) return false;
      return true;
    };
    while (end < steps.size() && is_repeated(end)) ++end;
    // The step at which the role stands after the last repetition is one of them, too: it may be what the role waits for.
    times = std::min(times, end == now.at[r] ? 0 : static_cast<std::int64_t>((end - now.at[r] - 1) / period));
  }
  if (times == std::numeric_limits<std::int64_t>::max()) return 0;
  // The coordinates of skipped rounds, and those of the rounds that they repeat, lie within their tensors.
  for (std::size_t r = 0; r < runs_.size() && times > 0; ++r)
    for (auto i = now.at[r]; i < std::min(flow_.roles[r].steps.size(), 2 * now.at[r] - before.at[r]) && times > 0; ++i)
      for (const auto& p : flow_.roles[r].steps[i].parts) {
        const auto& shift = shifts[static_cast<std::size_t>(p->tensor)];
        if (p->modes.empty() || shift.empty()) continue;
        const auto& made = parts_(*p, flow_.tensors[static_cast<std::size_t>(p->tensor)]);
        for (std::size_t m = 0; m < p->modes.size(); ++m) {
          if (shift[m] == 0) continue;
          auto least = std::numeric_limits<std::int64_t>::max(), most = std::numeric_limits<std::int64_t>::min();
          for (const auto t : flow_.roles[r].threads)
            for (const auto x : made.modes[m].of(t)) least = std::min(least, x), most = std::max(most, x);
          if (least > most) continue;
          if (least - shift[m] < 0 || most - shift[m] >= made.extents[m] || least < 0 || most >= made.extents[m]) return 0;
          const auto room = shift[m] > 0 ? made.extents[m] - 1 - most : least;
          times = std::min(times, room / std::abs(shift[m]) + 1);
        }
      }
  return times;
}

bool Checker::skip_rounds() {
  const auto at = runs_[rounds_.leader].at();
  if (!rounds_.begins[at] || rounds_.seen == at) return false;
  rounds_.seen = at;
  auto now = rounds_.tried < most_tried && !is_full_ ? snapshot() : std::nullopt;
  if (!now) return rounds_.kept.clear(), false;
  ++rounds_.tried;
  for (auto before = rounds_.kept.rbegin(); before != rounds_.kept.rend(); ++before) {
    if (before->hash != now->hash || !clocks_move_along(*now, *before)) continue;
    std::vector<std::vector<std::int64_t>> shifts(flow_.tensors.size());
    const auto times = repetitions(*now, *before, shifts);
    if (times < 1) continue;
    // The names of elements move as their tensors' next accesses do, and sums grow with them.
    std::optional<std::int64_t> depth;
    bool is_shift = true;
    std::vector<std::pair<std::int64_t, std::int64_t>> by(flow_.tensors.size());
    for (std::size_t t = 0; t < by.size(); ++t) {
      by[t] = {now->bases[t].first - before->bases[t].first, now->bases[t].second - before->bases[t].second};
      std::pair<std::int64_t, std::int64_t> expected;
      std::int64_t scale = 1;
      for (std::size_t m = 0; m < shifts[t].size(); ++m) {
        (m == 0 ? expected.first : expected.second) += shifts[t][m] * (m == 0 ? 1 : scale);
        if (m > 0) scale *= algebra::product(flow_.tensors[t].shape.mode(static_cast<int>(m))).value;
      }
      is_shift = is_shift && by[t] == expected;
      if (by[t].second != 0) is_shift = is_shift && (!depth || *depth == by[t].second), depth = by[t].second;
    }
    for (std::size_t i = 0; i < now->ends.size(); ++i)
      if (const auto grown = now->ends[i] - before->ends[i]; grown != 0) is_shift = is_shift && depth == grown;
    if (!is_shift) continue;
    repeat(*now, *before, times, by);
    rounds_.kept.clear();
    rounds_.tried = 0;
    return true;
  }
  rounds_.kept.push_back(std::move(*now));
  if (rounds_.kept.size() > most_kept) rounds_.kept.erase(rounds_.kept.begin());
  return false;
}

void Checker::repeat(const Snapshot& now, const Snapshot& before, std::int64_t times,
                     const std::vector<std::pair<std::int64_t, std::int64_t>>& by) {
  const auto content = [&](Content& c) {
    if (c.is != Content::Is::element) return;
    c.a += static_cast<std::int32_t>(times * by[c.tensor].first);
    c.b += static_cast<std::int32_t>(times * by[c.tensor].second);
  };
  for (std::size_t t = 0; t < flow_.tensors.size(); ++t) each_content(t, content);
  for (std::size_t i = 0; i < sums_.size(); ++i) sums_[i].end += static_cast<std::int32_t>(times * (now.ends[i] - before.ends[i]));
  std::vector<std::size_t> periods;
  for (std::size_t r = 0; r < runs_.size(); ++r) {
    periods.push_back(now.at[r] - before.at[r]);
    runs_[r].skipped += static_cast<std::size_t>(times) * periods[r];
  }
  // Accesses of the last rounds are then those of the last skipped ones.
  const auto access = [&](Access& a) {
    for (std::size_t r = 0; r < runs_.size() && a.at != nullptr; ++r) {
      const auto* steps = flow_.roles[r].steps.data();
      if (a.at < steps + before.at[r] || a.at >= steps + now.at[r]) continue;
      a.at += static_cast<std::size_t>(times) * periods[r];
      return;
    }
  };
  const auto cell = [&](Cell& c) {
    access(c.write);
    access(c.read);
    for (auto& a : c.others) access(a);
  };
  for (auto& cells : shared_)
    for (auto& c : cells) cell(c);
  for (auto& elements : global_)
    for (auto& [key, c] : elements) cell(c);
  report_.products += times * (report_.products - before.products);
  report_.results += times * (report_.results - before.results);
  report_.scales += times * (report_.scales - before.scales);
  report_.accesses += times * (report_.accesses - before.accesses);
  for (std::size_t i = 0; i < before.found.size(); ++i) report_.findings[i].count += times * (report_.findings[i].count - before.found[i]);
  const auto& steps = flow_.roles[rounds_.leader].steps;
  const auto skipped =
      steps[now.at[rounds_.leader]].loops[rounds_.level].round - steps[before.at[rounds_.leader]].loops[rounds_.level].round;
  report_.repeated += times * skipped;
}

}  // namespace gpu::checking
