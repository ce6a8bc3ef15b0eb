// Executes a plan on the CPU: every step for all its threads, in an order that the barriers allow.

#include <algorithm>
#include <cmath>
#include <cstring>
#include <optional>
#include <set>
#include <utility>

#include "algebra/layout/operations.hpp"
#include "gpu/flow/lanes.hpp"
#include "gpu/flow/places.hpp"
#include "gpu/flow/same_steps.hpp"
#include "gpu/replay/replay.hpp"

namespace gpu {
namespace {

using Does = ReplayStep::Does;
using PartMemory = ReplayPart::Memory;

class Player {
 public:
  explicit Player(const ReplayPlan& plan) : p_(plan), same_(*plan.flow), global_(plan.global) {
    // Fills with NaN, so that reads before writes are noticed.
    shared_.assign(static_cast<std::size_t>(p_.shared_bytes), 0xFF);
    registers_.assign(p_.threads, std::vector<std::uint8_t>(static_cast<std::size_t>(p_.register_bytes), 0xFF));
    ran_.trace.resize(p_.first_trace.back() * p_.threads);
  }

  std::optional<ReplayDevice::Ran> play(const std::function<bool()>& stop) {
    for (std::size_t m = 0; m < p_.order.size(); ++m) {
      if (stop && stop()) return std::nullopt;
      const auto& o = p_.order[m];
      const auto& s = p_.roles[o.role][o.step];
      for (const auto t : p_.flow->roles[o.role].threads) {
        auto& trace = trace_of(o.role, o.step, t);
        trace.begin = trace.end = static_cast<std::uint32_t>(m);
        trace.done = 1;
      }
      if (const auto lanes = lanes_of(p_.flow->roles[o.role].steps[o.step]); lanes > 1 && exchanges(s)) together(m);
      else
        for (const auto t : p_.flow->roles[o.role].threads)
          if (does(s, t)) alone(s, t);
    }
    ran_.global = std::move(global_);
    return std::move(ran_);
  }

 private:
  static bool exchanges(const ReplayStep& s) {
    return s.does == Does::load_matrix || s.does == Does::store_matrix || s.does == Does::mma || s.does == Does::wgmma;
  }
  bool does(const ReplayStep& s, std::size_t t) const {
    return s.threads == ReplayStep::none || p_.tables[static_cast<std::size_t>(s.threads) + t] > 0;
  }
  StepTrace& trace_of(std::size_t role, std::size_t step, std::size_t t) { return ran_.trace[p_.trace_of(role, step) * p_.threads + t]; }

  const ReplayPart& part(const ReplayStep& s, std::size_t i) const { return p_.parts[static_cast<std::size_t>(s.parts[i])]; }
  std::uint8_t* byte(const ReplayPart& part, std::size_t t, std::int64_t index) {
    auto& memory = part.memory == PartMemory::global ? global_ : part.memory == PartMemory::shared ? shared_ : registers_[t];
    return &memory[static_cast<std::size_t>(part.begin + index * part.bytes)];
  }
  std::uint64_t read(const ReplayPart& part, std::size_t t, std::int64_t v) {
    std::uint64_t bits = 0;
    if (const auto i = p_.index_of(part, t, v); i >= 0) std::memcpy(&bits, byte(part, t, i), static_cast<std::size_t>(part.bytes));
    return bits;
  }
  void write(const ReplayPart& part, std::size_t t, std::int64_t v, std::uint64_t bits) {
    if (const auto i = p_.index_of(part, t, v); i >= 0) std::memcpy(byte(part, t, i), &bits, static_cast<std::size_t>(part.bytes));
  }
  /// Mixes bits into the hash; the kernel on the GPU computes the same.
  static void note(std::uint32_t& hash, std::uint64_t bits, int bytes) {
    hash = (hash ^ static_cast<std::uint32_t>(bits)) * 16777619U;
    if (bytes == 8) hash = (hash ^ static_cast<std::uint32_t>(bits >> 32)) * 16777619U;
  }
  bool holds(const ReplayStep& s, std::size_t t, std::int64_t v) const {
    return s.predicate == ReplayStep::none ||
           p_.tables[static_cast<std::size_t>(s.predicate) + static_cast<std::size_t>(v) * p_.threads + t] > 0;
  }

  /// Executes a step that a thread does by itself.
  void alone(const ReplayStep& s, std::size_t t) {
    auto& hash = trace_of(s.role, s.number, t).had;
    switch (s.does) {
      case Does::access:
      case Does::async_copy:
      case Does::convert: {
        const auto &from = part(s, 0), &to = part(s, 1);
        const bool async = s.does == Does::async_copy, converts = s.does == Does::convert;
        moved_.assign(static_cast<std::size_t>(from.values), 0);
        for (std::int64_t v = 0; v < from.values; ++v) {
          if (!holds(s, t, v)) continue;
          auto& bits = moved_[static_cast<std::size_t>(v)] = read(from, t, v);
          // Steps of other threads may intervene, so the reader of asynchronous data hashes it.
          if (!async) note(hash, bits, from.bytes);
          if (converts) bits = p_.number_of(to.bytes).encode(p_.number_of(from.bytes).decode(bits));
        }
        for (std::int64_t v = 0; v < from.values; ++v)
          if (async || holds(s, t, v)) write(to, t, v, moved_[static_cast<std::size_t>(v)]);
        break;
      }
      case Does::tma_load:
      case Does::tma_store:
        for (std::int64_t v = 0; v < part(s, 0).values; ++v) {
          // Beyond the tensor TMA reads zeros, and writes nothing.
          write(part(s, 1), t, v, read(part(s, 0), t, v));
        }
        break;
      case Does::fill:
        for (std::int64_t v = 0; v < part(s, 0).values; ++v) write(part(s, 0), t, v, 0);
        break;
      case Does::fused: fused(s, t, hash); break;
      default: break;
    }
  }

  void fused(const ReplayStep& s, std::size_t t, std::uint32_t& hash) {
    const auto &a = part(s, 0), &b = part(s, 1), &c = part(s, 2);
    const auto [ms, ns, ks] = s.rests;
    const auto of_a = p_.number_of(a.bytes), of_b = p_.number_of(b.bytes), of_c = p_.number_of(c.bytes);
    for (const auto* operand : {&a, &b})
      for (std::int64_t v = 0; v < operand->values; ++v) note(hash, read(*operand, t, v), operand->bytes);
    for (std::int64_t n = 0; n < ns; ++n)
      for (std::int64_t m = 0; m < ms; ++m) {
        double sum = s.overwrites ? 0 : of_c.decode(read(c, t, m + ms * n));
        for (std::int64_t k = 0; k < ks; ++k) sum += of_a.decode(read(a, t, m + ms * k)) * of_b.decode(read(b, t, n + ns * k));
        write(c, t, m + ms * n, of_c.encode(sum));
      }
  }

  /// Executes an instruction of a warp or a warpgroup: for all roles that come to it in this tick.
  void together(std::size_t moment) {
    const auto& o = p_.order[moment];
    const auto number = same_.number(o.role, o.step);
    if (!done_.insert({number, static_cast<std::size_t>(o.tick)}).second) return;
    std::vector<std::pair<std::size_t, const ReplayStep*>> all;
    for (auto m = moment; m < p_.order.size() && p_.order[m].tick == o.tick; ++m) {
      const auto& other = p_.order[m];
      if (same_.number(other.role, other.step) != number) continue;
      for (const auto t : p_.flow->roles[other.role].threads) all.emplace_back(t, &p_.roles[other.role][other.step]);
    }
    std::ranges::sort(all);
    const auto& s = *all.front().second;
    if (s.does == Does::mma || s.does == Does::wgmma) multiply(all);
    else exchange(all);
  }

  using Threads = std::vector<std::pair<std::size_t, const ReplayStep*>>;

  void exchange(const Threads& all) {
    const auto& first = *all.front().second;
    const auto& atom = *p_.flow->roles[first.role].steps[first.number].atom;
    const auto map = received_from(atom);
    const auto lanes = static_cast<std::size_t>(algebra::size(atom.traits->thr_id));
    const auto values = [&](algebra::Side side) { return algebra::size(algebra::mode(algebra::value_layout(atom, side), 1)); };
    const auto has = values(algebra::Side::source), gets = values(algebra::Side::destination);
    given_.resize(p_.threads);
    for (const auto& [t, s] : all) {
      auto& own = given_[t];
      own.clear();
      for (std::int64_t v = 0; v < part(*s, 0).values; ++v) own.push_back(read(part(*s, 0), t, v));
    }
    for (const auto& [t, s] : all) {
      auto& hash = trace_of(s->role, s->number, t).had;
      const auto &from = part(*s, 0), &to = part(*s, 1);
      const bool loads = s->does == Does::load_matrix;
      if (!loads)
        for (const auto bits : given_[t]) note(hash, bits, from.bytes);
      for (std::int64_t v = 0; v < to.values; ++v) {
        const auto [of, value] = map[t % lanes + lanes * static_cast<std::size_t>(v % gets)];
        const auto& theirs = given_[t / lanes * lanes + of];
        const auto at = static_cast<std::size_t>(value + has * (v / gets));
        const auto bits = at < theirs.size() ? theirs[at] : 0;
        if (loads) note(hash, bits, to.bytes);
        write(to, t, v, bits);
      }
    }
  }

  void multiply(const Threads& all) {
    const auto& s = *all.front().second;
    const auto& instruction = p_.mmas[static_cast<std::size_t>(s.instruction)];
    const auto& traits = *p_.traits[static_cast<std::size_t>(s.instruction)];
    const std::int64_t m = instruction.mnk[0], n = instruction.mnk[1], k = instruction.mnk[2];
    const auto of_a = holding(traits.operands[0].tv, m, k), of_b = holding(traits.operands[1].tv, n, k),
               of_c = holding(traits.operands[2].tv, m, n);
    const auto [ms, ns, ks] = s.rests;
    // The tiled MMA determines the threads of one instruction.
    const auto& mma = *p_.flow->roles[s.role].steps[s.number].mma;
    const auto vmnk = algebra::thr_layout_vmnk(mma);
    const auto thread_of = all_indices(vmnk);
    const auto group = static_cast<std::int64_t>(1 + *std::ranges::max_element(thread_of));
    const auto per_instruction = algebra::size(algebra::mode(vmnk, 0));
    const auto aligned = std::max<std::int64_t>(32, per_instruction);
    std::vector<const ReplayStep*> step_of(p_.threads);
    for (const auto& [t, step] : all) {
      step_of[t] = step;
      auto& hash = trace_of(step->role, step->number, t).had;
      if (!instruction.a_described)
        for (std::int64_t v = 0; v < part(*step, 0).values; ++v) note(hash, read(part(*step, 0), t, v), part(*step, 0).bytes);
      if (!instruction.b_described)
        for (std::int64_t v = 0; v < part(*step, 1).values; ++v) note(hash, read(part(*step, 1), t, v), part(*step, 1).bytes);
    }
    const auto last = static_cast<std::int64_t>(all.back().first);
    for (auto base = static_cast<std::int64_t>(all.front().first) / aligned * aligned; base <= last; base += group)
      for (std::int64_t atom = 0; atom * per_instruction < static_cast<std::int64_t>(thread_of.size()); ++atom) {
        const auto thread = [&](std::int64_t lane) {
          return static_cast<std::size_t>(base + thread_of[static_cast<std::size_t>(atom * per_instruction + lane)]);
        };
        if (thread(per_instruction - 1) >= p_.threads || step_of[thread(0)] == nullptr) continue;
        const auto operand = [&](std::size_t which, const Holding& held, std::int64_t rest, const MmaType& type) {
          std::vector<double> tile;
          for (const auto& [lane, value] : held.of) {
            const auto t = thread(lane == Holding::nobody ? 0 : static_cast<std::int64_t>(lane));
            const auto* step = step_of[t] != nullptr ? step_of[t] : &s;
            tile.push_back(lane == Holding::nobody ? 0 : type.decode(read(part(*step, which), t, value + held.values * rest)));
          }
          return tile;
        };
        std::vector<std::vector<double>> as, bs;
        for (std::int64_t i = 0; i < ms * ks; ++i) as.push_back(operand(0, of_a, i, instruction.a));
        for (std::int64_t i = 0; i < ns * ks; ++i) bs.push_back(operand(1, of_b, i, instruction.b));
        for (std::int64_t in = 0; in < ns; ++in)
          for (std::int64_t im = 0; im < ms; ++im)
            for (std::int64_t v = 0; v < of_c.values; ++v)
              for (std::int64_t lane = 0; lane < of_c.threads; ++lane) {
                const auto e = of_c.element[static_cast<std::size_t>(lane + of_c.threads * v)];
                const auto t = thread(lane);
                if (step_of[t] == nullptr) continue;
                const auto& c = part(*step_of[t], 2);
                const auto at = v + of_c.values * (im + ms * in);
                double sum = s.overwrites ? 0 : instruction.d.decode(read(c, t, at));
                for (std::int64_t ik = 0; ik < ks; ++ik) {
                  const auto& a = as[static_cast<std::size_t>(im + ms * ik)];
                  const auto& b = bs[static_cast<std::size_t>(in + ns * ik)];
                  for (std::int64_t x = 0; x < k; ++x)
                    sum += a[static_cast<std::size_t>(e % m + m * x)] * b[static_cast<std::size_t>(e / m + n * x)];
                }
                write(c, t, at, instruction.d.encode(sum));
              }
      }
  }

  const ReplayPlan& p_;
  SameSteps same_;
  std::vector<std::uint8_t> global_, shared_;
  std::vector<std::vector<std::uint8_t>> registers_;
  ReplayDevice::Ran ran_;
  std::vector<std::uint64_t> moved_;
  std::vector<std::vector<std::uint64_t>> given_;  ///< by thread
  std::set<std::pair<std::size_t, std::size_t>> done_;
};

}  // namespace

std::optional<ReplayDevice::Ran> play(const ReplayPlan& plan, const std::function<bool()>& stop) { return Player(plan).play(stop); }

}  // namespace gpu
