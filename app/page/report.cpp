#include "app/page/report.hpp"

#include <algorithm>
#include <string_view>

#include "algebra/text/characters.hpp"
#include "gpu/run/cpu_trace.hpp"
#include "gpu/run/report.hpp"
#include "gpu/run/summary.hpp"

namespace app {
namespace {

/// Some milliseconds in a page.
constexpr std::int64_t most_traced = std::int64_t{1} << 16;

}  // namespace

std::vector<std::pair<std::string, std::string>> report_rows(const gpu::LaunchPlan& plan) {
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
  std::vector<std::pair<std::string, std::string>> rows;
  const auto text = gpu::report_text(launch, report);
  for (std::string_view rest = text; !rest.empty();) {
    const auto line = algebra::take_until(rest, '\n');
    // The values stand in a column of their own.
    constexpr std::size_t column = 24;
    const auto label = algebra::trimmed(line.substr(0, column));
    rows.emplace_back(label, line.size() > column ? algebra::trimmed(line.substr(column)) : std::string_view());
  }
  return rows;
}

}  // namespace app
