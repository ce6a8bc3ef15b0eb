// The fields that select block, thread and k tile, and what the selected thread does there.

#include "app/panels/map/map_page.hpp"

#include <algorithm>

#include "app/actions/map_rows.hpp"
#include "app/ui/rows.hpp"
#include "app/ui/widgets.hpp"

namespace app {
namespace {

using algebra::message;

/// Draws a number as a field and, if it has a range, a slider. Returns the new number if it has changed.
std::optional<std::int64_t> number_row(Ui& ui, float x, float& y, float width, const char* term, std::int64_t now, std::int64_t count) {
  auto* list = ImGui::GetWindowDrawList();
  const auto& face = ui.fonts.ui_small;
  const float labels = width * 0.24f, field = ui.px(52), height = ImGui::GetFrameHeight();
  draw_fitted(list, ui, face, {x, y + (height - face.size) / 2}, labels - ui.px(4), ui.ink.faint, ui.tr(term));
  std::optional<std::int64_t> wanted;
  int n = static_cast<int>(now);
  const int most = static_cast<int>(std::max<std::int64_t>(0, count - 1));
  ImGui::PushID(term);
  ImGui::SetCursorScreenPos({x + labels, y});
  ImGui::SetNextItemWidth(field);
  if (ImGui::InputInt("##field", &n, 0, 0)) wanted = std::clamp(n, 0, most);
  help_term(ui, "map", term);
  ImGui::SetCursorScreenPos({x + labels + field + ui.px(6), y});
  ImGui::SetNextItemWidth(width - labels - field - ui.px(6));
  if (ImGui::SliderInt("##slider", &n, 0, most, "")) wanted = std::clamp(n, 0, most);
  ImGui::PopID();
  y += height + ui.px(4);
  return wanted == now ? std::nullopt : wanted;
}

/// Draws the block's coordinates. The map is read again once all of them are typed.
void block_row(const MapPageView& v, float x, float& y, float width) {
  auto& ui = v.ui;
  auto& panel = v.panel;
  const auto& flow = v.map.flow();
  if (panel.block_of != v.look.block) {
    panel.block_of = v.look.block;
    for (std::size_t i = 0; i < 3; ++i) panel.block[i] = static_cast<int>(i < panel.block_of.size() ? panel.block_of[i] : 0);
  }
  const auto& face = ui.fonts.ui_small;
  const float labels = width * 0.24f, height = ImGui::GetFrameHeight(), each = (width - labels - ui.px(12)) / 3;
  draw_fitted(ImGui::GetWindowDrawList(), ui, face, {x, y + (height - face.size) / 2}, labels - ui.px(4), ui.ink.faint, ui.tr("block"));
  bool typing = false;
  for (std::size_t i = 0; i < 3; ++i) {
    ImGui::PushID(static_cast<int>(i));
    ImGui::SetCursorScreenPos({x + labels + static_cast<float>(i) * (each + ui.px(6)), y});
    ImGui::SetNextItemWidth(each);
    if (i == 0 && v.look.going) {
      ImGui::SetKeyboardFocusHere();
      v.requests.add<end_going>();
    }
    ImGui::InputInt("##block", &panel.block[i], 0, 0);
    typing = typing || ImGui::IsItemActive();
    help_term(ui, "map", "block");
    ImGui::PopID();
  }
  y += height + ui.px(4);
  if (typing || v.look.going || std::ranges::equal(panel.block, v.look.block)) return;
  std::vector<std::int64_t> block;
  for (std::size_t i = 0; i < 3; ++i) {
    const auto most = i < flow.grid.size() ? flow.grid[i] - 1 : flow.grid.empty() ? std::int64_t{1} << 30 : 0;
    panel.block[i] = static_cast<int>(std::clamp<std::int64_t>(panel.block[i], 0, std::max<std::int64_t>(0, most)));
    block.push_back(panel.block[i]);
  }
  v.requests.add<look_at_block>(block);
}

/// Draws the fields in a window of their own, so that Tab moves among them. Returns their bottom.
float go_to(const MapPageView& v, float x, float y, float width) {
  const float row = ImGui::GetFrameHeight() + v.ui.px(4);
  const float end = y + row * static_cast<float>(2 + (v.map.flow().threads > 32 ? 1 : 0) + (v.map.k_tile_count() > 0 ? 1 : 0));
  ScrollArea fields("who", {x, y}, {width, end - y}, ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
  const auto& choice = v.look.choice;
  const auto threads = static_cast<std::int64_t>(v.map.flow().threads), warp = static_cast<std::int64_t>(choice.thread / 32);
  block_row(v, x, y, width);
  auto next = choice;
  if (threads > 32)
    if (const auto w = number_row(v.ui, x, y, width, "warp", warp, (threads + 31) / 32))
      next.thread = static_cast<std::size_t>(std::min<std::int64_t>(threads - 1, *w * 32 + static_cast<std::int64_t>(choice.thread % 32)));
  if (const auto t = number_row(v.ui, x, y, width, "thread", static_cast<std::int64_t>(choice.thread), threads))
    next.thread = static_cast<std::size_t>(*t);
  if (v.map.k_tile_count() > 0)
    if (const auto k = number_row(v.ui, x, y, width, "k tile", std::max<std::int64_t>(0, choice.k_tile), v.map.k_tile_count()))
      next = at_k_tile(v.map, next, *k);
  if (next != choice) v.go(next);
  fields.end(end - 1);
  return end;
}

}  // namespace

void map_facts(const MapPageView& v, ImVec2 at, ImVec2 size) {
  auto& ui = v.ui;
  auto& panel = v.panel;
  const auto& choice = v.look.choice;
  const float inset = ui.px(12);
  help_here(ui, "map.thread", at, {at.x + size.x, at.y + size.y});
  if (!panel.said || !(panel.said_of == choice)) {
    panel.said = true;
    if (panel.said_of.thread != choice.thread) panel.known.clear();
    panel.said_of = choice;
    panel.facts = thread_facts(v.map, choice.thread, choice.k_tile, choice.moment, panel.known);
    panel.trail = choice.pointed ? trail_facts(v.map, trail_of(v.map, *choice.pointed, choice.moment)) : std::vector<MapFacts>{};
  }
  const auto& block = v.map.flow().block;
  const auto who = (*ui.texts)(message("Block ({},{}) · warp {} · thread {}", block.empty() ? 0 : block[0], block.size() < 2 ? 0 : block[1],
                                       choice.thread / 32, choice.thread));
  draw_fitted(ImGui::GetWindowDrawList(), ui, ui.fonts.ui_bold, {at.x + inset, at.y + ui.px(10)}, size.x - 2 * inset, ui.ink.text, who);
  const float y = go_to(v, at.x + inset, at.y + ui.px(34), size.x - 2 * inset) + ui.px(4);
  const ScrollArea scroll("facts", {at.x, y}, {size.x, at.y + size.y - y});
  Rows rows(ui, scroll.list(), {scroll.at().x + inset, scroll.at().y}, scroll.width() - 2 * inset, "map", Values::at_the_right);
  rows.tell(thread_rows(v.state.workspace, v.map, v.look, panel.facts, panel.trail, *ui.texts), v.requests);
  rows.end();
}

}  // namespace app
