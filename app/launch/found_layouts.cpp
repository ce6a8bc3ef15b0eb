#include "app/launch/found_layouts.hpp"

#include <chrono>
#include <cstddef>
#include <utility>

#include <fmt/format.h>

#include "app/document/written_call.hpp"
#include "app/launch/suggestion.hpp"
#include "gpu/suggest/suggest_text.hpp"

namespace app {
namespace {

constexpr std::size_t most_listed = 8;

/// Cancels a search that takes more than a second.
tl::expected<gpu::Answer, algebra::Message> within_a_second(const gpu::TileQuestion& q) {
  gpu::SuggestProgress progress;
  progress.until = std::chrono::steady_clock::now() + std::chrono::seconds(1);
  return gpu::suggest(q, most_listed, progress);
}

}  // namespace

FoundLayouts find_layouts(const SheetEvaluator& evaluator, const LaunchSettings& launch, int entry) {
  FoundLayouts found;
  auto q = entry == of_launch ? launch_question(evaluator, launch) : entry_question(evaluator, launch, entry);
  if (!q) {
    found.why_not = q.error();
    return found;
  }
  auto answer = within_a_second(*q);
  if (q->vary.padding_bytes > 0 && (!answer || answer->cancelled)) {
    q->vary.padding_bytes = 0;
    answer = within_a_second(*q);
  }
  if (!answer) found.why_not = answer.error();
  else if (answer->best.empty()) found.why_not = gpu::proof_text(*answer);
  else found.answer = std::move(*answer);
  if (found.why_not.empty()) found.question = std::move(*q);
  return found;
}

int add_layout(Sheet& sheet, const SheetEvaluator& evaluator, const gpu::LaunchPlan* plan, int entry, const std::string& expression) {
  const int count = static_cast<int>(sheet.entries.size());
  const auto& of = sheet.launch;
  const int tensor = plan != nullptr ? evaluator.find(of.tensor.empty() ? of.partition : of.tensor) : -1;
  const int beside = entry == of_launch ? tensor : entry;
  const int at = beside >= 0 && beside < count ? beside + 1 : count;
  const auto name = unused_name(evaluator);
  if (entry == of_launch && plan != nullptr && plan->blocks() == 1) sheet.launch.tensor = name;
  Entry added;
  added.text = fmt::format("{} = {}", name, expression);
  sheet.entries.insert(sheet.entries.begin() + at, std::move(added));
  return at;
}

}  // namespace app
