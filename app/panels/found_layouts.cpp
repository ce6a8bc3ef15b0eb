#include "app/panels/found_layouts.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "app/actions/finding.hpp"
#include "app/ui/menus.hpp"
#include "gpu/suggest/suggest_text.hpp"

namespace app {
namespace {

void access_rows(const Ui& ui, const gpu::TileQuestion& q, const gpu::Answer& a, const gpu::RankedLayout& r) {
  for (std::size_t i = 0; i < q.accesses.size(); ++i) {
    ImGui::Text("%s", (*ui.texts)(algebra::message("{}: {} wavefronts, at least {}", gpu::short_name(q, i), r.costs[i].wavefronts,
                                                   a.bound.least[i]))
                          .c_str());
    const float cell = ui.px(6);
    const float height = draw_banks(ui, ImGui::GetCursorScreenPos(), gpu::words_in_banks(q, r.is, i), cell);
    ImGui::Dummy({cell * static_cast<float>(BankWords{}.size()), height});
    if (const auto clash = gpu::worst_clash(q, r.is, i)) ImGui::TextWrapped("%s", (*ui.texts)(gpu::clash_text(*clash)).c_str());
  }
}

}  // namespace

void compare_with_now(const Ui& ui, const gpu::TileQuestion& q, const gpu::Answer& a, const gpu::RankedLayout& r) {
  // Beside the list, if there is room.
  const float width = ImGui::GetFontSize() * 28;
  const auto at = ImGui::GetWindowPos(), size = ImGui::GetWindowSize(), all = ImGui::GetMainViewport()->Size;
  const bool left = at.x > all.x - at.x - size.x, above = ImGui::GetMousePos().y > all.y / 2;
  if (std::max(at.x, all.x - at.x - size.x) > width + ui.px(40))
    ImGui::SetNextWindowPos({left ? at.x - ui.px(4) : at.x + size.x + ui.px(4), ImGui::GetMousePos().y}, ImGuiCond_Always,
                            {left ? 1.0f : 0.0f, above ? 1.0f : 0.0f});
  ImGui::BeginTooltip();
  ImGui::PushTextWrapPos(width);
  ImGui::TextUnformatted(r.expression().c_str());
  access_rows(ui, q, a, r);
  if (a.now) {
    ImGui::Separator();
    ImGui::Text("%s", fmt::format("{}{}{}", ui.tr("now"), ui.tr(": "), a.now->expression()).c_str());
    access_rows(ui, q, a, *a.now);
  }
  ImGui::PopTextWrapPos();
  ImGui::EndTooltip();
}

float draw_banks(const Ui& ui, ImVec2 at, const BankWords& words, float cell) {
  const float each = cell * 2 / 3;
  const int most = std::max(1, *std::ranges::max_element(words));
  const float height = each * static_cast<float>(std::min(most, 8)) + ui.px(3);
  auto* list = ImGui::GetWindowDrawList();
  for (std::size_t b = 0; b < words.size(); ++b) {
    const float x = at.x + static_cast<float>(b) * cell, up = each * static_cast<float>(std::min(words[b], 8));
    list->AddRectFilled({x, at.y + height - ui.px(2)}, {x + cell - 1, at.y + height}, ui.ink.line);
    if (words[b] > 0)
      list->AddRectFilled({x, at.y + height - ui.px(2) - up}, {x + cell - 1, at.y + height - ui.px(2)},
                          words[b] > 1 ? ui.ink.error : ui.ink.good);
  }
  return height;
}

void found_layouts(Ui& ui, const Workspace& workspace, Requests& requests, int entry) {
  const auto& found = find_layouts_once(workspace, entry);
  ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + ImGui::GetFontSize() * 34);
  if (!found.question) {
    ImGui::TextDisabled("%s", (*ui.texts)(found.why_not).c_str());
    ImGui::PopTextWrapPos();
    if (menu_item(ui, ui.tr("Full search …"))) requests.add<ask_in_full>(entry);
    return;
  }
  const auto& q = *found.question;
  const auto& a = found.answer;
  for (std::size_t i = 0; i < q.accesses.size(); ++i)
    ImGui::TextDisabled("%s", (*ui.texts)(algebra::message("{}: {}", gpu::short_name(q, i), q.accesses[i].name)).c_str());
  ImGui::TextDisabled("%s", (*ui.texts)(gpu::proof_text(a)).c_str());
  if (a.now) ImGui::TextDisabled("%s", (*ui.texts)(algebra::message("{}: {}", algebra::Message("now"), gpu::cost_text(*a.now))).c_str());
  ImGui::PopTextWrapPos();
  ImGui::Separator();
  for (const auto& r : a.best) {
    const auto cost = (*ui.texts)(gpu::cost_text(r));
    if (menu_item(ui, r.expression(), {.shortcut = cost})) requests.add<put_layout>(entry, r.expression());
    if (ImGui::IsItemHovered()) compare_with_now(ui, q, a, r);
  }
  ImGui::Separator();
  if (menu_item(ui, ui.tr("Full search …"))) requests.add<ask_in_full>(entry);
}

}  // namespace app
