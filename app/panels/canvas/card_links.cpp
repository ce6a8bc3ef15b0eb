#include "app/panels/canvas/card_links.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "app/actions/looking.hpp"
#include "app/commands/commands.hpp"
#include "app/panels/bars/help_card.hpp"
#include "app/panels/canvas/canvas_state.hpp"
#include "app/ui/menus.hpp"
#include "app/ui/widgets.hpp"

namespace app {

void draw_links(Ui& ui, const ViewState& view) {
  auto points = std::move(canvas_of(ui).link_points);
  canvas_of(ui).link_points.clear();
  if (!view.show_links) return;
  const auto source = std::find_if(points.begin(), points.end(), [](const LinkPoint& p) { return p.source; });
  if (source == points.end()) return;
  auto* list = ImGui::GetWindowDrawList();
  // A line ends at the cell's frame, so that the label stays free.
  const auto frame = [](const LinkPoint& of, ImVec2 towards) {
    const float dx = towards.x - of.at.x, dy = towards.y - of.at.y, far = std::max(std::abs(dx), std::abs(dy));
    const float part = far > 0 ? std::min(1.0f, of.half / far) : 0;
    return ImVec2{of.at.x + dx * part, of.at.y + dy * part};
  };
  // Many lines are faint, a few are solid.
  const auto others = std::count_if(points.begin(), points.end(), [&](const LinkPoint& p) { return p.entry != source->entry; });
  const auto ink = (ui.ink.pin & ~IM_COL32_A_MASK) | (static_cast<ImU32>(others > 12 ? 0x50 : 0xA0) << IM_COL32_A_SHIFT);
  for (const auto& p : points) {
    if (p.entry == source->entry) continue;
    const auto from = frame(*source, p.at), to = frame(p, source->at);
    const float dx = to.x - from.x, dy = to.y - from.y;
    const bool wide = std::abs(dx) > std::abs(dy);
    const ImVec2 a = wide ? ImVec2{from.x + dx * 0.4f, from.y} : ImVec2{from.x, from.y + dy * 0.4f};
    const ImVec2 b = wide ? ImVec2{to.x - dx * 0.4f, to.y} : ImVec2{to.x, to.y - dy * 0.4f};
    list->AddBezierCubic(from, a, b, to, ink, ui.px(1.5f));
    list->AddCircleFilled(to, ui.px(2.5f), ui.ink.pin);
  }
}

void pointer_keys(Ui& ui, const ViewState& view, Requests& requests) {
  const auto& io = ImGui::GetIO();
  canvas_of(ui).reveal_pointer = false;  // handled by the cards
  if (io.MouseDelta.x != 0 || io.MouseDelta.y != 0 || io.MouseWheel != 0 || io.MouseDown[0]) canvas_of(ui).pointer_by_keys = false;
  // The mouse may rest on a cell while keys move the pointer. It counts again once it moves.
  if (canvas_of(ui).pointer_by_keys) requests.add<hover_element>(Element{});
  // The tour uses these keys itself, and the help card its Escape.
  if (view.tour_step >= 0 || !card_of_help(ui).shown.empty()) return;
  if (io.WantTextInput || view.dialog != Dialog::none || io.KeyCtrl || io.KeyAlt || ImGui::IsAnyItemActive() ||
      ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup) || menu_is_open(ui))
    return;
  struct Key {
    int key;
    const char* command;
    bool page;
  };
  constexpr std::array keys{Key{ImGuiKey_LeftArrow, "pointer.left", false}, Key{ImGuiKey_RightArrow, "pointer.right", false},
                            Key{ImGuiKey_UpArrow, "pointer.up", false},     Key{ImGuiKey_DownArrow, "pointer.down", false},
                            Key{ImGuiKey_Home, "pointer.row_start", false}, Key{ImGuiKey_End, "pointer.row_end", false},
                            Key{ImGuiKey_PageUp, "pointer.page_up", true},  Key{ImGuiKey_PageDown, "pointer.page_down", true},
                            Key{ImGuiKey_Escape, "pointer.unpin", false}};
  for (const auto& k : keys) {
    if (!compat::key_pressed(k.key) || (k.page && rows_take_pages(ui))) continue;
    canvas_of(ui).pointer_by_keys = canvas_of(ui).reveal_pointer = true;
    requests.command(k.command);
  }
}

}  // namespace app
