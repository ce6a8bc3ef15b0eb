#include "app/ui/lists.hpp"

#include <algorithm>

#include "app/ui/menus.hpp"
#include "app/ui/typed_letters.hpp"
#include "app/ui/widgets.hpp"

namespace app {
namespace {

int row_by_keys(const Ui& ui, int row, const ListLook& look) {
  const auto& io = ImGui::GetIO();
  const int before = row, last = look.count - 1, page = std::max(1, static_cast<int>(look.size.y / look.row) - 1);
  if (compat::key_pressed(ImGuiKey_DownArrow)) row = look.wraps && row == last ? 0 : row + 1;
  if (compat::key_pressed(ImGuiKey_UpArrow)) row = look.wraps && row <= 0 ? last : row - 1;
  if (look.pages && compat::key_pressed(ImGuiKey_PageDown)) row += page;
  if (look.pages && compat::key_pressed(ImGuiKey_PageUp)) row -= page;
  // A text field uses Home and End itself.
  if (io.KeyCtrl || !io.WantTextInput) {
    if (compat::key_pressed(ImGuiKey_Home)) row = 0;
    if (compat::key_pressed(ImGuiKey_End)) row = last;
  }
  if (row != before || !look.words || io.WantTextInput) return row;
  return ui.kept<TypedLetters>().row(row, look.count, look.words).value_or(row);
}

}  // namespace

void follow_keys(const Ui& ui, ListChoice& choice, const ListLook& look) {
  const int before = choice.row, least = look.may_lack ? -1 : 0;
  if (look.keys && !menu_is_open(ui)) choice.row = row_by_keys(ui, choice.row, look);
  choice.row = std::clamp(choice.row, least, std::max(least, look.count - 1));
  if (choice.row != before) choice.follow = true;
}

int list(const Ui& ui, ListChoice& choice, const ListLook& look, bool entered, const std::function<void(const ListRow&)>& draw) {
  follow_keys(ui, choice, look);
  if (look.words && !ImGui::GetIO().WantTextInput) entered = entered || enter_pressed(ui);
  int taken = entered && choice.row < look.count ? choice.row : -1;
  compat::begin_child(look.id, look.size);
  const float scroll = ImGui::GetScrollY(), top = look.row * static_cast<float>(choice.row);
  if (choice.follow && choice.row >= 0) {
    if (top < scroll) ImGui::SetScrollY(top);
    else if (top + look.row > scroll + look.size.y) ImGui::SetScrollY(top + look.row - look.size.y);
  }
  choice.follow = false;
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0, 0));
  const float width = inner_width();
  const auto origin = ImGui::GetCursorScreenPos();
  const int from = std::max(0, static_cast<int>(scroll / look.row)),
            to = std::min(look.count, from + static_cast<int>(look.size.y / look.row) + 2);
  const auto& moved = ImGui::GetIO().MouseDelta;
  for (int i = from; i < to; ++i) {
    const ImVec2 at{origin.x, origin.y + look.row * static_cast<float>(i)};
    if (area(i, at, {width, look.row})) taken = i;
    const bool over = ImGui::IsItemHovered();
    if (over && look.mouse_chooses && (moved.x != 0 || moved.y != 0)) choice.row = i;
    // After the keys have moved the selection, the row under the resting mouse is not marked.
    if (i == choice.row || i == look.marked || (over && !look.mouse_chooses))
      ImGui::GetWindowDrawList()->AddRectFilled(at, {at.x + width, at.y + look.row}, i == choice.row ? ui.ink.selected_back : ui.ink.chip,
                                                ui.px(4));
    draw({i, at, {width, look.row}, over});
  }
  ImGui::SetCursorScreenPos({origin.x, origin.y + look.row * static_cast<float>(look.count)});
  ImGui::Dummy({1, 0});
  ImGui::PopStyleVar();
  ImGui::EndChild();
  return taken;
}

void row_words(const Ui& ui, const ListRow& row, const Face& face, const std::string& words, const std::string& detail, float share,
               const std::function<void(ImVec2, float)>& draw) {
  auto* list = ImGui::GetWindowDrawList();
  const auto& small = ui.fonts.ui_small;
  const auto shown = fitted(small, detail, row.size.x * share);
  const float room = row.size.x - text_width(small, shown) - ui.px(shown.empty() ? 16 : 36);
  const ImVec2 from{row.at.x + ui.px(8), row.at.y + (row.size.y - face.size) / 2};
  if (draw) draw(from, room);
  else draw_text(list, face, from, ui.ink.text, fitted(face, words, room));
  draw_text_right(list, small, {row.at.x + row.size.x - ui.px(12), row.at.y + (row.size.y - small.size) / 2}, ui.ink.faint, shown);
  if (row.over && (shown != detail || text_width(face, words) > room))
    whole_text(ui, face, row.at, {row.at.x + row.size.x, row.at.y + row.size.y}, detail.empty() ? words : words + "\n" + detail);
}

bool search_field(const Ui& ui, const char* id, const char* hint, std::string& text, float width, bool first) {
  const bool idle = ImGui::IsWindowFocused(ImGuiFocusedFlags_RootAndChildWindows) && !ImGui::IsAnyItemActive() && !ImGui::IsMouseDown(0);
  if (first || (idle && !menu_is_open(ui))) ImGui::SetKeyboardFocusHere();
  ImGui::SetNextItemWidth(width);
  const bool entered = ImGui::InputTextWithHint(id, ui.tr(hint), &text, ImGuiInputTextFlags_EnterReturnsTrue);
  field_tooltip(ui, text);
  return entered;
}

void scroll_by_keys(const Ui& ui, bool all) {
  if (menu_is_open(ui)) return;
  const float page = ImGui::GetWindowHeight() - 2 * ui.fonts.ui.size, before = ImGui::GetScrollY();
  float to = before;
  if (compat::key_pressed(ImGuiKey_PageDown)) to += page;
  if (compat::key_pressed(ImGuiKey_PageUp)) to -= page;
  if (all && compat::key_pressed(ImGuiKey_DownArrow)) to += 2 * ui.fonts.ui.size;
  if (all && compat::key_pressed(ImGuiKey_UpArrow)) to -= 2 * ui.fonts.ui.size;
  if (all && compat::key_pressed(ImGuiKey_Home)) to = 0;
  if (all && compat::key_pressed(ImGuiKey_End)) to = ImGui::GetScrollMaxY();
  if (to != before) ImGui::SetScrollY(std::clamp(to, 0.0f, ImGui::GetScrollMaxY()));
}

namespace {

/// The buttons of the open dialog.
struct ButtonChoice {
  int chosen = -1, count = 0;
};

}  // namespace

Buttons::Buttons(const Ui& ui, bool first, int chosen) : ui_(ui) {
  auto& state = ui.kept<ButtonChoice>();
  if (first) state = {chosen, 0};
  if (state.count == 0 || menu_is_open(ui) || ImGui::GetIO().WantTextInput) return;
  const bool tab = compat::key_pressed(ImGuiKey_Tab), shift = ImGui::GetIO().KeyShift;
  if (compat::key_pressed(ImGuiKey_RightArrow) || (tab && !shift)) state.chosen = (state.chosen + 1) % state.count;
  if (compat::key_pressed(ImGuiKey_LeftArrow) || (tab && shift)) state.chosen = state.chosen <= 0 ? state.count - 1 : state.chosen - 1;
  entered_ = enter_pressed(ui);
}

Buttons::~Buttons() {
  ui_.kept<ButtonChoice>().count = number_;
  ImGui::NewLine();
}

bool Buttons::operator()(const char* label) {
  const bool chosen = ui_.kept<ButtonChoice>().chosen == number_++;
  bool pressed = ImGui::Button(ui_.tr(label));
  if (chosen) {
    compat::rectangle(ImGui::GetWindowDrawList(), ImGui::GetItemRectMin(), ImGui::GetItemRectMax(), ui_.ink.accent, ui_.px(5),
                      ui_.px(1.5f));
    pressed = pressed || entered_;
  }
  ImGui::SameLine();
  return pressed;
}

}  // namespace app
