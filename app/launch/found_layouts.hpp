#pragma once
// The best layouts for an entry, or for the launch's tile, as menus list them.

#include <optional>
#include <string>

#include "algebra/text/message.hpp"
#include "app/document/evaluation.hpp"
#include "gpu/run/launch_plan.hpp"
#include "gpu/suggest/suggest.hpp"

namespace app {

/// The entry index that means the launch's tile.
inline constexpr int of_launch = -1;

/// A question of the sheet with its answer, or a sentence why it has no question.
struct FoundLayouts {
  std::optional<gpu::TileQuestion> question;
  gpu::Answer answer;
  algebra::Message why_not;
};
/// Searches the family for at most a second; without padding if that is not enough.
FoundLayouts find_layouts(const SheetEvaluator&, const LaunchSettings&, int entry);

/// Adds a found layout as an entry below `entry`, or below the launch's tensor; for a launch of one block it becomes the tensor. plan: of
/// the launch; null: none. Returns the index of the new entry.
int add_layout(Sheet&, const SheetEvaluator&, const gpu::LaunchPlan* plan, int entry, const std::string& expression);

}  // namespace app
