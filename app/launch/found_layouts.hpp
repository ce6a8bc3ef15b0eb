#pragma once
// The best layouts for an entry, or for the launch's tile, as menus list them.

#include <optional>
#include <string>

#include "algebra/text/message.hpp"
#include "app/document/evaluation.hpp"
#include "gpu/run/launch_plan.hpp"
#include "gpu/suggest/suggest.hpp"

namespace app {

/// The entry of a question that is the launch's.
inline constexpr int of_launch = -1;

/// A question of the sheet with its answer, or why there is none, in a sentence.
struct FoundLayouts {
  std::optional<gpu::TileQuestion> question;
  gpu::Answer answer;
  algebra::Message why_not;
};
/// Goes through the family, for a second at most; without padding where that is not enough.
FoundLayouts find_layouts(const SheetEvaluator&, const LaunchSettings&, int entry);

/// Adds a layout that was found as an entry below `entry`, or below the launch's tensor. Of a launch of one block it becomes the tensor.
/// plan: of the launch; null: it has none. Returns the entry.
int add_layout(Sheet&, const SheetEvaluator&, const gpu::LaunchPlan* plan, int entry, const std::string& expression);

}  // namespace app
