#include "app/flow/program_flow.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "app/document/entry_source.hpp"
#include "app/flow/program_parts.hpp"
#include "app/import/kernel_trace.hpp"

namespace app {

using algebra::Message;
using algebra::message;
using gpu::Flow;
using gpu::FlowStep;
namespace {

using Kind = FlowStep::Kind;

/// What a call of a device function is in a flow, by the function's name.
struct Word {
  std::string_view function;
  Kind kind;
};
constexpr std::array words{
    Word{"copy", Kind::copy},
    Word{"gemm", Kind::gemm},
    Word{"clear", Kind::fill},
    Word{"fill", Kind::fill},
    Word{"axpby", Kind::combine},
    Word{"cp_async_fence", Kind::commit},
    Word{"cp_async_wait", Kind::wait},
    Word{"__syncthreads", Kind::barrier},
    Word{"syncthreads", Kind::barrier},
    Word{"cluster_sync", Kind::barrier},
    Word{"warpgroup_arrive", Kind::mma_fence},
    Word{"warpgroup_commit_batch", Kind::mma_commit},
    Word{"warpgroup_wait", Kind::mma_wait},
    Word{"fence_view_async_shared", Kind::proxy_fence},
    Word{"tma_store_fence", Kind::proxy_fence},
    Word{"init", Kind::init},
    Word{"arrive_and_expect_tx", Kind::expect},
    Word{"arrive", Kind::arrive},
    Word{"wait", Kind::phase},
};

/// Functions without a say in what moves where.
bool says_nothing(const TracedCall& c) {
  constexpr std::array<std::string_view, 13> none{"print",
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
                                                  "cluster_wait"};
  const std::string_view f = c.function;
  return std::ranges::find(none, f) != none.end() || f.find("STATIC_ASSERT") != f.npos || f.starts_with("CUTE_LOG") || f == "CUTE_UNUSED";
}

class FlowReader {
 public:
  FlowReader(Flow& flow, ProgramParts& parts) : flow_(flow), parts_(parts) {}

  FlowStep step(const TracedCall& c) {
    FlowStep s{.line = c.line, .text = c.source};
    for (const auto& r : c.loops) s.loops.push_back({r.line, r.round});
    std::set<std::size_t> lines;
    for (const auto* list : {&c.arguments, &c.templates})
      for (const auto& a : *list) lines.insert(a.lines.begin(), a.lines.end());
    s.lines.assign(lines.begin(), lines.end());
    const auto word = std::ranges::find(words, c.function, &Word::function);
    if (word != words.end()) s.kind = word->kind;
    switch (s.kind) {
      case Kind::copy: copy(c, s); break;
      case Kind::gemm: gemm(c, s); break;
      case Kind::fill: tensors(c, s, 0, 1); break;
      case Kind::combine: combine(c, s); break;
      case Kind::wait:
      case Kind::mma_wait: number(c, s); break;
      case Kind::init:
      case Kind::expect:
      case Kind::arrive:
      case Kind::phase: barrier(c, s); break;
      case Kind::unknown: unknown(c); break;
      default: break;
    }
    return s;
  }

 private:
  void unclear(const TracedCall& c, const Message& why) {
    const auto text = message("line {}: {}: {}", c.line, c.source, why);
    if (flow_.unclear.size() < 50 && std::ranges::none_of(flow_.unclear, [&](const Message& m) { return m == text; }))
      flow_.unclear.push_back(text);
  }

  bool tensors(const TracedCall& c, FlowStep& s, std::size_t first, std::size_t count) {
    for (std::size_t i = first; i < first + count; ++i) {
      Message why;
      const auto* a = i < c.arguments.size() ? &c.arguments[i] : nullptr;
      auto p = a == nullptr || a->text.empty() ? nullptr : parts_.part(a->text, why);
      if (p == nullptr) {
        unclear(c, why.empty() ? message("argument {} has no value", i + 1) : why);
        s.kind = Kind::unknown;
        return false;
      }
      s.parts.push_back(std::move(p));
    }
    return true;
  }

  void copy(const TracedCall& c, FlowStep& s) {
    const auto n = c.arguments.size();
    if (n < 2 || n > 3) return unclear(c, "a copy takes two tensors, and perhaps how it is made"), void(s.kind = Kind::unknown);
    if (!tensors(c, s, n - 2, 2) || n == 2) return;
    s.barrier = c.arguments[0].barrier;
    const auto how = parts_.value(c.arguments[0].text);
    if (const auto* tiled = how ? std::get_if<algebra::TiledCopy>(&*how) : nullptr) s.atom = tiled->atom;
    else if (const auto* atom = how ? std::get_if<algebra::CopyAtom>(&*how) : nullptr) s.atom = *atom;
    else if (!how) unclear(c, message("how {} copies is not known", c.arguments[0].source)), s.kind = Kind::unknown;
  }

  void gemm(const TracedCall& c, FlowStep& s) {
    const auto n = c.arguments.size();
    if (n < 3 || n > 4) return unclear(c, "a gemm takes three tensors, and perhaps how they are multiplied"), void(s.kind = Kind::unknown);
    if (!tensors(c, s, n - 3, 3) || n == 3) return;
    const auto how = parts_.value(c.arguments[0].text);
    if (const auto* mma = how ? std::get_if<algebra::TiledMma>(&*how) : nullptr) s.mma = *mma;
    else if (const auto* atom = how ? std::get_if<algebra::MmaAtom>(&*how) : nullptr) {
      s.mma.emplace();
      s.mma->atom = *atom;
    } else unclear(c, message("how {} multiplies is not known", c.arguments[0].source)), s.kind = Kind::unknown;
  }

  /// axpby(alpha, x, beta, y)
  void combine(const TracedCall& c, FlowStep& s) {
    if (c.arguments.size() != 4) return unclear(c, "axpby takes two numbers and two tensors"), void(s.kind = Kind::unknown);
    if (tensors(c, s, 1, 1)) tensors(c, s, 3, 1);
  }

  void number(const TracedCall& c, FlowStep& s) {
    const auto* n = !c.templates.empty() ? &c.templates[0] : nullptr;
    if (n != nullptr && n->number) s.n = *n->number;
    else if (const auto v = n != nullptr ? parts_.integers(n->text) : std::nullopt) s.n = v->front();
    else unclear(c, "how much it waits for is not known");
  }

  void barrier(const TracedCall& c, FlowStep& s) {
    // bar.wait(phase), Barrier::wait(&bar, phase)
    const bool method = !c.object.place.empty();
    const auto* at = method ? &c.object : !c.arguments.empty() ? &c.arguments[0] : nullptr;
    if (at == nullptr || at->place.empty()) return unclear(c, "which barrier it means is not known"), void(s.kind = Kind::unknown);
    s.barrier = at->place;
    const std::size_t next = method ? 0 : 1;
    if (next >= c.arguments.size()) s.n = 1;
    else if (const auto& n = c.arguments[next]; n.number) s.n = *n.number;
    else if (const auto v = n.text.empty() ? std::nullopt : parts_.integers(n.text)) s.n = v->front();
    else unclear(c, message("{} is not known", n.source)), s.kind = Kind::unknown;
  }

  void unknown(const TracedCall& c) {
    if (says_nothing(c)) return;
    for (const auto& a : c.arguments) {
      const auto v = a.text.empty() ? std::nullopt : parts_.value(a.text);
      if (!v || !std::holds_alternative<algebra::Tensor>(*v)) continue;
      return unclear(c, message("what {} does is not known", c.function));
    }
  }

  Flow& flow_;
  ProgramParts& parts_;
};

bool holds(std::int64_t left, std::string_view sign, std::int64_t right) {
  if (sign == "==") return left == right;
  if (sign == "!=") return left != right;
  if (sign == "<") return left < right;
  if (sign == "<=") return left <= right;
  if (sign == ">") return left > right;
  if (sign == ">=") return left >= right;
  return left != 0;
}

/// The threads of those that take the same branches as the one that was traced; nothing of one of which that is not known.
std::vector<std::size_t> like(const KernelTrace& trace, ProgramParts& parts, const std::vector<std::size_t>& among, Flow& flow) {
  std::vector<std::size_t> threads = among;
  std::map<std::string, std::optional<std::vector<std::int64_t>>> known;
  const auto side = [&](const std::string& text) -> const std::vector<std::int64_t>* {
    const auto [it, added] = known.try_emplace(text);
    if (added) it->second = parts.integers(text);
    return it->second ? &*it->second : nullptr;
  };
  for (const auto& c : trace.conditions) {
    if (c.left.empty()) continue;
    const auto* left = side(c.left);
    const auto* right = c.sign.empty() ? left : side(c.right);
    if (left == nullptr || right == nullptr) {
      const auto why = message("line {}: for which threads the condition holds is not known", c.line);
      if (std::ranges::none_of(flow.unclear, [&](const Message& m) { return m == why; })) flow.unclear.push_back(why);
      continue;
    }
    std::erase_if(threads, [&](std::size_t t) { return holds((*left)[t], c.sign, (*right)[t]) != c.holds; });
  }
  return threads;
}

constexpr std::array<std::string_view, 3> block_names{"blockIdx.x", "blockIdx.y", "blockIdx.z"};

/// The block that the settings name: (0,0,0) where they name none.
std::vector<std::int64_t> block_of(const ProgramSettings& settings) {
  std::vector<std::int64_t> block(block_names.size(), 0);
  for (const auto& [name, value] : settings)
    for (std::size_t i = 0; i < block_names.size(); ++i)
      if (same_parameter(name, block_names[i])) std::from_chars(value.data(), value.data() + value.size(), block[i]);
  return block;
}

constexpr std::size_t most_threads = 1024, most_roles = 16;

}  // namespace

std::vector<Flow> flows_of_program(std::string_view source, const ProgramSettings& settings, std::span<const MacroSetting> macros,
                                   std::optional<std::size_t> kernel) {
  const auto traced = [&](std::size_t thread) {
    auto all = settings;
    std::erase_if(all, [](const auto& s) { return same_parameter(s.first, "threadIdx.x"); });
    all.emplace_back("threadIdx.x", fmt::format("{}", thread));
    return trace_cpp_program(source, all, macros, kernel);
  };
  std::map<std::size_t, TracedProgram> by_thread;
  by_thread.emplace(0, traced(0));
  std::vector<Flow> flows;
  for (std::size_t k = 0; k < by_thread.at(0).kernels.size(); ++k) {
    const auto& first = by_thread.at(0).kernels[k];
    auto& flow = flows.emplace_back(Flow{.kernel = first.kernel, .line = first.line, .grid = first.grid, .block = block_of(settings)});
    if (first.threads && *first.threads >= 1 && *first.threads <= static_cast<std::int64_t>(most_threads))
      flow.threads = static_cast<std::size_t>(*first.threads);
    else flow.unclear.push_back(message("how many threads a block of {} has is not known: one is taken", first.kernel));
    if (kernel && k != *kernel) continue;
    std::vector<std::size_t> open(flow.threads);
    for (std::size_t t = 0; t < flow.threads; ++t) open[t] = t;
    while (!open.empty()) {
      const auto thread = open.front();
      if (flow.roles.size() == most_roles) {
        flow.unclear.push_back(message("thread {} and others take ways of their own, which are not followed", thread));
        break;
      }
      const auto& program = by_thread.contains(thread) ? by_thread.at(thread) : by_thread.emplace(thread, traced(thread)).first->second;
      if (k >= program.kernels.size()) break;
      const auto& trace = program.kernels[k];
      if (!trace.incomplete.empty()) flow.unclear.push_back(trace.incomplete);
      ProgramParts parts(program.program, flow.threads, flow.tensors);
      auto& role = flow.roles.emplace_back();
      role.threads = like(trace, parts, open, flow);
      if (std::ranges::find(role.threads, thread) == role.threads.end()) role.threads = {thread};
      std::erase_if(open, [&](std::size_t t) { return std::binary_search(role.threads.begin(), role.threads.end(), t); });
      FlowReader reader(flow, parts);
      for (const auto& call : trace.calls) {
        auto step = reader.step(call);
        if (step.kind != Kind::unknown || !step.parts.empty()) role.steps.push_back(std::move(step));
      }
    }
  }
  return flows;
}

std::vector<CheckedKernel> check_kernels(std::string_view source, const ProgramSettings& settings, std::span<const MacroSetting> macros,
                                         const std::function<bool()>& stop) {
  std::vector<CheckedKernel> checked;
  for (auto& flow : flows_of_program(source, settings, macros)) {
    auto report = gpu::check(flow, stop);
    checked.push_back({std::move(flow), std::move(report)});
  }
  const auto names_block = [](const auto& s) {
    return std::ranges::any_of(block_names, [&](std::string_view name) { return same_parameter(s.first, name); });
  };
  if (std::ranges::any_of(settings, names_block)) return checked;
  // Kernels have grids of their own.
  std::map<std::vector<std::int64_t>, std::vector<Flow>> last_blocks;
  for (std::size_t k = 0; k < checked.size() && !(stop && stop()); ++k) {
    auto& one = checked[k];
    if (std::ranges::all_of(one.flow.grid, [](std::int64_t n) { return n <= 1; })) continue;
    const auto [it, added] = last_blocks.try_emplace(one.flow.grid);
    if (added) {
      auto last = settings;
      for (std::size_t i = 0; i < std::min(block_names.size(), one.flow.grid.size()); ++i)
        last.emplace_back(block_names[i], fmt::format("{}", one.flow.grid[i] - 1));
      it->second = flows_of_program(source, last, macros);
    }
    if (k >= it->second.size()) continue;
    auto more = gpu::check(it->second[k], stop);
    one.report.products += more.products;
    one.report.results += more.results;
    one.report.accesses += more.accesses;
    one.report.stopped = one.report.stopped || more.stopped;
    for (auto& f : more.findings) {
      const auto same = std::ranges::find_if(one.report.findings, [&](const auto& g) { return g.kind == f.kind && g.line == f.line; });
      if (same == one.report.findings.end()) one.report.findings.push_back(std::move(f));
      else same->count += f.count;
    }
    for (auto& m : more.undecided)
      if (std::ranges::find(one.report.undecided, m) == one.report.undecided.end()) one.report.undecided.push_back(std::move(m));
    std::ranges::stable_sort(one.report.findings, {}, &gpu::FlowFinding::line);
  }
  return checked;
}

}  // namespace app
