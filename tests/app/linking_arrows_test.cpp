// Tests the linked pointer between layouts and values drawn as arrows: morphisms, refinements, cuts.

#include <doctest/doctest.h>

#include <algorithm>

#include "app/document/element_text.hpp"
#include "app/document/facts.hpp"
#include "app/document/link_graph.hpp"
#include "app/figures/picture_elements.hpp"
#include "tests/app/sheets.hpp"

using namespace app;
using app_test::app_of;

namespace {

std::vector<std::int64_t> arrows_at(const State& a, int from, std::int64_t coordinate, int in) {
  const auto* m = a.workspace.linking().of({from, coordinate}).in(in);
  return m == nullptr ? std::vector<std::int64_t>{} : m->coordinates;
}

/// Returns the coordinate in each mode, from the 1-D one.
std::vector<std::int64_t> modes_of(const std::vector<std::int64_t>& sizes, std::int64_t c) {
  std::vector<std::int64_t> all;
  for (const auto n : sizes) all.push_back(c % n), c /= n;
  return all;
}
std::int64_t count_of(const std::vector<std::int64_t>& sizes) {
  std::int64_t n = 1;
  for (const auto size : sizes) n *= size;
  return n;
}
/// Returns the elements that have moved along the mode.
std::vector<std::int64_t> moved(const std::vector<std::int64_t>& sizes, std::size_t mode) {
  std::vector<std::int64_t> all;
  for (std::int64_t c = 0; c < count_of(sizes); ++c)
    if (modes_of(sizes, c)[mode] != 0) all.push_back(c);
  return all;
}

}  // namespace

TEST_CASE("an arrow has the elements that have moved along its mode, and an element its arrows") {
  struct Case {
    std::string layout;
    std::vector<std::int64_t> sizes;
    std::vector<int> arrows;  ///< as the morphism has them
    std::int64_t codomain;
  };
  const std::vector<Case> cases{{"(4,8):(16,1)", {4, 8}, {3, 1}, 3},
                                {"((2,3),4):((1,2),12)", {2, 3, 4}, {1, 2, 4}, 4},
                                {"(4,2,3):(0,1,4)", {4, 2, 3}, {0, 1, 3}, 3},
                                {"(1,5):(7,2)", {1, 5}, {0, 2}, 2},
                                {"6:1", {6}, {1}, 1}};
  for (const auto& test : cases) {
    CAPTURE(test.layout);
    const auto line = "A = " + test.layout;
    const State a = app_of({line.c_str(), "M = morphism(A)", "L = layout_of_morphism(M)", "C = coalesce(A)"});
    const auto modes = static_cast<std::int64_t>(test.sizes.size());
    for (std::size_t i = 0; i < test.sizes.size(); ++i) {
      const auto entry = static_cast<std::int64_t>(i);
      CHECK(arrows_at(a, 1, entry, 0) == moved(test.sizes, i));
      CHECK(arrows_at(a, 1, entry, 2) == moved(test.sizes, i));
      CHECK(arrows_at(a, 1, entry, 3) == moved(test.sizes, i));
      if (test.arrows[i] == 0) continue;
      CHECK(arrows_at(a, 1, entry, 1) == std::vector<std::int64_t>{entry, modes + test.arrows[i] - 1});
      CHECK(arrows_at(a, 1, modes + test.arrows[i] - 1, 0) == moved(test.sizes, i));
    }
    for (std::int64_t c = 0; c < count_of(test.sizes); ++c) {
      std::vector<std::int64_t> wanted, ends;
      const auto here = modes_of(test.sizes, c);
      for (std::size_t i = 0; i < test.sizes.size(); ++i) {
        if (here[i] == 0) continue;
        wanted.push_back(static_cast<std::int64_t>(i));
        if (test.arrows[i] > 0) ends.push_back(modes + test.arrows[i] - 1);
      }
      std::sort(ends.begin(), ends.end());
      wanted.insert(wanted.end(), ends.begin(), ends.end());
      CHECK(arrows_at(a, 0, c, 1) == wanted);
    }
    // A gap of the codomain has nothing.
    for (std::int64_t t = 0; t < test.codomain; ++t)
      if (std::find(test.arrows.begin(), test.arrows.end(), static_cast<int>(t) + 1) == test.arrows.end())
        CHECK(arrows_at(a, 1, modes + t, 0).empty());
    CHECK(a.workspace.linking().of({1, modes + test.codomain}).entries.empty());
  }
}

TEST_CASE("an entry that is cut is linked to its parts, and through them to the layout") {
  const State a = app_of({"A = (4,8):(16,1)", "M = morphism(A)", "P = pullback(M, ((2,4),2,4))", "F = pushforward(M, ((2,2),8))",
                          "L = layout_of_morphism(P)"});
  // P: domain 4, 2, 4 and codomain 2, 4, 2, 4.
  CHECK(arrows_at(a, 1, 0, 2) == std::vector<std::int64_t>{0, 6});
  CHECK(arrows_at(a, 1, 1, 2) == std::vector<std::int64_t>{1, 2, 3, 4});
  CHECK(arrows_at(a, 1, 3, 2) == std::vector<std::int64_t>{5});  // the gap
  CHECK(arrows_at(a, 2, 4, 1) == std::vector<std::int64_t>{1, 2});
  CHECK(arrows_at(a, 2, 1, 4) == moved({4, 2, 4}, 1));
  CHECK(arrows_at(a, 2, 2, 4) == moved({4, 2, 4}, 2));
  CHECK(arrows_at(a, 1, 0, 3).size() == 4);
  // A's element is linked with the morphism's arrows; these, cut, with their parts.
  CHECK(arrows_at(a, 0, 4, 1) == std::vector<std::int64_t>{1, 2});
  CHECK(arrows_at(a, 0, 4, 2) == std::vector<std::int64_t>{1, 2, 3, 4});
}

TEST_CASE("cut shapes are linked with both, a weak composition with its operands") {
  const State a = app_of({"T = (6,6)", "U = (2,6,6)", "R = mutual_refinement(T, U)", "A = (4,8):(8,1)", "B = (4,2):(2,1)",
                          "W = weak_composition(morphism(A), morphism(B))", "G = morphism(B)", "V = weak_composition(morphism(A), G)",
                          "C = weak_composition(A, B)"});
  // T: 2, 3, 2, 3; U: 2, 3, 2, 3, 2.
  const std::vector<std::int64_t> fine{2, 3, 2, 3}, all{2, 3, 2, 3, 2};
  for (std::size_t i = 0; i < 5; ++i) {
    const auto n = static_cast<std::int64_t>(i);
    CHECK(arrows_at(a, 2, 4 + n, 1) == moved(all, i));
    if (i == 4) continue;
    CHECK(arrows_at(a, 2, n, 0) == moved(fine, i));
    CHECK(arrows_at(a, 2, n, 2) == std::vector<std::int64_t>{n, 4 + n});
  }
  CHECK(arrows_at(a, 0, 1 + 6 * 2, 2) == std::vector<std::int64_t>{0, 3, 4, 7});
  // The morphisms are written within: their layouts are reached through them. B's mode 4:2 is cut into 2 and 2.
  CHECK(arrows_at(a, 5, 0, 4) == moved({4, 2}, 0));
  CHECK(arrows_at(a, 7, 1, 6) == arrows_at(a, 7, 0, 6));
  // An operation on layouts is one arrow, with the links of a composition.
  CHECK(arrows_at(a, 8, 3, 4) == std::vector<std::int64_t>{3});
  CHECK(arrows_at(a, 8, 3, 3).size() == 1);
}

TEST_CASE("an entry of arrows in words, by its place in the picture") {
  const State a = app_of({"A = (4,8):(16,1)", "M = morphism(A)", "R = mutual_refinement((6,6), (2,6,6))"});
  const auto& results = a.workspace.evaluator().results();
  CHECK(element_text(results[1], 1, 0) == "M: S0 = 4, S0 → T2");
  CHECK(element_text(results[1], 1, 3) == "M: T1 = 2");
  CHECK(element_text(results[1], 1, 5).empty());
  CHECK(element_text(results[2], 2, 8) == "R: U4 = 2");
  const auto facts = element_facts(a.workspace.document_view(), {1, 1});
  CHECK(said(facts, "mode") == "S1");
  CHECK(said(facts, "size") == "8");
  CHECK(said(facts, "arrow") == "S1 → T0");
  CHECK(said(facts, "in A") == "A(0,1) +27");
  CHECK(said(element_facts(a.workspace.document_view(), {1, 3}), "arrow") == "none");
  // In the picture: cells of both columns, and the arrow between them.
  const auto& picture = *a.workspace.picture(1);
  CHECK(element_in(results, picture, 1, 0, 0) == Element{1, 0});
  CHECK(element_in(results, picture, 1, 2, 2) == Element{1, 4});
  CHECK(element_near(results, picture, 1, 0.5, 0.5) == Element{1, 0});
  // From the middle of row 1 at the left to the middle of row 0 at the right.
  CHECK(element_near(results, picture, 1, 0.75, 2.0 - 0.01) == Element{1, 1});
  CHECK_FALSE(element_near(results, picture, 1, 2.5, 1.1));
}

TEST_CASE("a sheet whose tuples are written as morphisms has no links of arrows to numbers that are none") {
  const State a = app_of({"F = ((4,8),(8,2,4),(3,1))", "P = pullback(F, ((2,4),2,4))", "D = get<0>(P)"});
  // F is drawn as a shape, whose elements are no entries.
  CHECK(arrows_at(a, 1, 1, 0).empty());
  CHECK(arrows_at(a, 0, 1, 1).empty());
  CHECK(arrows_at(a, 2, 1, 1).empty());
  CHECK(arrows_at(a, 1, 1, 2).empty());
}
