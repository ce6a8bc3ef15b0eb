#include "app/panels/dialogs/palette_dialog.hpp"

#include <algorithm>

#include "algebra/text/utf8.hpp"
#include "app/actions/saving.hpp"
#include "app/commands/palette.hpp"
#include "app/panels/dialogs/dialogs.hpp"

namespace app {

/// What was found last, so that nothing is looked for in a frame in which nothing was typed.
struct PaletteView {
  std::string typed;
  std::uint64_t sheet_version = 0;
  Language language = Language::english;
  std::vector<PaletteItem> items;
  int choice = 0;
  bool follow = false;  ///< the list is to scroll to the choice
};

namespace {

/// The title with its matched letters in the accent's colour.
void draw_title(const Ui& ui, ImDrawList* list, ImVec2 at, const PaletteItem& item, float width) {
  const auto& face = ui.fonts.ui;
  const auto shown = fitted(face, item.title, width);
  if (item.letters.empty()) return draw_text(list, face, at, ui.ink.text, shown);
  for (std::size_t i = 0; i < shown.size();) {
    const bool marked = std::binary_search(item.letters.begin(), item.letters.end(), i);
    auto end = i;
    // Up to where that changes, a whole character at least.
    do end = algebra::next_boundary(shown, end + 1);
    while (end < shown.size() && std::binary_search(item.letters.begin(), item.letters.end(), end) == marked);
    const auto piece = std::string_view(shown).substr(i, end - i);
    draw_text(list, face, at, marked ? ui.ink.accent : ui.ink.text, piece);
    at.x += text_width(face, piece);
    i = end;
  }
}

}  // namespace

void palette_dialog(Ui& ui, const State& state, Requests& requests, bool first) {
  auto& palette = ui.kept<PaletteView>();
  float width = std::min(ui.px(560), ImGui::GetMainViewport()->Size.x * 0.8f);
  if (first) ImGui::SetKeyboardFocusHere();
  ImGui::SetNextItemWidth(width);
  const bool entered = ImGui::InputTextWithHint("##command", ui.tr("A command, an entry or a file"), &dialog_of(ui).text,
                                                ImGuiInputTextFlags_EnterReturnsTrue);
  if (first || palette.typed != dialog_of(ui).text || palette.sheet_version != state.workspace.sheet_version() ||
      palette.language != state.view.texts.language()) {
    palette = {dialog_of(ui).text,
               state.workspace.sheet_version(),
               state.view.texts.language(),
               palette_items(state, dialog_of(ui).text),
               0,
               true};
  }
  const int count = static_cast<int>(palette.items.size());
  const float row = ui.fonts.ui.size + ui.px(9);
  const int page = 10;
  const int before = palette.choice;
  if (compat::key_pressed(ImGuiKey_DownArrow)) ++palette.choice;
  if (compat::key_pressed(ImGuiKey_UpArrow)) --palette.choice;
  if (compat::key_pressed(ImGuiKey_PageDown)) palette.choice += page;
  if (compat::key_pressed(ImGuiKey_PageUp)) palette.choice -= page;
  // Down from the last is the first, as far as one step goes.
  if (count > 0)
    palette.choice = palette.choice == count && before == count - 1 ? 0
                     : palette.choice == -1                         ? count - 1
                                                                    : std::clamp(palette.choice, 0, count - 1);
  if (palette.choice != before) palette.follow = true;
  if (count == 0) {
    ImGui::TextDisabled("%s", ui.tr("Nothing found"));
    return;
  }
  const float height = std::min(row * static_cast<float>(std::min(count, 14)), ImGui::GetMainViewport()->Size.y * 0.6f);
  compat::begin_child("found", {width, height});
  width = inner_width();
  auto* list = ImGui::GetWindowDrawList();
  if (palette.follow) {
    const float top = row * static_cast<float>(palette.choice);
    if (top < ImGui::GetScrollY()) ImGui::SetScrollY(top);
    else if (top + row > ImGui::GetScrollY() + height) ImGui::SetScrollY(top + row - height);
    palette.follow = false;
  }
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0, 0));
  const int from = std::max(0, static_cast<int>(ImGui::GetScrollY() / row)),
            to = std::min(count, from + static_cast<int>(height / row) + 2);
  for (int i = from; i < to; ++i) {
    const auto& item = palette.items[static_cast<std::size_t>(i)];
    ImGui::SetCursorPos({0, row * static_cast<float>(i)});
    const auto at = ImGui::GetCursorScreenPos();
    ImGui::PushID(i);
    const bool clicked = ImGui::InvisibleButton("item", {width, row});
    ImGui::PopID();
    if (ImGui::IsItemHovered() && (ImGui::GetIO().MouseDelta.x != 0 || ImGui::GetIO().MouseDelta.y != 0)) palette.choice = i;
    if (i == palette.choice) list->AddRectFilled(at, {at.x + width, at.y + row}, ui.ink.selected_back, ui.px(4));
    const auto detail = fitted(ui.fonts.ui_small, item.detail, width * 0.5f);
    const float room = width - text_width(ui.fonts.ui_small, detail) - ui.px(36);
    if (ImGui::IsItemHovered() && (detail != item.detail || text_width(ui.fonts.ui, item.title) > room))
      whole_text(ui, ui.fonts.ui, at, {at.x + width, at.y + row}, item.title + "\n" + item.detail);
    const float detail_width = text_width(ui.fonts.ui_small, detail);
    draw_title(ui, list, {at.x + ui.px(8), at.y + (row - ui.fonts.ui.size) / 2}, item, width - detail_width - ui.px(36));
    draw_text_right(list, ui.fonts.ui_small, {at.x + width - ui.px(12), at.y + (row - ui.fonts.ui_small.size) / 2}, ui.ink.faint, detail);
    if (clicked || (entered && i == palette.choice)) {
      requests.add<cancel_asked>();
      requests.add(item.wanted);
    }
  }
  ImGui::SetCursorPos({0, row * static_cast<float>(count)});
  ImGui::Dummy({1, 0});
  ImGui::PopStyleVar();
  ImGui::EndChild();
}

}  // namespace app
