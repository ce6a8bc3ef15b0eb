#include "app/cli/flow_command.hpp"

#include <algorithm>
#include <atomic>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/cli/answers.hpp"
#include "app/cli/check_sources.hpp"
#include "app/cli/exit_status.hpp"
#include "app/cli/kernel_file.hpp"
#include "app/cli/output.hpp"
#include "app/cli/progress_line.hpp"
#include "app/flow/file_lines.hpp"
#include "app/flow/program_flow.hpp"
#include "app/import/open.hpp"
#include "app/import/program.hpp"
#include "gpu/flow/step_kinds.hpp"
#include "gpu/replay/replay.hpp"

namespace app {
namespace {

using algebra::message;
using nlohmann::json;

/// The steps of one line, which differ by the rounds of the loops around them.
struct Move {
  const gpu::FlowStep* first = nullptr;
  std::size_t times = 0, threads = 0;
};

std::vector<Move> moves_of(const gpu::Flow& flow) {
  std::vector<Move> moves;
  for (const auto& role : flow.roles)
    for (const auto& s : role.steps) {
      auto it = std::ranges::find_if(
          moves, [&](const Move& m) { return m.first->line == s.line && m.first->kind == s.kind && m.first->text == s.text; });
      if (it == moves.end()) it = moves.insert(moves.end(), {&s});
      ++it->times;
      it->threads = std::max(it->threads, role.threads.size());
    }
  return moves;
}

std::string instruction_of(const gpu::FlowStep& s) {
  if (s.atom) return algebra::name_of(*s.atom->traits);
  return s.mma ? s.mma->atom.traits->name : std::string{};
}

/// The file that a line stands in, and the line.
std::pair<std::string, std::size_t> place(const std::string& file, const gpu::Flow& flow, std::size_t line) {
  const auto at = place_of_line(flow, line);
  return {at.file.empty() ? file : at.file, at.line};
}

json move_json(const std::string& file, const gpu::Flow& flow, const Move& m) {
  const auto& s = *m.first;
  const auto [in, line] = place(file, flow, s.line);
  json j{{"kernel", flow.kernel}, {"file", in},       {"line", line},        {"kind", gpu::kind_of(s).name},
         {"text", s.text},        {"times", m.times}, {"threads", m.threads}};
  auto loops = json::array();
  for (const auto& l : s.loops) loops.push_back(place(file, flow, l.line).second);
  j["loops"] = std::move(loops);
  if (const auto instruction = instruction_of(s); !instruction.empty()) j["instruction"] = instruction;
  if (!s.barrier.empty()) j["barrier"] = s.barrier;
  auto parts = json::array();
  for (const auto& p : s.parts) {
    const auto& t = flow.tensors[static_cast<std::size_t>(p->tensor)];
    parts.push_back({{"tensor", t.name}, {"memory", gpu::name_of(t.memory)}, {"bits", t.bits}, {"part", p->text}});
  }
  if (!parts.empty()) j["parts"] = std::move(parts);
  return j;
}

/// The way of the scale factors of A or of B to a product: by which steps they come from global memory to where it reads them.
struct ScaleWay {
  char operand = 'A';
  std::vector<const gpu::FlowStep*> steps{};  ///< the first loads from global memory
  std::vector<std::size_t> first_threads{};   ///< of each the first of the threads that do it
  const gpu::FlowStep* product = nullptr;
};

std::vector<ScaleWay> scale_ways(const gpu::Flow& flow) {
  std::vector<ScaleWay> ways;
  for (const auto& role : flow.roles)
    for (const auto& product : role.steps) {
      if (product.kind != gpu::FlowStep::Kind::gemm || product.parts.size() < 5) continue;
      for (const std::size_t part : {3, 4}) {
        ScaleWay way{.operand = part == 3 ? 'A' : 'B', .product = &product};
        auto tensor = product.parts[part]->tensor;
        for (bool more = true; more && way.steps.size() < 8;) {
          more = false;
          for (const auto& other : flow.roles) {
            const auto it = std::ranges::find_if(
                other.steps, [&](const gpu::FlowStep& s) { return s.kind == gpu::FlowStep::Kind::copy && s.parts[1]->tensor == tensor; });
            if (it == other.steps.end()) continue;
            way.steps.insert(way.steps.begin(), &*it);
            way.first_threads.insert(way.first_threads.begin(), other.threads.front());
            tensor = it->parts[0]->tensor;
            more = true;
            break;
          }
        }
        const bool known = std::ranges::any_of(
            ways, [&](const ScaleWay& w) { return w.operand == way.operand && w.product->line == product.line && w.steps == way.steps; });
        if (!known) ways.push_back(std::move(way));
      }
    }
  return ways;
}

/// "tma_sfa -> sSFA (line 133, thread 160, SM90_TMA_LOAD) -> tCtSFA (...) -> line 145"
std::string way_text(const gpu::Flow& flow, const ScaleWay& way) {
  const auto called = [&](int tensor) {
    const auto& t = flow.tensors[static_cast<std::size_t>(tensor)];
    return t.called.empty() ? t.name : t.called;
  };
  std::string text;
  for (std::size_t i = 0; i < way.steps.size(); ++i) {
    const auto& s = *way.steps[i];
    if (i == 0) text = called(s.parts[0]->tensor);
    text += fmt::format(" -> {} ({})", called(s.parts[1]->tensor),
                        in_words(message("line {}, thread {}, {}", s.line, way.first_threads[i], instruction_of(s))));
  }
  if (way.steps.empty()) text = called(way.product->parts[way.operand == 'A' ? 3 : 4]->tensor);
  return fmt::format("{} -> {}", text, in_words(message("line {}", way.product->line)));
}

json way_json(const gpu::Flow& flow, const ScaleWay& way) {
  auto steps = json::array();
  for (std::size_t i = 0; i < way.steps.size(); ++i) {
    const auto& s = *way.steps[i];
    const auto& to = flow.tensors[static_cast<std::size_t>(s.parts[1]->tensor)];
    steps.push_back({{"line", s.line},
                     {"thread", way.first_threads[i]},
                     {"instruction", instruction_of(s)},
                     {"from", flow.tensors[static_cast<std::size_t>(s.parts[0]->tensor)].name},
                     {"to", to.name},
                     {"memory", gpu::name_of(to.memory)}});
  }
  return {{"kernel", flow.kernel}, {"operand", std::string(1, way.operand)}, {"steps", std::move(steps)}, {"product", way.product->line}};
}

json finding_json(const std::string& file, const gpu::Flow& flow, const gpu::FlowFinding& f) {
  const auto text = with_files(flow, f.text);
  const json j = json_of(text);
  const auto [in, line] = place(file, flow, f.line);
  auto lines = json::array(), elsewhere = json::array();
  for (const auto l : f.lines) {
    const auto [other, number] = place(file, flow, l);
    if (other == in) lines.push_back(number);
    else elsewhere.push_back({{"file", other}, {"line", number}});
  }
  json all{{"kernel", flow.kernel},     {"file", in},       {"kind", gpu::name_of(f.kind)}, {"line", line},
           {"lines", std::move(lines)}, {"count", f.count}, {"text", text.text()}};
  if (!elsewhere.empty()) all["lines_elsewhere"] = std::move(elsewhere);
  for (const auto* key : {"key", "operands"})
    if (j.is_object() && j.contains(key)) all[key] = j[key];
  return all;
}

void print(const std::string& file, const CheckedKernel& k) {
  const auto& flow = k.flow;
  print_out("{}\n", in_words(with_files(flow, message("{}, line {}: {} threads in a block", flow.kernel, flow.line, flow.threads))));
  for (const auto& m : moves_of(flow)) {
    const auto indent = std::string(2 * m.first->loops.size(), ' ');
    const auto instruction = instruction_of(*m.first);
    print_out("{:>6}  {}{}{}{}\n", line_text(flow, m.first->line), indent, m.first->text, instruction.empty() ? "" : "  " + instruction,
              m.times > 1 ? fmt::format("  x{}", m.times) : "");
  }
  for (const auto& way : scale_ways(flow))
    print_out("{}\n", in_words(message("the scale factors of {}: {}", way.operand == 'A' ? "A" : "B", way_text(flow, way))));
  const auto& r = k.report;
  // A product is not what every kernel is for.
  print_out("{}\n", in_words(r.products > 0 ? message("checked: {} products, {} elements of C, {} accesses to shared memory", r.products,
                                                      r.results, r.accesses)
                                            : message("checked: {} accesses to shared memory", r.accesses)));
  if (r.scales > 0) print_out("{}\n", in_words(message("{} scale factors that the products read", r.scales)));
  for (const auto& u : r.undecided) print_out("{}: {}\n", file, in_words(message("not decided: {}", with_files(flow, u))));
  for (const auto& f : r.findings) {
    std::string others;
    for (const auto line : f.lines)
      if (line != f.line) others += fmt::format("{}{}", others.empty() ? "" : ", ", line_text(flow, line));
    const auto [in, line] = place(file, flow, f.line);
    print_out("{}:{}: {}: {}\n", in, line, gpu::name_of(f.kind), in_words(with_files(flow, f.text)));
    if (f.count > 1 && !others.empty())
      print_out("        {}\n", in_words(message("{} times; lines with a part in it: {}", f.count, others)));
  }
}

/// What came of running a kernel's block, or why it was not run.
struct Ran {
  algebra::Message text{};
  json about{};
  bool right = true;
};

Ran run(const gpu::Flow& flow, gpu::ReplayDevice* device, const algebra::Message& why) {
  const auto refused = [&](const algebra::Message& m) {
    return Ran{message("not run: {}", m), {{"kernel", flow.kernel}, {"not_run", m.text()}}, false};
  };
  const auto plan = gpu::plan_replay(flow);
  if (!plan) return refused(plan.error());
  const auto report = gpu::replay(*plan, device, why);
  if (!report) return refused(report.error());
  auto about = json::parse(gpu::json_of(*report));
  about["kernel"] = flow.kernel;
  about["block"] = flow.block;
  return {gpu::summary(*report), std::move(about), report->wrong == 0 && report->different == 0 && !report->stuck};
}

/// What is told of all files together.
struct Told {
  json kernels = json::array(), moves = json::array(), scales = json::array(), findings = json::array(), undecided = json::array(),
       runs = json::array();
  std::size_t told = 0, found = 0, open = 0;  ///< kernels, findings, and what is not decided
  bool right = true;                          ///< what was run

  void add(const FlowRequest& request, const std::string& file, const CheckedKernel& k, std::optional<Ran> ran) {
    const auto& flow = k.flow;
    found += k.report.findings.size();
    open += k.report.undecided.size();
    right = right && (!ran || ran->right);
    if (!request.json) {
      print(file, k);
      if (ran) print_out("{}\n", in_words(ran->text));
      return;
    }
    if (ran) runs.push_back(std::move(ran->about));
    for (const auto& m : moves_of(flow)) moves.push_back(move_json(file, flow, m));
    for (const auto& w : scale_ways(flow)) scales.push_back(way_json(flow, w));
    for (const auto& f : k.report.findings) findings.push_back(finding_json(file, flow, f));
    for (const auto& u : k.report.undecided) {
      const auto at = named_line(u);
      const auto [in, line] = place(file, flow, at);
      json one{{"kernel", flow.kernel}, {"file", in}, {"text", with_files(flow, u).text()}};
      if (at > 0) one["line"] = line;
      undecided.push_back(std::move(one));
    }
    const auto [in, line] = place(file, flow, flow.line);
    kernels.push_back({{"kernel", flow.kernel},
                       {"file", in},
                       {"line", line},
                       {"threads", flow.threads},
                       {"grid", flow.grid},
                       {"products", k.report.products},
                       {"results", k.report.results},
                       {"scales", k.report.scales},
                       {"accesses", k.report.accesses}});
  }
};

/// Why settings or macros are of nothing in the program; nothing where they are.
algebra::Message unused(const FlowRequest& request, const std::string& path, const KernelFile& file) {
  if (file.is_sheet() || (request.settings.empty() && request.macros.empty())) return {};
  const auto program = read_program(file.text(), file.language(), path, request.settings, request.macros, file.folders());
  auto why = unused_settings(program, path);
  const auto of_block = std::ranges::all_of(program.unused, [](const std::string& name) { return name.starts_with("blockIdx"); });
  const bool matters = !program.definitions.empty() && (!of_block || !program.unused_macros.empty());
  return matters ? std::move(why) : algebra::Message();
}

/// Whether the settings name a block that a kernel's grid does not have.
algebra::Message no_such_block(const gpu::Flow& flow) {
  for (std::size_t axis = 0; axis < std::min(flow.grid.size(), flow.block.size()); ++axis)
    if (flow.block[axis] < 0 || flow.block[axis] >= flow.grid[axis])
      return message("the grid of {} has {} blocks along {}: there is no block {}", flow.kernel, flow.grid[axis],
                     std::string_view("xyz").substr(axis, 1), flow.block[axis]);
  return {};
}

}  // namespace

int tell_flow(const FlowRequest& request) {
  const auto sources = check_sources(request.files);
  if (!sources) return complain(bad_input, sources.error());
  const bool several = sources->all.size() > 1;
  std::unique_ptr<gpu::ReplayDevice> device;
  algebra::Message why;
  if (request.run && request.device != "cpu") device = gpu::ReplayDevice::create(why);
  if (request.run && request.device == "cuda" && device == nullptr) return complain(environment_failed, why);
  Told told;
  algebra::Message none;
  for (const auto& source : sources->all) {
    const auto& path = source.path;
    auto own = request;
    own.macros.insert(own.macros.begin(), source.macros.begin(), source.macros.end());
    own.folders.insert(own.folders.end(), source.folders.begin(), source.folders.end());
    const auto file = KernelFile::read(path, own.settings, own.macros, own.folders);
    if (!file) return complain(bad_input, file.error());
    if (const auto m = unused(own, path, *file); !m.empty()) return complain(bad_input, m);
    std::atomic<std::int64_t> steps{0};
    std::optional<ProgressLine> progress(
        std::in_place, [&] { return steps == 0 ? std::string() : in_words(message("{} steps are checked", steps.load())); }, false);
    auto kernels = check_kernels(file->source(), own.settings, own.macros, [&] {
      ++steps;
      return false;
    });
    progress.reset();
    std::erase_if(kernels, [&](const CheckedKernel& k) { return k.flow.kernel.find(request.kernel) == std::string::npos; });
    if (kernels.empty())
      none = file->is_sheet()         ? message("{}: no row of it says what a kernel does, as copy(A, B) does", path)
             : request.kernel.empty() ? message("{}: no kernel that its host calls", path)
                                      : message("{}: no kernel that its host calls has \"{}\" in its name", path, request.kernel);
    for (const auto& k : kernels)
      if (const auto m = no_such_block(k.flow); !m.empty()) return complain(bad_input, message("{}: {}", path, m));
    for (const auto& k : kernels) {
      if (several && !request.json && &k == &kernels.front()) print_out("{}\n", path);
      told.add(request, path, k, request.run && !k.flow.roles.empty() ? std::optional(run(k.flow, device.get(), why)) : std::nullopt);
    }
    told.told += kernels.size();
    // What a folder has besides may be of other things.
    const bool named = std::ranges::find(request.files, path) != request.files.end();
    if (kernels.empty() && named) return complain(bad_input, none);
  }
  if (told.told == 0) return complain(bad_input, none);
  told.open += sources->left_out.size();
  if (request.json) {
    json all{{"kernels", std::move(told.kernels)},
             {"moves", std::move(told.moves)},
             {"scales", std::move(told.scales)},
             {"findings", std::move(told.findings)},
             {"undecided", std::move(told.undecided)}};
    if (request.run) all["runs"] = std::move(told.runs);
    if (!sources->left_out.empty()) all["not_looked_at"] = json_of(sources->left_out);
    print_out_json(dumped(all) + "\n");
  } else {
    for (const auto& m : sources->left_out) print_out("{}{}\n", in_words("note: "), in_words(m));
  }
  const auto counted = told.found == 1 ? algebra::Message("1 finding") : message("{} findings", told.found);
  if (!request.json) print_out("{}\n", in_words(told.open == 0 ? counted : message("{}; not decided: {}", counted, told.open)));
  if (told.found > 0 || !told.right) return bad_input;
  return told.open == 0 ? done : not_all_looked_at;
}

}  // namespace app
