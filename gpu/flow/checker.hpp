#pragma once
// The check of a flow, step by step: the order of steps (checker_order.cpp), the contents of memory and its accesses (checker_memory.cpp),
// copies (checker_copies.cpp), products (checker_products.cpp), and rounds that repeat earlier ones (checker_rounds.cpp).

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "algebra/hardware/tiled.hpp"
#include "algebra/layout/operations.hpp"
#include "gpu/flow/cells.hpp"
#include "gpu/flow/check.hpp"
#include "gpu/flow/lanes.hpp"
#include "gpu/flow/places.hpp"
#include "gpu/flow/same_steps.hpp"
#include "gpu/flow/step_kinds.hpp"

namespace gpu::checking {

using algebra::MemorySpace;
using algebra::Message;
using algebra::message;
using Kind = FlowFinding::Kind;

constexpr auto never = std::numeric_limits<std::int64_t>::max();

class Checker {
 public:
  /// `whole`: also goes through rounds of loops that repeat earlier ones.
  Checker(const Flow&, const std::function<bool()>& stop, bool whole);
  FlowReport run();

 private:
  using Clock = std::vector<std::int64_t>;
  struct Run {
    std::size_t next = 0;     ///< number of steps done, without those of skipped rounds
    std::size_t skipped = 0;  ///< number of steps in skipped rounds
    std::size_t at() const { return next + skipped; }
    Clock known{};  ///< for each role: that many of its steps are known to be done by all its threads
    /// For each FlowQueue its groups: the step after which each group is done, and has then read its source if TMA stores it; the last
    /// group is open.
    std::array<std::vector<std::int64_t>, flow_queues> groups{};
    std::vector<std::int64_t>& in(FlowQueue queue) { return groups[static_cast<std::size_t>(queue)]; }
    std::int64_t tensor_core = 0;           ///< number of MMAs and copies given to the tensor core
    std::int64_t committed = 0;             ///< how many of those complete a phase of a barrier
    std::int64_t fence = -1;                ///< the last fence of the asynchronous proxy
    std::int64_t warps = 0;                 ///< number of steps that the threads of a warp know of each other
    std::vector<std::size_t> sync_lines{};  ///< lines of the barriers and waits so far, the latest last
    std::size_t afforded = 0;               ///< number of steps checked for sufficient budget
  };
  struct Barrier {
    std::size_t clock = 0;  ///< the barrier's place among the clocks; its phases order what TMA writes with it
    std::int64_t expected = -1, pending = 0, bytes = 0, phases = 0;
    Clock arriving{}, done{};
    Access init{};
    std::size_t line = 0;
  };
  /// Threads that have arrived at a named barrier and gone on.
  struct Arrived {
    std::int64_t threads = 0;
    Clock known{};
    std::set<std::size_t> lines{};
  };
  /// The elements that threads hold of an instruction's three operands.
  struct Holdings {
    Holding a, b, c;
  };
  /// The first access of a width to a tensor.
  struct FirstVector {
    const FlowStep* at = nullptr;
    std::size_t thread = 0;
    std::int64_t index = 0;
    bool aligned = false;  ///< the tensor's first element is aligned to the width, as the program promises
  };
  /// The values that the lanes of a copy instruction exchange.
  struct Exchange {
    std::vector<std::pair<std::size_t, std::int64_t>> from{};  ///< as received_from has it
    std::int64_t has = 1, gets = 1;                            ///< values of a thread before and after
  };

  const FlowStep& step_of(std::size_t role) const { return flow_.roles[role].steps[runs_[role].at()]; }
  static const FlowStep& step_of(const Access& a) { return *a.at; }
  std::string where(const FlowPart& p, std::int64_t index) const;
  /// Extends a sentence about two steps by their rounds in the innermost loop around both, if these differ.
  static Message with_rounds(const FlowStep& first, const FlowStep& second, Message sentence);
  std::string element(const Content& c) const;
  const Part& part(const FlowStep& step, std::size_t i) {
    const auto& p = *step.parts[i];
    return parts_(p, flow_.tensors[static_cast<std::size_t>(p.tensor)]);
  }

  // --- Findings

  /// Adds an occurrence to the finding of this kind in this line, or a new finding. `lines`: returns the further lines involved; called
  /// once for each `other` line.
  template <class Lines, class Text>
  void find(Kind kind, const FlowStep& at, std::size_t other, Lines lines, Text text) {
    const bool of_order = kind == Kind::race || kind == Kind::overwritten || kind == Kind::not_waited || kind == Kind::barrier;
    if (order_is_lost_ && of_order) return;
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
  void undecided(const Message&);
  /// Reports an undecided case once per reason, line and subject, because making the sentence takes longer than the product that it
  /// concerns.
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
  /// Returns the line of an access, and of the barriers and waits that its role and this one passed last.
  std::vector<std::size_t> lines_of(const Access&, std::size_t role) const;
  /// Returns the lines that determine the elements of a step: of its numbers, and of the definitions of its tensors.
  static std::vector<std::size_t> made_of(const FlowStep&);
  std::vector<std::size_t> product_lines() const { return {product_lines_.begin(), product_lines_.end()}; }
  /// Returns the lines of the copies that bring a tensor's elements, from global memory on.
  std::vector<std::size_t> lines_to(int tensor) const;
  /// Returns the lines of the copies, all of which contribute to the products.
  std::vector<std::size_t> written_lines() const;

  // --- The order of steps

  /// Performs the next step of a role, if it can be done now; returns whether it was.
  bool advance(std::size_t role);
  /// Performs a step that does not order others.
  void move(std::size_t role, const FlowStep&);
  /// Returns whether work and memory suffice for a step. If not, ends the check and reports it.
  bool affords(std::size_t role, const FlowStep&);
  /// Returns an upper bound of the elements that a step reads, writes and multiplies.
  std::int64_t work_of(std::size_t role, const FlowStep&);
  /// Returns the step of its role after which an access is done; `never` if it is not waited for yet.
  std::int64_t done(const Access& a) const {
    const auto role = static_cast<std::size_t>(a.role);
    if (role >= tensor_core(0)) return a.step < runs_[role - tensor_core(0)].committed ? a.step + 1 : never;
    if (role >= runs_.size()) return a.step < phases_[role - runs_.size()] ? a.step + 1 : never;
    if (a.queue == Access::Queue::none) return a.step + 1;
    return runs_[role].groups[static_cast<std::size_t>(a.queue)][static_cast<std::size_t>(std::max(a.group, 0))];
  }
  /// Returns the number of clocks: for each role its steps, for each barrier its phases, for each role its operations on the tensor core
  /// and its completed cp.async.
  std::size_t clocks() const { return 3 * flow_.roles.size() + most_barriers; }
  std::size_t tensor_core(std::size_t role) const { return flow_.roles.size() + most_barriers + role; }
  std::size_t copies_of(std::size_t role) const { return 2 * flow_.roles.size() + most_barriers + role; }
  /// Returns whether the access is done before what thread t of this role does now.
  bool before(const Access& a, std::size_t role, std::size_t thread) const {
    // The tensor core executes a role's operations in order.
    if (by_tensor_core_ && static_cast<std::size_t>(a.role) == tensor_core(role)) return true;
    if (has_come(a, role)) return true;
    const auto at = done(a);
    if (at == never) return false;
    if (static_cast<std::size_t>(a.role) == role) {
      if (a.thread == static_cast<std::int32_t>(thread)) return true;
      constexpr std::size_t warp = 32;
      if (runs_[role].warps >= at && a.thread >= 0 && static_cast<std::size_t>(a.thread) / warp == thread / warp) return true;
    }
    return runs_[role].known[static_cast<std::size_t>(a.role)] >= at;
  }
  /// Returns whether the access is a cp.async whose completion this role knows of through an mbarrier.
  bool has_come(const Access& a, std::size_t role) const {
    return a.queue == Access::Queue::copies && runs_[role].known[copies_of(static_cast<std::size_t>(a.role))] > a.step;
  }
  /// Marks all but the last n committed groups as complete; the open group does not count.
  static void await(Run&, const FlowStep&);
  /// Returns whether all roles have come to an instruction that their warps execute together. The first role to continue performs it.
  bool all_have_come(std::size_t role, const FlowStep&);
  /// Returns the step's number, which it shares with the same step of other roles.
  std::size_t number_of(std::size_t role, const FlowStep& step) const {
    return same_.number(role, static_cast<std::size_t>(&step - flow_.roles[role].steps.data()));
  }
  bool is_past(std::size_t role, std::size_t number) const;
  /// Finds operands of a multi-lane instruction whose values in one thread are not adjacent in shared memory.
  void lies_together(std::size_t role, const FlowStep&, const Part&, std::int64_t values);
  /// Returns the threads, each with its role, for which a multi-lane instruction copies, including those of other roles that have come to
  /// it.
  std::vector<std::pair<std::size_t, std::size_t>> taking_part(std::size_t role, const FlowStep&, std::size_t lanes) const;
  /// Returns whether none of the other roles with threads from `first` on has done the step.
  bool does_it(std::size_t role, const FlowStep&, std::size_t first, std::size_t lanes) const;
  /// Returns the first and the last thread of all roles that do the step.
  std::pair<std::int64_t, std::int64_t> doing_it(std::size_t role, const FlowStep&) const;
  /// Releases roles from a barrier to which all have come; each then knows the others' earlier steps. Returns whether there was one.
  bool release();
  /// Counts the threads of a role at a named barrier at which they arrive without waiting.
  void arrive_at_named(std::size_t role, const FlowStep&);
  void stuck();
  /// Checks that every use of a barrier follows its initialisation.
  void after_init(const Barrier&, std::size_t role, const FlowStep&);
  /// Returns the threads of a role that do a step, each for itself.
  std::vector<std::size_t> doing(std::size_t role, const FlowStep&) const;
  bool passes(std::size_t role, const FlowStep&);
  Barrier& barrier(const std::string& name);
  void arrive(std::size_t role, const FlowStep&);
  void over(Barrier&);

  // --- Rounds that repeat earlier ones

  struct Holder {
    const Clock* clock;
  };
  struct ClockValue {
    std::size_t clock = 0;
    std::int64_t value = 0, now = 0;  ///< `now`: the present number of what it counts
  };
  /// The state at the beginning of a round, without what moves from round to round.
  struct Snapshot {
    std::pair<std::uint64_t, std::uint64_t> hash{};
    std::vector<std::size_t> at{};                               ///< by role: the next step
    std::vector<std::int64_t> next{};                            ///< by role
    std::vector<std::pair<std::int64_t, std::int64_t>> bases{};  ///< by tensor: the coordinates of the next access to it
    std::vector<std::int32_t> ends{};                            ///< by sum
    std::vector<std::pair<std::int64_t, std::int64_t>> marks{};  ///< fences and barriers of warps, each with its role's present step
    std::vector<ClockValue> clocks{};
    std::vector<std::int64_t> found{};  ///< occurrences of each finding
    std::int64_t products = 0, results = 0, scales = 0, accesses = 0;
  };
  /// Chooses the loop whose rounds are compared: an outermost one of many rounds.
  void find_loop();
  /// Skips the rounds that repeat earlier ones, if the role that leads begins a round. Returns whether there were such rounds.
  bool skip_rounds();
  std::optional<Snapshot> snapshot();
  std::vector<std::pair<std::int64_t, std::int64_t>> next_elements();
  std::vector<Holder> clock_holders() const;
  std::int64_t now_of(std::size_t clock) const;
  /// Writes an access in its normal form. `fences_it`: a fence of the asynchronous proxy after it matters.
  template <class Write>
  void write_access(const Access&, const std::vector<Holder>&, bool fences_it, Write&) const;
  static bool clocks_move_along(const Snapshot& now, const Snapshot& before);
  /// Returns how many times the steps between the two states are repeated by those that follow. `shifts`: set to the distance, by tensor
  /// and mode, of the elements of each repetition from those before.
  std::int64_t repetitions(const Snapshot& now, const Snapshot& before, std::vector<std::vector<std::int64_t>>& shifts);
  /// Goes on to the state after `times` repetitions. `by`: the distance of coordinates, by tensor.
  void repeat(const Snapshot& now, const Snapshot& before, std::int64_t times,
              const std::vector<std::pair<std::int64_t, std::int64_t>>& by);
  struct Rounds {
    std::size_t leader = 0, level = 0;  ///< the role and the loop's place among its steps' loops
    std::vector<bool> begins{};         ///< by step of the role: it is the first of a round; empty: there is no such loop
    bool copies_arrive = false;         ///< cp.async arrive at mbarriers
    std::size_t seen = 0, tried = 0;    ///< the last beginning; rounds since the last repetition
    std::vector<Snapshot> kept{};
  };

  // --- The contents of memory

  /// Returns whether all threads of the block share the tensor's memory.
  static bool is_of_block(const FlowTensor& t) { return t.memory == MemorySpace::shared || t.memory == MemorySpace::tensor; }
  /// Reads an element. `by`: the queue in which the asynchronous proxy reads.
  Content read(const Part& p, std::size_t role, std::size_t thread, std::int64_t i, Access::Queue by = Access::Queue::none) {
    if (!p.own) return read_shared(p, role, thread, i, by);
    ++work_;
    const auto index = (*p.index)(thread, i);
    const auto& own = registers_[p.tensor][thread];
    return seen(p, index >= 0 && index < static_cast<std::int64_t>(own.size()) ? own[static_cast<std::size_t>(index)] : Content{});
  }
  /// Returns the content of a cell; a cell without a known write has the element's own name, or is undecided.
  Content seen(const Part& p, const Content& c) const {
    return c.is == Content::Is::nothing && forgotten_[p.tensor] ? Content{.is = Content::Is::undecided} : c;
  }
  /// Reads an element of memory that threads share: global, shared or tensor memory.
  Content read_shared(const Part&, std::size_t role, std::size_t thread, std::int64_t i, Access::Queue by);
  /// Reads an index of the part's tensor, whose memory all threads of the block share.
  Content read_at(const Part&, std::size_t role, std::size_t thread, std::int64_t index, Access::Queue by = Access::Queue::none);
  /// Returns an access of this role at this moment; `queue`: the queue whose last group it is in.
  Access access(std::size_t role, std::size_t thread, Access::Queue queue) const;
  void note_read(Cell&, std::size_t role, std::size_t thread, Access::Queue by);
  void write(const Part& p, std::size_t role, std::size_t thread, std::int64_t i, const Content& content, bool async,
             const Barrier* tma = nullptr) {
    if (!p.own) return write_shared(p, role, thread, i, content, async, tma);
    ++work_;
    const auto index = (*p.index)(thread, i);
    auto& own = registers_[p.tensor][thread];
    if (index < 0) return begins_before_its_memory(p, role);
    if (index >= static_cast<std::int64_t>(own.size()) && !grow(own, index)) return;
    own[static_cast<std::size_t>(index)] = content;
  }
  void write_shared(const Part&, std::size_t role, std::size_t thread, std::int64_t i, const Content&, bool async, const Barrier* tma);
  void begins_before_its_memory(const Part&, std::size_t role);
  /// Reports an access behind the end of the tensor's memory. `does`: "reads", "writes".
  void ends_behind_its_memory(const Part&, std::size_t role, std::size_t thread, std::int64_t index, const Message& does);
  /// Makes room for an index. Returns false if the memory budget is exhausted.
  template <class T>
  bool grow(std::vector<T>& cells, std::int64_t index) {
    const auto more = (index + 1 - static_cast<std::int64_t>(cells.size())) * static_cast<std::int64_t>(sizeof(T));
    if (index >= most_index || memory_ + more > most_memory) {
      is_full_ = true;
      return false;
    }
    memory_ += more;
    cells.resize(static_cast<std::size_t>(index) + 1);
    return true;
  }
  Cell* cell(const Part&, std::int64_t index);
  static std::int64_t key(std::int32_t a, std::int32_t b) { return (static_cast<std::int64_t>(a) << 32) ^ static_cast<std::uint32_t>(b); }
  /// Returns the first coordinate, the others as one number, and whether they are within the tensor.
  std::tuple<std::int32_t, std::int32_t, bool> coordinates(const Part&, std::size_t thread, std::int64_t i) const;
  /// Stores into global memory.
  void store(const Part&, std::size_t role, std::size_t thread, std::int64_t i, const Content&);
  void complete(Sum&, const FlowStep&, const std::function<std::string()>& what);

  // --- Copies

  void copy(std::size_t role, const FlowStep&);
  /// Performs a TMA copy, which one thread starts; its bytes complete a barrier, or a store belongs to a group.
  void copy_by_tma(std::size_t role, const FlowStep&, const Part& from, const Part& to);
  /// Reports a TMA copy to or from a shared address that is not a multiple of 128 bytes, as far as addresses are known.
  void check_alignment(const FlowStep&, const Part& shared, std::size_t thread);
  /// Returns an element's index in the tensor's memory; nullopt if its layout is not known, or the element is beyond its end.
  std::optional<std::int64_t> place_in_memory(const Part&, std::size_t thread, std::int64_t i) const;
  /// Reports accesses of several elements that are not aligned to their width, in shared and in global memory.
  void check_vectors(std::size_t role, const FlowStep&, const Part&, algebra::Side);
  /// Performs tcgen05.cp: one thread gives it to the tensor core, which does it before the MMAs that follow.
  void copy_by_tensor_core(std::size_t role, const FlowStep&, const Part& from, const Part& to);
  const Exchange& exchange_of(const algebra::CopyAtom&);
  void sizes_differ(const FlowStep&, std::int64_t a, std::int64_t b);
  void fill(std::size_t role, const FlowStep&);
  void combine(std::size_t role, const FlowStep&);
  void compute(std::size_t role, const FlowStep&);
  /// Marks as unknown the tensors that a step that is not understood may have written, and the sums that it may have used.
  void forget(const FlowStep&);
  void forget(int tensor);
  template <class F>
  void each_content(std::size_t tensor, F visit) {
    for (auto& c : shared_[tensor]) visit(c.content);
    for (auto& [index, c] : global_[tensor]) visit(c.content);
    for (auto& of_thread : registers_[tensor])
      for (auto& c : of_thread) visit(c);
  }
  /// Marks an accumulator as used.
  void use(const Content& sum) { sums_[static_cast<std::size_t>(sum.a)].stored = true; }

  // --- Products

  const Holdings& holdings_of(const algebra::MmaTraits&);
  void gemm(std::size_t role, const FlowStep&);
  static bool is_of_tensor_core(const FlowStep&);
  /// Performs one instruction, or its repetitions over the rest of the parts. `thread`: returns the thread of a lane.
  template <class Thread>
  void multiply(std::size_t role, const FlowStep&, const Part& a, const Part& b, const Part& c, const Holdings&, const Thread& thread);
  /// Performs gemm(A, B, C) of (M,K), (N,K) and (M,N) by each thread for itself.
  void gemm_of_threads(std::size_t role, const FlowStep&, const Part& a, const Part& b, const Part& c);
  /// Returns, for each row of each tile, its first element if the following ones are the next in k; otherwise nothing. `tiles`: each of
  /// `rows` x `depth` elements, one after another.
  std::vector<Content> runs_of(const std::vector<Content>& tiles, std::int64_t rows, std::int64_t depth) const;
  /// Adds the products of k elements of a row and a column at once, if they are the next ones that the sum lacks; returns whether they are.
  bool goes_on(Sum&, const Content& a, const Content& b, std::int64_t k);
  /// Checks that each element of an operand has the scale of its row and its group of k, in all copies in tensor memory. `tiles`: of the
  /// operand by (rest of rows, rest of k), each of `rows` x `depth` elements.
  void scales(std::size_t role, const FlowStep&, const Part& scale, const std::vector<Content>& tiles, std::int64_t rows,
              std::int64_t depth, std::size_t thread);
  void scaled(const FlowStep&, const FlowPart&, const Content& scale, const Content& of, std::int64_t vector, std::size_t thread);
  Sum& sum_at(const Part& c, std::size_t role, std::size_t thread, std::int64_t i, const FlowStep&);
  void product(Sum&, const Content& a, const Content& b, const FlowStep&, std::size_t thread);
  void finish();

  const Flow& flow_;
  const std::function<bool()>& stop_;
  FlowReport report_;
  std::vector<Run> runs_;
  static constexpr std::size_t most_barriers = 64;
  static constexpr int most_named_modes = 3;  ///< rows, k and the batch
  Parts parts_;
  std::map<std::string, Barrier> barriers_;
  std::map<std::string, Arrived> arrived_;  ///< by named barrier
  std::vector<std::int64_t> phases_;        ///< by barrier: number of completed phases
  SameSteps same_;
  Rounds rounds_;
  std::vector<std::vector<Cell>> shared_;                                ///< by tensor
  std::vector<std::vector<std::vector<Content>>> registers_;             ///< by tensor and thread
  std::vector<std::unordered_map<std::int64_t, Cell>> global_;           ///< by tensor: the written elements
  std::unordered_map<const algebra::MmaTraits*, Holdings> holdings_;     ///< by instruction
  std::vector<std::pair<algebra::CopyAtom, Exchange>> exchanges_;        ///< by instruction
  std::map<std::pair<std::size_t, std::int64_t>, FirstVector> vectors_;  ///< by tensor and bytes of an access
  std::vector<std::vector<Content>> values_;                             ///< by thread: the values that a copy instruction takes
  std::vector<Sum> sums_;
  std::vector<const FlowStep*> fills_;  ///< the steps that set a number other than zero, by the number in a content
  Sum other_{};                         ///< stands for sums that are not followed
  static constexpr std::int64_t most_index = 1 << 24, most_memory = std::int64_t{256} << 20;
  std::int64_t work_ = 0, memory_ = 0;                                     ///< elements touched and multiplied; bytes of cells
  std::map<std::pair<const FlowPart*, std::size_t>, std::int64_t> sizes_;  ///< size of a part over all threads of a role
  std::vector<bool> forgotten_;                                            ///< by tensor: a step that is not understood may have written it
  bool order_is_lost_ = false;                                             ///< the order of steps is no longer known
  bool is_stuck_ = false, is_full_ = false;
  bool by_tensor_core_ = false, by_tma_ = false;  ///< the unit that executes the present access
  std::int64_t depth_ = -1;                       ///< K of the product
  std::set<std::size_t> product_lines_;
  std::vector<Told> told_;
  struct Found {
    std::size_t number = 0;          ///< of the finding in the report
    std::set<std::size_t> others{};  ///< other lines that it was found with
  };
  std::map<std::pair<Kind, std::size_t>, Found> found_;  ///< by kind and line
};

}  // namespace gpu::checking
