#include "app/panels/launch/launch_view.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/actions/launching.hpp"

namespace app {

LaunchView::LaunchView(Ui& u, const Workspace& w, const ViewState& v, Requests& todo, const gpu::LaunchPlan& p)
    : ui(u), workspace(w), view(v), requests(todo), plan(p) {
  total = plan.requests();
  position = settings().position < 0 ? total : std::min(settings().position, total);
  if (position > 0) current = request_at(plan, position - 1);
  const auto& instruction = plan.shape.instruction;
  two_sided = !instruction.by_matrix() && (!plan.shape.same_place || plan.shape.shared_memory);
  loads = two_sided ? !view.playback.stores : instruction.kind != gpu::Instruction::Kind::store_matrix;
}

bool LaunchView::chosen(const gpu::RequestAt& r) const {
  const auto& s = settings();
  return (s.block < 0 || s.block == r.block) && (s.warp < 0 || s.warp == r.warp) && (s.thread < 0 || s.thread / 32 == r.warp);
}

void LaunchView::go(std::int64_t to) const { requests.add<go_to_request>(to); }

void LaunchView::pick(std::int64_t block, std::int64_t thread) const {
  const auto& io = ImGui::GetIO();
  auto next = settings();
  next.block = plan.blocks() > 1 || io.KeyCtrl ? block : -1;
  next.warp = io.KeyShift && !io.KeyCtrl ? thread / 32 : -1;
  next.thread = io.KeyShift || io.KeyCtrl ? -1 : thread;
  if (next == settings()) next.block = next.warp = next.thread = -1;
  requests.add<isolate>(next.block, next.warp, next.thread);
}

std::string LaunchView::box_name(std::uint32_t block, std::uint32_t access) const {
  auto text = fmt::format("{} {}", ui.tr("block"), block);
  const auto ctas = static_cast<std::uint32_t>(plan.shape.instruction.ctas);
  if (ctas > 1) text += fmt::format(", CTA {} / {}", block % ctas, ctas);
  return text + fmt::format(", {} {}", ui.tr("instruction"), access);
}

void LaunchView::tooltip(std::int64_t element) const {
  const auto byte = element * plan.launch.element_bytes;
  auto text = fmt::format("{} {} · 0x{:X}\n{} {}, {} {}", ui.tr("element"), element, byte, ui.tr("line"), byte / 128, ui.tr("sector"),
                          byte / 32 % 4);
  if (plan.launch.shared_memory) text += fmt::format(" · {} {}", ui.tr("bank"), byte / 4 % 32);
  const auto& owners = launch_of(ui).tables.owners(plan, element);
  if (owners.total == 0) text += fmt::format("\n{}", ui.tr("nobody touches it"));
  if (owners.total > 1) text += fmt::format("\n{}{}{}", ui.tr("touches"), ui.tr(": "), owners.total);
  for (const auto& t : owners.touches) {
    if (plan.shape.instruction.by_box()) {
      const auto values = static_cast<std::uint32_t>(plan.shape.request_values);
      text += fmt::format("\n{} · V{}", box_name(t.block, t.access / values), t.access);
      continue;
    }
    text += fmt::format("\nT{} V{}", t.thread, t.access);
    if (plan.blocks() > 1) text += fmt::format(" · {} {}", ui.tr("block"), t.block);
  }
  if (!owners.touches.empty() && (owners.total < 0 || owners.total > static_cast<std::int64_t>(owners.touches.size()))) text += "\n…";
  hint(ui, text);
}

ImU32 LaunchView::thread_colour(std::int64_t thread) const {
  const auto fills = render::ramp(render::PaletteName::cutescope, ui.theme_name);
  return colour(fills[static_cast<std::size_t>(thread) % fills.size()]);
}

std::optional<algebra::Touch> LaunchView::first(std::int64_t element) const {
  if (element < 0 || element >= plan.launch.elements) return std::nullopt;
  const auto& known = workspace.launch_touches();
  if (!known.empty()) return known[static_cast<std::size_t>(element)];
  const auto& owners = launch_of(ui).tables.owners(plan, element);
  if (owners.touches.empty()) return std::nullopt;
  return owners.touches.front();
}

}  // namespace app
