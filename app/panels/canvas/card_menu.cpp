#include "app/panels/canvas/card.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "app/actions/cards.hpp"
#include "app/actions/comparing.hpp"
#include "app/actions/documents.hpp"
#include "app/actions/exporting.hpp"
#include "app/actions/predicting.hpp"
#include "app/actions/traversal.hpp"
#include "app/figures/entry_actions.hpp"
#include "app/panels/found_layouts.hpp"
#include "app/ui/menus.hpp"

namespace app {
namespace {

struct Menu {
  Ui& ui;
  const Workspace& workspace;
  const ViewState& view;
  Requests& requests;
  CardRef card;

  /// Draws a choice of the card's settings; with a reason `why_not` it is disabled. `part`: its term for F1.
  void choice(const char* part, const char* label, bool chosen, Request wanted, const char* why_not = nullptr) const {
    if (menu_item(ui, ui.tr(label), {.chosen = chosen, .enabled = why_not == nullptr})) requests.add(std::move(wanted));
    help_term(ui, part, label);
    if (why_not != nullptr && ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) tooltip_beside(ui, ui.tr(why_not));
  }
  void action(const char* label, Request wanted, bool enabled = true, bool chosen = false) const {
    if (menu_item(ui, ui.tr(label), {.chosen = chosen, .enabled = enabled})) requests.add(std::move(wanted));
    help_term(ui, "card", label);
  }
  /// Opens a submenu.
  Submenu submenu(const char* label) const {
    const auto at = ImGui::GetCursorScreenPos();
    help_term(ui, "card", label, at, {at.x + ImGui::GetContentRegionAvail().x, at.y + ImGui::GetTextLineHeightWithSpacing()});
    return {ui, ui.tr(label)};
  }
};

/// Draws an action's choices as a submenu.
void choices(const Menu& m, const OfferedAction& a) {
  const auto menu = m.submenu(a.is->title.data());
  if (!menu) return;
  const std::string topic(a.is->topic);
  for (const auto& c : a.choices)
    m.choice(topic.c_str(), c.title.c_str(), c.chosen, request<do_card_action>(m.card, a.is->key, c.value), c.why_not);
  if (a.choices.empty()) ImGui::TextDisabled("%s", m.ui.tr(a.why_not));
}

void exports(const Menu& m, const OfferedAction& a) {
  if (hides_any(m.workspace, m.view)) return;
  const auto menu = m.submenu(a.is->title.data());
  if (!menu) return;
  for (const auto& c : a.choices)
    if (menu_item(m.ui, c.title)) m.requests.add<ask_card_export>(m.card, c.value);
}

/// Lists every other card by its heading.
void comparisons(const Menu& m, const OfferedAction& a) {
  const auto menu = m.submenu(a.is->title.data());
  if (!menu) return;
  bool any = false;
  for (const auto& other : canvas_of(m.ui).placed) {
    if (other.ref == m.card || !m.workspace.picture(other.ref.entry, other.ref.card)) continue;
    any = true;
    const auto name = fmt::format("{}##{}", card_name(m.workspace, other.ref), other.id);
    if (menu_item(m.ui, name)) m.requests.add<begin_comparison>(m.card, other.ref);
  }
  if (!any) ImGui::TextDisabled("%s", m.ui.tr("no other card"));
}

void better_layouts(const Menu& m, const OfferedAction& a) {
  const auto menu = m.submenu(a.is->title.data());
  if (!menu) return;
  found_layouts(m.ui, m.workspace, m.requests, m.card.entry);
}

void full(const Menu& m, const OfferedAction& a) {
  m.action(a.title.data(), request<fill_canvas>(m.card), true, m.view.cards.full == id_of(m.workspace, m.card));
}
void another(const Menu& m, const OfferedAction& a) { m.action(a.title.data(), request<duplicate_card>(m.card), a.why_not == nullptr); }
void close(const Menu& m, const OfferedAction& a) { m.action(a.title.data(), request<close_card>(m.card)); }
void keep(const Menu& m, const OfferedAction& a) { m.action(a.title.data(), request<keep_entry>(m.card.entry)); }
void predict(const Menu& m, const OfferedAction& a) {
  const bool hidden = prediction_of(m.workspace, m.view, m.card.entry) != nullptr;
  if (menu_item(m.ui, m.ui.tr(a.title.data()), {.chosen = hidden})) m.requests.add<hide_or_show_values>(m.card.entry);
  help_term(m.ui, "card", "prediction", ImGui::GetItemRectMin(), ImGui::GetItemRectMax());
}
void walk(const Menu& m, const OfferedAction& a) {
  const int entry = m.card.entry;
  if (menu_item(m.ui, m.ui.tr(a.title.data()),
                {.chosen = is_traversed(m.workspace, m.view, entry), .enabled = can_traverse(m.workspace, entry)}))
    m.requests.add<traverse>(entry);
  help_term(m.ui, "card", "walk", ImGui::GetItemRectMin(), ImGui::GetItemRectMax());
}

/// Actions that the window carries out itself, or draws differently.
using Draw = void (*)(const Menu&, const OfferedAction&);
constexpr std::array<std::pair<std::string_view, Draw>, 9> of_window{{{"full", full},
                                                                      {"another", another},
                                                                      {"compare", comparisons},
                                                                      {"find", better_layouts},
                                                                      {"export", exports},
                                                                      {"keep", keep},
                                                                      {"predict", predict},
                                                                      {"walk", walk},
                                                                      {"close", close}}};

void draw(const Menu& m, const OfferedAction& a) {
  const auto own = std::ranges::find(of_window, a.is->key, &std::pair<std::string_view, Draw>::first);
  if (own != of_window.end()) own->second(m, a);
  else if (a.is->choices != nullptr) choices(m, a);
  else m.choice("card", a.title.data(), a.on, request<do_card_action>(m.card, a.is->key, std::string()), a.why_not);
}

}  // namespace

void card_menu(Ui& ui, const Workspace& workspace, const ViewState& view, Requests& requests, CardRef card) {
  const Popup popup(ui, "card");
  if (!popup) return;
  const Menu m{ui, workspace, view, requests, card};
  int section = 0;
  for (const auto& action : actions_of(actions_for(workspace, card))) {
    if (action.is->section == of_the_row) continue;
    if (action.is->section != section) ImGui::Separator();
    section = action.is->section;
    draw(m, action);
  }
}

}  // namespace app
