#include "app/panels/launch/launch_view.hpp"

#include "app/actions/launching.hpp"

namespace app {

void LaunchView::go(std::int64_t to) const { requests.add<go_to_request>(to); }

void LaunchView::pick(std::int64_t block, std::int64_t thread) const {
  const auto& io = ImGui::GetIO();
  requests.add(LaunchScene::pick(block, thread, io.KeyCtrl ? Whom::block : io.KeyShift ? Whom::warp : Whom::thread));
}

ImU32 LaunchView::thread_colour(std::int64_t thread) const {
  const auto fills = render::ramp(render::PaletteName::cutescope, ui.theme_name);
  return colour(fills[static_cast<std::size_t>(thread) % fills.size()]);
}

}  // namespace app
