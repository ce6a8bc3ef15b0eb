#include "app/playback.hpp"

namespace app {

RequestAt request_at(const LaunchPlan& plan, std::int64_t position) {
  const auto warps = plan.warps(), blocks = plan.blocks();
  return {.block = static_cast<std::uint32_t>(position / warps % blocks),
          .warp = static_cast<std::uint32_t>(position % warps),
          .access = static_cast<std::uint32_t>(position / warps / blocks)};
}

std::int64_t touch_position(const LaunchPlan& plan, const algebra::Touch& touch) {
  return (std::int64_t{touch.access} * plan.blocks() + touch.block) * plan.warps() + touch.thread / 32;
}

std::vector<std::optional<algebra::Touch>> first_touches(const LaunchPlan& plan) {
  constexpr std::int64_t most = 1 << 16;
  const auto size = algebra::size(plan.launch.partition);
  if (plan.launch.elements > most || size > most) return {};
  std::vector<std::optional<algebra::Touch>> touches(static_cast<std::size_t>(plan.launch.elements));
  std::vector<std::int64_t> indices(static_cast<std::size_t>(size));
  algebra::indices(plan.launch.partition, 0, indices);
  const auto blocks = plan.blocks(), threads = plan.threads();
  for (std::int64_t i = 0; i < size; ++i) {
    const auto index = indices[static_cast<std::size_t>(i)];
    if (index < 0 || index >= plan.launch.elements) continue;
    const algebra::Touch touch{.block = static_cast<std::uint32_t>(i % blocks),
                               .thread = static_cast<std::uint32_t>(i / blocks % threads),
                               .access = static_cast<std::uint32_t>(i / blocks / threads)};
    auto& first = touches[static_cast<std::size_t>(index)];
    if (!first || algebra::touch_key(touch) < algebra::touch_key(*first)) first = touch;
  }
  return touches;
}

}  // namespace app
