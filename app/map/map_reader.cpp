#include "app/map/map_reader.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "app/flow/program_flow.hpp"
#include "app/flow/sheet_program.hpp"
#include "app/import/program.hpp"
#include "app/import/program_again.hpp"
#include "app/system/files.hpp"

namespace app {

using algebra::message;
namespace {

ProgramSettings block_settings(const std::vector<std::int64_t>& block) {
  ProgramSettings settings;
  constexpr const char* axes = "xyz";
  for (std::size_t i = 0; i < block.size() && i < 3; ++i)
    if (block[i] != 0) settings.emplace_back(fmt::format("blockIdx.{}", axes[i]), fmt::format("{}", block[i]));
  return settings;
}

/// Reads the kernels of a question's program for its block and parameters, or those of a sheet's steps. Error: a file that cannot be read.
tl::expected<std::vector<gpu::Flow>, algebra::Message> flows_of(const MapQuestion& q) {
  if (q.program.path.empty()) {
    Sheet steps;
    steps.entries = q.parameters;
    return flows_of_program(KernelSource(steps), block_settings(q.block), {}, q.kernel);
  }
  const auto text = read_file(q.program.path, max_sheet_bytes);
  if (!text) return tl::unexpected(text.error());
  Sheet sheet;
  sheet.program = q.program;
  sheet.entries = q.parameters;
  auto settings = given_to_program(sheet, *text);
  std::erase_if(settings, [](const auto& s) { return s.first.starts_with("blockIdx") || s.first.starts_with("threadIdx"); });
  for (auto& s : block_settings(q.block)) settings.push_back(std::move(s));
  const auto language = program_language(q.program.path).value_or(ProgramLanguage::cpp);
  return flows_of_program(KernelSource(*text, language, q.program.path), settings, macros_of(sheet), q.kernel);
}

/// Plans the flow's block and runs it.
MapRun ran(const gpu::Flow& flow, gpu::ReplayDevice* device, const algebra::Message& why, const std::function<bool()>& stop) {
  MapRun run;
  const auto plan = gpu::plan_replay(flow);
  if (!plan) {
    run.problem = plan.error();
    return run;
  }
  auto report = gpu::replay(*plan, device, why, stop);
  if (!report) {
    run.problem = report.error();
    return run;
  }
  run.first_trace = plan->first_trace;
  if (report->hardware) {
    const auto began = [&](std::size_t role, std::size_t step) {
      std::uint64_t first = std::numeric_limits<std::uint64_t>::max();
      for (const auto t : flow.roles[role].threads)
        first = std::min<std::uint64_t>(first, report->trace[plan->trace_of(role, step) * plan->threads + t].begin);
      return first;
    };
    run.as_run = story_of(flow, {}, order_as_run(flow, began));
  }
  run.report = std::move(*report);
  return run;
}

}  // namespace

std::optional<MapQuestion> map_question(const Sheet& sheet) {
  // A program's sheet has a map if it has entries of a kernel: in C++ their section names kernel and caller ("gemm_device@gemm_nt"), in
  // Python the kernel's parameter threadIdx shows it. A sheet with steps is sent as text, with all its entries.
  const auto path = program_file(sheet.program);
  if (path.empty()) {
    if (!has_steps(sheet)) return std::nullopt;
    MapQuestion q;
    for (const auto& e : sheet.entries) q.parameters.push_back({.text = e.text});
    return q;
  }
  const auto language = program_language(path);
  const auto of_kernel = [&](const Entry& e) {
    return language == ProgramLanguage::python ? e.source.parameter && e.text.starts_with("threadIdx")
                                               : e.source.section.find('@') != std::string::npos;
  };
  if (!language || is_stream(path) || std::ranges::none_of(sheet.entries, of_kernel)) return std::nullopt;
  MapQuestion q{.program = sheet.program};
  for (const auto& e : sheet.entries)
    if (e.source.parameter) q.parameters.push_back({.text = e.text, .source = e.source});  // without how its card is shown
  return q;
}

void MapReader::ask(MapQuestion q) {
  if (!worker_.started()) worker_.start([this](const std::stop_token& stop) { run(stop); });
  const std::lock_guard lock(mutex_);
  wanted_ = std::move(q);
  ++asked_;
  doing_ = Doing::reading;
  checks_ = true;
  runs_ = false;
  answer_.reset();
  changed_.notify_all();
}

void MapReader::stop_checking() {
  const std::lock_guard lock(mutex_);
  checks_ = false;
}

void MapReader::run_block() {
  const std::lock_guard lock(mutex_);
  if (!worker_.started()) return;
  runs_ = checks_ = true;
  if (doing_ == Doing::nothing) doing_ = Doing::running;
  changed_.notify_all();
}

std::optional<MapAnswer> MapReader::take() {
  const std::lock_guard lock(mutex_);
  return std::exchange(answer_, std::nullopt);
}

MapReader::Doing MapReader::doing() const {
  const std::lock_guard lock(mutex_);
  return doing_;
}

void MapReader::finish() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return doing_ == Doing::nothing; });
}

void MapReader::run(const std::stop_token& stop) {
  std::optional<MapAnswer> last;
  std::unique_ptr<gpu::ReplayDevice> device;
  algebra::Message why;
  bool made = false;
  for (;;) {
    MapQuestion q;
    std::uint64_t number = 0;
    bool runs = false;
    {
      std::unique_lock lock(mutex_);
      if (!changed_.wait(lock, stop, [&] { return wanted_.has_value() || runs_; })) return;
      number = asked_;
      runs = !wanted_ && std::exchange(runs_, false);
      if (!runs) q = *std::exchange(wanted_, std::nullopt);
    }
    const auto given_up = [&] {
      const std::lock_guard lock(mutex_);
      return stop.stop_requested() || asked_ != number;
    };
    /// Returns false if a newer question has replaced this one, and its answer is no longer wanted.
    const auto publish = [&](const MapAnswer& a, Doing next) {
      const std::lock_guard lock(mutex_);
      if (stop.stop_requested() || asked_ != number) return false;
      answer_ = a;
      doing_ = next;
      changed_.notify_all();
      return true;
    };
    if (runs) {
      if (last && last->story) {
        if (!std::exchange(made, true) && make_device_) device = make_device_(why);
        const auto stopped = [&] {
          const std::lock_guard lock(mutex_);
          return stop.stop_requested() || asked_ != number || !checks_;
        };
        last->run = ran(last->story->map->flow(), device.get(), why, stopped);
        // A stopped run leaves no result, so that it can be started again.
        if (!last->run->report && stopped()) last->run.reset();
        publish(*last, Doing::nothing);
      } else {
        const std::lock_guard lock(mutex_);
        if (asked_ == number) doing_ = Doing::nothing;
        changed_.notify_all();
      }
      worker_.wake();
      continue;
    }
    last.reset();
    auto flows = flows_of(q);
    if (given_up()) continue;
    MapAnswer answer{.of = q};
    if (!flows) answer.problem = flows.error();
    else if (flows->empty()) answer.problem = message("{}: its host calls no kernel", q.program.path);
    else {
      for (const auto& f : *flows) answer.kernels.push_back(f.kernel);
      if (q.kernel < flows->size()) answer.story = story_of(std::move((*flows)[q.kernel]), given_up);
    }
    if (!publish(answer, answer.story ? Doing::checking : Doing::nothing) || !answer.story) continue;
    percent_ = 0;
    worker_.wake();
    const auto& flow = answer.story->map->flow();
    std::size_t steps = 0, done = 0;
    for (const auto& role : flow.roles) steps += role.steps.size();
    answer.report = check_flow(flow, [&] {
      // Only whole percents are shown, so the window is woken at most a hundred times.
      if (const auto now = static_cast<int>(100 * ++done / std::max<std::size_t>(1, steps)); percent_.exchange(now) != now) worker_.wake();
      const std::lock_guard lock(mutex_);
      return stop.stop_requested() || asked_ != number || !checks_;
    });
    {
      const std::lock_guard lock(mutex_);
      if (stop.stop_requested() || asked_ != number) continue;
      answer_ = answer;
      doing_ = runs_ ? Doing::running : Doing::nothing;
      changed_.notify_all();
    }
    last = std::move(answer);
    worker_.wake();
  }
}

}  // namespace app
