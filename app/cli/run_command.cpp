#include "app/cli/run_command.hpp"

#include <algorithm>
#include <new>
#include <stdexcept>

#include <fmt/format.h>

#include "algebra/layout/memory_budget.hpp"
#include "app/cli/exit_status.hpp"
#include "app/cli/output.hpp"
#include "app/cli/progress_line.hpp"
#include "app/document/names.hpp"
#include "app/import/open.hpp"
#include "app/import/program.hpp"
#include "app/launch/launch_plan.hpp"
#include "gpu/run/launch_source.hpp"
#include "gpu/run/runner.hpp"

namespace app {
namespace {

struct Refusal {
  int status = wrong_usage;
  std::string message;
};
using Refused = tl::unexpected<Refusal>;

constexpr std::string_view usage =
    "run takes a sheet (.cutes), or the three expressions TENSOR TILE THREADS, such as \"(8,8):(8,1)\" \"(4,4)\" \"(2,4):(4,1)\"";

/// What an option says, in place of what the sheet says.
void take_over(std::string& setting, const std::string& option) {
  if (!option.empty()) setting = option;
}

void take_over(LaunchSettings& s, const LaunchSettings& options) {
  take_over(s.tensor, options.tensor);
  take_over(s.tile, options.tile);
  take_over(s.threads, options.threads);
  take_over(s.values, options.values);
  take_over(s.step, options.step);
  take_over(s.partition, options.partition);
  take_over(s.target, options.target);
  take_over(s.grid, options.grid);
  take_over(s.block_dims, options.block_dims);
  if (options.access_bytes != 0) s.access_bytes = options.access_bytes;
  if (options.shared_memory) s.shared_memory = options.shared_memory;
}

/// An option that says nothing about that kernel, in a sentence; "" if there is none.
std::string idle_option(const LaunchSettings& options, gpu::Kernel kernel) {
  using gpu::Kernel;
  const bool of_values = kernel == Kernel::inner_partition || kernel == Kernel::tiled_copy || kernel == Kernel::tiled_mma;
  if (!options.values.empty() && !of_values)
    return fmt::format("--values is of inner_partition, tiled_copy and tiled_mma, not of {}", app::name_of(kernel));
  if (!options.step.empty() && kernel != Kernel::local_partition)
    return fmt::format("--step is of local_partition, not of {}", app::name_of(kernel));
  return {};
}

/// The expressions, in the order that the kernel takes them.
tl::expected<void, Refusal> take_expressions(const std::vector<std::string>& sources, LaunchSettings& s) {
  const auto count = sources.size();
  if (s.kernel == gpu::Kernel::layout) {
    if (count > 1)
      return Refused(
          Refusal{wrong_usage, "run --kernel=layout takes --partition, and perhaps the expression TENSOR; the partition says the rest"});
    if (s.partition.empty())
      return Refused(Refusal{
          wrong_usage,
          "run --kernel=layout takes --partition=LAYOUT, (block, thread, value) -> element, such as --partition=\"(4,8,2):(16,2,1)\""});
    if (count == 1) s.tensor = sources[0];
    return {};
  }
  if (!s.partition.empty()) return Refused(Refusal{wrong_usage, "--partition is of --kernel=layout"});
  const bool inner = s.kernel == gpu::Kernel::inner_partition;
  if (inner && count == 2) {
    s.tensor = sources[0];
    s.tile = sources[1];
  } else if (!inner && count == 3) {
    s.tensor = sources[0];
    s.tile = sources[1];
    s.threads = sources[2];
  } else {
    return Refused(Refusal{wrong_usage, inner ? "run --kernel=inner_partition takes the two expressions TENSOR TILE, and --values=SHAPE"
                                              : std::string(usage)});
  }
  if (inner && s.values.empty()) return Refused(Refusal{wrong_usage, "run --kernel=inner_partition takes --values=SHAPE, such as (1,4)"});
  return {};
}

tl::expected<gpu::LaunchPlan, Refusal> planned(const RunRequest& request) {
  Sheet sheet;
  const bool of_sheet = request.sources.size() == 1 && names_sheet(request.sources[0]);
  if (of_sheet) {
    auto loaded = load_sheet(request.sources[0], request.set, request.macros);
    if (!loaded) return Refused(Refusal{bad_input, loaded.error()});
    sheet = std::move(*loaded);
    if (sheet.launch.empty()) return Refused(Refusal{bad_input, fmt::format("{} has no @launch line", request.sources[0])});
  }
  if (!of_sheet && !(request.set.empty() && request.macros.empty()))
    return Refused(Refusal{wrong_usage, "--set, -D and -U are of a sheet or a program, and run was given expressions"});
  auto& s = sheet.launch;
  take_over(s, request.settings);
  if (!request.kernel.empty()) {
    const auto kernel = kernel_named(request.kernel);
    if (!kernel) return Refused(Refusal{wrong_usage, fmt::format("there is no kernel {}", request.kernel)});
    s.kernel = *kernel;
  } else if (!request.settings.partition.empty()) {
    s.kernel = gpu::Kernel::layout;
  }
  if (const auto idle = idle_option(request.settings, s.kernel); !idle.empty()) return Refused(Refusal{wrong_usage, idle});
  if (!request.element.empty()) {
    if (!element_bits(request.element)) return Refused(Refusal{wrong_usage, fmt::format("there is no element type {}", request.element)});
    s.element = request.element;
  }
  if (!of_sheet)
    if (const auto taken = take_expressions(request.sources, s); !taken) return Refused(taken.error());
  SheetEvaluator evaluator;
  evaluator.update(sheet);
  return plan(evaluator, s).map_error([](const std::string& why) { return Refusal{bad_input, why}; });
}

/// Room for the trace, or what is missing.
tl::expected<std::vector<algebra::TraceRecord>, std::string> room_for(const gpu::Launch& launch, algebra::MemoryBudget::Share& share) {
  const auto elements = gpu::traced_elements(launch, 1);
  if (auto taken = algebra::memory_budget().take(elements * static_cast<std::int64_t>(sizeof(algebra::TraceRecord))))
    share = std::move(*taken);
  try {
    return std::vector<algebra::TraceRecord>(static_cast<std::size_t>(elements));
  } catch (const std::bad_alloc&) {
  } catch (const std::length_error&) {
  }
  constexpr double mebibyte = 1024.0 * 1024.0;
  return tl::unexpected(
      fmt::format("The trace of {} elements needs {:.0f} MiB of memory, more than there is. Take a slice or a smaller tensor.", elements,
                  static_cast<double>(elements) * sizeof(algebra::TraceRecord) / mebibyte));
}

}  // namespace

int run_launch(const RunRequest& request) {
  const auto faults = gpu::faults_from(request.inject);
  if (!faults) return complain(wrong_usage, faults.error());
  if (request.source && request.json) return complain(wrong_usage, "--source prints the kernel, --json the report: take one of them");
  const auto plan_made = planned(request);
  if (!plan_made) return complain(plan_made.error().status, plan_made.error().message);
  if (request.source) {
    print_out_document(gpu::launch_source(*plan_made));
    return done;
  }
  const auto want = request.device == "cuda" ? gpu::Want::cuda : request.device == "cpu" ? gpu::Want::cpu : gpu::Want::automatic;
  const auto runner = gpu::Runner::create(want, *faults);
  if (want == gpu::Want::cuda && !runner->why_not_cuda().empty()) return complain(environment_failed, runner->why_not_cuda());
  algebra::MemoryBudget::Share share;
  auto trace = room_for(plan_made->launch, share);
  if (!trace) return complain(environment_failed, trace.error());
  gpu::Progress progress;
  const ProgressLine line(
      [&progress] {
        const auto total = progress.total.load();
        if (total <= 0) return std::string();
        return fmt::format("{:3.0f} % of {}", std::min(100.0, 100.0 * static_cast<double>(progress.done) / static_cast<double>(total)),
                           total);
      },
      false);
  auto report = gpu::run(*runner, plan_made->launch, *trace, progress);
  if (!report) return complain(environment_failed, report.error().message);
  if (plan_made->mma) report->mma = gpu::run_mma(*runner, *plan_made->mma);
  if (request.json) print_out_json(gpu::report_json(plan_made->launch, *report) + "\n");
  else print_out_text(gpu::report_text(plan_made->launch, *report) + "\n");
  return done;
}

}  // namespace app
