// Tests statements about all layouts: the theorems of the papers are decided, a counterexample is the smallest, and the report of a search
// agrees with a loop over the same layouts.

#include <doctest/doctest.h>

#include <atomic>
#include <fstream>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "algebra/conjectures/search.hpp"
#include "algebra/layout/operations.hpp"
#include "naive_algebra.hpp"
#include "tests/test_data.hpp"

namespace conjectures_test {

using namespace algebra;
using conjectures::Report;
using conjectures::SearchSettings;

namespace {

const Environment nothing;

Report searched(const std::string& text, SearchSettings settings, [[maybe_unused]] int threads = 1) {
  const auto statement = conjectures::read_statement(text, nothing);
  REQUIRE_MESSAGE(statement, text);
  conjectures::Search search(*statement, nothing, settings);
  const std::atomic<bool> cancelled{false};
#ifndef __EMSCRIPTEN__
  std::vector<std::jthread> others;
  for (int i = 1; i < threads; ++i) others.emplace_back([&] { search.work(cancelled); });
#endif
  search.work(cancelled);
#ifndef __EMSCRIPTEN__
  others.clear();
#endif
  return search.report();
}

SearchSettings up_to(std::int64_t size, int depth = 1) {
  SearchSettings s;
  s.bound = {size, depth};
  s.seconds = 1000;
  s.random = false;
  return s;
}

Diagnostic refused(const std::string& text) {
  const auto statement = conjectures::read_statement(text, nothing);
  if (!statement) return statement.error();
  try {
    conjectures::Program program(*statement, nothing, IntegerRule::math);
  } catch (const Diagnostic& d) {
    return d;
  }
  return {};
}

std::string text_of(const std::vector<Value>& values) {
  std::string text;
  for (const auto& v : values) text += (text.empty() ? "" : " ") + to_string(v, Marks::plain);
  return text;
}

}  // namespace

TEST_CASE("theorems hold for every small layout, and tempting falsehoods have counterexamples") {
  std::ifstream file(test_data() + "/golden/theorems.txt");
  REQUIRE(file);
  int theorems = 0, falsehoods = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::istringstream fields(line);
    std::string size, holds, statement;
    std::getline(fields, size, '\t');
    std::getline(fields, holds, '\t');
    std::getline(fields, statement);
    INFO(statement);
    const auto r = searched(statement, up_to(std::stoi(size)), 2);
    if (holds == "true") {
      ++theorems;
      CHECK(r.outcome == Report::Outcome::none);
      CHECK(r.whole);
      CHECK(r.tried > 0);
    } else {
      ++falsehoods;
      REQUIRE(r.outcome == Report::Outcome::counterexample);
      // The counterexample is one: the statement, with its values in place of the names, does not hold.
      Environment names;
      for (std::size_t i = 0; i < r.names.size(); ++i) names.emplace(r.names[i].name, r.values[i]);
      const auto filled = conjectures::read_statement(statement, names);
      REQUIRE(filled);
      CHECK(filled->names.empty());
      conjectures::Search once(*filled, names, up_to(1));
      const std::atomic<bool> cancelled{false};
      once.work(cancelled);
      CHECK(once.report().outcome == Report::Outcome::counterexample);
    }
  }
  CHECK(theorems >= 30);
  CHECK(falsehoods >= 10);
}

TEST_CASE("a search tries what a loop over all layouts does, and finds the same counterexample") {
  const auto all = conjectures::universe(conjectures::Kind::layout, {6, 2}, IntegerRule::math, 100000);
  REQUIRE(all.whole_to == 6);
  // By sizes together, and of equal ones by modes and cosizes.
  std::int64_t kept = 0, refusals = 0;
  const conjectures::Choice *first_a = nullptr, *first_b = nullptr;
  for (const auto& a : all.choices)
    for (const auto& b : all.choices) {
      const auto r = attempt([&] { return composition(std::get<Layout>(a.value), std::get<Layout>(b.value)); });
      if (!r) {
        ++refusals;
        continue;
      }
      ++kept;
      if (cosize(*r) <= cosize(std::get<Layout>(a.value))) continue;
      const auto smaller = [&] {
        if (first_a == nullptr) return true;
        const auto now = a.size + b.size, before = first_a->size + first_b->size;
        return now != before ? now < before : a.weight + b.weight < first_a->weight + first_b->weight;
      };
      if (smaller()) first_a = &a, first_b = &b;
    }
  for (const int threads : {1, 2}) {
    const auto whole = searched("size(A o B) == size(B)", up_to(6, 2), threads);
    CHECK(whole.tried == kept);
    CHECK(whole.undefined == refusals);
    CHECK(whole.whole);
    const auto found = searched("cosize(A o B) <= cosize(A)", up_to(6, 2), threads);
    REQUIRE(found.outcome == Report::Outcome::counterexample);
    CHECK(text_of(found.values) == text_of({first_a->value, first_b->value}));
  }
}

TEST_CASE("all layouts up to a bound are there once, and no index is beyond it") {
  const auto all = conjectures::universe(conjectures::Kind::layout, {8, 3}, IntegerRule::math, 100000);
  std::vector<std::string> texts;
  std::int64_t before = 0;
  for (const auto& c : all.choices) {
    const auto& l = std::get<Layout>(c.value);
    CHECK(size(l) == c.size);
    CHECK(c.size >= before);
    before = c.size;
    CHECK(cosize(l) <= 8);
    CHECK(depth(l) <= 3);
    texts.push_back(to_string(l, Marks::plain));
  }
  std::sort(texts.begin(), texts.end());
  CHECK(std::adjacent_find(texts.begin(), texts.end()) == texts.end());
  CHECK(std::binary_search(texts.begin(), texts.end(), "(2,(2,2)):(1,(2,4))"));
  CHECK(std::binary_search(texts.begin(), texts.end(), "8:1"));
  CHECK(std::binary_search(texts.begin(), texts.end(), "(4,2):(2,0)"));
}

TEST_CASE("a condition, relations and their words mean what they say") {
  const auto count = [](const std::string& text) { return searched(text, up_to(6)); };
  CHECK(count("i < 4 if i <= 3").outcome == Report::Outcome::none);
  CHECK(count("i < 4 if i <= 3").skipped == 3);
  CHECK(text_of(count("i < 4").values) == "4");
  CHECK(text_of(count("not i == 3 or i > 5").values) == "3");
  CHECK(text_of(count("(i != 2 and i != 5) or i >= 3").values) == "2");
  CHECK(count("i >= 0 and (i > 2 or i <= 2)").outcome == Report::Outcome::none);
  CHECK(count("always A == A if size(A) > 3").outcome == Report::Outcome::none);
  // A claim that has no value is no counterexample, and is counted.
  CHECK(count("morphism(A) == morphism(A)").undefined > 0);
  auto strict = up_to(6);
  strict.undefined_fails = true;
  CHECK(searched("layout_add(A, B) == layout_add(B, A)", strict).outcome == Report::Outcome::counterexample);
  CHECK(count("A == A if size(A) < 0").outcome == Report::Outcome::never_tried);
  CHECK(count("2 == 2").outcome == Report::Outcome::none);
  CHECK(count("2 == 3").outcome == Report::Outcome::counterexample);
}

TEST_CASE("what is no statement says so, at its place") {
  CHECK(refused("A o ").problem.condition == "syntax");
  CHECK(refused("nonsense(A) == A").problem.condition == "unknown function");
  CHECK(refused("A == ").span.begin >= 4);
  CHECK(refused("A == A if ").problem.condition == "syntax");
  CHECK(refused("for shapes S: S == S").problem.message ==
        "Kinds and names come before the colon: for shape S, integer n, layout A, swizzle F: ...");
  CHECK(refused("kept(size(A))").problem.condition == "argument");
  CHECK(refused("size(A, A, A) == 1").problem.condition == "argument");
  // An expression that is neither true nor false is refused at once, not searched for ten seconds.
  for (const auto* none : {"A", "size(A)", "true", "complement(A, 24)", "not A", "size(B) == 1 and coalesce(A)"})
    CHECK_MESSAGE(refused(none).problem.condition == "argument", none);
  CHECK(refused("A == A if size(A)").span.begin == 10);
  CHECK(refused("is_injective(complement(A, n))").problem.message.empty());
  CHECK(refused("compatible(B, composition(A, B))").problem.message.empty());
}

TEST_CASE("random layouts find what small ones do not show, and the counterexample is made smaller") {
  auto s = up_to(4);
  s.random = true;
  s.seconds = 20;
  const auto r = searched("size(A) < 20", s);
  REQUIRE(r.outcome == Report::Outcome::counterexample);
  CHECK(r.is_random);
  CHECK(size(std::get<Layout>(r.values[0])) >= 20);
  for (const auto& less : conjectures::smaller(r.values[0]))
    CHECK(size(std::get<Layout>(less)) < 20 + (size(std::get<Layout>(less)) >= 20 ? 1000 : 0));
}

TEST_CASE("a search that is cancelled ends") {
  const auto statement = conjectures::read_statement("A o (B o C) == (A o B) o C if kept(A o B) and kept(B o C)", nothing);
  REQUIRE(statement);
  conjectures::Search search(*statement, nothing, up_to(24));
  const std::atomic<bool> cancelled{true};
  search.work(cancelled);
  const auto r = search.report();
  CHECK(r.cancelled);
  CHECK_FALSE(r.whole);
}

}  // namespace conjectures_test
