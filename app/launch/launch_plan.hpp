#pragma once
// From the sheet's launch settings to something that can run.

#include <optional>
#include <string>

#include <tl/expected.hpp>

#include "algebra/partition.hpp"
#include "app/document/evaluation.hpp"
#include "gpu/launch.hpp"
#include "gpu/walk.hpp"

namespace app {

struct LaunchPlan {
  algebra::Layout tensor;               ///< at offset 0; an offset of its own is left out of the trace. Cells of the trace's grid
  std::optional<algebra::Outer> outer;  ///< the tensor's swizzle and offset: cell (i,j) is element outer(tensor(i,j))
  algebra::Partition partition;
  gpu::Launch launch;
  gpu::Walk walk;  ///< of the launch

  std::int64_t blocks() const { return walk.blocks; }
  std::int64_t threads() const { return walk.threads; }
  std::int64_t values() const { return walk.values; }
  std::int64_t warps() const { return walk.warps(); }
  /// Warp requests in the launch: one per access, block and warp, in that order.
  std::int64_t requests() const { return walk.accesses() * blocks() * warps(); }
};

/// Error: one or two sentences that name the field and what would work.
tl::expected<LaunchPlan, std::string> plan(const SheetEvaluator&, const LaunchSettings&);

}  // namespace app
