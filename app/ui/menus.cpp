#include "app/ui/menus.hpp"

#include <algorithm>
#include <deque>
#include <utility>

#include "app/ui/typed_letters.hpp"
#include "app/ui/widgets.hpp"

namespace app {
namespace {

struct Item {
  std::string label;
  bool enabled = true, opens = false;
};

/// An open menu or submenu.
struct Level {
  ImGuiID window = 0;
  std::vector<Item> before, now;  ///< of the last frame, and of this one so far
  int at = -1;                    ///< the current item of keyboard or mouse; -1: none
  int taken = -1, opened = -1;    ///< by a key, in this frame
  bool by_keys = false;           ///< the mouse counts again once it moves
  bool follow = false;            ///< scroll to it
};

struct OpenMenus {
  std::deque<Level> levels;
  std::size_t depth = 0;         ///< of the menu being drawn
  std::size_t had = 0, has = 0;  ///< levels that were open in the last frame, and in this one so far
  int frame = -1;
  TypedLetters letters;
};

OpenMenus& menus_of(const Ui& ui) {
  auto& menus = ui.kept<OpenMenus>();
  if (const int frame = ImGui::GetFrameCount(); menus.frame != frame) {
    menus.had = menus.frame == frame - 1 ? menus.has : 0;
    menus.has = menus.depth = 0;
    menus.frame = frame;
  }
  return menus;
}

/// Returns the next enabled item in steps of `by`; the same if there is none.
int next_item(const Level& level, int from, int by) {
  const int count = static_cast<int>(level.before.size());
  for (int i = from + by; i >= 0 && i < count; i += by)
    if (level.before[static_cast<std::size_t>(i)].enabled) return i;
  return from;
}

bool enter_key() { return compat::key_pressed(ImGuiKey_Enter, false) || compat::key_pressed(ImGuiKey_KeyPadEnter, false); }

/// Handles the keys of the innermost menu. Returns -1 or 1 for an unused Left or Right, else 0.
int follow_keys(OpenMenus& menus, Level& level) {
  const int before = level.at, count = static_cast<int>(level.before.size());
  if (compat::key_pressed(ImGuiKey_DownArrow)) level.at = next_item(level, level.at, 1);
  if (compat::key_pressed(ImGuiKey_UpArrow)) level.at = next_item(level, level.at < 0 ? count : level.at, -1);
  if (compat::key_pressed(ImGuiKey_Home)) level.at = next_item(level, -1, 1);
  if (compat::key_pressed(ImGuiKey_End)) level.at = next_item(level, count, -1);
  if (level.at != before) level.by_keys = level.follow = true;
  const auto words = [&](int i) {
    const auto& item = level.before[static_cast<std::size_t>(i)];
    return item.enabled ? item.label : std::string();
  };
  if (const auto found = menus.letters.row(level.at, count, words)) {
    level.at = *found;
    level.by_keys = level.follow = true;
  }
  const bool entered = enter_key();
  const bool right = compat::key_pressed(ImGuiKey_RightArrow), left = compat::key_pressed(ImGuiKey_LeftArrow);
  const bool at_item = level.at >= 0 && level.at < count && level.before[static_cast<std::size_t>(level.at)].enabled;
  const bool opens = at_item && level.before[static_cast<std::size_t>(level.at)].opens;
  if (entered && at_item && !opens) level.taken = level.at;
  if ((entered || right) && opens) level.opened = level.at;
  const bool inner = menus.depth > 1;
  if (compat::key_pressed(ImGuiKey_Escape) || (left && inner))
    ImGui::ClosePopupToLevel(ImGui::GetCurrentContext()->BeginPopupStack.Size - 1, true);
  if (inner || opens) return 0;
  return right ? 1 : left ? -1 : 0;
}

/// Begins a level. Call this after the menu's window has begun. Returns the result of follow_keys.
int begin_level(const Ui& ui) {
  auto& menus = menus_of(ui);
  menus.levels.resize(std::max(menus.levels.size(), menus.depth + 1));
  auto& level = menus.levels[menus.depth++];
  menus.has = std::max(menus.has, menus.depth);
  const auto* window = ImGui::GetCurrentWindowRead();
  if (level.window != window->ID || ImGui::IsWindowAppearing()) {
    const bool keyed = menus.depth > 1 && menus.levels[menus.depth - 2].by_keys;
    level = {.window = window->ID, .at = keyed ? 0 : -1, .by_keys = keyed};
    menus.letters.clear();
  }
  level.before.swap(level.now);
  level.now.clear();
  level.taken = level.opened = -1;
  const auto& io = ImGui::GetIO();
  if (io.MouseDelta.x != 0 || io.MouseDelta.y != 0) level.by_keys = false;
  return menus.depth == menus.had ? follow_keys(menus, level) : 0;
}

/// The innermost level, and its next item.
struct Placed {
  Level& level;
  int number;
  bool here() const { return level.at == number; }
};
Placed place(const Ui& ui, const std::string& label, bool enabled, bool opens) {
  auto& menus = menus_of(ui);
  auto& level = menus.levels[menus.depth - 1];
  level.now.push_back({label.substr(0, label.find("##")), enabled, opens});
  return {level, static_cast<int>(level.now.size()) - 1};
}

/// Draws an item with a mark if it is the current one, and follows the mouse.
template <class Draw>
bool draw_item(const Placed& item, bool enabled, Draw&& draw) {
  auto* list = ImGui::GetWindowDrawList();
  const bool marked = item.here() && enabled;
  if (marked) list->ChannelsSplit(2), list->ChannelsSetCurrent(1);
  // After the keys have moved the current item, the one under the resting mouse is not marked.
  if (item.level.by_keys) ImGui::PushStyleColor(ImGuiCol_HeaderHovered, 0);
  const bool result = draw();
  if (item.level.by_keys) ImGui::PopStyleColor();
  if (marked) {
    list->ChannelsSetCurrent(0);
    if (!result || ImGui::GetWindowDrawList() == list)
      list->AddRectFilled(ImGui::GetItemRectMin(), ImGui::GetItemRectMax(), ImGui::GetColorU32(ImGuiCol_Header));
    list->ChannelsMerge();
  }
  if (ImGui::GetWindowDrawList() != list) return result;
  if (!item.level.by_keys && ImGui::IsItemHovered()) item.level.at = item.number;
  if (marked && std::exchange(item.level.follow, false)) ImGui::SetScrollHereY();
  return result;
}

}  // namespace

bool menu_is_open(const Ui& ui) {
  const auto& menus = menus_of(ui);
  return menus.had > 0 || menus.has > 0;
}

bool enter_pressed(const Ui& ui) { return enter_key() && !menu_is_open(ui); }

bool escape_pressed(const Ui& ui) { return compat::key_pressed(ImGuiKey_Escape) && !menu_is_open(ui); }

Popup::Popup(const Ui& ui, const char* id, std::optional<Rect> of, float width) : ui_(ui) {
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(ui.px(8), ui.px(7)));
  const auto* viewport = ImGui::GetMainViewport();
  const ImVec2 screen = viewport->Size;
  const float edge = ui.px(8);
  auto* storage = ImGui::GetStateStorage();
  const auto key = ImGui::GetID(id);
  const float wide = storage->GetFloat(key), tall = storage->GetFloat(key + 1);  // of the last frame
  // A menu taller than the window scrolls.
  float room = screen.y - edge;
  if (of) {
    const float beneath = screen.y - of->to.y - edge, above = of->from.y - edge;
    const bool up = tall > beneath && above > beneath;
    room = up ? above : beneath;
    ImGui::SetNextWindowPos({std::max(0.0f, std::min(of->from.x, viewport->Pos.x + screen.x - wide - ui.px(4))),
                             up ? of->from.y - std::min(tall, room) : of->to.y});
  }
  ImGui::SetNextWindowSizeConstraints({width, 0}, {screen.x - edge, room});
  open_ = ImGui::BeginPopup(id);
  if (!open_) return;
  storage->SetFloat(key, ImGui::GetWindowSize().x);
  storage->SetFloat(key + 1, ImGui::GetWindowSize().y);
  turned_ = begin_level(ui);
}

Popup::~Popup() {
  if (open_) {
    --menus_of(ui_).depth;
    ImGui::EndPopup();
  }
  ImGui::PopStyleVar();
}

Submenu::Submenu(const Ui& ui, const std::string& label, bool enabled) : ui_(ui) {
  const auto item = place(ui, label, enabled, true);
  if (item.level.opened == item.number) ImGui::OpenPopup(label.c_str());
  open_ = draw_item(item, enabled, [&] { return ImGui::BeginMenu(label.c_str(), enabled); });
  if (open_) begin_level(ui);
}

Submenu::~Submenu() {
  if (!open_) return;
  --menus_of(ui_).depth;
  ImGui::EndMenu();
}

bool menu_item(const Ui& ui, const std::string& label, const MenuLook& look) {
  const auto item = place(ui, label, look.enabled, false);
  const bool clicked =
      draw_item(item, look.enabled, [&] { return ImGui::MenuItem(label.c_str(), look.shortcut.c_str(), look.chosen, look.enabled); });
  // A list opens at its selected item.
  if (look.chosen && ImGui::IsWindowAppearing()) {
    item.level.at = item.number;
    item.level.by_keys = item.level.follow = true;
  }
  if (item.level.taken != item.number) return clicked;
  ImGui::CloseCurrentPopup();
  return true;
}

void draw_list_triangle(const Ui& ui, ImVec2 c) {
  ImGui::GetWindowDrawList()->AddTriangleFilled({c.x - ui.px(4), c.y - ui.px(2)}, {c.x + ui.px(4), c.y - ui.px(2)}, {c.x, c.y + ui.px(3)},
                                                ui.ink.faint);
}

DropDown::DropDown(const Ui& ui, const char* id, const Face& face, std::string_view shown, float width, float height) : ui_(ui) {
  if (height <= 0) height = ImGui::GetFrameHeight();
  const auto at = ImGui::GetCursorScreenPos();
  const ImVec2 end{at.x + width, at.y + height};
  const auto list_id = std::string(id) + "##list";
  if (area(id, at, {width, height})) ImGui::OpenPopup(list_id.c_str());
  auto* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(at, end, ImGui::IsItemHovered() ? ui.ink.selected_back : ui.ink.chip, ui.px(5));
  compat::rectangle(list, at, end, ui.ink.chip_border, ui.px(5), 1);
  draw_fitted(list, ui, face, {at.x + ui.px(8), at.y + (height - face.size) / 2}, width - ui.px(28), ui.ink.text, shown);
  draw_list_triangle(ui, {end.x - ui.px(11), at.y + height / 2});
  popup_.emplace(ui, list_id.c_str(), Rect{at, end}, width);
  if (*popup_) ImGui::PushFont(face.font);
}

DropDown::~DropDown() {
  if (*popup_) ImGui::PopFont();
}

}  // namespace app
