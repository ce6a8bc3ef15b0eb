// `cutescope flow`: what the kernels of a program move, in which order, and whether that gives the product.

#include "app/tools/tools.hpp"

#include <algorithm>
#include <atomic>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "app/flow/file_lines.hpp"
#include "app/flow/program_flow.hpp"
#include "app/import/open.hpp"
#include "app/import/program.hpp"
#include "app/report/answers.hpp"
#include "app/tools/check_sources.hpp"
#include "app/tools/kernel_file.hpp"
#include "gpu/flow/step_kinds.hpp"
#include "gpu/replay/replay.hpp"

namespace app {
namespace {

using algebra::message;
using nlohmann::json;

/// The steps of one line, which differ by the rounds of the loops around them.
struct FlowMove {
  const gpu::FlowStep* first = nullptr;
  std::size_t times = 0, threads = 0;
};

std::vector<FlowMove> moves_of(const gpu::Flow& flow) {
  std::vector<FlowMove> moves;
  for (const auto& role : flow.roles)
    for (const auto& s : role.steps) {
      auto it = std::ranges::find_if(
          moves, [&](const FlowMove& m) { return m.first->line == s.line && m.first->kind == s.kind && m.first->text == s.text; });
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

/// Returns the file that a line stands in, and the line there.
std::pair<std::string, std::size_t> flow_place(const std::string& file, const gpu::Flow& flow, std::size_t line) {
  const auto at = place_of_line(flow, line);
  return {at.file.empty() ? file : at.file, at.line};
}

json move_json(const std::string& file, const gpu::Flow& flow, const FlowMove& m) {
  const auto& s = *m.first;
  const auto [in, line] = flow_place(file, flow, s.line);
  json j{{"kernel", flow.kernel}, {"file", in},       {"line", line},        {"kind", gpu::kind_of(s).name},
         {"text", s.text},        {"times", m.times}, {"threads", m.threads}};
  auto loops = json::array();
  for (const auto& l : s.loops) loops.push_back(flow_place(file, flow, l.line).second);
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

/// The steps that bring the scale factors of A or B from global memory to where `product` reads them.
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

/// Returns a way as a line: "tma_sfa -> sSFA (line 133, thread 160, SM90_TMA_LOAD) -> tCtSFA (...) -> line 145".
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
  const auto [in, line] = flow_place(file, flow, f.line);
  auto lines = json::array(), elsewhere = json::array();
  for (const auto l : f.lines) {
    const auto [other, number] = flow_place(file, flow, l);
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

/// Returns the finding for GitHub, SARIF and JUnit; text and JSON have it with the kernel.
Finding finding_of(const std::string& file, const gpu::Flow& flow, const gpu::FlowFinding& f) {
  const auto at = [&](std::size_t l) {
    const auto [in, line] = flow_place(file, flow, l);
    return ReportPlace{.file = in, .line = line};
  };
  Finding finding{.rule = std::string(gpu::name_of(f.kind)), .message = with_files(flow, f.text), .place = at(f.line)};
  for (const auto line : f.lines)
    if (line != f.line) finding.related.push_back(at(line));
  return finding;
}

void print_kernel(const std::string& file, const CheckedKernel& k, Report& report) {
  const auto& flow = k.flow;
  report.say(with_files(flow, message("{}, line {}: {} threads in a block", flow.kernel, flow.line, flow.threads)));
  for (const auto& m : moves_of(flow)) {
    const auto indent = std::string(2 * m.first->loops.size(), ' ');
    const auto instruction = instruction_of(*m.first);
    report.print("{:>6}  {}{}{}{}\n", line_text(flow, m.first->line), indent, m.first->text, instruction.empty() ? "" : "  " + instruction,
                 m.times > 1 ? fmt::format("  x{}", m.times) : "");
  }
  for (const auto& way : scale_ways(flow))
    report.say(message("the scale factors of {}: {}", way.operand == 'A' ? "A" : "B", way_text(flow, way)));
  const auto& r = k.report;
  // A product is not what every kernel is for.
  report.say(r.products > 0
                 ? message("checked: {} products, {} elements of C, {} accesses to shared memory", r.products, r.results, r.accesses)
                 : message("checked: {} accesses to shared memory", r.accesses));
  if (r.repeated > 0)
    report.say(message("{} rounds of loops repeat earlier ones with other elements, which proves them; --whole checks each", r.repeated));
  if (r.scales > 0) report.say(message("{} scale factors that the products read", r.scales));
  for (const auto& u : r.undecided) report.print("{}: {}\n", file, in_words(message("not decided: {}", with_files(flow, u))));
  for (const auto& f : r.findings) {
    std::string others;
    for (const auto line : f.lines)
      if (line != f.line) others += fmt::format("{}{}", others.empty() ? "" : ", ", line_text(flow, line));
    const auto [in, line] = flow_place(file, flow, f.line);
    report.print("{}:{}: {}: {}\n", in, line, gpu::name_of(f.kind), in_words(with_files(flow, f.text)));
    if (f.count > 1 && !others.empty())
      report.print("        {}\n", in_words(message("{} times; lines that take part: {}", f.count, others)));
  }
}

/// The result of running a kernel's block, or the reason why it was not run.
struct FlowRun {
  algebra::Message text{};
  json about{};
  int status = done;
};

FlowRun run_flow_block(const gpu::Flow& flow, gpu::ReplayDevice* device, const algebra::Message& why, const std::atomic<bool>& ended) {
  const auto refused = [&](int status, const algebra::Message& m) {
    return FlowRun{message("not run: {}", m), {{"kernel", flow.kernel}, {"not_run", m.text()}}, status};
  };
  const auto plan = gpu::plan_replay(flow);
  if (!plan) return refused(not_all_checked, plan.error());
  const auto report = gpu::replay(*plan, device, why, [&] { return ended.load(); });
  if (!report) return refused(environment_failed, report.error());
  auto about = json::parse(gpu::json_of(*report));
  about["kernel"] = flow.kernel;
  about["block"] = flow.block;
  const bool right = report->wrong == 0 && report->different == 0 && !report->stuck;
  return {gpu::summary(*report), std::move(about), right ? done : found};
}

/// The answer about all files together.
class FlowAnswer {
 public:
  FlowAnswer(Report& report, bool runs) : report_(report) {
    for (const auto* key : {"kernels", "moves", "scales", "findings", "undecided"}) report_.data()[key] = json::array();
    if (runs) report_.data()["runs"] = json::array();
  }

  void add(const std::string& file, const CheckedKernel& k, std::optional<FlowRun> ran) {
    const auto& flow = k.flow;
    auto& data = report_.data();
    ++kernels_;
    findings_ += k.report.findings.size();
    open_ += k.report.undecided.size() + (k.report.stopped ? 1 : 0);
    if (report_.is_text()) print_kernel(file, k, report_);
    for (const auto& f : k.report.findings) report_.keep(finding_of(file, flow, f));
    for (const auto& u : k.report.undecided) {
      const auto at = named_line(u);
      const auto [in, line] = flow_place(file, flow, at);
      json one{{"kernel", flow.kernel}, {"file", in}, {"text", with_files(flow, u).text()}};
      if (at > 0) one["line"] = line;
      data["undecided"].push_back(std::move(one));
      report_.keep({.level = Finding::Level::note,
                    .rule = "undecided",
                    .message = with_files(flow, u),
                    .place = {.file = in, .line = at > 0 ? line : 0}});
    }
    if (ran) {
      report_.say(ran->text);
      if (ran->status == found) {
        const auto [in, line] = flow_place(file, flow, flow.line);
        report_.keep({.rule = "run", .message = ran->text, .place = {.file = in, .line = line}});
      }
      wrong_runs_ += ran->status == found ? 1 : 0;
      open_ += ran->status == not_all_checked ? 1 : 0;
      device_failed_ |= ran->status == environment_failed;
      data["runs"].push_back(std::move(ran->about));
    }
    if (!report_.is_json()) return;
    for (const auto& m : moves_of(flow)) data["moves"].push_back(move_json(file, flow, m));
    for (const auto& w : scale_ways(flow)) data["scales"].push_back(way_json(flow, w));
    for (const auto& f : k.report.findings) data["findings"].push_back(finding_json(file, flow, f));
    const auto [in, line] = flow_place(file, flow, flow.line);
    data["kernels"].push_back({{"kernel", flow.kernel},
                               {"file", in},
                               {"line", line},
                               {"threads", flow.threads},
                               {"grid", flow.grid},
                               {"products", k.report.products},
                               {"results", k.report.results},
                               {"scales", k.report.scales},
                               {"accesses", k.report.accesses},
                               {"repeated", k.report.repeated}});
  }
  /// Adds what was not looked at in the folders.
  void leave_out(const std::vector<algebra::Message>& left_out) {
    open_ += left_out.size();
    if (!left_out.empty()) report_.data()["not_looked_at"] = json_of(left_out);
    note_left_out(report_, left_out);
  }
  void summarise() {
    const auto counted = findings_ == 1 ? algebra::Message("1 finding") : message("{} findings", findings_);
    report_.say(open_ == 0 ? counted : message("{}; not decided: {}", counted, open_));
  }

  std::size_t kernels() const { return kernels_; }
  /// Returns the exit status, if all files could be looked at.
  int status() const {
    if (device_failed_) return environment_failed;
    if (findings_ > 0 || wrong_runs_ > 0) return found;
    return open_ == 0 ? done : not_all_checked;
  }

 private:
  Report& report_;
  std::size_t kernels_ = 0, findings_ = 0, open_ = 0, wrong_runs_ = 0;
  bool device_failed_ = false;
};

/// The settings and macros that the user gave, and those of a file's build.
struct FlowSettings {
  ProgramSettings settings;
  MacroSettings macros;
  std::vector<std::string> folders;
};

/// Remembers which settings no file has used so far, each with the reason.
class FlowSettingsUsed {
 public:
  explicit FlowSettingsUsed(const FlowSettings& asked) : asked_(asked) {}

  /// Notes which of the settings a program has. A sheet refuses others when it is read.
  void note_used(const std::string& path, const KernelFile& file, const FlowSettings& own) {
    if (file.is_sheet() || (asked_.settings.empty() && asked_.macros.empty())) return;
    auto program = read_program(file.text(), file.language(), path, own.settings, own.macros, file.folders());
    // A build's macros are of all its files.
    std::erase_if(program.unused_macros,
                  [&](const auto& name) { return std::ranges::find(asked_.macros, name, &MacroSetting::name) == asked_.macros.end(); });
    // A block that is named is of kernels with others.
    std::erase_if(program.unused, [](const std::string& name) { return name.starts_with("blockIdx"); });
    const auto why = unused_settings(program, path);
    const auto tell = [&](const std::string& name, const std::string& told, const std::vector<std::string>& unused) {
      const bool matters = std::ranges::find(unused, name) != unused.end() && !program.definitions.empty();
      if (matters && !why.empty()) unused_.emplace(told, why);
      else used_.insert(told);
    };
    for (const auto& [name, value] : asked_.settings) tell(name, name, program.unused);
    for (const auto& m : asked_.macros) tell(m.name, "-D " + m.name, program.unused_macros);
  }
  algebra::Message why_unused() const {
    for (const auto& [name, why] : unused_)
      if (!used_.contains(name)) return why;
    return {};
  }

 private:
  const FlowSettings& asked_;
  std::set<std::string> used_;
  std::map<std::string, algebra::Message> unused_;
};

std::vector<std::string> flow_devices() { return {"auto", "cuda", "cpu"}; }

std::vector<Option> flow_options() {
  return joined_options(
      {{argument("files", "FILE", "Programs (.cu .cuh .cpp .hpp .py), sheets with steps, their links, folders of them, or -")
            .required()
            .repeated(),
        text_option("--kernel", "NAME", "Trace only kernels with this in their name").not_empty()},
       program_options(),
       {flag("--run", "Run a block of each kernel on small integers; compare C, and the elements of each thread in each step").local(),
        choice("--device", flow_devices, "Run it on this device; auto is a GPU where there is one").usually("auto").local(),
        exclude_option()},
       {flag("--whole", "Check each round of each loop, also rounds that repeat earlier ones with other elements")},
       strictness_options(),
       {form_option(), json_option(), language_option()}});
}

int flow(const Arguments& asked, Report& report, ToolHost& host) {
  if (const auto wrong = contradicting_strictness(asked); !wrong.empty()) return report.refuse(wrong_input, wrong);
  const bool runs = asked.flag("run");
  if (asked.has("device") && !runs) return report.refuse(wrong_input, "--device needs --run");
  const auto files = asked.all("files");
  const auto sources = check_sources(files, asked.all("exclude"));
  if (!sources) return report.refuse(wrong_input, sources.error());
  const bool several = sources->all.size() > 1;
  algebra::Message why;
  auto* device = runs && asked.text("device") != "cpu" ? host.replay_device(why) : nullptr;
  if (runs && asked.text("device") == "cuda" && device == nullptr) return report.refuse(environment_failed, why);

  const FlowSettings given{.settings = asked.settings(), .macros = asked.macros(), .folders = asked.folders()};
  const auto& wanted = asked.text("kernel");
  std::atomic<std::int64_t> steps{0};
  std::atomic<std::size_t> looked_at{0};
  std::atomic<bool> ended{false};
  const auto signals = host.on_interrupt([&] { ended = true; });
  const auto said = [&] {
    if (steps == 0 && !several) return std::string();
    const auto of_steps = message("{} steps are checked", steps.load());
    return in_words(several ? message("{} of {} files; {}", looked_at.load(), sources->all.size(), of_steps) : of_steps);
  };
  FlowAnswer answer(report, runs);
  FlowSettingsUsed settings(given);
  auto left_out = sources->left_out;
  algebra::Message none;
  for (const auto& source : sources->all) {
    if (ended) break;
    const auto& path = source.path;
    // A folder may have other files, too: macros are for programs.
    const bool is_named = std::ranges::find(files, path) != files.end();
    auto own = given;
    own.macros.insert(own.macros.begin(), source.macros.begin(), source.macros.end());
    own.folders.insert(own.folders.end(), source.folders.begin(), source.folders.end());
    const bool is_program = program_language(path).has_value();
    const auto file = KernelFile::read(path, own.settings, is_named || is_program ? own.macros : MacroSettings{}, own.folders);
    ++looked_at;
    if (!file && is_named) return report.refuse(wrong_input, file.error());
    if (!file) {
      left_out.push_back(file.error());
      continue;
    }
    settings.note_used(path, *file, own);
    if (const auto m = several ? algebra::Message() : settings.why_unused(); !m.empty()) return report.refuse(wrong_input, m);
    auto progress = host.show_progress(said, false);
    auto kernels = check_kernels(
        file->source(), own.settings, own.macros,
        [&] {
          ++steps;
          return ended.load();
        },
        asked.flag("whole"));
    progress.reset();
    std::erase_if(kernels, [&](const CheckedKernel& k) { return k.flow.kernel.find(wanted) == std::string::npos; });
    if (kernels.empty()) none = missing_kernel(path, *file, wanted);
    for (const auto& k : kernels)
      if (const auto m = missing_block(k.flow); !m.empty()) return report.refuse(wrong_input, message("{}: {}", path, m));
    for (const auto& k : kernels) {
      if (several && &k == &kernels.front()) report.print("{}\n", path);
      answer.add(path, k,
                 runs && !k.flow.roles.empty() && !ended ? std::optional(run_flow_block(k.flow, device, why, ended)) : std::nullopt);
    }
    report.looked_at(path);
    if (kernels.empty() && is_named && !ended) return report.refuse(wrong_input, none);
  }
  if (!ended && answer.kernels() == 0) return report.refuse(wrong_input, none.empty() ? left_out.front() : none);
  answer.leave_out(left_out);
  const auto unused = ended ? algebra::Message() : settings.why_unused();
  if (!unused.empty()) return report.refuse(wrong_input, unused);
  answer.summarise();
  if (ended) return interrupted;
  const int status = answer.status();
  if (status != not_all_checked) return status;
  return status_of_unchecked(asked);
}

}  // namespace

const Tool flow_tool{.name = "flow",
                     .group = ToolGroup::kernels,
                     .help = "Trace kernels: report races, missing barriers, wrong products",
                     .example = "flow assets/sheets/kernel_tma.cutes",
                     .options = flow_options,
                     .run = flow,
                     .answer =
                         "kernels:[{kernel:str,file:str,line:int,threads:int,grid:[int],products:int,results:int,scales:int,"
                         "accesses:int,repeated:int}],moves:[{kernel:str,file:str,line:int,kind:str,text:str,times:int,threads:int,"
                         "loops:[int],instruction?:str,barrier?:str,parts?:[{tensor:str,memory:str,bits:int,part:str}]}],"
                         "scales:[{kernel:str,operand:str,steps:[{line:int,thread:int,instruction:str,from:str,to:str,"
                         "memory:str}],product:int}],findings:[{kernel:str,file:str,line:int,kind:str,text:str,key:str,"
                         "operands:any,lines:[int],lines_elsewhere?:[{file:str,line:int}],count:int}],undecided:[{kernel:str,"
                         "file:str,line?:int,text:str}],runs?:[obj],not_looked_at?:[msg]"};

}  // namespace app
