#include "app/actions/launch_links.hpp"

#include <algorithm>

#include "app/document/linking.hpp"
#include "app/launch/playback.hpp"
#include "gpu/summary.hpp"

namespace app {
namespace {

std::optional<algebra::links::IndexMap> leg_of(const App& app, int entry) {
  const auto* value = entry >= 0 ? app.result(entry).value() : nullptr;
  return value != nullptr ? algebra::links::index_map(*value) : std::nullopt;
}

std::vector<std::int64_t> touched_by(const LaunchPlan& plan, std::int64_t thread) {
  std::vector<std::int64_t> elements;
  const auto& walk = plan.walk;
  if (thread < 0 || thread >= walk.threads) return elements;
  for (std::int64_t b = 0; b < walk.blocks; ++b)
    for (std::int32_t v = 0; v < walk.values; ++v) {
      if (elements.size() >= Counterparts::most_marks) return elements;
      elements.push_back(walk.from(static_cast<std::uint32_t>(b), static_cast<std::uint32_t>(thread), static_cast<std::uint32_t>(v)));
    }
  return elements;
}

}  // namespace

std::int64_t tensor_offset(const App& app, int entry) {
  const auto* value = app.result(entry).value();
  const auto* tensor = value != nullptr ? std::get_if<algebra::Tensor>(value) : nullptr;
  return tensor != nullptr ? tensor->offset : 0;
}

int launch_tensor(const App& app) {
  if (!app.launch()) return -1;
  const auto& s = app.sheet().launch;
  return app.evaluator().find(s.tensor.empty() ? s.partition : s.tensor);
}

int launch_threads(const App& app) { return app.launch() ? app.evaluator().find(app.sheet().launch.threads) : -1; }

std::vector<std::int64_t> traced_elements(const App& app) {
  std::vector<std::int64_t> elements;
  const auto shown = app.shown_element();
  if (!shown || !app.launch()) return elements;
  const int tensor = launch_tensor(app), threads = launch_threads(app);
  if (const auto leg = leg_of(app, tensor)) {
    if (const auto* marked = app.linked().in(tensor))
      for (const auto c : marked->coordinates) elements.push_back((*leg)(c)-tensor_offset(app, tensor));
  }
  if (elements.empty() && shown.entry == threads)
    if (const auto leg = leg_of(app, threads); leg && shown.coordinate < leg->size())
      elements = touched_by(*app.launch(), (*leg)(shown.coordinate));
  std::sort(elements.begin(), elements.end());
  elements.erase(std::unique(elements.begin(), elements.end()), elements.end());
  return elements;
}

namespace {

/// Who touches the one element of the trace that the shown element is.
std::optional<algebra::Touch> first_touch_of(const App& app) {
  const auto elements = traced_elements(app);
  if (elements.size() != 1 || elements.front() < 0) return std::nullopt;
  const auto& known = app.launch_touches();
  if (elements.front() < static_cast<std::int64_t>(known.size())) return known[static_cast<std::size_t>(elements.front())];
  const auto owners = gpu::owners(app.launch()->walk, elements.front(), 1);
  return owners.touches.empty() ? std::nullopt : std::optional(owners.touches.front());
}

}  // namespace

std::int64_t linked_request(const App& app) {
  const auto touch = first_touch_of(app);
  return touch ? touch_position(*app.launch(), *touch) : -1;
}

std::vector<std::int64_t> owning_threads(const App& app) {
  std::vector<std::int64_t> found;
  const auto shown = app.shown_element();
  const int threads = launch_threads(app);
  if (!shown || threads < 0 || shown.entry == threads) return found;
  const auto leg = leg_of(app, threads);
  const auto touch = leg ? first_touch_of(app) : std::nullopt;
  if (!touch) return found;
  algebra::links::Budget budget{Linking::most_steps};
  leg->where(touch->thread, budget, [&](std::int64_t c) {
    found.push_back(c);
    return found.size() < Counterparts::most_marks;
  });
  return found;
}

Element element_of_trace(const App& app, std::int64_t element) {
  const int tensor = launch_tensor(app);
  const auto leg = leg_of(app, tensor);
  Element found;
  if (!leg) return found;
  algebra::links::Budget budget{Linking::most_steps};
  leg->where(element + tensor_offset(app, tensor), budget, [&](std::int64_t c) {
    found = {tensor, c};
    return false;
  });
  return found;
}

}  // namespace app
