// Computes the parts of a report, one after the other.

#include <algorithm>
#include <bit>

#include "algebra/layout/memory_budget.hpp"
#include "gpu/run/runner.hpp"
#include "gpu/run/summary.hpp"

namespace gpu {

Report started(const LaunchShape& w, Path path, std::string device) {
  Report r;
  r.path = path;
  r.device = std::move(device);
  r.grid = w.grid;
  r.block = w.block;
  r.values = w.values;
  r.width = w.request_values;
  r.instruction = ptx_of(w.instruction);
  r.shared_by = w.shared_by;
  return r;
}

std::int64_t traced_elements(const Launch& launch, int copies) {
  const auto& budget = algebra::memory_budget();
  const auto most = std::min(budget.bytes() / 4, budget.left()) / (copies * static_cast<std::int64_t>(sizeof(algebra::TraceRecord)));
  if (launch.elements <= most) return launch.elements;
  return static_cast<std::int64_t>(std::bit_floor(static_cast<std::uint64_t>(most)));
}

tl::expected<Report, Failure> run(Runner& runner, const Launch& launch, std::span<algebra::TraceRecord> trace, Progress& progress) {
  const auto shape = launch_shape(launch);
  if (!shape) return tl::unexpected(shape.error());
  auto report = started(*shape, runner.why_not_cuda().empty() ? Path::copied : Path::cpu, runner.device_name());
  auto touches = runner.trace(launch, trace, progress);
  if (!touches) {
    if (touches.error().device_lost) runner.recover();
    return tl::unexpected(touches.error());
  }
  report.touches = *touches;
  report.memory = predict(*shape, &progress.cancelled);
  report.comparison = compare_with_algebra(launch, *shape, trace, &progress.cancelled);
  if (auto copied = runner.copy(launch, progress)) {
    report.copied = std::move(*copied);
  } else {
    if (copied.error().device_lost) runner.recover();
    if (!copied.error().message.empty()) report.copy_failure = copied.error();
  }
  return report;
}

}  // namespace gpu
