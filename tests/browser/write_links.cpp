// Writes a sheet's links as the program computes them, for the test that hovers the same sheet in a browser. One JSON object: of every
// visible card the element and the label of each cell, the links of its elements, its slices and steps, and the launch's requests.
//
//   write_links SHEET MOST
//
// MOST: the number of elements of a card whose links are written; of a larger card a spread of elements.

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <set>

#include <nlohmann/json.hpp>

#include "app/document/evaluation.hpp"
#include "app/document/link_graph.hpp"
#include "app/figures/figures.hpp"
#include "app/figures/picture_elements.hpp"
#include "app/figures/pictures.hpp"
#include "app/import/open.hpp"
#include "app/launch/launch_plan.hpp"
#include "gpu/run/playback.hpp"

namespace {

using app::Element;
using nlohmann::json;

const char* name_of(app::Role role) {
  switch (role) {
    case app::Role::pointed: return "pointed";
    case app::Role::operand: return "operand";
    case app::Role::result: return "result";
    case app::Role::same: return "same";
    case app::Role::place: return "place";
    case app::Role::owner: break;
  }
  return "owner";
}

/// Returns the labels of a diagram's cells, row by row.
json labels_of(const render::Diagram& d) {
  auto labels = json::array();
  for (std::int64_t r = 0; r < d.rows.extent; ++r)
    for (std::int64_t c = 0; c < d.columns.extent; ++c)
      labels.push_back(d.vacant(r, c) || d.beyond(r, c) || !d.labelled() ? "" : d.label(r, c));
  return labels;
}

/// Returns the elements of a picture's cells, row by row; -1: none.
std::vector<std::int64_t> elements_of(const std::vector<app::EntryResult>& results, const app::Picture& picture, int entry) {
  std::vector<std::int64_t> elements;
  const auto& d = picture.diagram;
  for (std::int64_t r = 0; r < d.rows.extent; ++r)
    for (std::int64_t c = 0; c < d.columns.extent; ++c) {
      const bool nothing = picture.dimmed || d.vacant(r, c) || d.beyond(r, c);
      elements.push_back(nothing ? -1 : app::element_in(results, picture, entry, r, c).coordinate);
    }
  return elements;
}

/// Returns the picture of each slice, as the card turns to it.
json slices_of(app::Sheet sheet, const std::vector<app::EntryResult>& results, int entry, int card) {
  auto all = json::array();
  auto& view = sheet.entries[static_cast<std::size_t>(entry)].card(card).view;
  const auto first = app::picture_of(sheet, results, entry, card);
  const auto count = view.slabs ? 1 : first->diagram.slices();
  for (view.slice = 0; count > 1 && view.slice < count; ++view.slice) {
    const auto picture = app::picture_of(sheet, results, entry, card);
    all.push_back({{"cells", elements_of(results, *picture, entry)}, {"labels", labels_of(picture->diagram)}});
  }
  return all;
}

json steps_of(const app::Sheet& sheet, const app::SheetEvaluator& evaluator, int entry) {
  auto all = json::array();
  if (const auto figures = app::step_figures(sheet, evaluator, {.kind = app::FigureKind::steps, .entry = entry}))
    for (const auto& figure : *figures)
      for (const auto& panel : figure.panels)
        if (panel.diagram)
          all.push_back({{"caption", panel.caption.text()},
                         {"rows", panel.diagram->rows.extent},
                         {"columns", panel.diagram->columns.extent},
                         {"labels", labels_of(*panel.diagram)}});
  return all;
}

/// Returns the launch: which request touches each cell of its tensor first, -1: none does.
json launch_of(const app::Sheet& sheet, const app::SheetEvaluator& evaluator) {
  if (sheet.launch.empty()) return nullptr;
  const auto plan = app::plan(evaluator, sheet.launch);
  const auto diagram = plan ? app::launch_picture(*plan) : std::nullopt;
  if (!diagram) return nullptr;
  const auto touches = gpu::first_touches(*plan);
  auto touched = json::array();
  for (std::int64_t r = 0; r < diagram->rows.extent; ++r)
    for (std::int64_t c = 0; c < diagram->columns.extent; ++c) {
      const auto index = diagram->beyond(r, c) ? -1 : diagram->index(r, c);
      const bool there = index >= 0 && index < std::ssize(touches) && touches[static_cast<std::size_t>(index)];
      touched.push_back(there ? gpu::touch_position(*plan, *touches[static_cast<std::size_t>(index)]) : -1);
    }
  return {{"rows", diagram->rows.extent}, {"columns", diagram->columns.extent}, {"requests", plan->requests()}, {"touched", touched}};
}

json links_of(app::LinkGraph& graph, const Element& element) {
  auto all = json::array();
  for (const auto& m : graph.of(element).entries)
    all.push_back({{"entry", m.entry}, {"role", name_of(m.role)}, {"elements", m.coordinates}, {"all", m.all}});
  return all;
}

/// At most `most` of them, evenly spread.
std::vector<std::int64_t> spread(const std::vector<std::int64_t>& all, std::size_t most) {
  if (all.size() <= most) return all;
  std::vector<std::int64_t> some;
  for (std::size_t i = 0; i < most; ++i) some.push_back(all[i * all.size() / most]);
  return some;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  const auto sheet = app::load_sheet(argv[1]);
  const auto most = std::strtoul(argv[2], nullptr, 10);
  if (!sheet) {
    std::cerr << argv[1] << ": " << sheet.error() << '\n';
    return 1;
  }
  app::SheetEvaluator evaluator;
  const auto& results = evaluator.update(*sheet);
  app::LinkGraph graph;
  graph.update(results);

  json answer{{"cards", json::array()}, {"links", json::object()}};
  for (int entry = 0; entry < static_cast<int>(results.size()); ++entry) {
    const auto& settings = sheet->entries[static_cast<std::size_t>(entry)];
    const auto& result = results[static_cast<std::size_t>(entry)];
    for (int n = 0; settings.visible && n < settings.cards(); ++n) {
      const auto picture = app::picture_of(*sheet, results, entry, n);
      if (!picture) continue;
      const auto& d = picture->diagram;
      const int of = picture->shown_entry >= 0 ? picture->shown_entry : entry;
      const auto cells = elements_of(results, *picture, entry);
      std::vector<std::int64_t> elements;
      std::set<std::int64_t> there;
      for (const auto e : cells)
        if (e >= 0 && there.insert(e).second) elements.push_back(e);
      const auto asked = spread(elements, most);
      auto& links = answer["links"][std::to_string(of)];
      for (const auto e : asked)
        if (auto& one = links[std::to_string(e)]; one.is_null()) one = links_of(graph, {of, e});
      answer["cards"].push_back({{"entry", entry},
                                 {"card", n},
                                 {"name", result.name},
                                 {"text", settings.text},
                                 {"of", of},
                                 {"rows", d.rows.extent},
                                 {"columns", d.columns.extent},
                                 {"cells", cells},
                                 {"labels", picture->dimmed ? json::array() : labels_of(d)},
                                 {"slices", slices_of(*sheet, results, entry, n)},
                                 {"steps", n == 0 ? steps_of(*sheet, evaluator, entry) : json::array()},
                                 {"asked", asked}});
    }
  }
  answer["launch"] = launch_of(*sheet, evaluator);
  std::cout << answer.dump() << '\n';
  return std::cout.flush() ? 0 : 1;
}
