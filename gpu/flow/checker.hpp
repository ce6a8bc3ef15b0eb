#pragma once
// The check of a flow, step by step: what orders the steps (checker_order.cpp), what is in memory and who may touch it
// (checker_memory.cpp), what moves (checker_copies.cpp), and what is multiplied (checker_products.cpp).

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

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
  Checker(const Flow&, const std::function<bool()>& stop);
  FlowReport run();

 private:
  using Clock = std::vector<std::int64_t>;
  struct Run {
    std::size_t next = 0;
    Clock known{};  ///< of each role: so many steps of all its threads are known to be done
    /// By FlowQueue its groups: the step after which each is done, which have then read what TMA stores; the last is open.
    std::array<std::vector<std::int64_t>, flow_queues> groups{};
    std::vector<std::int64_t>& in(FlowQueue queue) { return groups[static_cast<std::size_t>(queue)]; }
    std::int64_t tensor_core = 0;           ///< so many MMAs and copies were given to it
    std::int64_t committed = 0;             ///< of those so many end a phase of a barrier
    std::int64_t fence = -1;                ///< the last fence of the asynchronous proxy
    std::int64_t warps = 0;                 ///< so many steps of the threads of one warp are known to each other
    std::vector<std::size_t> sync_lines{};  ///< of the barriers and waits so far, the latest last
    std::size_t afforded = 0;               ///< so many steps were found to be worth their work
  };
  struct Barrier {
    std::size_t clock = 0;  ///< what TMA writes with it is ordered by its phases: their place among the clocks
    std::int64_t expected = -1, pending = 0, bytes = 0, phases = 0;
    Clock arriving{}, done{};
    Access init{};
    std::size_t line = 0;
  };
  /// Threads that have come to a named barrier and gone on.
  struct Arrived {
    std::int64_t threads = 0;
    Clock known{};
    std::set<std::size_t> lines{};
  };
  /// Of the three operands of an instruction.
  struct Holdings {
    Holding a, b, c;
  };
  /// What the lanes of an instruction that copies give each other.
  struct Exchange {
    std::vector<std::pair<std::size_t, std::int64_t>> from{};  ///< as received_from has it
    std::int64_t has = 1, gets = 1;                            ///< values of a thread
  };

  const FlowStep& step_of(std::size_t role) const { return flow_.roles[role].steps[runs_[role].next]; }
  static const FlowStep& step_of(const Access& a) { return *a.at; }
  std::string where(const FlowPart& p, std::int64_t index) const;
  /// The sentence about two steps, with the rounds of the innermost loop around both in which they are, where these differ.
  static Message with_rounds(const FlowStep& first, const FlowStep& second, Message sentence);
  std::string element(const Content& c) const;
  const Part& part(const FlowStep& step, std::size_t i) {
    const auto& p = *step.parts[i];
    return parts_(p, flow_.tensors[static_cast<std::size_t>(p.tensor)]);
  }

  // --- What is found

  /// Adds to what was found of this kind in this line, or is new. `lines`: of what else has a part in it, asked for once for each `other`
  /// line that it was found with.
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
  /// The line of an access, and of the barriers and waits that its role and this one have passed last.
  std::vector<std::size_t> lines_of(const Access&, std::size_t role) const;
  /// The lines that say which elements a step takes: of its numbers, and of what its tensors are made of.
  static std::vector<std::size_t> made_of(const FlowStep&);
  std::vector<std::size_t> product_lines() const { return {product_lines_.begin(), product_lines_.end()}; }
  /// The lines of the copies by which what is in a tensor comes there, from global memory on.
  std::vector<std::size_t> lines_to(int tensor) const;
  /// The lines of the copies: each has a part in what is multiplied.
  std::vector<std::size_t> written_lines() const;

  // --- What orders steps

  /// Does the next step of a role, where it can be done now.
  bool advance(std::size_t role);
  /// Does a step that orders no others.
  void move(std::size_t role, const FlowStep&);
  /// Whether there is work and memory left for a step. Where there is not, the check ends and says so.
  bool affords(std::size_t role, const FlowStep&);
  /// The elements that a step reads, writes and multiplies, at most.
  std::int64_t work_of(std::size_t role, const FlowStep&);
  /// The step of its role after which an access is done; never where it is not waited for yet.
  std::int64_t done(const Access& a) const {
    const auto role = static_cast<std::size_t>(a.role);
    if (role >= tensor_core(0)) return a.step < runs_[role - tensor_core(0)].committed ? a.step + 1 : never;
    if (role >= runs_.size()) return a.step < phases_[role - runs_.size()] ? a.step + 1 : never;
    if (a.queue == Access::Queue::none) return a.step + 1;
    return runs_[role].groups[static_cast<std::size_t>(a.queue)][static_cast<std::size_t>(std::max(a.group, 0))];
  }
  /// The clocks: of each role its steps, of each barrier its phases, of the tensor core what each role has given it, and of each role the
  /// steps up to which its cp.async have come.
  std::size_t clocks() const { return 3 * flow_.roles.size() + most_barriers; }
  std::size_t tensor_core(std::size_t role) const { return flow_.roles.size() + most_barriers + role; }
  std::size_t copies_of(std::size_t role) const { return 2 * flow_.roles.size() + most_barriers + role; }
  /// Whether the access is done before what thread t of this role does now.
  bool before(const Access& a, std::size_t role, std::size_t thread) const {
    // The tensor core does what a role gives it in the order in which it is given.
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
  /// Whether it is a cp.async of which this role knows by an mbarrier that it has come.
  bool has_come(const Access& a, std::size_t role) const {
    return a.queue == Access::Queue::copies && runs_[role].known[copies_of(static_cast<std::size_t>(a.role))] > a.step;
  }
  /// All but the last n groups that are committed have come; the open one is none of them.
  static void await(Run&, const FlowStep&);
  /// An instruction of several warps is one step of all their roles: it happens once they have all come to it. The first that goes on
  /// does it.
  bool all_have_come(std::size_t role, const FlowStep&);
  /// What is the same step in all roles has one number.
  std::size_t number_of(std::size_t role, const FlowStep& step) const {
    return same_.number(role, static_cast<std::size_t>(&step - flow_.roles[role].steps.data()));
  }
  bool is_past(std::size_t role, std::size_t number) const;
  /// Finds where the values that one thread gives an instruction of several, or has from it, do not lie side by side in shared memory.
  void lies_together(std::size_t role, const FlowStep&, const Part&, std::int64_t values);
  /// The threads that an instruction of several lanes copies for, each with its role: those of other roles, too, that have come to it.
  std::vector<std::pair<std::size_t, std::size_t>> taking_part(std::size_t role, const FlowStep&, std::size_t lanes) const;
  /// Whether no other role of those with the threads from `first` on has done the step.
  bool does_it(std::size_t role, const FlowStep&, std::size_t first, std::size_t lanes) const;
  /// The first and the last thread of all roles that do the step.
  std::pair<std::int64_t, std::int64_t> doing_it(std::size_t role, const FlowStep&) const;
  /// Roles stand at a barrier to which all come: they go on, and know of each other what came before.
  bool release();
  /// Counts the threads of a role at a named barrier, which go on.
  void arrive_at_named(std::size_t role, const FlowStep&);
  void stuck();
  /// Whether all that use a barrier come after its initialisation.
  void after_init(const Barrier&, std::size_t role, const FlowStep&);
  /// The threads of a role that do a step, each for itself.
  std::vector<std::size_t> doing(std::size_t role, const FlowStep&) const;
  bool passes(std::size_t role, const FlowStep&);
  Barrier& barrier(const std::string& name);
  void arrive(std::size_t role, const FlowStep&);
  void over(Barrier&);

  // --- Memory

  /// What all threads of the block share.
  static bool is_of_block(const FlowTensor& t) { return t.memory == MemorySpace::shared || t.memory == MemorySpace::tensor; }
  /// `by`: of what the asynchronous proxy reads, the queue that it is read in.
  Content read(const Part& p, std::size_t role, std::size_t thread, std::int64_t i, Access::Queue by = Access::Queue::none) {
    if (!p.own) return read_shared(p, role, thread, i, by);
    ++work_;
    const auto index = (*p.index)(thread, i);
    const auto& own = registers_[p.tensor][thread];
    return seen(p, index >= 0 && index < static_cast<std::int64_t>(own.size()) ? own[static_cast<std::size_t>(index)] : Content{});
  }
  /// Where nothing was written, or nothing that is known.
  Content seen(const Part& p, const Content& c) const {
    return c.is == Content::Is::nothing && forgotten_[p.tensor] ? Content{.is = Content::Is::undecided} : c;
  }
  /// Of what threads share: of global, shared and tensor memory.
  Content read_shared(const Part&, std::size_t role, std::size_t thread, std::int64_t i, Access::Queue by);
  /// What is at an index of the memory of the part's tensor, which all threads of the block share.
  Content read_at(const Part&, std::size_t role, std::size_t thread, std::int64_t index, Access::Queue by = Access::Queue::none);
  /// An access of this role now; `queue`: in whose last group it is.
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
  /// `does`: "reads", "writes"
  void ends_behind_its_memory(const Part&, std::size_t role, std::size_t thread, std::int64_t index, const Message& does);
  /// Makes room for an index. False: there is no memory left for it.
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
  /// The first coordinate, the others as one number, and whether the tensor has them.
  std::tuple<std::int32_t, std::int32_t, bool> coordinates(const Part&, std::size_t thread, std::int64_t i) const;
  /// Into global memory.
  void store(const Part&, std::size_t role, std::size_t thread, std::int64_t i, const Content&);
  void complete(Sum&, const FlowStep&, const std::function<std::string()>& what);

  // --- What moves

  void copy(std::size_t role, const FlowStep&);
  /// One thread starts it; the bytes complete a barrier, or what is stored is a group.
  void copy_by_tma(std::size_t role, const FlowStep&, const Part& from, const Part& to);
  /// Finds what TMA copies to or from shared memory at an address that is no multiple of 128 bytes, as far as addresses are known.
  void check_alignment(const FlowStep&, const Part& shared, std::size_t thread);
  /// tcgen05.cp: one thread gives it to the tensor core, which does it before the MMAs that follow.
  void copy_by_tensor_core(std::size_t role, const FlowStep&, const Part& from, const Part& to);
  const Exchange& exchange_of(const algebra::CopyAtom&);
  void sizes_differ(const FlowStep&, std::int64_t a, std::int64_t b);
  void fill(std::size_t role, const FlowStep&);
  void combine(std::size_t role, const FlowStep&);
  void compute(std::size_t role, const FlowStep&);
  /// After something that is not understood nothing is known of what is in the tensors that it may have written, nor of the sums that it
  /// may have used.
  void forget(const FlowStep&);
  void forget(int tensor);
  template <class F>
  void each_content(std::size_t tensor, F visit);
  /// What an accumulator was for is seen by what it is used for.
  void use(const Content& sum) { sums_[static_cast<std::size_t>(sum.a)].stored = true; }

  // --- Products

  const Holdings& holdings_of(const algebra::MmaTraits&);
  void gemm(std::size_t role, const FlowStep&);
  static bool is_of_tensor_core(const FlowStep&);
  /// What one instruction, or its repetitions over the rest of the parts, does. `thread`: of each of its lanes.
  template <class Thread>
  void multiply(std::size_t role, const FlowStep&, const Part& a, const Part& b, const Part& c, const Holdings&, const Thread& thread);
  /// gemm(A, B, C) of (M,K), (N,K) and (M,N) by each thread for itself.
  void gemm_of_threads(std::size_t role, const FlowStep&, const Part& a, const Part& b, const Part& c);
  /// For each row of each tile its first element, where those that follow it are the next in k; else nothing.
  /// `tiles`: each of `rows` x `depth` elements, one after another.
  std::vector<Content> runs_of(const std::vector<Content>& tiles, std::int64_t rows, std::int64_t depth) const;
  /// The products of k elements of a row and a column at once, where they are those that the sum lacks next.
  bool goes_on(Sum&, const Content& a, const Content& b, std::int64_t k);
  /// Each element of an operand has the scale of its row and its group of k, in all copies that tensor memory has of it.
  /// `tiles`: of the operand by (rest of rows, rest of k), each of `rows` x `depth` elements.
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
  std::vector<std::int64_t> phases_;        ///< by barrier: how many are over
  SameSteps same_;
  std::vector<std::vector<Cell>> shared_;                             ///< by tensor
  std::vector<std::vector<std::vector<Content>>> registers_;          ///< by tensor and thread
  std::vector<std::unordered_map<std::int64_t, Cell>> global_;        ///< by tensor: what was written
  std::unordered_map<const algebra::MmaTraits*, Holdings> holdings_;  ///< by instruction
  std::vector<std::pair<algebra::CopyAtom, Exchange>> exchanges_;     ///< by instruction
  std::vector<std::vector<Content>> values_;                          ///< by thread: what an instruction that copies takes
  std::vector<Sum> sums_;
  std::vector<const FlowStep*> fills_;  ///< by the number that a content has: those that set another number than zero
  Sum other_{};                         ///< stands for those that are not followed
  static constexpr std::int64_t most_index = 1 << 24, most_memory = std::int64_t{256} << 20;
  std::int64_t work_ = 0, memory_ = 0;                                     ///< elements that were touched and multiplied; bytes of cells
  std::map<std::pair<const FlowPart*, std::size_t>, std::int64_t> sizes_;  ///< of a part, of all threads of a role
  std::vector<bool> forgotten_;  ///< by tensor: something that is not understood may have written it
  bool order_is_lost_ = false;   ///< it is not known any more what orders the steps
  bool is_stuck_ = false, is_full_ = false;
  bool by_tensor_core_ = false, by_tma_ = false;  ///< what is read and written now
  std::int64_t depth_ = -1;                       ///< of the product: K
  std::set<std::size_t> product_lines_;
  std::vector<Told> told_;
  struct Found {
    std::size_t number = 0;          ///< in the report
    std::set<std::size_t> others{};  ///< lines that it was found with
  };
  std::map<std::pair<Kind, std::size_t>, Found> found_;  ///< by kind and line
};

}  // namespace gpu::checking
