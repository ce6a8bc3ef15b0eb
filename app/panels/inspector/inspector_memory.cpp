#include "app/panels/inspector/inspector_panel.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "app/actions/inspector_rows.hpp"
#include "app/actions/looking.hpp"
#include "app/actions/pointer.hpp"
#include "app/panels/launch/launch_view.hpp"
#include "app/ui/widgets.hpp"

namespace app {
namespace {

constexpr int most_lines = 16;  ///< the limit of lines drawn

const gpu::WarpRequests* requests_of(Ui& ui, const Workspace& workspace, int entry) {
  auto& state = inspector_state(ui);
  const auto& result = workspace.result(entry);
  const int bits = workspace.sheet().entries[static_cast<std::size_t>(entry)].view.bits_of(result.evaluation->value);
  if (state.requests_version != result.version || state.requests_bits != bits) {
    state.requests_version = result.version;
    state.requests_bits = bits;
    state.requests = gpu::WarpRequests::of(*result.evaluation, bits);
    state.request = 0;
    state.request_of = {};
  }
  return state.requests ? &*state.requests : nullptr;
}

/// Draws a row per line of memory: its elements, with requested ones in their lane's colour, and a frame around each touched sector.
void touched_lines(Rows& rows, const Workspace& workspace, const ViewState& view, Requests& requests, int entry,
                   const gpu::WarpRequests& warps, std::int64_t number, const gpu::WarpRequest& r) {
  auto& ui = rows.ui;
  const int bytes = warps.element_bytes();
  const auto per_line = std::max(1, gpu::line_bytes / bytes), per_sector = std::max(1, gpu::sector_bytes / bytes);
  const auto [lane_of, lines, sectors] = touched_by(warps, r);
  const auto& tiny = ui.fonts.mono_tiny;
  float gutter = 0;
  for (const auto line : lines) gutter = std::max(gutter, text_width(tiny, fmt::format("{}", line)) + ui.px(6));
  const float cell = (rows.width - gutter) / static_cast<float>(per_line), height = std::clamp(cell, ui.px(12), ui.px(16));
  const auto element = shown_element(workspace, view);
  const auto pointed = element && element.entry == entry ? element.coordinate : -1;
  const auto fills = render::ramp(render::PaletteName::cutescope, ui.theme_name);
  const auto mouse = ImGui::GetIO().MousePos;
  int drawn = 0;
  for (const auto line : lines) {
    if (drawn++ == most_lines) {
      rows.words(fmt::format("… {} {}", lines.size() - most_lines, ui.tr("more lines")), ui.ink.faint);
      break;
    }
    const float x = rows.x + gutter, y = rows.y;
    draw_text_right(rows.list, tiny, {x - ui.px(5), y + (height - tiny.size) / 2}, ui.ink.faint, fmt::format("{}", line));
    rows.list->AddRectFilled({x, y}, {x + cell * static_cast<float>(per_line), y + height}, ui.ink.chip);
    for (int i = 0; i < per_line; ++i) {
      const auto it = lane_of.find(line * per_line + i);
      if (it == lane_of.end()) continue;
      const ImVec2 a{x + static_cast<float>(i) * cell, y}, b{a.x + cell, y + height};
      rows.list->AddRectFilled({a.x + 0.5f, a.y}, {b.x - 0.5f, b.y}, colour(fills[static_cast<std::size_t>(it->second) % fills.size()]));
      auto c = warps.coordinate(number, it->second);
      if (c >= 0) c += it->first - r.lanes[static_cast<std::size_t>(it->second)];
      if (pointed >= 0 && c == pointed) compat::rectangle(rows.list, {a.x - 1, a.y - 1}, {b.x + 1, b.y + 1}, ui.ink.pin, 0, ui.px(2));
      if (!ImGui::IsWindowHovered() || mouse.x < a.x || mouse.x >= b.x || mouse.y < a.y || mouse.y >= b.y) continue;
      hint(ui, fmt::format("{} {} · {} {}", ui.tr("lane"), it->second, ui.tr("element"), it->first));
      if (c >= 0) requests.add<hover_element>(Element{entry, c});
    }
    for (int s = 0; s < per_line / per_sector; ++s) {
      const ImVec2 a{x + static_cast<float>(s * per_sector) * cell, y};
      const bool touched = sectors.contains(line * (gpu::line_bytes / gpu::sector_bytes) + s);
      compat::rectangle(rows.list, a, {a.x + cell * static_cast<float>(per_sector), y + height}, touched ? ui.ink.faint : ui.ink.line, 0,
                        touched ? ui.px(1.5f) : 1);
    }
    rows.y += height + ui.px(3);
  }
  rows.y += ui.px(4);
}

/// Draws the number of the current request, with buttons for its neighbours.
void request_buttons(Rows& rows, std::int64_t count) {
  auto& ui = rows.ui;
  auto& state = inspector_state(ui);
  const auto place = fmt::format("{} / {}", grouped(state.request + 1), grouped(count));
  const float y = rows.y;
  const auto turned = stepper(ui, "request", place, {rows.x + rows.width, y}, state.request > 0, state.request + 1 < count, ui.ink.text);
  draw_fitted(rows.list, ui, ui.fonts.ui_small, {rows.x, y}, rows.width - turned.width, ui.ink.faint, ui.tr("warp request"));
  state.request += turned.step;
  rows.y += ui.fonts.ui_small.size + ui.px(6);
  help_term(ui, "inspector", "warp request", {rows.x, y}, {rows.x + rows.width, rows.y});
}

/// Returns the fitting loads and stores of a tensor in tensor memory, with reasons for the others; empty for any other entry.
const std::vector<ToldRow>& tensor_memory_rows(const Ui& ui, const Workspace& workspace, int entry) {
  auto& state = inspector_state(ui);
  const std::pair of(workspace.result(entry).version, ui.texts->language());
  if (std::exchange(state.tmem_of, of) != of) state.tmem = tensor_memory(workspace, entry, *ui.texts);
  return state.tmem;
}

}  // namespace

void memory_tab(Rows& rows, const Workspace& workspace, const ViewState& view, Requests& requests) {
  auto& ui = rows.ui;
  const int entry = inspected_entry(workspace, view);
  if (entry >= 0)
    if (const auto& in_tensor_memory = tensor_memory_rows(ui, workspace, entry); !in_tensor_memory.empty())
      return rows.tell(in_tensor_memory, requests);
  const auto* warps = entry >= 0 ? requests_of(ui, workspace, entry) : nullptr;
  if (warps == nullptr) {
    nothing_to_show(rows, "Select a layout to see the memory requests of a warp that reads it.");
    return;
  }
  auto& state = inspector_state(ui);
  const auto element = shown_element(workspace, view);
  if (element && element.entry == entry && element.coordinate < warps->coordinates() && element != state.request_of) {
    state.request_of = element;
    state.request = warps->of_coordinate(element.coordinate);
  }
  state.request = std::clamp<std::int64_t>(state.request, 0, warps->count() - 1);
  rows.heading((*ui.texts)(algebra::message("A warp reads {}", shown_name(workspace, entry))));
  request_buttons(rows, warps->count());
  const auto r = warps->request(state.request);
  rows.tell(warp_request_rows(*warps, state.request, r.request, *ui.texts), requests);
  const float picture = rows.y;
  rows.heading(ui.tr("memory, 128 B lines × 32 B sectors"));
  touched_lines(rows, workspace, view, requests, entry, *warps, state.request, r);
  help_term(ui, "inspector", "memory, 128 B lines × 32 B sectors", {rows.x, picture}, {rows.x + rows.width, rows.y});

  const auto& sum = warps->sum();
  rows.tell(warp_sum_rows(*warps, *ui.texts), requests);
  if (sum.worst_sectors > 0 && sum.sectors > sum.ideal) {
    const auto words = fmt::format("{}{}{}", ui.tr("most sectors in request"), ui.tr(": "), sum.worst + 1);
    if (text_button(ui, ui.fonts.ui_small, "worst", fitted(ui.fonts.ui_small, words, rows.width), {rows.x, rows.y}, Pointed::accent))
      state.request = sum.worst;
    help_term(ui, "inspector", "most sectors in request");
    rows.y += ui.fonts.ui_small.size + ui.px(6);
  }
  rows.words(ui.tr(warps->by_thread() ? "A request is one value of 32 neighbouring threads."
                                      : "A request is 32 neighbouring 1-D coordinates, one a thread."),
             ui.ink.faint);
}

}  // namespace app
