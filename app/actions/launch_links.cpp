#include "app/actions/launch_links.hpp"

#include <algorithm>

#include "app/actions/pointer.hpp"
#include "app/document/link_graph.hpp"
#include "gpu/run/playback.hpp"
#include "gpu/run/summary.hpp"

namespace app {
namespace {

std::optional<algebra::links::IndexMap> leg_of(const Workspace& workspace, int entry) {
  const auto* value = entry >= 0 ? workspace.result(entry).value() : nullptr;
  return value != nullptr ? algebra::links::index_map(*value) : std::nullopt;
}

std::vector<std::int64_t> touched_by(const gpu::LaunchPlan& plan, std::int64_t thread) {
  std::vector<std::int64_t> elements;
  const auto& shape = plan.shape;
  if (thread < 0 || thread >= shape.threads) return elements;
  for (std::int64_t b = 0; b < shape.blocks; ++b)
    for (std::int32_t v = 0; v < shape.values; ++v) {
      if (elements.size() >= LinkedElements::most_marks) return elements;
      const auto element = shape.element(static_cast<std::uint32_t>(b), static_cast<std::uint32_t>(thread), static_cast<std::uint32_t>(v));
      if (element != gpu::predicated_off) elements.push_back(element);
    }
  return elements;
}

}  // namespace

std::int64_t tensor_offset(const Workspace& workspace, int entry) {
  const auto* value = workspace.result(entry).value();
  const auto* tensor = value != nullptr ? std::get_if<algebra::Tensor>(value) : nullptr;
  return tensor != nullptr ? tensor->offset : 0;
}

int launch_tensor(const Workspace& workspace) {
  if (!workspace.launch()) return -1;
  const auto& s = workspace.sheet().launch;
  return workspace.evaluator().find(s.tensor.empty() ? s.partition : s.tensor);
}

int launch_threads(const Workspace& workspace) {
  return workspace.launch() ? workspace.evaluator().find(workspace.sheet().launch.threads) : -1;
}

std::vector<std::int64_t> traced_elements(const Workspace& workspace, const ViewState& view) {
  std::vector<std::int64_t> elements;
  const auto shown = shown_element(workspace, view);
  if (!shown || !workspace.launch()) return elements;
  const int tensor = launch_tensor(workspace), threads = launch_threads(workspace);
  if (const auto leg = leg_of(workspace, tensor)) {
    if (const auto* marked = linked(workspace, view).in(tensor))
      for (const auto c : marked->coordinates) elements.push_back((*leg)(c)-tensor_offset(workspace, tensor));
  }
  if (elements.empty() && shown.entry == threads)
    if (const auto leg = leg_of(workspace, threads); leg && shown.coordinate < leg->size())
      elements = touched_by(*workspace.launch(), (*leg)(shown.coordinate));
  std::sort(elements.begin(), elements.end());
  elements.erase(std::unique(elements.begin(), elements.end()), elements.end());
  return elements;
}

namespace {

/// Returns the first touch of the traced element that the shown element stands for; nullopt unless it is exactly one.
std::optional<algebra::Touch> first_touch_of(const Workspace& workspace, const ViewState& view) {
  const auto elements = traced_elements(workspace, view);
  if (elements.size() != 1 || elements.front() < 0) return std::nullopt;
  const auto& known = workspace.launch_touches();
  if (elements.front() < static_cast<std::int64_t>(known.size())) return known[static_cast<std::size_t>(elements.front())];
  const auto owners = gpu::owners(workspace.launch()->shape, elements.front(), 1);
  return owners.touches.empty() ? std::nullopt : std::optional(owners.touches.front());
}

}  // namespace

std::int64_t linked_request(const Workspace& workspace, const ViewState& view) {
  const auto touch = first_touch_of(workspace, view);
  return touch ? touch_position(*workspace.launch(), *touch) : -1;
}

std::vector<std::int64_t> owning_threads(const Workspace& workspace, const ViewState& view) {
  std::vector<std::int64_t> found;
  const auto shown = shown_element(workspace, view);
  const int threads = launch_threads(workspace);
  if (!shown || threads < 0 || shown.entry == threads) return found;
  const auto leg = leg_of(workspace, threads);
  const auto touch = leg ? first_touch_of(workspace, view) : std::nullopt;
  if (!touch) return found;
  algebra::links::Budget budget{LinkGraph::most_steps};
  leg->where(touch->thread, budget, [&](std::int64_t c) {
    found.push_back(c);
    return found.size() < LinkedElements::most_marks;
  });
  return found;
}

Element element_of_trace(const Workspace& workspace, std::int64_t element) {
  const int tensor = launch_tensor(workspace);
  const auto leg = leg_of(workspace, tensor);
  Element found;
  if (!leg) return found;
  algebra::links::Budget budget{LinkGraph::most_steps};
  leg->where(element + tensor_offset(workspace, tensor), budget, [&](std::int64_t c) {
    found = {tensor, c};
    return false;
  });
  return found;
}

std::optional<std::int64_t> launch_offset(const Workspace& workspace, const std::string& root) {
  const int tensor = workspace.launch() ? workspace.evaluator().find(workspace.sheet().launch.tensor) : -1;
  if (tensor < 0 || root.empty() || root_of(workspace.evaluator().results(), tensor) != root) return std::nullopt;
  return tensor_offset(workspace, tensor);
}

}  // namespace app
