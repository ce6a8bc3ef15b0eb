#include "app/panels/launch/launch_view.hpp"

#include <algorithm>
#include <cfloat>
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
  float height = 0;                                 ///< of a row of words
  std::vector<std::pair<ImVec2, ImVec2>> marked{};  ///< boxes of these elements' words in the current phase

  float column(int bank) const { return x + gutter + static_cast<float>(bank) * cell; }

  void bank_numbers() {
    const auto& face = ui.fonts.mono_tiny;
    int every = 1;
    while (static_cast<float>(every) * cell < text_width(face, "00") + ui.px(3)) every *= 2;
    for (int b = 0; b < banks; b += every) draw_text_centred(list, face, {column(b) + cell / 2, y}, ui.ink.faint, fmt::format("{}", b));
    y += face.size + ui.px(3);
  }

  /// Draws the words of a phase. A tooltip on its row numbers describes it.
  void phase(int number, const gpu::Phase& phase) {
    const auto words = wanted_words(v.plan, v.mapping(), *v.current, phase, linked);
    const float top = y;
    marked.clear();
    const auto& tiny = ui.fonts.mono_tiny;
    float numbered = -FLT_MAX;
    for (const auto row : rows_of(words)) {
      if (y - numbered >= tiny.size) {
        draw_text_right(list, tiny, {x + gutter - ui.px(5), y + (height - tiny.size) / 2}, ui.ink.faint, fmt::format("{}", row));
        numbered = y;
      }
      row_of_words(row, phase, words);
    }
    // Drawn last, so that no neighbour covers them: frames of banks with conflicts and of the pointed words.
    for (int b = 0; b < banks; ++b)
      if (phase.words[static_cast<std::size_t>(b)].size() > 1)
        compat::rectangle(list, {column(b), top}, {column(b + 1) + 1, y + 1}, ui.ink.error, 0, ui.px(2));
    for (const auto& [a, e] : marked) compat::rectangle(list, {a.x - 1, a.y - 1}, {e.x + 2, e.y + 2}, ui.ink.pin, 0, ui.px(2.5f));
    if (ImGui::IsWindowHovered() && ImGui::IsMouseHoveringRect({x, top}, {x + gutter, y}))
      hint(ui, (*ui.texts)(phase_words(phase, number, thread0)));
    help_term(ui, "banks", "phase", {x, top}, {x + gutter, y});
    y += between_phases();
  }
  float between_phases() const { return ui.px(4); }

  static std::vector<std::int64_t> rows_of(const WantedWords& words) {
    std::vector<std::int64_t> rows;
    for (const auto& [word, wanted] : words)
      if (rows.empty() || rows.back() != word / banks) rows.push_back(word / banks);
    return rows;
  }

 private:
  void row_of_words(std::int64_t row, const gpu::Phase& phase, const WantedWords& words) {
    const auto& tiny = ui.fonts.mono_tiny;
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
      // In small cells, the frame of the whole bank shows the conflict.
      if (collides && height >= ui.px(8)) compat::rectangle(list, a, {e.x + 1, e.y + 1}, ui.ink.error, 0, ui.px(1));
      if (it->second.linked) marked.emplace_back(a, e);
      const auto label = fmt::format("{}", thread);
      if (text_width(tiny, label) + 2 <= cell && tiny.size <= height + 1)
        draw_text_centred(list, tiny, {(a.x + e.x) / 2, y + (height - tiny.size) / 2}, ui.ink.text, label);
      if (!ImGui::IsWindowHovered() || !ImGui::IsMouseHoveringRect(a, e)) continue;
      hint(ui, fmt::format("{} · 0x{:X}\n{}", (*ui.texts)(algebra::message("bank {}, word {}", b, row * banks + b)), (row * banks + b) * 4,
                           lane_list(thread0, it->second.lanes)));
      if (const auto pointed = it->second.element >= 0 ? element_of_trace(v.workspace, it->second.element) : Element{})
        v.requests.add<hover_element>(pointed);
      if (clicked_here()) v.pick(v.current->block, thread);
    }
    y += height;
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
    rows.words(ui.tr("The tensor is in global memory, which has no banks; shown as if it were in shared memory."), ui.ink.faint);
  if (!v.current) return rows.line(ui.fonts.ui_small, ui.tr("No request has been made yet."), ui.ink.faint, 0);
  const auto& r = *v.current;
  const auto phases = gpu::phases(v.plan.shape, v.mapping(), r.block, r.warp, r.access, v.direction());
  const auto last_row = v.plan.launch.elements * v.plan.launch.element_bytes / 128;
  const float gutter = text_width(ui.fonts.mono_tiny, fmt::format("{}", last_row)) + ui.px(8);
  const float cell = std::clamp(std::floor((rows.width - gutter) / banks), 3.0f, ui.px(28));
  Sheet32 sheet{rows, v, cell, gutter, std::int64_t{r.warp} * 32, traced_elements(v.workspace, v.view)};
  const auto whole = (*ui.texts)(request_words(v.plan, v.mapping(), r, v.direction()));
  const bool conflicts = std::ranges::any_of(phases, [](const gpu::Phase& phase) { return phase.ways > 1; });
  // All rows are shown if they remain readable, if need be without the text that is not about a phase.
  std::size_t count = 0;
  for (const auto& phase : phases) count += Sheet32::rows_of(wanted_words(v.plan, v.mapping(), r, phase, {})).size();
  const auto words = (*ui.texts)(phases_words(phases, sheet.thread0));
  const auto words_height = height_of_rows(ui, rows.width, [&](Rows& below) { below.words(words, 0, 6); });
  const auto others = height_of_rows(ui, rows.width, [&](Rows& below) { below.words(whole, 0, 3); }) +
                      (conflicts ? ui.fonts.ui_small.size + ui.px(10) : ui.px(4));
  const auto row_in = [&](float room) {
    return std::floor((size.y - (sheet.y - part.at().y) - ui.fonts.mono_tiny.size - ui.px(6) - words_height -
                       sheet.between_phases() * static_cast<float>(phases.size()) - room) /
                      static_cast<float>(std::max<std::size_t>(1, count)));
  };
  sheet.height = row_in(others) >= ui.px(6) ? row_in(others) : std::max(ui.px(3), row_in(0));
  sheet.height = std::min(sheet.height, std::max(cell, ui.fonts.mono_tiny.size));
  sheet.bank_numbers();
  for (std::size_t k = 0; k < phases.size(); ++k) sheet.phase(static_cast<int>(k), phases[k]);
  sheet.words(words, conflicts ? ui.ink.error : ui.ink.good, 6);
  if (conflicts) {
    if (sheet.link("remove conflicts", ui.tr("Remove these conflicts …"))) ImGui::OpenPopup("found layouts");
    help_term(ui, "banks", "remove");
  }
  if (const Popup popup(ui, "found layouts"); popup) found_layouts(ui, v.workspace, v.requests, of_launch);
  sheet.words(whole, ui.ink.faint, 3);
  sheet.end();
}

}  // namespace app
