// What a card's menu offers: how it is shown, and where it can go.

#include <fmt/format.h>

#include "app/actions/comparing.hpp"
#include "app/actions/iteration.hpp"
#include "app/actions/predicting.hpp"
#include "app/panels/card.hpp"
#include "app/panels/help.hpp"
#include "app/panels/popup.hpp"
#include "render/colourings.hpp"
#include "render/labellings.hpp"

namespace app {
namespace {

struct Menu {
  Ui& ui;
  const App& app;
  Actions& actions;
  CardRef card;

  /// A choice of the card's settings; with a reason it is shown and cannot be made. `part` is of its term for F1.
  template <class Set>
  void choice(const char* part, const char* label, bool chosen, Set set, const char* why_not = nullptr) const {
    if (ImGui::MenuItem(ui.tr(label), nullptr, chosen, why_not == nullptr))
      actions.push_back([c = card, set](App& a) { edit_card(a, c, set); });
    help_term(ui, part, label, ImGui::GetItemRectMin(), ImGui::GetItemRectMax());
    if (why_not != nullptr && ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) ImGui::SetTooltip("%s", ui.tr(why_not));
  }
  void action(const char* label, void (*run)(App&, CardRef), bool enabled = true, bool chosen = false) const {
    if (ImGui::MenuItem(ui.tr(label), nullptr, chosen, enabled)) actions.push_back([c = card, run](App& a) { run(a, c); });
    help_term(ui, "card", label, ImGui::GetItemRectMin(), ImGui::GetItemRectMax());
  }
  /// A menu within the menu: ImGui::EndMenu() where it is open.
  bool opens(const char* label) const {
    const auto at = ImGui::GetCursorScreenPos();
    help_term(ui, "card", label, at, {at.x + ImGui::GetContentRegionAvail().x, at.y + ImGui::GetTextLineHeightWithSpacing()});
    return ImGui::BeginMenu(ui.tr(label));
  }
  const CardSettings& settings() const { return app.sheet().entries[static_cast<std::size_t>(card.entry)].card(card.card); }
};

void colours(const Menu& m) {
  if (!m.opens("Colour by")) return;
  for (const auto c : render::colourings())
    m.choice(
        "colour", c->key, m.settings().view.colour_by == c, [c](CardSettings& s) { set_colours(s, c); }, why_not(m.app, m.card, c));
  ImGui::EndMenu();
}

void tiles(const Menu& m) {
  if (!m.opens("Tiles of")) return;
  bool any = false;
  for (const auto& r : m.app.evaluator().results()) {
    if (r.name.empty() || !r.evaluation) continue;
    const auto layout = layout_of(r.evaluation->value);
    if (!layout || algebra::rank(*layout) != 2) continue;
    any = true;
    m.choice("card", r.name.c_str(), m.settings().colour_from == r.name, [name = r.name](CardSettings& s) {
      s.view.colour_by = render::ColourBy::tile;
      s.colour_from = name;
    });
  }
  if (!any) ImGui::TextDisabled("%s", m.ui.tr("no entry with a rank of 2"));
  ImGui::EndMenu();
}

void labels(const Menu& m) {
  if (!m.opens("Label")) return;
  for (const auto l : render::labellings())
    m.choice(
        "label", l->key, m.settings().view.label_by == l, [l](CardSettings& s) { s.view.label_by = l; }, why_not(m.app, m.card, l));
  ImGui::EndMenu();
}

/// Palettes, headings, slices: how the same cells are drawn.
void looks(const Menu& m) {
  if (m.opens("Palette")) {
    for (int k = 0; k <= static_cast<int>(render::PaletteName::print); ++k) {
      const auto p = static_cast<render::PaletteName>(k);
      m.choice("palette", std::string(name_of(p)).c_str(), m.settings().view.palette == p, [p](CardSettings& s) { s.view.palette = p; });
    }
    ImGui::EndMenu();
  }
  if (m.opens("Headings")) {
    static constexpr std::pair<render::Headings, const char*> kinds[] = {
        {render::Headings::automatic, "flat and natural"}, {render::Headings::flat, "flat"}, {render::Headings::natural, "natural"}};
    for (const auto& [kind, title] : kinds)
      m.choice("headings", title, m.settings().view.headings == kind, [h = kind](CardSettings& s) { s.view.headings = h; });
    ImGui::EndMenu();
  }
  const auto* picture = m.app.picture(m.card.entry, m.card.card);
  const bool flat = picture == nullptr || picture->diagram.slices() < 2;
  m.choice(
      "card", "All slices side by side", m.settings().view.slabs, [](CardSettings& s) { s.view.slabs ^= true; },
      flat ? "Up to rank 2 there is one slice." : nullptr);
  m.choice("card", "Transposed", m.settings().view.transposed, [](CardSettings& s) { s.view.transposed ^= true; });
  m.choice("card", "Legend", m.settings().legend, [](CardSettings& s) { s.legend ^= true; });
}

void exports(const Menu& m) {
  if (!m.opens("Export")) return;
  for (const char* ending : {"svg", "pdf", "png", "tex", "txt"})
    if (ImGui::MenuItem(fmt::format(".{}", ending).c_str()))
      m.actions.push_back([c = m.card, ending](App& a) {
        a.dialog = Dialog::export_figure;
        a.exporting.wish.kind = FigureKind::card;
        a.exporting.wish.entry = c.entry;
        a.exporting.wish.card = c.card;
        a.export_ending = ending;
      });
  ImGui::EndMenu();
}

/// Every other card, by what its heading says.
void comparisons(const Menu& m) {
  if (!m.opens("Compare with")) return;
  bool any = false;
  for (const auto& other : m.ui.canvas.placed) {
    if (other.ref == m.card || !m.app.picture(other.ref.entry, other.ref.card)) continue;
    any = true;
    const auto name = fmt::format("{}##{}", card_name(m.app, other.ref), other.id);
    if (ImGui::MenuItem(name.c_str())) m.actions.push_back([c = m.card, with = other.ref](App& a) { begin_comparison(a, c, with); });
  }
  if (!any) ImGui::TextDisabled("%s", m.ui.tr("no other card"));
  ImGui::EndMenu();
}

}  // namespace

void card_menu(Ui& ui, const App& app, Actions& actions, CardRef card) {
  const Popup popup(ui, "card");
  if (!popup) return;
  const auto& entry = app.sheet().entries[static_cast<std::size_t>(card.entry)];
  const Menu m{ui, app, actions, card};
  colours(m);
  tiles(m);
  labels(m);
  looks(m);
  ImGui::Separator();
  m.action("Fill the canvas", fill_canvas, true, app.cards.full == id_of(app, card));
  m.action("Another card of this entry", duplicate_card, can_duplicate(app, card));
  m.choice(
      "card", "Place and size by itself", false,
      [](CardSettings& s) {
        s.at.reset();
        s.size.reset();
      },
      m.settings().at || m.settings().size ? nullptr : "Nobody has moved this card.");
  comparisons(m);
  exports(m);
  ImGui::Separator();
  if (entry.watched != 0 && ImGui::MenuItem(ui.tr("Keep the entry")))
    actions.push_back([index = card.entry](App& a) { a.keep_entry(index); });
  if (ImGui::MenuItem(ui.tr("Hide the card's values, to predict them"), nullptr, prediction_of(app, card.entry) != nullptr))
    actions.push_back(
        [index = card.entry](App& a) { prediction_of(a, index) != nullptr ? stop_predicting(a, index) : hide_values(a, index); });
  help_term(ui, "card", "prediction", ImGui::GetItemRectMin(), ImGui::GetItemRectMax());
  if (ImGui::MenuItem(ui.tr("Walk the elements"), nullptr, walks(app, card.entry), can_walk(app, card.entry)))
    actions.push_back([index = card.entry](App& a) { walk(a, index); });
  help_term(ui, "card", "walk", ImGui::GetItemRectMin(), ImGui::GetItemRectMax());
  m.action(entry.more.empty() ? "Hide the card" : "Close this card", close_card);
}

}  // namespace app
