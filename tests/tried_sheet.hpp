#pragma once
// All that the program works out of a sheet of one entry without being asked: its value or the refusal, the verdict, what is said beneath
// it, its steps, links and pictures. Whatever the entry says, nothing of it may end the program or take long.

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "algebra/code/code.hpp"
#include "algebra/editing/completion.hpp"
#include "algebra/language/summary.hpp"
#include "algebra/language/value_indexing.hpp"
#include "app/document/facts.hpp"
#include "app/figures/figures.hpp"
#include "app/figures/pictures.hpp"
#include "app/figures/printed_table.hpp"
#include "render/colourings.hpp"

namespace tried_sheet {

/// How much came of a text: for a test that wants to have seen enough of each.
struct Came {
  int values = 0, problems = 0, refusals = 0, pictures = 0;
};

inline void try_picture(const render::Diagram& d, Came& came) {
  ++came.pictures;
  const auto rows = d.rows.extent, columns = d.columns.extent;
  for (const auto row : {std::int64_t{0}, rows / 2, rows - 1})
    for (const auto column : {std::int64_t{0}, columns / 2, columns - 1}) {
      if (row < 0 || column < 0 || row >= rows || column >= columns) continue;
      d.index(row, column);
      d.remark(row, column);
      d.coordinate(row, column);
    }
}

inline void try_value(std::string_view text, const app::Sheet& sheet, const app::SheetEvaluator& evaluator, Came& came) {
  ++came.values;
  const auto& r = evaluator.results().front();
  const auto& e = *r.evaluation;
  const auto marks = evaluator.rule() == algebra::IntegerRule::cute ? algebra::Marks::underscores : algebra::Marks::plain;
  algebra::to_string(e.value, marks);
  algebra::facts_of(e);
  app::facts_of(r);
  app::properties_of(e.value, algebra::element_bits(e.value));
  app::words_of(e.verdict, true);
  constexpr std::int64_t few = 1 << 10;
  if (e.check) e.check({.most = few, .sample = true, .cancelled = nullptr});
  evaluator.explain(0);
  const std::array<algebra::code::Definition, 1> definition{{{"R", std::string(text)}}};
  for (const auto dialect : {algebra::code::Dialect::cpp, algebra::code::Dialect::dsl, algebra::code::Dialect::pycute})
    algebra::code::whole_program(definition, evaluator.rule(), dialect).has_value();
  app::LinkGraph graph;
  graph.update(evaluator.results());
  const app::DocumentView view{sheet, evaluator, graph, nullptr};
  for (const std::int64_t coordinate : {0, 1, 7, 1 << 20}) app::element_facts(view, {0, coordinate});
  constexpr std::int64_t small = 1 << 12;
  if (const auto size =
          algebra::attempt([&] { return algebra::indexing(e.value) ? algebra::size(algebra::indexing(e.value)->layout) : 0; });
      size && *size <= small)
    app::printed_table(e.value, marks).has_value();
  bool drawn_soon = true;
  if (const auto picture = app::picture_of(sheet, evaluator.results(), 0)) {
    const auto& d = picture->diagram;
    constexpr std::int64_t most_drawn = 1 << 12;
    drawn_soon = d.rows.extent <= most_drawn && d.columns.extent <= most_drawn / std::max<std::int64_t>(1, d.rows.extent);
    try_picture(d, came);
  }
  for (const auto kind : {app::FigureKind::card, app::FigureKind::steps, app::FigureKind::operands, app::FigureKind::swizzle,
                          app::FigureKind::tma, app::FigureKind::tv, app::FigureKind::slices}) {
    auto figure = app::figure_of(sheet, evaluator, {.kind = kind});
    // How large a file would be is found by drawing 2^20 cells of a large one: seconds where many are tried.
    if (!figure || !drawn_soon) continue;
    ++came.pictures;
    render::FigureOptions options;
    options.page.format = render::Format::svg;
    options.page.most_bytes = 1 << 18;
    render::figure_bytes(*figure, options).has_value();
  }
}

inline void try_text(std::string_view text, Came& came) {
  app::Sheet sheet;
  sheet.entries.emplace_back().text = "R = " + std::string(text);
  app::SheetEvaluator evaluator;
  const auto& r = evaluator.update(sheet).front();
  if (r.problem) ++came.problems, r.problem->problem.message.text();
  if (r.refusal) ++came.refusals, algebra::described(*r.refusal);
  if (r.evaluation) try_value(text, sheet, evaluator, came);
  algebra::editing::call_around(text, text.size() / 2);
  algebra::editing::complete(text, text.size() / 2, true, {});
}

}  // namespace tried_sheet
