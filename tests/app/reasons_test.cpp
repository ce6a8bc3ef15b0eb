// Tests the facts and pictures of refused entries, arrows, and claims about all layouts.

#include <doctest/doctest.h>

#include <string>

#include "app/document/evaluation.hpp"
#include "app/document/sheet.hpp"
#include "app/figures/figures.hpp"
#include "app/figures/pictures.hpp"

using namespace app;

namespace {

struct Evaluated {
  Sheet sheet;
  SheetEvaluator evaluator;

  explicit Evaluated(const std::string& text) : sheet(*parse_sheet(text)) { evaluator.update(sheet); }
  const EntryResult& operator[](const std::string& name) const {
    return evaluator.results()[static_cast<std::size_t>(evaluator.find(name))];
  }
  std::optional<Picture> picture(const std::string& name) const { return picture_of(sheet, evaluator.results(), evaluator.find(name)); }
  /// Decides a claim as the background does.
  void decide(const std::string& name) {
    const auto& result = (*this)[name];
    REQUIRE(result.evaluation);
    REQUIRE(result.evaluation->check);
    REQUIRE(evaluator.set_verdict(result.version, result.evaluation->check({})));
  }
  bool holds(const std::string& name) const { return std::get<algebra::Truth>((*this)[name].evaluation->value).holds; }
};

}  // namespace

TEST_CASE("the card of a refused entry is the function that was asked for, with the proof in it") {
  const Evaluated e("A = (2,2):(1,4)\nB = (4,2):(1,3)\nR = A o B\nC = complement((2,2):(1,1), 8)\n");
  REQUIRE(e["R"].refusal != nullptr);
  CHECK_FALSE(e["R"].evaluation);
  const auto picture = e.picture("R");
  REQUIRE(picture);
  CHECK_FALSE(picture->dimmed);
  const auto& d = picture->diagram;
  CHECK(d.rows.extent == 4);
  CHECK(d.columns.extent == 2);
  // A(B(c)), element for element.
  const std::int64_t asked[] = {0, 1, 4, 5, 5, 8, 9, 12};
  for (std::int64_t c = 0; c < 8; ++c) CHECK(d.index(c % 4, c / 4) == asked[c]);
  REQUIRE(d.callouts.size() == 3);
  const auto lit = [&](std::size_t i) { return d.index(d.callouts[i].row, d.callouts[i].column); };
  CHECK(lit(0) + lit(1) != lit(2));
  CHECK(d.label(d.callouts[2].row, d.callouts[2].column) == std::to_string(lit(2)));
  CHECK(d.table.size() >= 4);
  const auto complement = e.picture("C");
  REQUIRE(complement);
  CHECK(complement->diagram.callouts.empty());
  CHECK(complement->diagram.note.text() == "The function asked for is a layout: 3:3.");
  // It is a figure, too.
  const auto figure = figure_of(e.sheet, e.evaluator, {.kind = FigureKind::card, .entry = e.evaluator.find("R")});
  REQUIRE(figure);
  CHECK(figure->panels.size() == 1);
}

TEST_CASE("morphisms are drawn as arrows, refinements as cuts") {
  const Evaluated e("M = morphism((4,8):(16,1))\nU = mutual_refinement((6,6), (2,6,6))\n");
  const auto m = e.picture("M");
  REQUIRE(m);
  // ((4,8),(8,2,4),(3,1)): 4 goes to the third entry, 8 to the first.
  const auto& d = m->diagram;
  REQUIRE(d.callouts.size() == 2);
  CHECK(d.callouts[0].row == 0);
  CHECK(d.callouts[0].to == std::pair<std::int64_t, std::int64_t>{2, 2});
  CHECK(d.callouts[1].to == std::pair<std::int64_t, std::int64_t>{0, 2});
  for (const auto& arrow : d.callouts) {
    CHECK(d.index(arrow.row, 0) == d.index(arrow.to->first, 2));
    CHECK(d.colour_key(arrow.row, 0) == d.colour_key(arrow.to->first, 2));
  }
  CHECK(d.vacant(0, 1));
  CHECK(d.colour_key(1, 2) == -1);  // the entry 2, which no arrow reaches
  const auto u = e.picture("U");
  REQUIRE(u);
  CHECK(u->diagram.callouts.size() == 4);
  CHECK(e.evaluator.explain(e.evaluator.find("M")).size() == 3);
  CHECK(e.evaluator.explain(e.evaluator.find("U")).size() >= 4);
}

TEST_CASE("a claim is an entry: it is decided in the background, and its counterexample is a card") {
  Evaluated e("f = always A o B == B o A\nt = always<6> size(coalesce(A)) == size(A)\nK = 4:1\ng = always<4> size(A o K) == size(K)\n");
  CHECK(e.evaluator.problems() == 0);
  CHECK(e["f"].evaluation->verdict.kind == algebra::Verdict::Kind::pending);
  CHECK_FALSE(e.picture("f"));
  e.decide("f");
  CHECK_FALSE(e.holds("f"));
  CHECK(e["f"].evaluation->verdict.kind == algebra::Verdict::Kind::broken);
  const auto picture = e.picture("f");
  REQUIRE(picture);
  CHECK(picture->diagram.parts.size() == 2);
  CHECK(picture->diagram.subtitle == "A = 1:0, B = 2:0");
  e.decide("t");
  CHECK(e.holds("t"));
  CHECK(e["t"].evaluation->verdict.kind == algebra::Verdict::Kind::kept);
  CHECK(e["t"].evaluation->verdict.checked > 100);
}

TEST_CASE("a claim that is cancelled stays open; one that cannot be read says why") {
  const Evaluated e(
      "a = always A o (B o C) == (A o B) o C if kept(A o B) and kept(B o C) and cosize(C) <= size(B)\n"
      "b = always size(A\nc = always<1000> size(A) == size(A)\n");
  const std::atomic<bool> cancelled{true};
  CHECK(e["a"].evaluation->check({.cancelled = &cancelled}).kind == algebra::Verdict::Kind::pending);
  REQUIRE(e["b"].problem);
  CHECK(e["b"].problem->span.begin >= std::string("b = always ").size());
  REQUIRE(e["c"].problem);
  CHECK(e["c"].problem->problem.condition == "argument");
}
