#include "app/panels/canvas/card_menu.hpp"

#include <fmt/format.h>

#include "app/actions/cards.hpp"
#include "app/actions/comparing.hpp"
#include "app/actions/documents.hpp"
#include "app/actions/exporting.hpp"
#include "app/actions/predicting.hpp"
#include "app/actions/traversal.hpp"
#include "app/document/names.hpp"
#include "app/panels/bars/help_card.hpp"
#include "app/panels/canvas/card.hpp"
#include "app/panels/found_layouts.hpp"
#include "app/ui/menus.hpp"
#include "render/colourings.hpp"
#include "render/labellings.hpp"

namespace app {
namespace {

struct Menu {
  Ui& ui;
  const Workspace& workspace;
  const ViewState& view;
  Requests& requests;
  CardRef card;

  /// A choice of the card's settings; with a reason it is shown and cannot be made. `part` is of its term for F1.
  void choice(const char* part, const char* label, bool chosen, Request wanted, const char* why_not = nullptr) const {
    if (ImGui::MenuItem(ui.tr(label), nullptr, chosen, why_not == nullptr)) requests.add(std::move(wanted));
    help_term(ui, part, label);
    if (why_not != nullptr && ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) tooltip_beside(ui, ui.tr(why_not));
  }
  void action(const char* label, Request wanted, bool enabled = true, bool chosen = false) const {
    if (ImGui::MenuItem(ui.tr(label), nullptr, chosen, enabled)) requests.add(std::move(wanted));
    help_term(ui, "card", label);
  }
  /// A menu within the menu: ImGui::EndMenu() where it is open.
  bool opens(const char* label) const {
    const auto at = ImGui::GetCursorScreenPos();
    help_term(ui, "card", label, at, {at.x + ImGui::GetContentRegionAvail().x, at.y + ImGui::GetTextLineHeightWithSpacing()});
    return ImGui::BeginMenu(ui.tr(label));
  }
  const CardSettings& settings() const { return workspace.sheet().entries[static_cast<std::size_t>(card.entry)].card(card.card); }
};

void colours(const Menu& m) {
  if (!m.opens("Colour by")) return;
  for (const auto c : render::colourings())
    m.choice("colour", c->key, m.settings().view.colour_by == c, request<set_colouring>(m.card, c), why_not(m.workspace, m.card, c));
  ImGui::EndMenu();
}

void tiles(const Menu& m) {
  if (!m.opens("Tiles of")) return;
  bool any = false;
  for (const auto& r : m.workspace.evaluator().results()) {
    if (r.name.empty() || !r.evaluation) continue;
    const auto layout = layout_of(r.evaluation->value);
    if (!layout || algebra::rank(*layout) != 2) continue;
    any = true;
    m.choice("card", r.name.c_str(), m.settings().colour_from == r.name, request<colour_by_tiles_of>(m.card, r.name));
  }
  if (!any) ImGui::TextDisabled("%s", m.ui.tr("no entry with a rank of 2"));
  ImGui::EndMenu();
}

void labels(const Menu& m) {
  if (!m.opens("Label")) return;
  for (const auto l : render::labellings())
    m.choice("label", l->key, m.settings().view.label_by == l, request<set_labels>(m.card, l), why_not(m.workspace, m.card, l));
  ImGui::EndMenu();
}

/// Palettes, headings, slices: how the same cells are drawn.
void looks(const Menu& m) {
  if (m.opens("Palette")) {
    for (int k = 0; k <= static_cast<int>(render::PaletteName::print); ++k) {
      const auto p = static_cast<render::PaletteName>(k);
      m.choice("palette", std::string(name_of(p)).c_str(), m.settings().view.palette == p, request<set_palette>(m.card, p));
    }
    ImGui::EndMenu();
  }
  if (m.opens("Headings")) {
    static constexpr std::pair<render::Headings, const char*> kinds[] = {
        {render::Headings::automatic, "flat and natural"}, {render::Headings::flat, "flat"}, {render::Headings::natural, "natural"}};
    for (const auto& [kind, title] : kinds)
      m.choice("headings", title, m.settings().view.headings == kind, request<set_headings>(m.card, kind));
    ImGui::EndMenu();
  }
  if (of_tensor_memory(m.workspace, m.card) && m.opens("Tensor memory")) {
    static constexpr std::pair<render::TmemGrid, const char*> grids[] = {{render::TmemGrid::allocated, "allocated columns"},
                                                                         {render::TmemGrid::whole, "all 512 columns"},
                                                                         {render::TmemGrid::modes, "the tensor's modes"}};
    for (const auto& [grid, title] : grids) m.choice("card", title, m.settings().view.tmem == grid, request<set_tmem_grid>(m.card, grid));
    ImGui::EndMenu();
  }
  const auto* picture = m.workspace.picture(m.card.entry, m.card.card);
  const bool flat = picture == nullptr || picture->diagram.slices() < 2;
  m.choice("card", "All slices side by side", m.settings().view.slabs, request<show_or_hide_slabs>(m.card),
           flat ? "Up to rank 2 there is one slice." : nullptr);
  m.choice("card", "Transposed", m.settings().view.transposed, request<transpose_card>(m.card));
  m.choice("card", "Legend", m.settings().legend, request<show_or_hide_legend>(m.card));
}

void exports(const Menu& m) {
  if (hides_any(m.workspace, m.view) || !m.opens("Export")) return;
  for (const char* ending : {"svg", "pdf", "png", "tex", "txt"})
    if (ImGui::MenuItem(fmt::format(".{}", ending).c_str())) m.requests.add<ask_card_export>(m.card, std::string(ending));
  ImGui::EndMenu();
}

/// Every other card, by what its heading says.
void comparisons(const Menu& m) {
  if (!m.opens("Compare with")) return;
  bool any = false;
  for (const auto& other : canvas_of(m.ui).placed) {
    if (other.ref == m.card || !m.workspace.picture(other.ref.entry, other.ref.card)) continue;
    any = true;
    const auto name = fmt::format("{}##{}", card_name(m.workspace, other.ref), other.id);
    if (ImGui::MenuItem(name.c_str())) m.requests.add<begin_comparison>(m.card, other.ref);
  }
  if (!any) ImGui::TextDisabled("%s", m.ui.tr("no other card"));
  ImGui::EndMenu();
}

void better_layouts(const Menu& m) {
  if (!m.opens("Find a better layout")) return;
  found_layouts(m.ui, m.workspace, m.requests, m.card.entry);
  ImGui::EndMenu();
}

}  // namespace

void card_menu(Ui& ui, const Workspace& workspace, const ViewState& view, Requests& requests, CardRef card) {
  const Popup popup(ui, "card");
  if (!popup) return;
  const auto& entry = workspace.sheet().entries[static_cast<std::size_t>(card.entry)];
  const Menu m{ui, workspace, view, requests, card};
  colours(m);
  tiles(m);
  labels(m);
  looks(m);
  ImGui::Separator();
  m.action("Fill the canvas", request<fill_canvas>(card), true, view.cards.full == id_of(workspace, card));
  m.action("Another card of this entry", request<duplicate_card>(card), can_duplicate(workspace, card));
  m.choice("card", "Place and size by itself", false, request<arrange_card>(card),
           m.settings().at || m.settings().size ? nullptr : "Nobody has moved this card.");
  comparisons(m);
  better_layouts(m);
  exports(m);
  ImGui::Separator();
  if (entry.watched != 0 && ImGui::MenuItem(ui.tr("Keep the entry"))) requests.add<keep_entry>(card.entry);
  if (ImGui::MenuItem(ui.tr("Hide the card's values, to predict them"), nullptr, prediction_of(workspace, view, card.entry) != nullptr))
    requests.add<hide_or_show_values>(card.entry);
  help_term(ui, "card", "prediction");
  if (ImGui::MenuItem(ui.tr("Walk the elements"), nullptr, is_traversed(workspace, view, card.entry), can_traverse(workspace, card.entry)))
    requests.add<traverse>(card.entry);
  help_term(ui, "card", "walk");
  m.action(entry.more.empty() ? "Hide the card" : "Close this card", request<close_card>(card));
}

}  // namespace app
