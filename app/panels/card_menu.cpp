// What a card's menu offers: how it is shown, and where it can go.

#include <fmt/format.h>

#include "app/comparing.hpp"
#include "app/iteration.hpp"
#include "app/panels/card.hpp"
#include "app/predicting.hpp"

namespace app {
namespace {

template <class Set>
void choice(const Ui& ui, Actions& actions, int entry, const char* label, bool chosen, Set set) {
  if (ImGui::MenuItem(ui.tr(label), nullptr, chosen))
    actions.push_back([entry, set](App& a) { a.edit([&](Sheet& s) { set(s.entries[static_cast<std::size_t>(entry)]); }); });
}

}  // namespace

void card_menu(Ui& ui, const App& app, Actions& actions, int index) {
  const auto& entry = app.sheet().entries[static_cast<std::size_t>(index)];
  if (!ImGui::BeginPopup("card")) return;
  if (ImGui::BeginMenu(ui.tr("Colour by"))) {
    for (int k = 0; k <= static_cast<int>(render::ColourBy::none); ++k) {
      const auto c = static_cast<render::ColourBy>(k);
      choice(ui, actions, index, std::string(name_of(c)).c_str(), entry.view.colour_by == c, [c](Entry& e) {
        e.view.colour_by = c;
        if (c != render::ColourBy::tile) e.colour_from.clear();
      });
    }
    ImGui::EndMenu();
  }
  if (ImGui::BeginMenu(ui.tr("Tiles of"))) {
    for (const auto& r : app.evaluator().results()) {
      if (r.name.empty() || !r.evaluation) continue;
      const auto layout = layout_of(r.evaluation->value);
      if (!layout || algebra::rank(*layout) != 2) continue;
      choice(ui, actions, index, r.name.c_str(), entry.colour_from == r.name, [name = r.name](Entry& e) {
        e.view.colour_by = render::ColourBy::tile;
        e.colour_from = name;
      });
    }
    ImGui::EndMenu();
  }
  if (ImGui::BeginMenu(ui.tr("Label"))) {
    for (int k = 0; k <= static_cast<int>(render::LabelBy::none); ++k) {
      const auto l = static_cast<render::LabelBy>(k);
      choice(ui, actions, index, std::string(name_of(l)).c_str(), entry.view.label_by == l, [l](Entry& e) { e.view.label_by = l; });
    }
    ImGui::EndMenu();
  }
  if (ImGui::BeginMenu(ui.tr("Palette"))) {
    for (const auto p : {render::PaletteName::cutescope, render::PaletteName::cute, render::PaletteName::greys, render::PaletteName::contrast})
      choice(ui, actions, index, std::string(name_of(p)).c_str(), entry.view.palette == p, [p](Entry& e) { e.view.palette = p; });
    ImGui::EndMenu();
  }
  choice(ui, actions, index, "Transposed", entry.view.transposed, [](Entry& e) { e.view.transposed ^= true; });
  ImGui::Separator();
  if (ImGui::BeginMenu(ui.tr("Export"))) {
    for (const char* ending : {"svg", "pdf", "png", "tex", "txt"})
      if (ImGui::MenuItem(fmt::format(".{}", ending).c_str()))
        actions.push_back([index, ending](App& a) {
          a.dialog = Dialog::export_figure;
          a.exporting.wish.kind = FigureKind::card;
          a.exporting.wish.entry = index;
          a.export_ending = ending;
        });
    ImGui::EndMenu();
  }
  if (ImGui::BeginMenu(ui.tr("Compare with"))) {
    for (const auto& name : comparable_entries(app, index))
      if (ImGui::MenuItem(name.c_str())) actions.push_back([index, name](App& a) { compare_entries(a, index, name); });
    ImGui::EndMenu();
  }
  if (entry.watched != 0 && ImGui::MenuItem(ui.tr("Keep the entry"))) actions.push_back([index](App& a) { a.keep_entry(index); });
  if (ImGui::MenuItem(ui.tr("Hide the card's values, to predict them"), nullptr, prediction_of(app, index) != nullptr))
    actions.push_back([index](App& a) { prediction_of(a, index) != nullptr ? stop_predicting(a, index) : hide_values(a, index); });
  if (ImGui::MenuItem(ui.tr("Walk the elements"), nullptr, walks(app, index), can_walk(app, index))) actions.push_back([index](App& a) { walk(a, index); });
  choice(ui, actions, index, "Hide the card", false, [](Entry& e) { e.visible = false; });
  ImGui::EndPopup();
}

}  // namespace app
