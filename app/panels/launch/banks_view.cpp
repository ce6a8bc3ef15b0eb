#include "app/panels/launch/launch_view.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/actions/finding.hpp"
#include "app/actions/launch_links.hpp"
#include "app/actions/looking.hpp"
#include "app/launch/bank_words.hpp"
#include "app/panels/found_layouts.hpp"
#include "app/ui/menus.hpp"
#include "app/ui/rows.hpp"
#include "app/ui/widgets.hpp"

namespace app {
namespace {

constexpr int banks = gpu::banks;

struct Sheet32 : Rows {
  const LaunchView& v;
  float cell, gutter;
  std::int64_t thread0;
  std::vector<std::int64_t> linked;                 ///< elements of the traced tensor, ascending
  std::vector<std::pair<ImVec2, ImVec2>> marked{};  ///< the boxes of their words in the phase that is drawn

  float column(int bank) const { return x + gutter + static_cast<float>(bank) * cell; }

  void bank_numbers() {
    const auto& face = ui.fonts.mono_tiny;
    int every = 1;
    while (static_cast<float>(every) * cell < text_width(face, "00") + ui.px(3)) every *= 2;
    for (int b = 0; b < banks; b += every) draw_text_centred(list, face, {column(b) + cell / 2, y}, ui.ink.faint, fmt::format("{}", b));
    y += face.size + ui.px(3);
  }

  void phase(int number, const gpu::Phase& phase) {
    const auto words = wanted_words(v.plan, v.mapping(), *v.current, phase, linked);
    const float top = y;
    const auto title = fmt::format("{} {}{}T{}–T{} · {}", ui.tr("phase"), number, ui.tr(": "), thread0 + phase.first_lane,
                                   thread0 + phase.first_lane + phase.lanes - 1, fmt::format(fmt::runtime(ui.tr("{}-way")), phase.ways));
    line(ui.fonts.ui_small, title, phase.ways > 1 ? ui.ink.error : ui.ink.text, 3);
    help_term(ui, "banks", "phase", {x, top}, {x + width, y});
    collisions(phase);
    gap(2);
    std::vector<std::int64_t> rows;
    for (const auto& [word, wanted] : words)
      if (rows.empty() || rows.back() != word / banks) rows.push_back(word / banks);
    marked.clear();
    for (const auto row : rows) row_of_words(row, phase, words);
    // Last, so that no neighbour's frame covers them.
    for (const auto& [a, e] : marked) compat::rectangle(list, {a.x - 1, a.y - 1}, {e.x + 2, e.y + 2}, ui.ink.pin, 0, ui.px(2.5f));
    gap(8);
  }

 private:
  void row_of_words(std::int64_t row, const gpu::Phase& phase, const WantedWords& words) {
    const auto& tiny = ui.fonts.mono_tiny;
    const float height = std::max(cell, tiny.size);
    draw_text_right(list, tiny, {x + gutter - ui.px(5), y + (height - tiny.size) / 2}, ui.ink.faint, fmt::format("{}", row));
    for (int b = 0; b < banks; ++b) {
      const ImVec2 a{column(b), y}, e{column(b + 1), y + height};
      const auto it = words.find(row * banks + b);
      const bool wanted = it != words.end();
      const bool collides = wanted && phase.words[static_cast<std::size_t>(b)].size() > 1;
      list->AddRectFilled(a, e, wanted ? v.thread_colour(thread0 + it->second.lanes.front()) : ui.ink.page);
      list->AddRect(a, {e.x + 1, e.y + 1}, ui.ink.line);
      if (!wanted) continue;
      const auto thread = thread0 + it->second.lanes.front();
      if (v.isolated() && !is_chosen(v.settings(), v.current->block, thread))
        list->AddRectFilled(a, e, (ui.ink.panel & 0x00FFFFFFu) | 0xB0000000u);
      if (collides) compat::rectangle(list, a, {e.x + 1, e.y + 1}, ui.ink.error, 0, ui.px(2));
      if (it->second.linked) marked.emplace_back(a, e);
      const auto label = fmt::format("{}", thread);
      if (text_width(tiny, label) + 2 <= cell)
        draw_text_centred(list, tiny, {(a.x + e.x) / 2, y + (height - tiny.size) / 2}, ui.ink.text, label);
      if (!ImGui::IsWindowHovered() || !ImGui::IsMouseHoveringRect(a, e)) continue;
      hint(ui, fmt::format("{} {}, {} {} · 0x{:X}\n{}", ui.tr("bank"), b, ui.tr("word"), row * banks + b, (row * banks + b) * 4,
                           lane_list(thread0, it->second.lanes)));
      if (const auto pointed = it->second.element >= 0 ? element_of_trace(v.workspace, it->second.element) : Element{})
        v.requests.add<hover_element>(pointed);
      if (clicked_here()) v.pick(v.current->block, thread);
    }
    y += height;
  }

  /// "bank 4: T0 T8 T16 T24, 4-way", the worst first.
  void collisions(const gpu::Phase& phase) {
    const auto hit = conflicts_of(phase, thread0);
    if (hit.empty()) line(ui.fonts.mono_small, ui.tr("no bank is wanted twice"), ui.ink.good, 2);
    constexpr std::size_t listed = 4;
    for (std::size_t k = 0; k < std::min(listed, hit.size()); ++k) {
      const auto ways = fmt::format(fmt::runtime(ui.tr("{}-way")), hit[k].ways);
      words(fmt::format("{} {}{}{}{}{}", ui.tr("bank"), hit[k].bank, ui.tr(": "), hit[k].lanes, ui.tr(", "), ways), ui.ink.error, 1);
    }
    if (hit.size() > listed) line(ui.fonts.ui_small, fmt::format("+ {} {}", hit.size() - listed, ui.tr("banks more")), ui.ink.error, 2);
  }
};

}  // namespace

void banks_view(const LaunchView& v, ImVec2 at, ImVec2 size) {
  auto& ui = v.ui;
  const ScrollArea part("banks", at, size);
  Rows rows(ui, part.list(), part.at(), part.width() - ui.px(4));
  if (v.plan.shape.instruction.by_box())
    return rows.words(ui.tr("TMA moves whole boxes by itself: no lanes of a warp meet in banks."), ui.ink.faint);
  if (!v.plan.launch.shared_memory)
    rows.words(ui.tr("The tensor is in global memory, which has no banks; this is how it would be in shared memory."), ui.ink.faint);
  if (!v.current) return rows.line(ui.fonts.ui_small, ui.tr("No request has been made yet."), ui.ink.faint, 0);
  const auto& r = *v.current;
  const auto phases = gpu::phases(v.plan.shape, v.mapping(), r.block, r.warp, r.access, v.direction());
  const auto request = gpu::request(v.plan.shape, v.mapping(), r.block, r.warp, r.access, v.direction());
  rows.words(
      fmt::format("{}{}{} B × {} {}{}{} {}", fmt::format(fmt::runtime(ui.tr("block {}, warp {}, access {}")), r.block, r.warp, r.access),
                  ui.tr(": "), gpu::asking(v.plan.shape, v.mapping()).bytes, request.lanes, ui.tr("lanes"), ui.tr(", "), request.wavefronts,
                  ui.tr(request.wavefronts == 1 ? "wavefront" : "wavefronts")),
      ui.ink.faint, 3);
  const auto last_row = v.plan.launch.elements * v.plan.launch.element_bytes / 128;
  const float gutter = text_width(ui.fonts.mono_tiny, fmt::format("{}", last_row)) + ui.px(8);
  const float cell = std::clamp(std::floor((rows.width - gutter) / banks), 3.0f, ui.px(18));
  Sheet32 sheet{rows, v, cell, gutter, std::int64_t{r.warp} * 32, traced_elements(v.workspace, v.view)};
  sheet.bank_numbers();
  if (request.conflicts() > 0) {
    if (sheet.link("remove conflicts", ui.tr("Remove these conflicts …"))) ImGui::OpenPopup("found layouts");
    help_term(ui, "banks", "remove");
  }
  if (const Popup popup(ui, "found layouts"); popup) found_layouts(ui, v.workspace, v.requests, of_launch);
  for (std::size_t k = 0; k < phases.size(); ++k) sheet.phase(static_cast<int>(k), phases[k]);
  sheet.gap(4);
  sheet.end();
}

}  // namespace app
