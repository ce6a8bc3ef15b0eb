#include "app/flow/program_flow.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <charconv>
#include <iterator>
#include <map>
#include <new>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "algebra/hardware/device_limits.hpp"
#include "algebra/text/characters.hpp"
#include "app/document/entry_source.hpp"
#include "app/flow/program_parts.hpp"
#include "app/flow/sheet_trace.hpp"
#include "app/flow/tma_places.hpp"
#include "app/import/compile_commands.hpp"
#include "app/import/dsl/dsl_program.hpp"
#include "app/import/kernel_trace.hpp"
#include "app/import/reading_time.hpp"
#include "gpu/flow/step_kinds.hpp"
#include "gpu/launch/all_cores.hpp"

namespace app {

using algebra::Message;
using algebra::message;
using gpu::Flow;
using gpu::FlowStep;
using gpu::StepOrder;
namespace {

using Kind = FlowStep::Kind;

/// Returns whether a call neither moves data nor orders threads, so that it may be ignored.
bool says_nothing(const TracedCall& c) {
  constexpr std::array<std::string_view, 16> none{"print",
                                                  "printf",
                                                  "print_tensor",
                                                  "print_layout",
                                                  "print_latex",
                                                  "assert",
                                                  "static_assert",
                                                  "prefetch",
                                                  "prefetch_tma_descriptor",
                                                  "warpgroup_fence_operand",
                                                  "fence_barrier_init",
                                                  "cluster_arrive_relaxed",
                                                  "cluster_wait",
                                                  "launch_dependent_grids",
                                                  "griddepcontrol_launch_dependents",
                                                  "cudaTriggerProgrammaticLaunchCompletion"};
  const std::string_view f = c.function;
  return std::ranges::find(none, f) != none.end() || f.find("STATIC_ASSERT") != f.npos || f.starts_with("CUTE_LOG") || f == "CUTE_UNUSED";
}

/// Returns whether the name of an unsupported call suggests that it makes threads wait for others.
bool orders_steps(const TracedCall& c) {
  return c.function == TracedCall::orders_otherwise || (!says_nothing(c) && names_an_order(c.function));
}
/// The traced name of an arrival at a remote block's barrier with CTA-scope release: it does not order writes for that block's threads.
constexpr std::string_view releases_to_own_block = "releases_to_own_block";
/// Returns false if a step of any role involves a barrier in an unsupported way: the order of all steps is then unknown.
bool order_is_known(const Flow& flow) {
  return std::ranges::none_of(flow.roles, [](const gpu::FlowRole& role) {
    return std::ranges::any_of(role.steps, [](const FlowStep& s) { return s.kind == Kind::unknown && !s.barrier.empty(); });
  });
}

class FlowReader {
 public:
  /// `threads`: the threads of the role whose steps are read.
  FlowReader(Flow& flow, ProgramParts& parts, const KernelTrace& trace, ProgramLanguage language, const std::vector<std::size_t>& threads)
      : flow_(flow), parts_(parts), is_python_(language == ProgramLanguage::python), threads_(threads) {
    constexpr std::size_t warp = 32;
    std::map<std::size_t, std::size_t> in_warp;
    for (const auto t : threads) ++in_warp[t / warp];
    for (const auto& [number, count] : in_warp) whole_warps_ = whole_warps_ && count == std::min(warp, flow.threads - number * warp);
    // All numbers stored to predicates are evaluated together, which is cheaper than one by one.
    std::vector<Term> numbers;
    for (const auto& c : trace.calls)
      for (const auto& a : c.arguments)
        if (a.name == number_name && !a.term.empty() && a.sign.empty()) numbers.push_back(a.term);
    parts_.expect(numbers);
  }

  FlowStep step(TracedCall c) {
    FlowStep s{.line = c.line, .text = c.source};
    if (is_named_barrier(c)) as_named_barrier(c);
    named_.clear();
    for (const auto& a : c.arguments)
      if (!a.name.empty()) named_.push_back(a);
    for (const auto& r : c.loops) s.loops.push_back({r.line, r.round});
    std::set<std::size_t> lines;
    for (const auto* list : {&c.arguments, &c.templates})
      for (const auto& a : *list) lines.insert(a.lines.begin(), a.lines.end());
    s.lines.assign(lines.begin(), lines.end());
    std::erase_if(c.arguments, [](const TracedArgument& a) { return !a.name.empty(); });
    if (const auto* kind = gpu::step_kind_called(c.function)) s.kind = kind->kind;
    if (const auto* by = named("by"); by != nullptr) s.by = by->place == "block" ? FlowStep::By::block : FlowStep::By::warps;
    switch (gpu::kind_of(s).order) {
      case StepOrder::nothing: moves(c, s); break;
      case StepOrder::await: number(c, s); break;
      case StepOrder::barrier:
      case StepOrder::barrier_arrival: named_barrier(c, s); break;
      case StepOrder::warp: warp_barrier(c, s); break;
      case StepOrder::init:
      case StepOrder::arrival:
      case StepOrder::phase: barrier(c, s); break;
      case StepOrder::commit:
      case StepOrder::proxy: break;
    }
    if (c.perhaps) happens_perhaps(c, s);
    if (s.is_undecided()) find_touched(c, s);
    return s;
  }

 private:
  void moves(const TracedCall& c, FlowStep& s) {
    switch (s.kind) {
      case Kind::copy: return copy(c, s);
      case Kind::gemm: return gemm(c, s);
      case Kind::fill: return fill(c, s);
      case Kind::compute: return store(c, s);
      case Kind::combine: return combine(c, s);
      case Kind::unknown: return unknown(c, s);
      default: return;
    }
  }

  /// Marks a step that may or may not happen: a move keeps its kind and gets `perhaps`, as its destination is then unknown; a step that
  /// orders others becomes unknown, as does a TMA copy.
  void happens_perhaps(const TracedCall& c, FlowStep& s) {
    if (s.kind == Kind::unknown && s.barrier.empty()) return;
    unclear(c, "it is not known whether it happens");
    s.perhaps = gpu::kind_of(s).moves();
    if (!s.perhaps || (s.atom && s.atom->tma)) s.kind = Kind::unknown, s.barrier = c.source;
  }

  /// Collects the tensors that an unsupported call may change.
  void find_touched(const TracedCall& c, FlowStep& s) {
    if (says_nothing(c)) return;
    const auto* kind = gpu::step_kind_called(c.function);
    const bool moves = kind != nullptr && kind->moves();
    if (s.perhaps || (kind != nullptr && !moves)) return;
    s.parts.clear();
    // Memory can also be reached through pointers, and through captures of a lambda or members of an object.
    s.touches_any = !c.why.empty();
    for (std::size_t i = 0; i < c.arguments.size(); ++i) {
      const auto& a = c.arguments[i];
      const auto v = parts_.value(a.term);
      const bool is_tensor = v && std::holds_alternative<algebra::Tensor>(*v);
      Message why;
      const auto p = is_tensor ? parts_.part(a.term, why) : nullptr;
      // A copy or gemm only reads its global operands, apart from the last argument.
      const bool last = i + 1 == c.arguments.size() || kind == nullptr || kind->kind == Kind::fill || kind->kind == Kind::compute;
      if (p != nullptr) {
        if (last || flow_.tensors[static_cast<std::size_t>(p->tensor)].memory != algebra::MemorySpace::global)
          s.touches.push_back(p->tensor);
      } else if (is_tensor || (moves && last && !v)) {
        s.touches_any = true;
      }
    }
  }

  void unclear(const TracedCall& c, const Message& why) {
    constexpr std::size_t most = 200;
    auto text = message("line {}: {}: {}", c.line, c.source, why);
    if (flow_.unclear.size() == most) text = "and more, which is not listed";
    if (flow_.unclear.size() <= most && std::ranges::none_of(flow_.unclear, [&](const Message& m) { return m == text; }))
      flow_.unclear.push_back(text);
  }

  /// Returns the part of a tensor that an argument denotes. A number in a register of each thread counts as a tensor of one element.
  /// Returns null, with the reason in `why` if there is one, when the argument is neither.
  std::shared_ptr<const gpu::FlowPart> part(const TracedArgument& a, Message& why) {
    if (a.variable.empty()) return a.term.empty() ? nullptr : parts_.part(a.term, why);
    auto& made = registers_[a.variable];
    if (made != nullptr) return made;
    auto it = std::ranges::find(flow_.tensors, a.variable, &gpu::FlowTensor::name);
    if (it == flow_.tensors.end())
      it = flow_.tensors.insert(it, {.name = a.variable,
                                     .memory = algebra::MemorySpace::registers,
                                     .shape = algebra::IntTuple(std::int64_t{1}),
                                     .called = a.source,
                                     .layout = algebra::Layout()});
    auto p = std::make_shared<gpu::FlowPart>();
    p->tensor = static_cast<int>(it - flow_.tensors.begin());
    p->text = a.source;
    p->index.start.assign(flow_.threads, 0);
    p->index.form.assign(flow_.threads, 0);
    p->index.forms.push_back({algebra::Layout(), {}});
    return made = std::move(p);
  }

  bool tensors(const TracedCall& c, FlowStep& s, std::size_t first, std::size_t count) {
    for (std::size_t i = first; i < first + count; ++i) {
      Message why;
      const auto* a = i < c.arguments.size() ? &c.arguments[i] : nullptr;
      auto p = a == nullptr ? nullptr : part(*a, why);
      if (p == nullptr) {
        const bool stored = s.kind == Kind::compute;
        unclear(c, !why.empty() ? why
                   : stored     ? message("the element {} is not known", c.arguments[i].source)
                                : message("argument {} has no value", i + 1));
        s.kind = Kind::unknown;
        return false;
      }
      s.parts.push_back(std::move(p));
    }
    return true;
  }

  void copy(const TracedCall& c, FlowStep& s) {
    const auto n = c.arguments.size();
    if (n < 2 || n > 3) return unclear(c, "a copy takes two tensors, and optionally a copy operation"), void(s.kind = Kind::unknown);
    if (n == 3) s.barrier = c.arguments[0].barrier;
    if (const auto* b = named("barrier"); b != nullptr) s.barrier = b->place;
    if (!tensors(c, s, n - 2, 2) || n == 2) return;
    predicate(c, s);
    const auto how = parts_.value(c.arguments[0].term);
    if (const auto* tiled = how ? std::get_if<algebra::TiledCopy>(&*how) : nullptr) s.atom = tiled->atom;
    else if (const auto* atom = how ? std::get_if<algebra::CopyAtom>(&*how) : nullptr) s.atom = *atom;
    else if (!how) unclear(c, message("{} is not a known copy operation", c.arguments[0].source)), s.kind = Kind::unknown;
    by_tma(s);
    const auto memory = [&](std::size_t part) { return flow_.tensors[static_cast<std::size_t>(s.parts[part]->tensor)].memory; };
    const bool to_tensor_memory = memory(0) == algebra::MemorySpace::shared && memory(1) == algebra::MemorySpace::tensor;
    if (is_python_ && s.atom && (s.atom->tma || to_tensor_memory)) s.by = FlowStep::By::warps;
  }

  /// Replaces the shared parts of a TMA step by the places that the hardware uses. The tensor in global memory, of which the program only
  /// has coordinates, gets the element width and the layout that the tensor map was made for.
  void by_tma(FlowStep& s) {
    if (!s.atom || !s.atom->tma) return;
    for (auto& p : s.parts) {
      auto& tensor = flow_.tensors[static_cast<std::size_t>(p->tensor)];
      if (const auto& of = s.atom->tma->tensor; tensor.memory == algebra::MemorySpace::global && of.type) {
        tensor.bits = of.type->bits;
        tensor.layout = of.layout;
      }
      if (tensor.memory != algebra::MemorySpace::shared) continue;
      auto& [of, placed] = placed_by_tma_[p.get()];
      if (of == nullptr) of = p, placed = as_tma_places(p, *s.atom->tma, tensor.bits);
      p = placed;
    }
  }

  void gemm(TracedCall c, FlowStep& s) {
    // gemm(mma, D, A, B, C) is supported only if D is C.
    if (c.arguments.size() == 5) {
      if (c.arguments[1].term != c.arguments[4].term)
        return unclear(c, "gemm(D, A, B, C) with D other than C is not supported"), void(s.kind = Kind::unknown);
      c.arguments.erase(c.arguments.begin() + 1);
    }
    const auto n = c.arguments.size();
    if (n < 3 || n > 4) return unclear(c, "a gemm takes three tensors, and optionally an MMA"), void(s.kind = Kind::unknown);
    if (!tensors(c, s, n - 3, 3) || n == 3) return;
    const auto how = parts_.value(c.arguments[0].term);
    if (const auto* mma = how ? std::get_if<algebra::TiledMma>(&*how) : nullptr) s.mma = *mma;
    else if (const auto* atom = how ? std::get_if<algebra::MmaAtom>(&*how) : nullptr) {
      s.mma.emplace();
      s.mma->atom = *atom;
    } else unclear(c, message("{} is not a known MMA", c.arguments[0].source)), s.kind = Kind::unknown;
    if (!s.mma || s.mma->atom.traits->operands[1].place != algebra::MmaTraits::Place::shared) return;
    // WGMMA and tcgen05 have a field that selects accumulation. The CuTe DSL leaves it false until the program sets it.
    const auto* adds = named("accumulate");
    if (adds == nullptr && !is_python_) return;
    if (adds != nullptr && !adds->number) return unclear(c, "it is not known whether it adds to its result"), void(s.kind = Kind::unknown);
    s.overwrites = adds == nullptr || *adds->number == 0;
    if (s.mma->atom.traits->operands[2].place == algebra::MmaTraits::Place::tensor) s.by = FlowStep::By::warps;
    scale(c, s);
  }

  /// Appends the scale factors of A and B to the step's parts, or neither if one of them is unknown.
  void scale(const TracedCall& c, FlowStep& s) {
    const auto *sfa = named("sfa"), *sfb = named("sfb");
    if (sfa == nullptr && sfb == nullptr) return;
    for (const auto* a : {sfa, sfb}) {
      Message why;
      auto p = a == nullptr || a->term.empty() ? nullptr : parts_.part(a->term, why);
      if (p == nullptr) {
        unclear(c, why.empty() ? message("the scale factors of {} are not known", a == sfa ? "A" : "B") : why);
        s.parts.resize(3);
        return;
      }
      s.parts.push_back(std::move(p));
    }
  }

  /// axpby(alpha, x, beta, y)
  void combine(const TracedCall& c, FlowStep& s) {
    if (c.arguments.size() != 4) return unclear(c, "axpby takes two numbers and two tensors"), void(s.kind = Kind::unknown);
    if (tensors(c, s, 1, 1)) tensors(c, s, 3, 1);
  }

  void number(const TracedCall& c, FlowStep& s) {
    const auto* n = !c.templates.empty() ? &c.templates[0] : !c.arguments.empty() ? &c.arguments[0] : nullptr;
    if (const auto v = n != nullptr ? same_for_all(*n) : std::nullopt) s.n = *v;
    else s.barrier = c.source, s.kind = Kind::unknown, unclear(c, "the number that it waits for is not known");
  }

  void barrier(const TracedCall& c, FlowStep& s) {
    // bar.wait(phase), Barrier::wait(&bar, phase)
    const bool method = !c.object.place.empty();
    const auto* at = method ? &c.object : !c.arguments.empty() ? &c.arguments[0] : nullptr;
    if (at == nullptr || at->place.empty()) {
      s.barrier = c.source;
      return unclear(c, "the barrier is not known"), void(s.kind = Kind::unknown);
    }
    s.barrier = at->place;
    const std::size_t next = method ? 0 : 1;
    // ClusterBarrier::arrive(&bar, cta, pred) and arrive_and_expect_tx(&bar, bytes, cta, pred)
    const auto& kind = gpu::kind_of(s);
    const auto block = next + (kind.expects_bytes ? 1 : 0);
    const bool of_thread = kind.order == StepOrder::arrival && kind.arrives && kind.queue == gpu::FlowQueue::none;
    if (!is_python_ && of_thread && block < c.arguments.size()) {
      const auto to = same_for_all(c.arguments[block]);
      const auto does = block + 1 < c.arguments.size() ? same_for_all(c.arguments[block + 1]) : std::optional<std::int64_t>(1);
      // A number in the program is that of the same block in all blocks of the cluster: the first block then gets no arrival of this step.
      const bool is_first = std::ranges::all_of(flow_.block, [](std::int64_t b) { return b == 0; });
      const auto& written = c.arguments[block].source;
      const bool is_literal =
          !written.empty() && algebra::is_digit(written[0]) && written.find_first_not_of("0123456789uUlL") == written.npos;
      if (is_first && is_literal && to && *to > 0 && does) return s.barrier.clear(), void(s.kind = Kind::unknown);
      if (to != 0 || !does || *does == 0) {
        s.barrier = c.source;
        return unclear(c, "it may arrive at a barrier of another block of the cluster, which is not supported"),
               void(s.kind = Kind::unknown);
      }
      if (!kind.expects_bytes) return void(s.n = 1);
    }
    if (next >= c.arguments.size()) s.n = 1;
    else if (const auto v = same_for_all(c.arguments[next])) s.n = *v;
    else unclear(c, message("{} is not known", c.arguments[next].source)), s.kind = Kind::unknown;
  }

  /// Returns the argument's value if it is the same for all threads of the role.
  std::optional<std::int64_t> same_for_all(const TracedArgument& a) {
    if (a.number) return a.number;
    const auto all = a.term.empty() ? std::nullopt : parts_.integers(a.term);
    const auto differs = [&](std::size_t t) { return (*all)[t] != (*all)[threads_.front()]; };
    return !all || threads_.empty() || std::ranges::any_of(threads_, differs) ? std::nullopt : std::optional((*all)[threads_.front()]);
  }

  const TracedArgument* named(std::string_view name) const {
    const auto it = std::ranges::find(named_, name, &TracedArgument::name);
    return it == named_.end() ? nullptr : &*it;
  }

  /// cutlass::arch::NamedBarrier::sync(threads, id)
  static bool is_named_barrier(const TracedCall& c) {
    constexpr std::string_view structure = "NamedBarrier";
    return c.scope == structure || c.scope.ends_with(fmt::format("::{}", structure));
  }
  static void as_named_barrier(TracedCall& c) {
    if (c.arguments.size() != 2) return;
    c.function =
        c.function.find("sync") != std::string::npos || c.function.find("wait") != std::string::npos ? "__syncthreads" : "barrier_arrive";
    c.arguments[0].name = number_name;
    c.arguments[1].name = "id";
  }

  /// Returns the name of a barrier that CUTLASS reserves, such as "EpilogueBarrier" of ReservedNamedBarriers::EpilogueBarrier, else "".
  static std::string reserved_barrier(std::string_view id) {
    constexpr std::string_view scope = "ReservedNamedBarriers::";
    const auto at = id.rfind(scope);
    if (at == std::string_view::npos) return {};
    const auto name = id.substr(at + scope.size());
    return std::ranges::all_of(name, algebra::is_word) ? std::string(name) : std::string{};
  }

  /// bar.sync id, n
  void named_barrier(const TracedCall& c, FlowStep& s) {
    const auto *id = named("id"), *n = named(number_name);
    const auto reserved = id != nullptr && !id->number ? reserved_barrier(id->source) : std::string{};
    if ((id != nullptr && !id->number && reserved.empty()) || (n != nullptr && !n->number)) {
      s.barrier = c.source;
      return unclear(c, "the barrier is not known"), void(s.kind = Kind::unknown);
    }
    const bool of_block = n == nullptr || !n->number || *n->number == static_cast<std::int64_t>(flow_.threads);
    if (of_block && gpu::kind_of(s).order == StepOrder::barrier && (id == nullptr || !id->number || *id->number == 0)) return;
    s.n = of_block ? static_cast<std::int64_t>(flow_.threads) : *n->number;
    s.barrier =
        !reserved.empty() ? fmt::format("barrier {}", reserved) : fmt::format("barrier {}", id != nullptr && id->number ? *id->number : 0);
  }

  /// Makes a barrier of a warp unknown if only some of the warp's threads are in this role: the others may reach it at another place.
  void warp_barrier(const TracedCall& c, FlowStep& s) {
    if (whole_warps_) return;
    s.kind = Kind::unknown;
    s.barrier = c.source;
    unclear(c, "it orders the threads of a warp, which have diverged");
  }

  void fill(const TracedCall& c, FlowStep& s) {
    if (!tensors(c, s, 0, 1)) return;
    // clear(C), fill(C, 0), C.fill(0).
    const auto* number = c.arguments.size() > 1 ? &c.arguments[1] : named(number_name);
    if (number != nullptr) set(*s.parts[0], *number, s);
    else if (c.function == "clear") s.number = 0;
  }

  /// store(to, from...): a value computed from other tensors, or a fill if the value is one number.
  void store(const TracedCall& c, FlowStep& s) {
    if (!tensors(c, s, 0, 1)) return;
    const auto to = s.parts[0];
    if (const auto* number = named(number_name)) {
      s.kind = Kind::fill;
      set(*to, *number, s);
      return;
    }
    s.parts.clear();
    // An operand that is unknown does not make the others unknown.
    bool all_known = true;
    for (std::size_t i = 1; i < c.arguments.size(); ++i) {
      Message why;
      if (auto p = part(c.arguments[i], why)) s.parts.push_back(std::move(p));
      else unclear(c, why.empty() ? message("the element {} is not known", c.arguments[i].source) : why), all_known = false;
    }
    if (c.multiplies) unclear(c, "its products by hand are not checked, only its reads and writes");
    s.parts.push_back(to);
    if (!all_known) return;
    // A variable @12 holds the values that line 12 computes with or passes to a function: they count as used.
    if (c.arguments[0].variable.starts_with('@')) return;
    // A result of one tensor of the same size keeps the identity of its elements, so that it counts as a copy.
    const auto size = [](const gpu::FlowPart& p) { return algebra::size((p.modes.empty() ? p.index : p.modes[0]).forms.front().layout); };
    if (s.parts.size() == 2 && size(*s.parts[0]) == size(*to)) s.kind = Kind::copy;
  }

  /// Records the number that a tensor is set to and, for a tensor in registers, the truth value of each thread's elements as a predicate.
  void set(const gpu::FlowPart& to, const TracedArgument& value, FlowStep& step) {
    step.number = value.number ? std::optional(static_cast<double>(*value.number)) : value.real;
    const auto& tensor = flow_.tensors[static_cast<std::size_t>(to.tensor)];
    if (tensor.memory == algebra::MemorySpace::global || tensor.memory == algebra::MemorySpace::shared || to.index.forms.empty()) return;
    std::optional<std::vector<std::int64_t>> numbers;
    if (!value.sign.empty()) {
      const auto left = parts_.integers(value.term), right = parts_.integers(value.other);
      if (left && right) {
        numbers.emplace();
        for (std::size_t t = 0; t < flow_.threads; ++t) numbers->push_back(compares((*left)[t], value.sign, (*right)[t]) ? 1 : 0);
      }
    } else if (!value.term.empty()) {
      numbers = parts_.integers(value.term);
    } else if (value.number) {
      numbers.emplace(flow_.threads, *value.number);
    }
    auto& all = truths_[to.tensor];
    auto& lines = truth_lines_[to.tensor];
    lines.insert(step.line);
    lines.insert(step.lines.begin(), step.lines.end());
    all.resize(flow_.threads);
    for (std::size_t t = 0; t < flow_.threads; ++t)
      for (std::int64_t i = 0, n = std::min(algebra::size(to.index.layout(t)), most_predicates); i < n; ++i) {
        const auto at = to.index(t, i);
        if (at < 0 || at > most_predicates) continue;
        if (at >= static_cast<std::int64_t>(all[t].size())) all[t].resize(static_cast<std::size_t>(at) + 1, not_known);
        all[t][static_cast<std::size_t>(at)] = !numbers ? not_known : (*numbers)[t] != 0 ? 1 : 0;
      }
  }

  void predicate(const TracedCall& c, FlowStep& s) {
    const auto* pred = named("pred");
    if (pred == nullptr) return;
    Message why;
    const auto p = pred->term.empty() ? nullptr : parts_.part(pred->term, why);
    const auto truths = p == nullptr ? truths_.end() : truths_.find(p->tensor);
    const auto fails = [&](const Message& m) { unclear(c, m), s.kind = Kind::unknown; };
    if (truths == truths_.end()) return fails(message("the predicate {} has no known value", pred->source));
    auto made = std::make_shared<gpu::FlowPredicate>();
    made->holds.resize(flow_.threads);
    for (std::size_t t = 0; t < flow_.threads; ++t) {
      const auto& from = *s.parts[0];
      const auto n = algebra::size(p->index.layout(t));
      const auto copied = algebra::size(from.modes.empty() ? from.index.layout(t) : from.modes[0].layout(t));
      if (n <= 0 || n > most_predicates || copied % n != 0)
        return fails(message("the predicate {} has {} elements for {} values", pred->source, n, copied));
      made->width = copied / n;
      for (std::int64_t i = 0; i < n; ++i) {
        const auto at = p->index(t, i);
        const auto& own = truths->second[t];
        if (at < 0 || at >= static_cast<std::int64_t>(own.size()) || own[static_cast<std::size_t>(at)] == not_known)
          return fails(message("the predicate {} has no known value", pred->source));
        made->holds[t].push_back(own[static_cast<std::size_t>(at)] != 0);
      }
    }
    const auto& own = truth_lines_[p->tensor];
    s.lines.insert(s.lines.end(), p->lines.begin(), p->lines.end());
    s.lines.insert(s.lines.end(), own.begin(), own.end());
    std::sort(s.lines.begin(), s.lines.end());
    s.lines.erase(std::unique(s.lines.begin(), s.lines.end()), s.lines.end());
    s.predicate = std::move(made);
  }

  void unknown(const TracedCall& c, FlowStep& s) {
    if (orders_steps(c)) s.barrier = c.source;
    if (!c.why.empty()) return unclear(c, c.why);
    if (c.function == releases_to_own_block) s.barrier = releases_to_own_block;
    if (orders_steps(c)) return unclear(c, "it orders steps in a way that is not supported");
    if (!says_nothing(c)) unclear(c, message("the effect of {} is not known", c.function));
  }

  static constexpr std::string_view number_name = "number";
  static constexpr std::int64_t most_predicates = 1 << 16;
  static constexpr signed char not_known = -1;
  Flow& flow_;
  ProgramParts& parts_;
  std::map<std::string, std::shared_ptr<const gpu::FlowPart>, std::less<>> registers_{};  ///< parts of scalar variables, by name
  bool is_python_;                           ///< in the CuTe DSL one thread of each warp issues TMA and tensor core instructions
  const std::vector<std::size_t>& threads_;  ///< the threads of the role
  bool whole_warps_ = true;                  ///< the role has all threads of each of its warps
  std::vector<TracedArgument> named_{};      ///< named arguments of the call being read
  /// Each part in shared memory that TMA uses, with itself (to keep it alive) and the places that the hardware uses.
  std::map<const gpu::FlowPart*, std::pair<std::shared_ptr<const gpu::FlowPart>, std::shared_ptr<const gpu::FlowPart>>> placed_by_tma_{};
  std::map<int, std::set<std::size_t>> truth_lines_{};             ///< lines that set each tensor of predicates
  std::map<int, std::vector<std::vector<signed char>>> truths_{};  ///< by tensor of predicates, thread and index
};

/// Returns the threads of `among` that take the same branches as the traced one. A condition that cannot be evaluated is recorded in
/// flow.unclear and taken to hold as traced.
std::vector<std::size_t> like(const KernelTrace& trace, ProgramParts& parts, const std::vector<std::size_t>& among, Flow& flow) {
  std::vector<std::size_t> threads = among;
  if (!trace.alike.empty()) std::erase_if(threads, [&](std::size_t t) { return t >= trace.alike.size() || !trace.alike[t]; });
  std::map<Term, std::optional<std::vector<std::int64_t>>> known;
  const auto side = [&](const Term& term) -> const std::vector<std::int64_t>* {
    const auto [it, added] = known.try_emplace(term);
    if (added) it->second = parts.integers(term);
    return it->second ? &*it->second : nullptr;
  };
  for (const auto& c : trace.conditions) {
    if (c.left.empty()) continue;
    const auto* left = side(c.left);
    const auto* right = c.sign.empty() ? left : side(c.right);
    if (left == nullptr || right == nullptr) {
      const auto why = message("line {}: the threads for which the condition holds are not known", c.line);
      if (std::ranges::none_of(flow.unclear, [&](const Message& m) { return m == why; })) flow.unclear.push_back(why);
      continue;
    }
    std::erase_if(threads, [&](std::size_t t) { return compares((*left)[t], c.sign, (*right)[t]) != c.holds; });
  }
  return threads;
}

constexpr std::array<std::string_view, 3> block_names{"blockIdx.x", "blockIdx.y", "blockIdx.z"};

/// Returns the block index of the settings, or (0,0,0).
std::vector<std::int64_t> block_of(const ProgramSettings& settings) {
  std::vector<std::int64_t> block(block_names.size(), 0);
  for (const auto& [name, value] : settings)
    for (std::size_t i = 0; i < block_names.size(); ++i)
      if (same_parameter(name, block_names[i])) std::from_chars(value.data(), value.data() + value.size(), block[i]);
  return block;
}

/// Returns the blocks worth checking besides the first: the last, which shows errors at the bounds, and, if its x and y are equal, one with
/// y = 0, which shows an exchange of x and y.
std::vector<std::vector<std::int64_t>> telling_blocks(const std::vector<std::int64_t>& grid) {
  std::vector<std::int64_t> last;
  for (std::size_t i = 0; i < std::min(block_names.size(), grid.size()); ++i) last.push_back(grid[i] - 1);
  if (last.size() < 2 || last[0] < 1 || last[1] != last[0]) return {last};
  auto other = last;
  other[1] = 0;
  return {last, other};
}

/// Adds another block's report: equal findings (kind and line) are merged, and their counts added.
void add_report(gpu::FlowReport& to, gpu::FlowReport more) {
  to.products += more.products;
  to.results += more.results;
  to.scales += more.scales;
  to.accesses += more.accesses;
  to.repeated += more.repeated;
  to.stopped = to.stopped || more.stopped;
  for (auto& f : more.findings) {
    const auto same = std::ranges::find_if(to.findings, [&](const auto& g) { return g.kind == f.kind && g.line == f.line; });
    if (same == to.findings.end()) to.findings.push_back(std::move(f));
    else same->count += f.count;
  }
  for (auto& m : more.undecided)
    if (std::ranges::find(to.undecided, m) == to.undecided.end()) to.undecided.push_back(std::move(m));
  std::ranges::stable_sort(to.findings, {}, &gpu::FlowFinding::line);
}

constexpr std::size_t most_roles = 16, most_role_steps = 1 << 17;

}  // namespace

std::vector<Flow> flows_of_program(const KernelSource& source, const ProgramSettings& settings, std::span<const MacroSetting> macros,
                                   std::optional<std::size_t> kernel, std::vector<Flow>* uncalled, const std::function<bool()>& stop) {
  const ReadingTime reading(ReadingTime::seconds_of_flow, stop);
  const bool cpp = source.sheet == nullptr && source.language == ProgramLanguage::cpp;
  const auto command = cpp ? as_commanded(source.path, source.folders, macros) : Commanded{};
  const auto files = cpp ? std::optional(ProgramFiles::gather(source.path, source.text, command.folders)) : std::nullopt;
  const auto modules = source.sheet == nullptr && !cpp ? module_folders(source.folders.include) : std::vector<std::string>{};
  using Place = std::array<std::int64_t, 3>;  // x, y and z of a thread in its block
  const auto traced = [&](const Place& thread) {
    auto all = settings;
    for (std::size_t axis = 0; axis < thread.size(); ++axis) {
      const auto name = fmt::format("threadIdx.{}", "xyz"[axis]);
      std::erase_if(all, [&](const auto& s) { return same_parameter(s.first, name); });
      if (axis == 0 || thread[axis] != 0) all.emplace_back(name, fmt::format("{}", thread[axis]));
    }
    if (source.sheet != nullptr) return trace_sheet(*source.sheet, all, source.lines);
    if (!files) return trace_dsl_program(source.text, all, source.path, kernel, modules);
    return trace_cpp_program(*files, all, command.macros, kernel);
  };
  std::map<Place, TracedProgram> by_thread;
  const auto& of_first = by_thread.emplace(Place{}, traced({})).first->second;
  std::vector<Flow> flows;
  if (uncalled != nullptr)
    for (const auto& k : of_first.uncalled) uncalled->push_back({.kernel = k.kernel, .line = k.line, .files = of_first.files});
  std::size_t steps = 0;
  for (std::size_t k = 0; k < of_first.kernels.size(); ++k) {
    const auto& first = of_first.kernels[k];
    auto& flow = flows.emplace_back(
        Flow{.kernel = first.kernel, .line = first.line, .grid = first.grid, .block = block_of(settings), .files = of_first.files});
    if (first.threads && *first.threads >= 1 && *first.threads <= algebra::most_threads)
      flow.threads = static_cast<std::size_t>(*first.threads);
    else flow.unclear.push_back(message("the number of threads in a block of {} is not known: one is assumed", first.kernel));
    if (kernel && k != *kernel) continue;
    std::vector<std::size_t> open(flow.threads);
    for (std::size_t t = 0; t < flow.threads; ++t) open[t] = t;
    while (!open.empty()) {
      const auto thread = open.front();
      if (flow.roles.size() == most_roles) {
        flow.unclear.push_back(message("thread {} and others have more roles than are supported", thread));
        flow.roles.back().cut_short = true;
        break;
      }
      Place place{static_cast<std::int64_t>(thread), 0, 0};
      if (const auto& block = first.block; block.size() == place.size())
        place = {place[0] % block[0], place[0] / block[0] % block[1], place[0] / block[0] / block[1]};
      if (!by_thread.contains(place)) by_thread.emplace(place, traced(place));
      auto& program = by_thread.at(place);
      if (k >= program.kernels.size()) break;
      auto& trace = program.kernels[k];
      // A loop that never ends is a finding of its own.
      if (!trace.incomplete.empty() && trace.endless.empty() &&
          std::ranges::none_of(flow.unclear, [&](const Message& m) { return m == trace.incomplete; }))
        flow.unclear.push_back(trace.incomplete);
      ProgramParts parts(program.program, flow.threads, trace.block, flow.tensors);
      for (auto& one : parts.broken_partitions(first.kernel))
        if (std::ranges::find(flow.broken, one.first, [](const auto& b) { return b.first; }) == flow.broken.end())
          flow.broken.push_back(std::move(one));
      for (auto& one : trace.endless)
        if (std::ranges::find(flow.endless, one.first, [](const auto& e) { return e.first; }) == flow.endless.end())
          flow.endless.push_back(std::move(one));
      auto& role = flow.roles.emplace_back();
      role.cut_short = !trace.incomplete.empty();
      role.threads = like(trace, parts, open, flow);
      if (std::ranges::find(role.threads, thread) == role.threads.end()) role.threads = {thread};
      parts.needs(role.threads);
      std::erase_if(open, [&](std::size_t t) { return std::binary_search(role.threads.begin(), role.threads.end(), t); });
      FlowReader reader(flow, parts, trace, source.language, role.threads);
      for (const auto& call : trace.calls) {
        if (ReadingTime::is_over() || steps > most_role_steps) {
          flow.unclear.push_back(message("line {}: this step and those after it are not read: they take too long", call.line));
          role.cut_short = true;
          break;
        }
        ++steps;
        auto step = reader.step(call);
        if (step.kind != Kind::unknown || !step.parts.empty() || !step.barrier.empty() || !step.touches.empty() || step.touches_any)
          role.steps.push_back(std::move(step));
      }
      // Frees the trace's calls: nothing uses them any more, and there are many.
      trace.calls = {};
      if (ReadingTime::is_over()) break;
    }
    if (!open.empty() && !flow.roles.empty()) {
      flow.roles.back().cut_short = true;
      if (ReadingTime::is_over())
        flow.unclear.push_back(message("thread {} and others are not read: that would take too long", open.front()));
    }
    for (const auto& t : flow.tensors)
      if (t.mixed)
        flow.unclear.push_back(message(
            "line {}: {} shares memory with elements of another size: the order of the accesses to both is not checked", t.line, t.called));
  }
  return flows;
}

/// Returns the findings that hold in any order of the steps, at most one per line.
static std::vector<gpu::FlowFinding> wrong_by_itself(const Flow& flow) {
  std::map<std::size_t, gpu::FlowFinding> by_line;
  for (const auto& role : flow.roles)
    for (const auto& s : role.steps)
      if (s.kind == Kind::unknown && s.barrier == releases_to_own_block)
        by_line.try_emplace(
            s.line,
            gpu::FlowFinding{.kind = gpu::FlowFinding::Kind::barrier,
                             .line = s.line,
                             .lines = {s.line},
                             .text = message("this arrives at a barrier of another block of the cluster, but releases to its own block "
                                             "only: threads of the other block do not see earlier writes. Use MemScope.CLUSTER")});
  for (const auto& [line, why] : flow.endless)
    by_line.try_emplace(line, gpu::FlowFinding{.kind = gpu::FlowFinding::Kind::endless, .line = line, .lines = {line}, .text = why});
  for (const auto& [line, why] : flow.broken)
    by_line.try_emplace(line, gpu::FlowFinding{.kind = gpu::FlowFinding::Kind::misplaced, .line = line, .lines = {line}, .text = why});
  std::vector<gpu::FlowFinding> all;
  for (auto& [line, finding] : by_line) all.push_back(std::move(finding));
  return all;
}

/// Runs gpu::check. If memory runs out, returns a report without findings that gives the reason.
static gpu::FlowReport checked_in_memory(const Flow& flow, const std::function<bool()>& stop, bool whole) {
  try {
    return gpu::check(flow, stop, whole);
  } catch (const std::bad_alloc&) {
  } catch (const std::length_error&) {
  }
  gpu::FlowReport report;
  report.stopped = true;
  report.undecided = flow.unclear;
  report.undecided.push_back(message("{} is not checked: that would take too much memory", flow.kernel));
  return report;
}

gpu::FlowReport check_flow(const Flow& flow, const std::function<bool()>& stop, bool whole) {
  // If a role was not followed to its end, the other roles may wait for one of its later steps.
  const auto is_whole_block = [&](const gpu::FlowRole& r) { return r.threads.size() == flow.threads; };
  const bool waits_for_more = std::ranges::any_of(flow.roles, [&](const auto& r) { return r.cut_short && !is_whole_block(r); });
  gpu::FlowReport report;
  report.findings = wrong_by_itself(flow);
  if (order_is_known(flow) && !waits_for_more) {
    add_report(report, checked_in_memory(flow, stop, whole));
    return report;
  }
  report.undecided = flow.unclear;
  if (order_is_known(flow)) {
    report.undecided.push_back(
        message("some operations of the threads of {} are not supported: the order of their accesses is not checked", flow.kernel));
    return report;
  }
  report.undecided.push_back(
      message("an operation that orders the steps of {} is not supported, so the kernel is not checked", flow.kernel));
  return report;
}

std::vector<CheckedKernel> check_kernels(const KernelSource& source, const ProgramSettings& settings, std::span<const MacroSetting> macros,
                                         const std::function<bool()>& stop, bool whole) {
  std::vector<CheckedKernel> checked;
  std::vector<Flow> uncalled;
  for (auto& flow : flows_of_program(source, settings, macros, {}, &uncalled)) checked.push_back({std::move(flow), {}});
  const auto names_block = [](const auto& s) {
    return std::ranges::any_of(block_names, [&](std::string_view name) { return same_parameter(s.first, name); });
  };
  const bool one_block = std::ranges::any_of(settings, names_block);
  // Grids differ between kernels: each further block is mapped to the kernels to be checked for it.
  std::map<std::vector<std::int64_t>, std::vector<std::size_t>> blocks;
  for (std::size_t k = 0; k < checked.size() && !one_block; ++k)
    // A kernel that was cut short for one block would be cut short for the others too.
    if (const auto& grid = checked[k].flow.grid; std::ranges::any_of(grid, [](std::int64_t n) { return n > 1; }) &&
                                                 std::ranges::none_of(checked[k].flow.roles, &gpu::FlowRole::cut_short))
      for (const auto& block : telling_blocks(grid)) blocks[block].push_back(k);
  std::vector<std::vector<std::pair<std::size_t, gpu::FlowReport>>> more(blocks.size());
  const auto check_block = [&](std::size_t i) {
    const auto& [block, kernels] = *std::next(blocks.begin(), static_cast<std::ptrdiff_t>(i));
    auto there = settings;
    for (std::size_t axis = 0; axis < block.size(); ++axis) there.emplace_back(block_names[axis], fmt::format("{}", block[axis]));
    const auto flows = flows_of_program(source, there, macros);
    for (const auto k : kernels)
      if (k < flows.size() && !(stop && stop())) more[i].emplace_back(k, check_flow(flows[k], stop, whole));
  };
  const std::atomic<bool> cancelled{false};
  const auto jobs = static_cast<std::int64_t>(blocks.size() + checked.size());
  gpu::on_all_cores(jobs, cancelled, [&](std::int64_t job) {
    const auto i = static_cast<std::size_t>(job);
    if (i < blocks.size()) return check_block(i);
    auto& one = checked[i - blocks.size()];
    one.report = check_flow(one.flow, stop, whole);
  });
  for (auto& reports : more)
    for (auto& [k, report] : reports) add_report(checked[k].report, std::move(report));
  for (auto& flow : uncalled) {
    gpu::FlowReport report;
    report.undecided.push_back(message("line {}: no call of {} is found, so it is not read", flow.line, flow.kernel));
    checked.push_back({std::move(flow), std::move(report)});
  }
  return checked;
}

}  // namespace app
