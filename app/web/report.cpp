#include "app/web/report.hpp"

#include <utility>

#include "gpu/run/cpu_trace.hpp"
#include "gpu/run/report.hpp"
#include "gpu/run/summary.hpp"

namespace app {
namespace {

/// The most accesses that are traced, some milliseconds in a page.
constexpr std::int64_t most_traced = std::int64_t{1} << 16;

}  // namespace

std::vector<gpu::ReportRow> report_rows(const gpu::LaunchPlan& plan) {
  const auto& launch = plan.launch;
  auto report = gpu::started(plan.shape, gpu::Path::cpu, "CPU");
  report.memory = gpu::predict(plan.shape);
  if (launch.elements <= most_traced && plan.requests() <= most_traced) {
    std::vector<algebra::TraceRecord> trace(static_cast<std::size_t>(launch.elements));
    gpu::Progress progress;
    if (auto touches = gpu::traced_on_cpu(launch, trace, progress, "A page has no GPU.")) {
      report.touches = std::move(*touches);
      report.comparison = gpu::compare_with_algebra(launch, plan.shape, trace);
    }
  }
  return gpu::report_rows(launch, report);
}

}  // namespace app
