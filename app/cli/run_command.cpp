#include "app/cli/run_command.hpp"

#include <algorithm>
#include <cctype>
#include <new>
#include <stdexcept>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "algebra/layout/memory_budget.hpp"
#include "app/cli/answers.hpp"
#include "app/cli/exit_status.hpp"
#include "app/cli/output.hpp"
#include "app/cli/progress_line.hpp"
#include "app/import/open.hpp"
#include "app/import/program.hpp"
#include "app/launch/launch_plan.hpp"
#include "gpu/run/launch_source.hpp"
#include "gpu/run/runner.hpp"

namespace app {
namespace {

using algebra::Message;
using algebra::message;

struct Refusal {
  int status = wrong_usage;
  Message message;
};
using Refused = tl::unexpected<Refusal>;

constexpr char usage[] =
    "run takes a sheet (.cutes), or the three expressions TENSOR TILE THREADS, such as \"(8,8):(8,1)\" \"(4,4)\" \"(2,4):(4,1)\"";

/// An option that says nothing about that kernel, in a sentence; "" if there is none.
Message idle_option(const RunRequest& request, gpu::Kernel kernel) {
  for (const auto& [field, value] : request.given) {
    std::vector<std::string_view> names;
    const auto kernels = gpu::kernels_with(field->key);
    if ((kernels & gpu::kernel_set({kernel})) != 0) continue;
    for (const auto& name : gpu::field_with_key("kernel")->choices())
      if ((kernels & gpu::kernel_set({*gpu::kernel_named(name)})) != 0) names.push_back(gpu::name_of(*gpu::kernel_named(name)));
    const auto last = names.back();
    names.pop_back();
    if (names.empty()) return message("{} is of {}, not of {}", field->option, last, gpu::name_of(kernel));
    return message("{} is of {} and {}, not of {}", field->option, fmt::format("{}", fmt::join(names, ", ")), last, gpu::name_of(kernel));
  }
  return {};
}

/// The expressions, in the order that the kernel takes them, and the options that it needs.
tl::expected<void, Refusal> take_expressions(const std::vector<std::string>& sources, LaunchSettings& s) {
  std::vector<const gpu::LaunchField*> expressions;
  Message option;  // that is needed
  std::size_t least = 0;
  for (const auto* field : gpu::fields_of(s.kernel)) {
    if (field->text == nullptr) continue;
    if (field->option.empty()) {
      expressions.push_back(field);
      least += field->needed ? 1 : 0;
    } else if (field->needed) {
      option = message("{}={}, such as {}=\"{}\"", field->option, field->placeholder, field->option, field->example);
      if ((s.*field->text).empty())
        return Refused(Refusal{wrong_usage, message("run --kernel={} takes {}", gpu::name_of(s.kernel), option)});
    }
  }
  if (sources.size() < least || sources.size() > expressions.size()) {
    if (option.empty()) return Refused(Refusal{wrong_usage, usage});
    std::string words;
    for (const auto* field : expressions) words += " " + std::string(field->name());
    std::ranges::transform(words, words.begin(), [](char c) { return static_cast<char>(std::toupper(static_cast<unsigned char>(c))); });
    const auto kernel = gpu::name_of(s.kernel);
    return Refused(Refusal{wrong_usage, least < expressions.size()
                                            ? message("run --kernel={} takes {}, and at most the expressions{}", kernel, option, words)
                                            : message("run --kernel={} takes {}, and the expressions{}", kernel, option, words)});
  }
  for (std::size_t i = 0; i < sources.size(); ++i) s.*expressions[i]->text = sources[i];
  return {};
}

tl::expected<gpu::LaunchPlan, Refusal> planned(const RunRequest& request) {
  Sheet sheet;
  const bool of_sheet = request.sources.size() == 1 && names_sheet(request.sources[0]);
  if (of_sheet) {
    auto loaded = load_sheet(request.sources[0], request.set, request.macros);
    if (!loaded) return Refused(Refusal{bad_input, loaded.error()});
    sheet = std::move(*loaded);
    if (sheet.launch.empty()) return Refused(Refusal{bad_input, message("{} has no @launch line", request.sources[0])});
  }
  if (!of_sheet && !(request.set.empty() && request.macros.empty()))
    return Refused(Refusal{wrong_usage, "--set, -D and -U are of a sheet or a program, and run was given expressions"});
  auto& s = sheet.launch;
  const auto is_given = [&](std::string_view key) {
    return std::ranges::any_of(request.given, [&](const auto& g) { return g.first->key == key; });
  };
  if (is_given("partition") && !is_given("kernel")) s.kernel = gpu::Kernel::layout;
  for (const auto& [field, value] : request.given)
    if (!field->set(s, value)) return Refused(Refusal{wrong_usage, message("there is no {} {}", Message(field->noun, {}), value)});
  if (const auto idle = idle_option(request, s.kernel); !idle.empty()) return Refused(Refusal{wrong_usage, idle});
  if (!of_sheet)
    if (const auto taken = take_expressions(request.sources, s); !taken) return Refused(taken.error());
  SheetEvaluator evaluator;
  evaluator.update(sheet);
  return plan(evaluator, s).map_error([](const Message& why) { return Refusal{bad_input, why}; });
}

/// Room for the trace, or what is missing.
tl::expected<std::vector<algebra::TraceRecord>, Message> room_for(const gpu::Launch& launch, algebra::MemoryBudget::Share& share) {
  const auto elements = gpu::traced_elements(launch, 1);
  if (auto taken = algebra::memory_budget().take(elements * static_cast<std::int64_t>(sizeof(algebra::TraceRecord))))
    share = std::move(*taken);
  try {
    return std::vector<algebra::TraceRecord>(static_cast<std::size_t>(elements));
  } catch (const std::bad_alloc&) {
  } catch (const std::length_error&) {
  }
  constexpr double mebibyte = 1024.0 * 1024.0;
  return tl::unexpected(message("The trace of {} elements needs {} MiB of memory, more than there is. Take a slice or a smaller tensor.",
                                elements, fmt::format("{:.0f}", static_cast<double>(elements) * sizeof(algebra::TraceRecord) / mebibyte)));
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
        const auto percent = std::min(100.0, 100.0 * static_cast<double>(progress.done) / static_cast<double>(total));
        return in_words(message("{} % of {}", fmt::format("{:3.0f}", percent), total));
      },
      false);
  auto report = gpu::run(*runner, plan_made->launch, *trace, progress);
  if (!report) return complain(environment_failed, report.error().message);
  if (plan_made->mma) report->mma = gpu::run_mma(*runner, *plan_made->mma);
  if (request.json) print_out_json(gpu::report_json(plan_made->launch, *report) + "\n");
  else print_out_text(gpu::report_text(plan_made->launch, *report, spoken_texts()) + "\n");
  return done;
}

}  // namespace app
