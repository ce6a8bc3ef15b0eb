#include "app/panels/inspector/inspector_memory.hpp"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "app/actions/looking.hpp"
#include "app/actions/pointer.hpp"
#include "app/panels/bars/help_card.hpp"
#include "app/panels/canvas/card.hpp"
#include "app/panels/inspector/inspector_panel.hpp"
#include "app/panels/inspector/inspector_tmem.hpp"
#include "app/panels/launch/launch_view.hpp"
#include "app/ui/widgets.hpp"

namespace app {
namespace {

constexpr int most_lines = 16;  ///< drawn

std::int64_t floor_div(std::int64_t a, std::int64_t b) { return a / b - (a % b < 0 ? 1 : 0); }

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

std::string ways(const Ui& ui, int n) { return fmt::format(fmt::runtime(ui.tr("{}-way")), n); }

std::string place_words(const Ui& ui, const gpu::WarpRequests& warps, std::int64_t number) {
  const auto p = warps.place(number);
  if (!warps.by_thread()) return fmt::format("{} {}–{}", ui.tr("coordinates"), p.first, p.last);
  const auto values = warps.values() > 1 ? fmt::format("V{}–V{}", p.value, p.value + warps.values() - 1) : fmt::format("V{}", p.value);
  return fmt::format("T{}–T{} · {}", p.first, p.last, values);
}

/// A row a line: its elements, those that a lane asks for in that lane's colour, and a frame around each sector touched.
void touched_lines(Pen& pen, const Workspace& workspace, const ViewState& view, Requests& requests, int entry,
                   const gpu::WarpRequests& warps, std::int64_t number, const gpu::WarpRequest& r) {
  auto& ui = pen.ui;
  const int bytes = warps.element_bytes();
  const auto per_line = std::max(1, gpu::line_bytes / bytes), per_sector = std::max(1, gpu::sector_bytes / bytes);
  std::map<std::int64_t, int> lane_of;  // element -> the first lane that asks for it
  std::set<std::int64_t> lines, sectors;
  for (int lane = 31; lane >= 0; --lane) {
    const auto element = r.lanes[static_cast<std::size_t>(lane)];
    if (element == gpu::absent) continue;
    for (std::int64_t k = 0; k < warps.values(); ++k) lane_of[element + k] = lane;
    lines.insert(floor_div(element * bytes, gpu::line_bytes));
    sectors.insert(floor_div(element * bytes, gpu::sector_bytes));
  }
  const auto& tiny = ui.fonts.mono_tiny;
  float gutter = 0;
  for (const auto line : lines) gutter = std::max(gutter, text_width(tiny, fmt::format("{}", line)) + ui.px(6));
  const float cell = (pen.width - gutter) / static_cast<float>(per_line), height = std::clamp(cell, ui.px(12), ui.px(16));
  const auto element = shown_element(workspace, view);
  const auto pointed = element && element.entry == entry ? element.coordinate : -1;
  const auto fills = render::ramp(render::PaletteName::cutescope, ui.theme_name);
  const auto mouse = ImGui::GetIO().MousePos;
  int drawn = 0;
  for (const auto line : lines) {
    if (drawn++ == most_lines) {
      pen.words(fmt::format("… {} {}", lines.size() - most_lines, ui.tr("more lines")), ui.ink.faint);
      break;
    }
    const float x = pen.x + gutter, y = pen.y;
    draw_text_right(pen.list, tiny, {x - ui.px(5), y + (height - tiny.size) / 2}, ui.ink.faint, fmt::format("{}", line));
    pen.list->AddRectFilled({x, y}, {x + cell * static_cast<float>(per_line), y + height}, ui.ink.chip);
    for (int i = 0; i < per_line; ++i) {
      const auto it = lane_of.find(line * per_line + i);
      if (it == lane_of.end()) continue;
      const ImVec2 a{x + static_cast<float>(i) * cell, y}, b{a.x + cell, y + height};
      pen.list->AddRectFilled({a.x + 0.5f, a.y}, {b.x - 0.5f, b.y}, colour(fills[static_cast<std::size_t>(it->second) % fills.size()]));
      auto c = warps.coordinate(number, it->second);
      if (c >= 0) c += it->first - r.lanes[static_cast<std::size_t>(it->second)];
      if (pointed >= 0 && c == pointed) compat::rectangle(pen.list, {a.x - 1, a.y - 1}, {b.x + 1, b.y + 1}, ui.ink.pin, 0, ui.px(2));
      if (!ImGui::IsWindowHovered() || mouse.x < a.x || mouse.x >= b.x || mouse.y < a.y || mouse.y >= b.y) continue;
      hint(ui, fmt::format("{} {} · {} {}", ui.tr("lane"), it->second, ui.tr("element"), it->first));
      if (c >= 0) requests.add<hover_element>(Element{entry, c});
    }
    for (int s = 0; s < per_line / per_sector; ++s) {
      const ImVec2 a{x + static_cast<float>(s * per_sector) * cell, y};
      const bool touched = sectors.contains(line * (gpu::line_bytes / gpu::sector_bytes) + s);
      compat::rectangle(pen.list, a, {a.x + cell * static_cast<float>(per_sector), y + height}, touched ? ui.ink.faint : ui.ink.line, 0,
                        touched ? ui.px(1.5f) : 1);
    }
    pen.y += height + ui.px(3);
  }
  pen.y += ui.px(4);
}

/// Which request, and the ways to its neighbours.
void request_buttons(Pen& pen, std::int64_t count) {
  auto& ui = pen.ui;
  auto& state = inspector_state(ui);
  const auto place = fmt::format("{} / {}", grouped(state.request + 1), grouped(count));
  const float y = pen.y;
  const auto turned = stepper(ui, "request", place, {pen.x + pen.width, y}, state.request > 0, state.request + 1 < count, ui.ink.text);
  draw_fitted(pen.list, ui, ui.fonts.ui_small, {pen.x, y}, pen.width - turned.width, ui.ink.faint, ui.tr("warp request"));
  state.request += turned.step;
  pen.y += ui.fonts.ui_small.size + ui.px(6);
  help_term(ui, "inspector", "warp request", {pen.x, y}, {pen.x + pen.width, pen.y});
}

}  // namespace

void memory_tab(Pen& pen, const Workspace& workspace, const ViewState& view, Requests& requests) {
  auto& ui = pen.ui;
  const int entry = inspected_entry(workspace, view);
  if (entry >= 0 && tensor_memory(pen, workspace, requests, entry)) return;
  const auto* warps = entry >= 0 ? requests_of(ui, workspace, entry) : nullptr;
  if (warps == nullptr) {
    pen.y += ui.px(10);
    pen.words(ui.tr("Select a layout to see what a warp would ask of memory for it."), ui.ink.faint);
    return;
  }
  auto& state = inspector_state(ui);
  const auto element = shown_element(workspace, view);
  if (element && element.entry == entry && element.coordinate < warps->coordinates() && element != state.request_of) {
    state.request_of = element;
    state.request = warps->of_coordinate(element.coordinate);
  }
  state.request = std::clamp<std::int64_t>(state.request, 0, warps->count() - 1);
  const auto& name = workspace.result(entry).name;
  pen.heading(fmt::format("{} {}", ui.tr("A warp reads"), name.empty() ? fmt::format("{}", entry + 1) : name));
  request_buttons(pen, warps->count());
  const auto r = warps->request(state.request);
  pen.row("lanes", place_words(ui, *warps, state.request));
  const bool poor = r.request.sectors > r.request.ideal_sectors;
  pen.row("lines", fmt::format("{}", r.request.lines));
  pen.row("sectors",
          fmt::format("{} ({} {}) · {:.0f} %", r.request.sectors, ui.tr("ideal"), r.request.ideal_sectors, 100 * r.request.efficiency()),
          poor ? ui.ink.hint : ui.ink.text);
  pen.row("bank conflicts",
          fmt::format("{} · {} {}", ways(ui, r.request.bank_ways), r.request.wavefronts,
                      ui.tr(r.request.wavefronts == 1 ? "wavefront" : "wavefronts")),
          r.request.conflicts() > 0 ? ui.ink.hint : ui.ink.text);
  const float picture = pen.y;
  pen.heading(ui.tr("memory, 128 B lines × 32 B sectors"));
  touched_lines(pen, workspace, view, requests, entry, *warps, state.request, r);
  help_term(ui, "inspector", "memory, 128 B lines × 32 B sectors", {pen.x, picture}, {pen.x + pen.width, pen.y});

  const auto& sum = warps->sum();
  pen.heading(sum.all ? ui.tr("All requests") : fmt::format("{} {} {}", ui.tr("The first"), grouped(sum.requests), ui.tr("requests")));
  const auto mean = [&](std::int64_t what) {
    return fmt::format("{:.3g}", static_cast<double>(what) / static_cast<double>(std::max<std::int64_t>(1, sum.requests)));
  };
  pen.row("requests", grouped(warps->count()));
  pen.row("lines per request", mean(sum.lines));
  pen.row("sectors per request", fmt::format("{} ({} {})", mean(sum.sectors), ui.tr("ideal"), mean(sum.ideal)),
          sum.sectors > sum.ideal ? ui.ink.hint : ui.ink.good);
  pen.row("bank conflicts", ways(ui, sum.worst_ways), sum.worst_ways > 1 ? ui.ink.hint : ui.ink.good);
  if (sum.worst_sectors > 0 && sum.sectors > sum.ideal) {
    const auto words = fmt::format("{}: {}", ui.tr("most sectors in request"), sum.worst + 1);
    if (text_button(ui, ui.fonts.ui_small, "worst", fitted(ui.fonts.ui_small, words, pen.width), {pen.x, pen.y}, Pointed::accent))
      state.request = sum.worst;
    help_term(ui, "inspector", "most sectors in request");
    pen.y += ui.fonts.ui_small.size + ui.px(6);
  }
  pen.words(ui.tr(warps->by_thread() ? "A request is one value of 32 neighbouring threads."
                                     : "A request is 32 neighbouring 1-D coordinates, one a thread."),
            ui.ink.faint);
}

}  // namespace app
