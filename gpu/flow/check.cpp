#include "gpu/flow/check.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "algebra/hardware/tiled.hpp"
#include "algebra/hardware/tmem.hpp"
#include "algebra/layout/operations.hpp"
#include "gpu/flow/lanes.hpp"

namespace gpu {

using algebra::Layout;
using algebra::MemorySpace;
using algebra::Message;
using algebra::message;
namespace {

using Kind = FlowFinding::Kind;
using StepKind = FlowStep::Kind;

constexpr auto never = std::numeric_limits<std::int64_t>::max();

/// What is in a cell: nothing, zeros, an element of a tensor in global memory by two of its coordinates, an accumulator by its number, or
/// what was computed from others.
struct Content {
  enum class Is : std::uint8_t { nothing, zero, element, sum, computed };
  Is is = Is::nothing;
  std::uint8_t tensor = 0;
  std::int32_t a = 0, b = 0;  ///< of an element; of a sum its number
  friend bool operator==(const Content&, const Content&) = default;
};

/// The products that an element of C has had: pairs of A(m,k) and B(n,k).
struct Sum {
  std::int32_t m = -1, n = -1;
  std::int32_t begin = 0, end = 0;  ///< of k, each once
  std::vector<std::int32_t> others{};
  bool spoilt = false;  ///< something was found in it
  bool stored = false;
};

/// An access that later ones are compared with.
struct Access {
  /// What does it one after another, and tells when it is done.
  enum class Queue : std::uint8_t { none, copies, mmas, bulk };
  std::int32_t role = -1, thread = -1;  ///< thread -1: several
  std::int64_t step = -1;               ///< of the role; of TMA the phase of the barrier; of the tensor core of a role its operation
  std::int64_t group = -1;              ///< in its queue
  Queue queue = Queue::none;
  bool proxy = false;  ///< by the asynchronous proxy: WGMMA, TMA
  const FlowStep* at = nullptr;
};

struct Cell {
  Content content{};
  Access write{};
  std::vector<Access> reads{};  ///< since that write, one for each role
};

/// The values of a layout, for all coordinates.
std::vector<std::int64_t> table(const Layout& l) {
  std::vector<std::int64_t> all(static_cast<std::size_t>(std::max<std::int64_t>(0, algebra::size(l))));
  if (!all.empty()) algebra::indices(l, 0, all);
  return all;
}

/// A function of a part, whose layouts are evaluated once.
class Places {
 public:
  explicit Places(const FlowPart::Function& f) : f_(f) {
    for (const auto& form : f.forms) tables_.push_back(table(form.layout));
  }
  std::int64_t size(std::size_t thread) const { return static_cast<std::int64_t>(tables_[f_.form[thread]].size()); }
  std::int64_t operator()(std::size_t thread, std::int64_t i) const {
    const auto form = f_.form[thread];
    const auto at = f_.forms[form].outer(f_.start[thread] + tables_[form][static_cast<std::size_t>(i)]);
    return f_.modulus > 0 ? at % f_.modulus : at;
  }

 private:
  const FlowPart::Function& f_;
  std::vector<std::vector<std::int64_t>> tables_{};
};

/// A part with its places.
struct Part {
  explicit Part(const FlowPart& p) : part(p) {
    if (!p.index.forms.empty()) index.emplace(p.index);
    for (const auto& m : p.modes) modes.emplace_back(m);
  }
  std::int64_t size(std::size_t thread) const { return modes.empty() ? index->size(thread) : modes[0].size(thread); }
  const Layout& layout(std::size_t thread) const { return modes.empty() ? part.index.layout(thread) : part.modes[0].layout(thread); }
  const FlowPart& part;
  std::optional<Places> index{};
  std::vector<Places> modes{};
};

class Checker {
 public:
  Checker(const Flow& flow, const std::function<bool()>& stop) : flow_(flow), stop_(stop) {
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

  FlowReport run() {
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

 private:
  using Clock = std::vector<std::int64_t>;
  struct Run {
    std::size_t next = 0;
    Clock known{};                          ///< of each role: so many steps of all its threads are known to be done
    std::vector<std::int64_t> copies{};     ///< groups of cp.async: the step after which each is done; the last is open
    std::vector<std::int64_t> mmas{};       ///< the same of WGMMA
    std::vector<std::int64_t> bulk{};       ///< the same of TMA stores, which have read then
    std::int64_t tensor_core = 0;           ///< so many MMAs and copies were given to it
    std::int64_t committed = 0;             ///< of those so many end a phase of a barrier
    std::int64_t fence = -1;                ///< the last fence of the asynchronous proxy
    std::vector<std::size_t> sync_lines{};  ///< of the barriers and waits so far, the latest last
  };
  struct Barrier {
    std::size_t clock = 0;  ///< what TMA writes with it is ordered by its phases: their place among the clocks
    std::int64_t expected = -1, pending = 0, bytes = 0, phases = 0;
    Clock arriving{}, done{};
    Access init{};
    std::size_t line = 0;
  };

  const FlowStep& step_of(std::size_t role) const { return flow_.roles[role].steps[runs_[role].next]; }
  std::string where(const FlowPart& p, std::int64_t index) const {
    return fmt::format("{}[{}]", flow_.tensors[static_cast<std::size_t>(p.tensor)].name, index);
  }
  std::string element(const Content& c) const { return fmt::format("{}({},{})", flow_.tensors[c.tensor].name, c.a, c.b); }

  /// Adds to what was found of this kind in this line, or is new. `lines`: of what else has a part in it, asked for once for each `other`
  /// line that it was found with.
  template <class Lines, class Text>
  void find(Kind kind, const FlowStep& at, std::size_t other, Lines lines, Text text) {
    const auto [it, added] = found_.try_emplace({kind, at.line}, Found{report_.findings.size(), {}});
    if (added) report_.findings.push_back({kind, at.line, {at.line}, text(), 0});
    auto& f = report_.findings[it->second.number];
    ++f.count;
    if (!it->second.others.insert(other).second) return;
    const std::vector<std::size_t> more = lines();
    f.lines.insert(f.lines.end(), more.begin(), more.end());
    std::sort(f.lines.begin(), f.lines.end());
    f.lines.erase(std::unique(f.lines.begin(), f.lines.end()), f.lines.end());
  }
  void undecided(const Message& m) {
    if (report_.undecided.size() < 100 && std::ranges::none_of(report_.undecided, [&](const Message& o) { return o == m; }))
      report_.undecided.push_back(m);
  }
  /// The same of a line and what it is about, once for each `reason`: to make the sentence takes longer than the product that it is of.
  template <class F>
  void undecided_once(int reason, std::size_t line, std::string_view about, const F& sentence) {
    if (std::ranges::any_of(told_, [&](const Told& t) { return t.reason == reason && t.line == line && t.about == about; })) return;
    told_.push_back({reason, line, std::string(about)});
    undecided(sentence());
  }
  struct Told {
    int reason;
    std::size_t line;
    std::string about;
  };
  std::vector<Told> told_;

  // --- What orders steps

  /// The step of its role after which an access is done; never where it is not waited for yet.
  std::int64_t done(const Access& a) const {
    const auto role = static_cast<std::size_t>(a.role);
    if (role >= tensor_core(0)) return a.step < runs_[role - tensor_core(0)].committed ? a.step + 1 : never;
    if (role >= runs_.size()) return a.step < phases_[role - runs_.size()] ? a.step + 1 : never;
    const auto& run = runs_[role];
    const auto group = static_cast<std::size_t>(std::max<std::int64_t>(a.group, 0));
    switch (a.queue) {
      case Access::Queue::copies: return run.copies[group];
      case Access::Queue::mmas: return run.mmas[group];
      case Access::Queue::bulk: return run.bulk[group];
      case Access::Queue::none: break;
    }
    return a.step + 1;
  }
  /// The clocks: of each role its steps, of each barrier its phases, of the tensor core what each role has given it.
  std::size_t clocks() const { return 2 * flow_.roles.size() + most_barriers; }
  std::size_t tensor_core(std::size_t role) const { return flow_.roles.size() + most_barriers + role; }
  /// Whether the access is done before what thread t of this role does now.
  bool before(const Access& a, std::size_t role, std::size_t thread) const {
    // The tensor core does what a role gives it in the order in which it is given.
    if (by_tensor_core_ && static_cast<std::size_t>(a.role) == tensor_core(role)) return true;
    const auto at = done(a);
    if (at == never) return false;
    if (static_cast<std::size_t>(a.role) == role && a.thread == static_cast<std::int32_t>(thread)) return true;
    return runs_[role].known[static_cast<std::size_t>(a.role)] >= at;
  }
  static const FlowStep& step_of(const Access& a) { return *a.at; }
  /// The line of an access, and of the barriers and waits that its role and this one have passed last.
  std::vector<std::size_t> lines_of(const Access& a, std::size_t role) const {
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
  /// The lines that say which elements a step takes: of its numbers, and of what its tensors are made of.
  static std::vector<std::size_t> made_of(const FlowStep& s) {
    auto lines = s.lines;
    for (const auto& l : s.loops) lines.push_back(l.line);
    for (const auto& p : s.parts) lines.insert(lines.end(), p->lines.begin(), p->lines.end());
    return lines;
  }

  // --- Memory

  /// What all threads of the block share.
  static bool is_of_block(const FlowTensor& t) { return t.memory == MemorySpace::shared || t.memory == MemorySpace::tensor; }

  /// `by`: of what the asynchronous proxy reads, the queue that it is read in.
  Content read(const Part& p, std::size_t role, std::size_t thread, std::int64_t i, Access::Queue by = Access::Queue::none) {
    const auto& tensor = flow_.tensors[static_cast<std::size_t>(p.part.tensor)];
    const auto& step = step_of(role);
    if (!p.modes.empty()) {
      const auto [a, b, inside] = coordinates(p, thread, i);
      // TMA reads zeros there.
      if (!inside && by_tma_) return {.is = Content::Is::zero};
      if (!inside)
        find(
            Kind::out_of_range, step, 0, [&] { return made_of(step); },
            [&, a = a, b = b] {
              return message("thread {} reads {}({},{}), which is beyond its end {}", thread, tensor.name, a, b,
                             algebra::to_string(tensor.shape, algebra::Marks::plain));
            });
      const auto it = global_[static_cast<std::size_t>(p.part.tensor)].find(key(a, b));
      if (it != global_[static_cast<std::size_t>(p.part.tensor)].end()) return it->second.content;
      return {Content::Is::element, static_cast<std::uint8_t>(p.part.tensor), a, b};
    }
    return read_at(p, role, thread, (*p.index)(thread, i), by);
  }

  /// What is at an index of the memory of the part's tensor.
  Content read_at(const Part& p, std::size_t role, std::size_t thread, std::int64_t index, Access::Queue by = Access::Queue::none) {
    const auto& tensor = flow_.tensors[static_cast<std::size_t>(p.part.tensor)];
    const auto& step = step_of(role);
    if (!is_of_block(tensor)) {
      auto& own = registers_[static_cast<std::size_t>(p.part.tensor)][thread];
      return index >= 0 && index < static_cast<std::int64_t>(own.size()) ? own[static_cast<std::size_t>(index)] : Content{};
    }
    ++report_.accesses;
    auto* c = cell(p, index);
    if (c == nullptr) return {};
    if (c->write.role >= 0 && !before(c->write, role, thread)) {
      const auto& w = c->write;
      const auto& writing = step_of(w);
      const bool open = done(w) == never;
      find(
          open ? Kind::not_waited : Kind::race, step, writing.line, [&] { return lines_of(w, role); },
          [&] {
            return open ? message("thread {} reads {} in line {}, and the {} of line {} by which thread {} writes it is not waited for",
                                  thread, where(p.part, index), step.line, name_of(writing.kind), writing.line, w.thread)
                        : message("thread {} reads {} in line {}, and nothing orders that after line {}, where thread {} writes it", thread,
                                  where(p.part, index), step.line, writing.line, w.thread);
          });
    } else if ((by != Access::Queue::none || by_tensor_core_) && tensor.memory == MemorySpace::shared && c->write.role >= 0 &&
               !c->write.proxy && runs_[static_cast<std::size_t>(c->write.role)].fence < done(c->write) - 1) {
      const auto& writing = step_of(c->write);
      find(
          Kind::proxy, step, writing.line, [&] { return lines_of(c->write, role); },
          [&] {
            return message("{} reads {} in line {}, which line {} writes: between them stands no fence of the asynchronous proxy",
                           by_tensor_core_             ? "tcgen05"
                           : by == Access::Queue::mmas ? "WGMMA"
                                                       : "TMA",
                           where(p.part, index), step.line, writing.line);
          });
    }
    note_read(*c, role, thread, by);
    return c->content;
  }

  /// An access of this role now; `queue`: in whose last group it is.
  Access access(std::size_t role, std::size_t thread, Access::Queue queue) const {
    const auto& run = runs_[role];
    Access a{.role = static_cast<std::int32_t>(role),
             .thread = static_cast<std::int32_t>(thread),
             .step = static_cast<std::int64_t>(run.next),
             .at = &step_of(role)};
    if (by_tensor_core_) {
      a.role = static_cast<std::int32_t>(tensor_core(role));
      a.step = run.tensor_core;
      a.proxy = true;
      return a;
    }
    a.queue = queue;
    if (queue == Access::Queue::copies) a.group = static_cast<std::int64_t>(run.copies.size()) - 1;
    if (queue == Access::Queue::mmas) a.group = static_cast<std::int64_t>(run.mmas.size()) - 1;
    if (queue == Access::Queue::bulk) a.group = static_cast<std::int64_t>(run.bulk.size()) - 1;
    a.proxy = queue == Access::Queue::mmas || queue == Access::Queue::bulk;
    return a;
  }

  void note_read(Cell& c, std::size_t role, std::size_t thread, Access::Queue by) {
    auto a = access(role, thread, by);
    for (auto& r : c.reads)
      if (r.role == a.role) {
        if (r.thread != a.thread) a.thread = -1;
        r = a;
        return;
      }
    c.reads.push_back(a);
  }

  void write(const Part& p, std::size_t role, std::size_t thread, std::int64_t i, const Content& content, bool async,
             const Barrier* tma = nullptr) {
    const auto& tensor = flow_.tensors[static_cast<std::size_t>(p.part.tensor)];
    const auto& step = step_of(role);
    if (!p.modes.empty()) return store(p, role, thread, i, content);
    const auto index = (*p.index)(thread, i);
    if (!is_of_block(tensor)) {
      auto& own = registers_[static_cast<std::size_t>(p.part.tensor)][thread];
      if (index < 0) return undecided(message("line {}: {} begins before its memory", step.line, p.part.text));
      if (index >= static_cast<std::int64_t>(own.size())) own.resize(static_cast<std::size_t>(index) + 1);
      own[static_cast<std::size_t>(index)] = content;
      return;
    }
    ++report_.accesses;
    auto* c = cell(p, index);
    if (c == nullptr) return;
    for (const auto& r : c->reads)
      if (!before(r, role, thread)) {
        const auto& reading = step_of(r);
        find(
            Kind::overwritten, step, reading.line, [&] { return lines_of(r, role); },
            [&] {
              return message("thread {} writes {} in line {}, and nothing orders that after line {}, where {} may still read it", thread,
                             where(p.part, index), step.line, reading.line,
                             r.thread < 0 ? Message("another thread") : message("thread {}", r.thread));
            });
      }
    if (c->write.role >= 0 && c->reads.empty() && !before(c->write, role, thread) && c->content != content) {
      const auto& w = c->write;
      const auto& writing = step_of(w);
      find(
          Kind::race, step, writing.line, [&] { return lines_of(w, role); },
          [&] {
            return message("threads {} and {} both write {}, in lines {} and {}, and nothing orders them", w.thread, thread,
                           where(p.part, index), writing.line, step.line);
          });
    }
    c->content = content;
    c->write = access(role, thread, async ? Access::Queue::copies : Access::Queue::none);
    if (tma != nullptr)
      c->write = {.role = static_cast<std::int32_t>(tma->clock),
                  .thread = static_cast<std::int32_t>(thread),
                  .step = tma->phases,
                  .proxy = true,
                  .at = &step};
    c->reads.clear();
  }

  Cell* cell(const Part& p, std::int64_t index) {
    if (const auto& tensor = flow_.tensors[static_cast<std::size_t>(p.part.tensor)]; tensor.memory == MemorySpace::tensor) {
      // Its addresses count elements, of which a lane has room for 2^16 columns and has 2^9.
      const auto in_column = std::max<std::int64_t>(1, algebra::Tmem::column_bits / std::max(1, tensor.bits));
      const auto lane = index / (in_column << 16), within = index % (in_column << 16);
      if (index < 0 || lane >= algebra::Tmem::datapaths || within >= in_column * algebra::Tmem::columns) {
        undecided(message("{} is at {}, which no tensor memory has", p.part.text, index));
        return nullptr;
      }
      index = lane * in_column * algebra::Tmem::columns + within;
    }
    auto& cells = shared_[static_cast<std::size_t>(p.part.tensor)];
    if (index < 0 || index > (1 << 24)) {
      undecided(message("{} is at {}, which no shared memory has", p.part.text, index));
      return nullptr;
    }
    if (index >= static_cast<std::int64_t>(cells.size())) cells.resize(static_cast<std::size_t>(index) + 1);
    return &cells[static_cast<std::size_t>(index)];
  }

  static std::int64_t key(std::int32_t a, std::int32_t b) { return (static_cast<std::int64_t>(a) << 32) ^ static_cast<std::uint32_t>(b); }
  /// The first coordinate, the others as one number, and whether the tensor has them.
  std::tuple<std::int32_t, std::int32_t, bool> coordinates(const Part& p, std::size_t thread, std::int64_t i) const {
    const auto& shape = flow_.tensors[static_cast<std::size_t>(p.part.tensor)].shape;
    const auto extent = [&](std::size_t m) { return algebra::product(shape.is_tuple() ? shape.mode(static_cast<int>(m)) : shape).value; };
    const auto a = p.modes[0](thread, i);
    std::int64_t b = 0, scale = 1;
    bool inside = a >= 0 && a < extent(0);
    for (std::size_t m = 1; m < p.modes.size(); ++m) {
      const auto x = p.modes[m](thread, i);
      inside = inside && x >= 0 && x < extent(m);
      b += x * scale;
      scale *= extent(m);
    }
    return {static_cast<std::int32_t>(a), static_cast<std::int32_t>(b), inside};
  }

  /// Into global memory.
  void store(const Part& p, std::size_t role, std::size_t thread, std::int64_t i, const Content& content) {
    const auto& tensor = flow_.tensors[static_cast<std::size_t>(p.part.tensor)];
    const auto& step = step_of(role);
    const auto [a, b, inside] = coordinates(p, thread, i);
    if (!inside && by_tma_) return;
    if (!inside) {
      find(
          Kind::out_of_range, step, 0, [&] { return made_of(step); },
          [&, a = a, b = b] {
            return message("thread {} writes {}({},{}), which is beyond its end {}", thread, tensor.name, a, b,
                           algebra::to_string(tensor.shape, algebra::Marks::plain));
          });
      return;
    }
    auto& own = global_[static_cast<std::size_t>(p.part.tensor)];
    const auto [it, added] = own.try_emplace(key(a, b));
    if (!added && it->second.write.role >= 0 && !before(it->second.write, role, thread)) {
      const auto& w = it->second.write;
      const auto& writing = step_of(w);
      find(
          Kind::twice, step, writing.line, [&] { return lines_of(w, role); },
          [&, a = a, b = b] {
            return message("threads {} and {} both write {}({},{}), and nothing orders them", w.thread, thread, tensor.name, a, b);
          });
    }
    it->second.content = content;
    it->second.write = access(role, thread, Access::Queue::none);
    if (content.is == Content::Is::nothing)
      find(
          Kind::never_written, step, 0, [&] { return written_lines(); },
          [&, a = a, b = b] { return message("thread {} stores into {}({},{}) what nothing was written to", thread, tensor.name, a, b); });
    if (content.is != Content::Is::sum) return;
    ++report_.results;
    auto& s = sums_[static_cast<std::size_t>(content.a)];
    s.stored = true;
    if (s.spoilt || s.m < 0) return;
    // That of a batch in its place of C.
    const auto columns = tensor.shape.rank() > 1 ? algebra::product(tensor.shape.mode(1)).value : 1;
    const auto batch = depth_ > 0 ? s.begin / depth_ : 0;
    if (s.m != a || s.n + columns * batch != b)
      find(
          Kind::misplaced, step, 0, [&] { return product_lines(); },
          [&, a = a, b = b] {
            return message("thread {} stores the products of row {} of A and column {} of B into {}({},{})", thread, s.m, s.n, tensor.name,
                           a, b);
          });
    complete(s, step, [&, a = a, b = b] { return fmt::format("{}({},{})", tensor.name, a, b); });
  }

  std::vector<std::size_t> product_lines() const { return {product_lines_.begin(), product_lines_.end()}; }

  void complete(Sum& s, const FlowStep& step, const std::function<std::string()>& what) {
    if (s.spoilt || depth_ < 0) return;
    std::int64_t got = s.end - s.begin + static_cast<std::int64_t>(s.others.size());
    if (got >= depth_) return;
    s.spoilt = true;
    find(
        Kind::missing, step, 0, [&] { return product_lines(); },
        [&] {
          std::vector<bool> has(static_cast<std::size_t>(depth_));
          for (auto k = s.begin; k < s.end; ++k) has[static_cast<std::size_t>(k % depth_)] = true;
          for (const auto k : s.others) has[static_cast<std::size_t>(k % depth_)] = true;
          const auto first = std::ranges::find(has, false) - has.begin();
          return message("{} has {} of its {} products: the first that is missing is k = {}", what(), got, depth_, first);
        });
  }

  // --- Steps

  /// All but the last n groups that are committed have come; the open one is none of them.
  static void await(Run& run, std::vector<std::int64_t>& groups, const FlowStep& step) {
    for (std::size_t g = 0; g + 1 < groups.size(); ++g)
      if (static_cast<std::int64_t>(g) + step.n + 1 < static_cast<std::int64_t>(groups.size()))
        groups[g] = std::min(groups[g], static_cast<std::int64_t>(run.next) + 1);
    run.sync_lines.push_back(step.line);
  }

  bool advance(std::size_t r) {
    auto& run = runs_[r];
    const auto& step = step_of(r);
    switch (step.kind) {
      case StepKind::barrier: return false;
      case StepKind::phase:
        if (!passes(r, step)) return false;
        break;
      case StepKind::copy: copy(r, step); break;
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
      case StepKind::arrive:
      case StepKind::mma_arrive: arrive(r, step); break;
      case StepKind::unknown: undecided(message("line {}: what it does is not known: {}", step.line, step.text)); break;
    }
    ++run.next;
    return true;
  }

  /// An instruction of several warps is one step of all their roles: it happens once they have all come to it. The first that goes on
  /// does it.
  bool all_have_come(std::size_t r, const FlowStep& step) {
    if (!step.mma || flow_.roles.size() == 1) return true;
    const auto lanes = algebra::size(algebra::mode(algebra::thr_layout_vmnk(*step.mma), 0));
    for (std::size_t s = 0; s < runs_.size(); ++s) {
      if (s == r || !shares_instruction(r, s, static_cast<std::size_t>(lanes))) continue;
      const bool is_there = runs_[s].next < flow_.roles[s].steps.size() && is_same(step_of(s), step);
      if (!is_there && !is_past(s, step)) return false;
    }
    return true;
  }
  static bool is_same(const FlowStep& a, const FlowStep& b) { return a.kind == b.kind && a.line == b.line && a.loops == b.loops; }
  bool is_past(std::size_t s, const FlowStep& step) const {
    const auto& steps = flow_.roles[s].steps;
    return std::any_of(steps.begin(), steps.begin() + static_cast<std::ptrdiff_t>(runs_[s].next),
                       [&](const FlowStep& o) { return is_same(o, step); });
  }
  /// Whether no other role of those with the threads from `first` on has done the step.
  bool does_it(std::size_t r, const FlowStep& step, std::size_t first, std::size_t lanes) const {
    const auto has = [&](std::size_t role) {
      const auto& threads = flow_.roles[role].threads;
      const auto it = std::lower_bound(threads.begin(), threads.end(), first);
      return it != threads.end() && *it < first + lanes;
    };
    if (!has(r)) return false;
    for (std::size_t s = 0; s < runs_.size(); ++s)
      if (s != r && has(s) && is_past(s, step)) return false;
    return true;
  }
  bool shares_instruction(std::size_t r, std::size_t s, std::size_t lanes) const {
    std::set<std::size_t> groups;
    for (const auto t : flow_.roles[r].threads) groups.insert(t / lanes);
    return std::ranges::any_of(flow_.roles[s].threads, [&](std::size_t t) { return groups.contains(t / lanes); });
  }

  /// Roles stand at a barrier to which all come: they go on, and know of each other what came before.
  bool release() {
    std::map<std::string, std::vector<std::size_t>> standing;
    for (std::size_t r = 0; r < runs_.size(); ++r)
      if (runs_[r].next < flow_.roles[r].steps.size() && step_of(r).kind == StepKind::barrier) standing[step_of(r).barrier].push_back(r);
    for (const auto& [name, roles] : standing) {
      std::int64_t threads = 0;
      for (const auto r : roles) threads += static_cast<std::int64_t>(flow_.roles[r].threads.size());
      // That of the block is for all its threads; those that have come to their end never come.
      const auto expected = step_of(roles.front()).n;
      if (expected == 0 ? roles.size() != runs_.size() : threads != expected) continue;
      Clock all(clocks(), 0);
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

  void stuck() {
    is_stuck_ = true;
    std::vector<std::size_t> lines;
    std::set<std::string> barriers;
    const FlowStep* first = nullptr;
    std::size_t thread = 0;
    for (std::size_t r = 0; r < runs_.size(); ++r) {
      if (runs_[r].next >= flow_.roles[r].steps.size()) continue;
      const auto& step = step_of(r);
      if (first == nullptr) first = &step, thread = flow_.roles[r].threads.front();
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
          if (first->kind == StepKind::phase)
            return message("thread {} waits in line {} for the phase {} of {}, which never ends", thread, first->line, first->n,
                           first->barrier);
          return message("thread {} waits in line {} for threads that never come there", thread, first->line);
        });
  }

  /// Whether all that use a barrier come after its initialisation.
  void after_init(const Barrier& b, std::size_t r, const FlowStep& step) {
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

  /// The threads of a role that do a step, each for itself.
  std::vector<std::size_t> doing(std::size_t r, const FlowStep& step) const {
    auto threads = gpu::doing(flow_.roles[r].threads, step.by);
    if (step.by != FlowStep::By::threads) std::erase_if(threads, [&](std::size_t t) { return is_led_by_another(r, t); });
    return threads;
  }
  /// Whether threads of the warp before this one are of another role, which does the same step.
  bool is_led_by_another(std::size_t r, std::size_t thread) const {
    const auto& step = step_of(r);
    for (std::size_t s = 0; s < runs_.size(); ++s) {
      if (s == r) continue;
      const auto& threads = flow_.roles[s].threads;
      const auto it = std::lower_bound(threads.begin(), threads.end(), thread / 32 * 32);
      if (it == threads.end() || *it >= thread) continue;
      if (std::ranges::any_of(flow_.roles[s].steps, [&](const FlowStep& o) { return is_same(o, step); })) return true;
    }
    return false;
  }

  bool passes(std::size_t r, const FlowStep& step) {
    auto& b = barrier(step.barrier);
    after_init(b, r, step);
    if (b.phases % 2 == step.n % 2) return false;
    auto& run = runs_[r];
    run.known[b.clock] = std::max(run.known[b.clock], b.phases);
    for (std::size_t s = 0; s < b.done.size(); ++s) run.known[s] = std::max(run.known[s], b.done[s]);
    run.sync_lines.push_back(step.line);
    return true;
  }

  Barrier& barrier(const std::string& name) {
    const auto [it, added] = barriers_.try_emplace(name);
    if (added) {
      if (barriers_.size() > most_barriers) undecided(message("it has more mbarriers than are followed: {}", most_barriers));
      it->second.clock = runs_.size() + std::min(barriers_.size() - 1, most_barriers - 1);
      phases_.resize(std::max(phases_.size(), barriers_.size()));
    }
    return it->second;
  }

  void arrive(std::size_t r, const FlowStep& step) {
    auto& b = barrier(step.barrier);
    const auto threads = static_cast<std::int64_t>(doing(r, step).size());
    if (threads == 0) return;
    if (step.kind == StepKind::init) {
      b.expected = b.pending = step.n;
      b.line = step.line;
      b.init = access(r, flow_.roles[r].threads.front(), Access::Queue::none);
      return;
    }
    if (b.expected < 0) {
      find(
          Kind::barrier, step, 0, [] { return std::vector<std::size_t>{}; },
          [&] { return message("line {}: {} is not initialised before", step.line, step.barrier); });
      return;
    }
    after_init(b, r, step);
    b.pending -= threads;
    if (step.kind == StepKind::expect) b.bytes += step.n * threads;
    b.arriving.resize(clocks(), 0);
    for (std::size_t s = 0; s < b.arriving.size(); ++s) b.arriving[s] = std::max(b.arriving[s], runs_[r].known[s]);
    if (step.kind != StepKind::mma_arrive) b.arriving[r] = std::max(b.arriving[r], static_cast<std::int64_t>(runs_[r].next) + 1);
    else {
      b.arriving[tensor_core(r)] = runs_[r].tensor_core;
      runs_[r].committed = runs_[r].tensor_core;
    }
    if (b.pending < 0)
      find(
          Kind::barrier, step, 0, [&] { return std::vector<std::size_t>{b.line}; },
          [&] { return message("line {}: more threads arrive at {} than the {} that it expects", step.line, step.barrier, b.expected); });
    over(b);
  }
  void over(Barrier& b) {
    if (b.pending > 0 || b.bytes != 0) return;
    ++b.phases;
    phases_[b.clock - runs_.size()] = b.phases;
    b.pending = b.expected;
    b.done = std::exchange(b.arriving, {});
  }

  void copy(std::size_t r, const FlowStep& step) {
    const Part from(*step.parts[0]), to(*step.parts[1]);
    const bool async = step.atom && step.atom->traits->name.find("CP_ASYNC") != std::string::npos;
    const auto& threads = flow_.roles[r].threads;
    if (step.atom && step.atom->tma) return copy_by_tma(r, step, from, to);
    const auto memory = [&](const Part& p) { return flow_.tensors[static_cast<std::size_t>(p.part.tensor)].memory; };
    if (memory(from) == MemorySpace::shared && memory(to) == MemorySpace::tensor) return copy_by_tensor_core(r, step, from, to);
    const auto group = step.atom ? algebra::size(step.atom->traits->thr_id) : 1;
    std::vector<Content> moved;
    if (group <= 1) {
      for (const auto t : threads) {
        const auto n = std::min(from.size(t), to.size(t));
        if (from.size(t) != to.size(t)) sizes_differ(step, from.size(t), to.size(t));
        // All that one thread copies is read before it is written: by one instruction, or because nothing overlaps.
        // cp.async writes zeros where it does not read.
        const auto reads = [&](std::int64_t i) { return step.predicate == nullptr || (*step.predicate)(t, i); };
        moved.assign(static_cast<std::size_t>(n), {.is = Content::Is::zero});
        for (std::int64_t i = 0; i < n; ++i)
          if (reads(i)) moved[static_cast<std::size_t>(i)] = read(from, r, t, i);
        for (std::int64_t i = 0; i < n; ++i)
          if (async || reads(i)) write(to, r, t, i, moved[static_cast<std::size_t>(i)], async);
      }
      return;
    }
    const auto map = received_from(*step.atom);
    const auto src = algebra::value_layout(*step.atom, algebra::Side::source),
               dst = algebra::value_layout(*step.atom, algebra::Side::destination);
    const auto has = algebra::size(algebra::mode(src, 1)), gets = algebra::size(algebra::mode(dst, 1));
    const auto lanes = static_cast<std::size_t>(group);
    std::vector<std::vector<Content>> values(flow_.threads);
    for (const auto t : threads) {
      const auto n = from.size(t);
      values[t].resize(static_cast<std::size_t>(n));
      for (std::int64_t i = 0; i < n; ++i) values[t][static_cast<std::size_t>(i)] = read(from, r, t, i);
    }
    for (const auto t : threads) {
      const auto first = t / lanes * lanes, lane = t % lanes;
      const auto n = to.size(t);
      if (from.size(t) / has != n / gets) sizes_differ(step, from.size(t), n);
      for (std::int64_t i = 0; i < n; ++i) {
        const auto [of, value] = map[lane + lanes * static_cast<std::size_t>(i % gets)];
        const auto& all = values[first + of];
        const auto at = static_cast<std::size_t>(value + has * (i / gets));
        write(to, r, t, i, at < all.size() ? all[at] : Content{}, async);
      }
    }
  }
  /// One thread starts it; the bytes complete a barrier, or what is stored is a group.
  void copy_by_tma(std::size_t r, const FlowStep& step, const Part& from, const Part& to) {
    const bool stores = !to.modes.empty();
    by_tma_ = true;
    for (const auto t : doing(r, step)) {
      const auto n = std::min(from.size(t), to.size(t));
      if (from.size(t) != to.size(t)) sizes_differ(step, from.size(t), to.size(t));
      auto* b = step.barrier.empty() ? nullptr : &barrier(step.barrier);
      if (b == nullptr && !stores) undecided(message("line {}: which barrier the copy completes is not known", step.line));
      for (std::int64_t i = 0; i < n; ++i) {
        const auto content = read(from, r, t, i, stores ? Access::Queue::bulk : Access::Queue::none);
        write(to, r, t, i, content, false, b);
      }
      if (b == nullptr || stores) continue;
      b->bytes -= n * flow_.tensors[static_cast<std::size_t>(to.part.tensor)].bits / 8;
      over(*b);
    }
    by_tma_ = false;
  }
  /// tcgen05.cp: one thread gives it to the tensor core, which does it before the MMAs that follow.
  void copy_by_tensor_core(std::size_t r, const FlowStep& step, const Part& from, const Part& to) {
    // Where in shared memory the instruction reads, a descriptor says: of 32 lanes of 128 bits one after another, and all four quarters
    // of tensor memory get them.
    constexpr std::int64_t lanes = 32, lane_bits = 128, quarters = 4;
    if (!step.atom || step.atom->traits->name.find("4x32dp128bit") == std::string::npos)
      return undecided(message("line {}: how {} lies in shared memory is not known", step.line, step.text));
    const auto bits = flow_.tensors[static_cast<std::size_t>(from.part.tensor)].bits;
    const auto row = bits > 0 ? lane_bits / bits : 0, values = lanes * row * quarters;
    by_tensor_core_ = true;
    for (const auto t : doing(r, step)) {
      const auto n = to.size(t);
      if (row == 0 || n % values != 0 || from.size(t) != n) {
        sizes_differ(step, from.size(t), n);
        continue;
      }
      for (std::int64_t i = 0; i < n; ++i) {
        const auto first = (*from.index)(t, i / values * values), lane = i % lanes, within = i / lanes % row;
        const auto content = read_at(from, r, t, first + lane * row + within);
        if (content.is == Content::Is::nothing)
          find(
              Kind::never_written, step, 0, [&] { return made_of(step); },
              [&] {
                return message("thread {} copies what is in {} in line {}, to which nothing was written", t, from.part.text, step.line);
              });
        write(to, r, t, i, content, false);
      }
    }
    ++runs_[r].tensor_core;
    by_tensor_core_ = false;
  }
  void sizes_differ(const FlowStep& step, std::int64_t a, std::int64_t b) {
    undecided(message("line {}: it copies {} elements of a thread to {}", step.line, a, b));
  }

  void fill(std::size_t r, const FlowStep& step) {
    const Part to(*step.parts[0]);
    for (const auto t : flow_.roles[r].threads)
      for (std::int64_t i = 0, n = to.size(t); i < n; ++i) write(to, r, t, i, {.is = Content::Is::zero}, false);
  }

  void combine(std::size_t r, const FlowStep& step) {
    const Part from(*step.parts[0]), to(*step.parts[1]);
    for (const auto t : flow_.roles[r].threads) {
      const auto n = std::min(from.size(t), to.size(t));
      if (from.size(t) != to.size(t)) sizes_differ(step, from.size(t), to.size(t));
      for (std::int64_t i = 0; i < n; ++i) write(to, r, t, i, read(from, r, t, i), false);
    }
  }

  void compute(std::size_t r, const FlowStep& step) {
    for (std::size_t p = 0; p + 1 < step.parts.size(); ++p) {
      const Part from(*step.parts[p]);
      for (const auto t : flow_.roles[r].threads)
        for (std::int64_t i = 0, n = from.size(t); i < n; ++i)
          if (const auto c = read(from, r, t, i); c.is == Content::Is::sum) use(c);
    }
    const Part to(*step.parts.back());
    for (const auto t : flow_.roles[r].threads)
      for (std::int64_t i = 0, n = to.size(t); i < n; ++i) write(to, r, t, i, {.is = Content::Is::computed}, false);
  }
  /// What an accumulator was for is seen by what it is used for.
  void use(const Content& sum) { sums_[static_cast<std::size_t>(sum.a)].stored = true; }

  // --- Products

  /// What the threads of an instruction hold of one operand: for each element of its tile the thread and the value.
  struct Holding {
    std::int64_t rows = 1, columns = 1;  ///< M or N, and K or N
    std::vector<std::pair<std::size_t, std::int64_t>> of{};
    std::vector<std::int64_t> element{};  ///< by thread and value
    std::int64_t threads = 1, values = 1;
  };
  static Holding holding(const Layout& tv, std::int64_t rows, std::int64_t columns) {
    Holding h{.rows = rows, .columns = columns};
    h.threads = algebra::size(algebra::mode(tv, 0));
    h.values = algebra::size(algebra::mode(tv, 1));
    h.element = table(tv);
    h.of.assign(static_cast<std::size_t>(rows * columns), {std::numeric_limits<std::size_t>::max(), 0});
    for (std::int64_t v = 0; v < h.values; ++v)
      for (std::int64_t t = 0; t < h.threads; ++t) {
        const auto e = h.element[static_cast<std::size_t>(t + h.threads * v)];
        if (e < 0 || e >= rows * columns) continue;
        auto& one = h.of[static_cast<std::size_t>(e)];
        if (one.first == std::numeric_limits<std::size_t>::max()) one = {static_cast<std::size_t>(t), v};
      }
    return h;
  }

  void gemm(std::size_t r, const FlowStep& step) {
    const Part a(*step.parts[0]), b(*step.parts[1]), c(*step.parts[2]);
    const auto lines = made_of(step);
    product_lines_.insert(step.line);
    product_lines_.insert(lines.begin(), lines.end());
    if (!step.mma) return gemm_of_threads(r, step, a, b, c);
    const auto& traits = *step.mma->atom.traits;
    const auto size_of = [&](int i) { return algebra::product(traits.shape_mnk.mode(i)).value; };
    const auto m = size_of(0), n = size_of(1), k = size_of(2);
    const auto of_a = holding(traits.operands[0].tv, m, k), of_b = holding(traits.operands[1].tv, n, k),
               of_c = holding(traits.operands[2].tv, m, n);
    const auto vmnk = algebra::thr_layout_vmnk(*step.mma);
    const auto lanes = algebra::size(algebra::mode(vmnk, 0));
    const auto thread_of = table(vmnk);
    const bool by_tensor_core = is_of_tensor_core(step);
    if (by_tensor_core && lanes > 1) return undecided(message("line {}: what the other block of a pair does is not followed", step.line));
    if (by_tensor_core) {
      by_tensor_core_ = true;
      for (const auto t : doing(r, step)) multiply(r, step, a, b, c, of_a, of_b, of_c, [t](std::size_t) { return t; });
      ++runs_[r].tensor_core;
      by_tensor_core_ = false;
      return;
    }
    for (std::int64_t atom = 0; atom * lanes < static_cast<std::int64_t>(thread_of.size()); ++atom) {
      const auto thread = [&](std::size_t lane) {
        return static_cast<std::size_t>(thread_of[static_cast<std::size_t>(atom * lanes) + lane]);
      };
      if (thread(0) >= flow_.threads || !does_it(r, step, thread(0), static_cast<std::size_t>(lanes))) continue;
      multiply(r, step, a, b, c, of_a, of_b, of_c, thread);
    }
  }
  static bool is_of_tensor_core(const FlowStep& step) {
    return step.mma && step.mma->atom.traits->operands[2].place == algebra::MmaTraits::Place::tensor;
  }

  /// What one instruction, or its repetitions over the rest of the parts, does. `thread`: of each of its lanes.
  template <class Thread>
  void multiply(std::size_t r, const FlowStep& step, const Part& a, const Part& b, const Part& c, const Holding& of_a, const Holding& of_b,
                const Holding& of_c, const Thread& thread) {
    const auto& traits = *step.mma->atom.traits;
    const auto m = of_a.rows, n = of_b.rows, k = of_a.columns;
    const bool from_shared = traits.operands[1].place == algebra::MmaTraits::Place::shared;
    {
      const auto tiles = [&](const Part& p, const Holding& h, bool mma) {
        const auto rest = p.size(thread(0)) / std::max<std::int64_t>(1, h.values);
        std::vector<std::vector<Content>> all(static_cast<std::size_t>(rest));
        for (std::int64_t i = 0; i < rest; ++i)
          for (const auto& [lane, value] : h.of)
            all[static_cast<std::size_t>(i)].push_back(
                lane == std::numeric_limits<std::size_t>::max()
                    ? Content{}
                    : read(p, r, thread(lane), value + h.values * i, mma ? Access::Queue::mmas : Access::Queue::none));
        return all;
      };
      const auto rests = [&](const Part& p, int mode) {
        const auto& l = p.layout(thread(0));
        return algebra::rank(l) > mode ? algebra::size(algebra::mode(l, mode)) : std::int64_t{1};
      };
      const auto ms = rests(a, 1), ns = rests(b, 1), ks = rests(a, 2);
      const auto rows = tiles(a, of_a, from_shared && traits.operands[0].place == algebra::MmaTraits::Place::shared);
      const auto columns = tiles(b, of_b, from_shared);
      if (static_cast<std::int64_t>(rows.size()) < ms * ks || static_cast<std::int64_t>(columns.size()) < ns * ks ||
          c.size(thread(0)) < of_c.values * ms * ns) {
        undecided(message("line {}: the operands of the gemm do not have the parts that {} has", step.line, traits.name));
        return;
      }
      if (step.parts.size() > 4) {
        scales(r, step, *step.parts[3], rows, m, k, thread(0));
        scales(r, step, *step.parts[4], columns, n, k, thread(0));
      }
      const auto row_runs = runs_of(rows, m, k), column_runs = runs_of(columns, n, k);
      for (std::int64_t in = 0; in < ns; ++in)
        for (std::int64_t im = 0; im < ms; ++im)
          for (std::int64_t v = 0; v < of_c.values; ++v)
            for (std::int64_t lane = 0; lane < of_c.threads; ++lane) {
              const auto e = of_c.element[static_cast<std::size_t>(lane + of_c.threads * v)];
              const auto t = thread(static_cast<std::size_t>(lane));
              auto& sum = sum_at(c, r, t, v + of_c.values * (im + ms * in), step);
              for (std::int64_t ik = 0; ik < ks; ++ik) {
                const auto of_row = static_cast<std::size_t>(e % m + m * (im + ms * ik)),
                           of_column = static_cast<std::size_t>(e / m + n * (in + ns * ik));
                if (goes_on(sum, row_runs[of_row], column_runs[of_column], k)) continue;
                for (std::int64_t x = 0; x < k; ++x)
                  product(sum, rows[static_cast<std::size_t>(im + ms * ik)][static_cast<std::size_t>(e % m + m * x)],
                          columns[static_cast<std::size_t>(in + ns * ik)][static_cast<std::size_t>(e / m + n * x)], step, t);
              }
            }
    }
  }

  /// gemm(A, B, C) of (M,K), (N,K) and (M,N) by each thread for itself.
  void gemm_of_threads(std::size_t r, const FlowStep& step, const Part& a, const Part& b, const Part& c) {
    for (const auto t : flow_.roles[r].threads) {
      const auto modes = [&](const Part& p, int i) {
        const auto& l = p.layout(t);
        return i < algebra::rank(l) ? algebra::size(algebra::mode(l, i)) : std::int64_t{1};
      };
      if (algebra::rank(a.layout(t)) != 2 || algebra::rank(b.layout(t)) != 2 || algebra::rank(c.layout(t)) != 2) {
        undecided(message("line {}: the product of tensors of other ranks than 2 is not followed", step.line));
        return;
      }
      const auto ms = modes(a, 0), ks = modes(a, 1), ns = modes(b, 0);
      if (modes(b, 1) != ks || modes(c, 0) != ms || modes(c, 1) != ns) {
        return find(
            Kind::wrong_product, step, 0, [&] { return made_of(step); },
            [&] {
              return message("A is {} x {}, B is {} x {} and C is {} x {} for thread {}, which is no product", ms, ks, ns, modes(b, 1),
                             modes(c, 0), modes(c, 1), t);
            });
      }
      std::vector<Content> rows, columns;
      for (std::int64_t i = 0; i < ms * ks; ++i) rows.push_back(read(a, r, t, i));
      for (std::int64_t i = 0; i < ns * ks; ++i) columns.push_back(read(b, r, t, i));
      for (std::int64_t j = 0; j < ns; ++j)
        for (std::int64_t i = 0; i < ms; ++i) {
          auto& sum = sum_at(c, r, t, i + ms * j, step);
          for (std::int64_t k = 0; k < ks; ++k)
            product(sum, rows[static_cast<std::size_t>(i + ms * k)], columns[static_cast<std::size_t>(j + ns * k)], step, t);
        }
    }
  }

  /// For each row of each tile its first element, where those that follow it are the next in k; else nothing.
  std::vector<Content> runs_of(const std::vector<std::vector<Content>>& tiles, std::int64_t rows, std::int64_t depth) const {
    std::vector<Content> all;
    for (const auto& tile : tiles)
      for (std::int64_t row = 0; row < rows; ++row) {
        auto first = tile[static_cast<std::size_t>(row)];
        bool runs = first.is == Content::Is::element && flow_.tensors[first.tensor].shape.rank() <= most_named_modes;
        for (std::int64_t x = 1; x < depth && runs; ++x) {
          auto next = first;
          next.b += static_cast<std::int32_t>(x);
          runs = tile[static_cast<std::size_t>(row + rows * x)] == next;
        }
        all.push_back(runs ? first : Content{});
      }
    return all;
  }
  /// The products of k elements of a row and a column at once, where they are those that the sum lacks next.
  bool goes_on(Sum& s, const Content& a, const Content& b, std::int64_t k) {
    if (a.is != Content::Is::element || b.is != Content::Is::element || a.b != b.b || a.tensor == b.tensor || depth_ < 0) return false;
    if (s.spoilt || (s.m >= 0 && (s.m != a.a || s.n != b.a || s.end != a.b))) return false;
    if (s.m < 0) s.m = a.a, s.n = b.a, s.begin = s.end = a.b;
    s.end += static_cast<std::int32_t>(k);
    report_.products += k;
    return true;
  }

  /// Each element of an operand has the scale of its row and its group of k, in all copies that tensor memory has of it.
  /// `tiles`: of the operand by (rest of rows, rest of k), each of `rows` x `depth` elements.
  void scales(std::size_t r, const FlowStep& step, const FlowPart& part, const std::vector<std::vector<Content>>& tiles, std::int64_t rows,
              std::int64_t depth, std::size_t thread) {
    const Part p(part);
    const auto& layout = p.layout(thread);
    const auto unknown = [&] { undecided(message("line {}: which elements {} scales is not known", step.line, part.text)); };
    // ((rows, copies), (vector, groups)), rest of rows, rest of k
    const auto first = algebra::rank(layout) > 0 ? algebra::mode(layout, 0) : layout;
    if (algebra::rank(first) != 2 || algebra::rank(algebra::mode(first, 1)) != 2) return unknown();
    const auto held = algebra::size(algebra::mode(first, 0)), vector = algebra::size(algebra::mode(algebra::mode(first, 1), 0));
    const auto of_tile = held * depth;
    if (held % rows != 0 || algebra::size(algebra::mode(first, 1)) != depth || vector <= 0 || p.size(thread) % of_tile != 0)
      return unknown();
    const auto scale_tiles = p.size(thread) / of_tile;
    for (std::size_t tile = 0; tile < tiles.size(); ++tile) {
      const auto at = static_cast<std::int64_t>(tile);
      if (at >= scale_tiles) return unknown();
      for (std::int64_t k = 0; k < depth; k += vector)
        for (std::int64_t row = 0; row < held; ++row) {
          const auto content = read(p, r, thread, row + held * k + of_tile * at);
          const auto& element = tiles[tile][static_cast<std::size_t>(row % rows + rows * k)];
          scaled(step, part, content, element, vector, thread);
        }
    }
  }
  void scaled(const FlowStep& step, const FlowPart& part, const Content& scale, const Content& of, std::int64_t vector,
              std::size_t thread) {
    ++report_.scales;
    const auto tensor = static_cast<std::size_t>(part.tensor);
    const auto lines = [&] {
      auto all = lines_to(part.tensor);
      all.insert(all.end(), part.lines.begin(), part.lines.end());
      all.insert(all.end(), step.lines.begin(), step.lines.end());
      return all;
    };
    if (scale.is == Content::Is::nothing)
      return find(Kind::never_written, step, tensor, lines, [&] {
        return message("thread {} scales by what is in {} in line {}, to which nothing was written", thread, part.text, step.line);
      });
    if (of.is != Content::Is::element) return;
    if (scale.is == Content::Is::zero)
      return find(Kind::wrong_product, step, tensor, lines,
                  [&] { return message("thread {} scales {} by zeros, which are beyond the end of a tensor", thread, element(of)); });
    if (scale.is != Content::Is::element)
      return undecided(message("line {}: what {} has is computed: which elements it scales is not known", step.line, part.text));
    if (scale.a != of.a || scale.b != of.b / vector * vector)
      find(Kind::wrong_product, step, tensor, lines, [&] {
        return message("thread {} scales {} by {}: it belongs to another row or group of k", thread, element(of), element(scale));
      });
  }

  /// The lines of the copies by which what is in a tensor comes there, from global memory on.
  std::vector<std::size_t> lines_to(int tensor) const {
    std::set<int> on_the_way{tensor};
    std::set<std::size_t> lines;
    for (bool more = true; more;) {
      more = false;
      for (const auto& role : flow_.roles)
        for (const auto& s : role.steps) {
          if (s.kind != StepKind::copy || !on_the_way.contains(s.parts[1]->tensor)) continue;
          const auto own = made_of(s);
          lines.insert(s.line);
          lines.insert(own.begin(), own.end());
          more = on_the_way.insert(s.parts[0]->tensor).second || more;
        }
    }
    return {lines.begin(), lines.end()};
  }

  Sum& sum_at(const Part& c, std::size_t role, std::size_t thread, std::int64_t i, const FlowStep& step) {
    if (step.overwrites) {
      sums_.emplace_back();
      write(c, role, thread, i, {.is = Content::Is::sum, .a = static_cast<std::int32_t>(sums_.size() - 1)}, false);
      return sums_.back();
    }
    const auto now = read(c, role, thread, i);
    if (now.is == Content::Is::computed) {
      undecided_once(0, step.line, c.part.text, [&] {
        return message("line {}: it adds to {}, which is computed: which products belong to it is not known", step.line, c.part.text);
      });
      other_.spoilt = true;
      return other_;
    }
    if (now.is == Content::Is::sum) return sums_[static_cast<std::size_t>(now.a)];
    if (now.is == Content::Is::nothing)
      find(
          Kind::never_written, step, 0, [&] { return written_lines(); },
          [&] { return message("thread {} adds to {} in line {}, which was not set to zero", thread, c.part.text, step.line); });
    sums_.emplace_back();
    write(c, role, thread, i, {.is = Content::Is::sum, .a = static_cast<std::int32_t>(sums_.size() - 1)}, false);
    return sums_.back();
  }

  void product(Sum& s, const Content& a, const Content& b, const FlowStep& step, std::size_t thread) {
    ++report_.products;
    if (s.spoilt) return;
    for (const auto* one : {&a, &b}) {
      if (one->is == Content::Is::element && flow_.tensors[one->tensor].shape.rank() > most_named_modes) {
        s.spoilt = true;
        const auto& t = flow_.tensors[one->tensor];
        return undecided_once(1, step.line, t.name, [&] {
          return message("line {}: {} has {} modes: which products its elements belong to is not known", step.line, t.name, t.shape.rank());
        });
      }
      if (one->is == Content::Is::element) continue;
      if (one->is == Content::Is::zero) return;
      if (one->is == Content::Is::sum || one->is == Content::Is::computed) {
        s.spoilt = true;
        if (one->is == Content::Is::sum) use(*one);
        const auto& text = step.parts[one == &a ? 0 : 1]->text;
        return undecided_once(2, step.line, text, [&] {
          return message("line {}: what {} has is computed: which products it belongs to is not known", step.line, text);
        });
      }
      const auto& p = *step.parts[one == &a ? 0 : 1];
      s.spoilt = true;
      find(
          Kind::never_written, step, 0, [&] { return written_lines(); },
          [&] {
            return message("thread {} multiplies what is in {} in line {}, to which nothing was written", thread, p.text, step.line);
          });
      return;
    }
    if (depth_ < 0) {
      const auto& shape = flow_.tensors[a.tensor].shape;
      // What follows the rows and k is the batch.
      depth_ = shape.rank() > 1 ? algebra::product(shape.mode(1)).value : 1;
    }
    if (a.b != b.b) {
      s.spoilt = true;
      return find(
          Kind::wrong_product, step, 0, [&] { return written_lines(); },
          [&] { return message("thread {} multiplies {} by {}: their k is not the same", thread, element(a), element(b)); });
    }
    if (a.tensor == b.tensor) {
      s.spoilt = true;
      return find(
          Kind::wrong_product, step, 0, [&] { return written_lines(); },
          [&] { return message("thread {} multiplies {} by {}", thread, element(a), element(b)); });
    }
    if (s.m < 0) s.m = a.a, s.n = b.a, s.begin = a.b, s.end = a.b;
    if (s.m != a.a || s.n != b.a) {
      s.spoilt = true;
      return find(
          Kind::wrong_product, step, 0, [&] { return written_lines(); },
          [&] {
            return message("thread {} adds {} times {} to the element of C in row {} and column {}", thread, element(a), element(b), s.m,
                           s.n);
          });
    }
    const auto k = a.b;
    if (k == s.end) {
      ++s.end;
      return;
    }
    if ((k >= s.begin && k < s.end) || std::ranges::find(s.others, k) != s.others.end()) {
      s.spoilt = true;
      return find(
          Kind::twice, step, 0, [&] { return written_lines(); },
          [&] { return message("thread {} adds {} times {} to the same element of C a second time", thread, element(a), element(b)); });
    }
    s.others.push_back(k);
  }

  /// The lines of the copies: each has a part in what is multiplied.
  std::vector<std::size_t> written_lines() const {
    std::set<std::size_t> lines;
    for (const auto& role : flow_.roles)
      for (const auto& s : role.steps)
        if (s.kind == StepKind::copy) {
          const auto own = made_of(s);
          lines.insert(s.line);
          lines.insert(own.begin(), own.end());
        }
    return {lines.begin(), lines.end()};
  }

  void finish() {
    // Each element of C is computed once.
    std::unordered_map<std::int64_t, std::size_t> seen;
    const FlowStep* last = nullptr;
    for (const auto& role : flow_.roles)
      for (const auto& s : role.steps)
        if (s.kind == StepKind::gemm) last = &s;
    if (last == nullptr) return;
    std::int64_t not_stored = 0;
    for (auto& s : sums_) {
      if (s.m < 0) continue;
      if (!s.spoilt && !seen.try_emplace(key(s.m, s.n), 0).second)
        find(
            Kind::twice, *last, 0, [&] { return product_lines(); },
            [&] { return message("the element of C in row {} and column {} is computed twice", s.m, s.n); });
      if (!s.stored) ++not_stored;
      complete(s, *last, [&] { return fmt::format("C({},{})", s.m, s.n); });
    }
    if (not_stored > 0)
      find(
          Kind::missing, *last, 0, [&] { return product_lines(); },
          [&] { return message("{} elements of C that are computed are not stored", not_stored); });
  }

  const Flow& flow_;
  const std::function<bool()>& stop_;
  FlowReport report_;
  std::vector<Run> runs_;
  static constexpr std::size_t most_barriers = 64;
  static constexpr int most_named_modes = 3;  ///< rows, k and the batch
  std::map<std::string, Barrier> barriers_;
  std::vector<std::int64_t> phases_;                            ///< by barrier: how many are over
  std::vector<std::vector<Cell>> shared_;                       ///< by tensor
  std::vector<std::vector<std::vector<Content>>> registers_;    ///< by tensor and thread
  std::vector<std::unordered_map<std::int64_t, Cell>> global_;  ///< by tensor: what was written
  std::vector<Sum> sums_;
  Sum other_{};  ///< stands for those that are not followed
  bool is_stuck_ = false;
  bool by_tensor_core_ = false, by_tma_ = false;  ///< what is read and written now
  std::int64_t depth_ = -1;                       ///< of the product: K
  std::set<std::size_t> product_lines_;
  struct Found {
    std::size_t number = 0;          ///< in the report
    std::set<std::size_t> others{};  ///< lines that it was found with
  };
  std::map<std::pair<Kind, std::size_t>, Found> found_;  ///< by kind and line
};

}  // namespace

std::string_view name_of(FlowStep::Kind kind) {
  constexpr std::array<std::string_view, 20> names{"copy",
                                                   "gemm",
                                                   "fill",
                                                   "axpby",
                                                   "cp_async_fence",
                                                   "cp_async_wait",
                                                   "barrier",
                                                   "warpgroup_arrive",
                                                   "warpgroup_commit_batch",
                                                   "warpgroup_wait",
                                                   "proxy_fence",
                                                   "init",
                                                   "expect",
                                                   "arrive",
                                                   "wait",
                                                   "mma_arrive",
                                                   "bulk_commit",
                                                   "bulk_wait",
                                                   "compute",
                                                   "unknown"};
  return names[static_cast<std::size_t>(kind)];
}

std::string_view name_of(MemorySpace memory) {
  constexpr std::array<std::string_view, 5> names{"unknown", "global", "shared", "registers", "tensor"};
  return names[static_cast<std::size_t>(memory)];
}

std::string_view name_of(FlowFinding::Kind kind) {
  constexpr std::array<std::string_view, 11> names{"race",    "overwritten", "not_waited", "proxy",        "never_written", "wrong_product",
                                                   "missing", "twice",       "misplaced",  "out_of_range", "barrier"};
  return names[static_cast<std::size_t>(kind)];
}

FlowReport check(const Flow& flow, const std::function<bool()>& stop) { return Checker(flow, stop).run(); }

}  // namespace gpu
