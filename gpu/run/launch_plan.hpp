#pragma once
// Plans a launch: turns its form into something that can run.

#include <functional>
#include <optional>
#include <string>

#include <tl/expected.hpp>

#include "algebra/hardware/partition.hpp"
#include "algebra/language/value.hpp"
#include "algebra/text/message.hpp"
#include "gpu/launch/launch.hpp"
#include "gpu/launch/launch_form.hpp"
#include "gpu/launch/launch_shape.hpp"
#include "gpu/mma/mma_run.hpp"

namespace gpu {

struct LaunchPlan {
  algebra::Layout tensor;                       ///< without its offset, as in the trace; its cells are the trace's grid
  std::optional<algebra::OuterFunction> outer;  ///< the tensor's swizzle and offset: cell (i,j) is element outer(tensor(i,j))
  algebra::ElementType element;                 ///< of the tensor
  algebra::Partition partition;
  Launch launch;
  LaunchShape shape;             ///< of the launch
  std::optional<MmaLaunch> mma;  ///< for a tiled MMA: the tile that its instruction runs on

  std::int64_t blocks() const { return shape.blocks; }
  std::int64_t threads() const { return shape.threads; }
  std::int64_t values() const { return shape.values; }
  std::int64_t warps() const { return shape.warps(); }
  /// Returns the number of warp requests for the tensor: one per access, block and warp, in that order.
  std::int64_t requests() const { return shape.requests() * blocks() * warps(); }
};

/// Evaluates an expression over the names that the form may use. Error: one sentence.
using LookUp = std::function<tl::expected<algebra::Value, algebra::Message>(const std::string& expression)>;

/// Plans a form. Without an element type the elements have the tensor's, or else are f32. Error: one or two sentences that name the field
/// and what would work.
tl::expected<LaunchPlan, algebra::Message> plan_of(const LaunchForm&, const std::optional<algebra::ElementType>&, const LookUp&);

}  // namespace gpu
