// What the program itself says of a sheet, for the test that hovers the same sheet in a browser: of every visible card which
// element each cell shows and its label, and of the elements what is linked to them. One JSON object.
//
//   write_links SHEET MOST
//
// MOST: elements of a card that are asked for their links; of a larger one a spread.

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <set>

#include <nlohmann/json.hpp>

#include "app/document/evaluation.hpp"
#include "app/document/link_graph.hpp"
#include "app/figures/pictures.hpp"
#include "app/import/open.hpp"

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

/// The element that a cell shows: of a tile that is no entry, the entry's own element with the same index. -1: none.
std::int64_t element_of(const app::Picture& picture, const algebra::Value* value, std::int64_t row, std::int64_t column) {
  const auto& d = picture.diagram;
  if (picture.shown_entry >= 0) return d.coordinate(row, column);
  std::int64_t found = -1;
  const auto index = value != nullptr ? algebra::links::index_map(*value) : std::nullopt;
  algebra::links::Budget budget{app::LinkGraph::most_steps};
  if (index)
    index->where(d.index(row, column), budget, [&](std::int64_t c) {
      found = c;
      return false;
    });
  return found;
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
      std::vector<std::int64_t> elements;
      std::set<std::int64_t> there;
      auto cells = json::array(), labels = json::array();
      for (std::int64_t r = 0; r < d.rows.extent; ++r)
        for (std::int64_t c = 0; c < d.columns.extent; ++c) {
          const bool nothing = d.vacant(r, c) || d.beyond(r, c) || picture->dimmed;
          const auto element = nothing ? -1 : element_of(*picture, result.value(), r, c);
          cells.push_back(element);
          labels.push_back(nothing || !d.labelled() ? "" : d.label(r, c));
          if (element >= 0 && there.insert(element).second) elements.push_back(element);
        }
      const auto asked = spread(elements, most);
      auto& links = answer["links"][std::to_string(of)];
      for (const auto e : asked)
        if (auto& one = links[std::to_string(e)]; one.is_null()) one = links_of(graph, {of, e});
      answer["cards"].push_back({{"entry", entry},
                                 {"card", n},
                                 {"name", result.name},
                                 {"text", settings.text},
                                 {"of", of},
                                 {"linked", picture->shown_entry >= 0 && !picture->dimmed},
                                 {"rows", d.rows.extent},
                                 {"columns", d.columns.extent},
                                 {"cells", cells},
                                 {"labels", labels},
                                 {"asked", asked}});
    }
  }
  std::cout << answer.dump() << '\n';
  return std::cout.flush() ? 0 : 1;
}
