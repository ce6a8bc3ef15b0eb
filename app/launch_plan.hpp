#pragma once
// From the sheet's launch settings to something that can run.

#include <string>

#include <tl/expected.hpp>

#include "algebra/partition.hpp"
#include "app/evaluation.hpp"
#include "gpu/launch.hpp"

namespace app {

struct LaunchPlan {
  algebra::Layout tensor;           ///< at offset 0; an offset of its own is left out of the trace
  algebra::Partition partition;
  gpu::Launch launch;

  std::int64_t blocks() const { return algebra::size(algebra::mode(launch.partition, 0)); }
  std::int64_t threads() const { return algebra::size(algebra::mode(launch.partition, 1)); }
  std::int64_t values() const { return algebra::size(algebra::mode(launch.partition, 2)); }
  std::int64_t warps() const { return (threads() + 31) / 32; }
  /// Warp requests in the launch: one per value, block and warp, in that order.
  std::int64_t accesses() const { return values() * blocks() * warps(); }
};

/// Error: one or two sentences that name the field and what would work.
tl::expected<LaunchPlan, std::string> plan(const SheetEvaluator&, const LaunchSettings&);

/// The same from three expressions, for `cutescope run TENSOR TILE THREADS`.
tl::expected<LaunchPlan, std::string> plan_from(const algebra::Value& tensor, const algebra::Value& tile,
                                                const algebra::Value& threads, const LaunchSettings&);

}  // namespace app
