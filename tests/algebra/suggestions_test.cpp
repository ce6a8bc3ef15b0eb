// Tests that suggestions work: put in at the place named, each gives a value that keeps its contract.

#include <doctest/doctest.h>

#include <fstream>
#include <string>

#include "algebra/language/evaluate.hpp"
#include "tests/test_data.hpp"

using namespace algebra;

namespace {

struct Counts {
  int refused = 0, with_suggestions = 0, tried = 0;
};

/// Tries everything that a diagnostic offers for a text.
void try_all(const std::string& text, const Diagnostic& d, IntegerRule rule, Counts& counts) {
  counts.with_suggestions += !d.problem.suggestions.empty();
  for (const auto& suggestion : d.problem.suggestions) {
    auto changed = text;
    changed.replace(d.span.begin, d.span.end - d.span.begin, suggestion);
    CAPTURE(text);
    CAPTURE(changed);
    const auto e = evaluate(changed, {}, rule);
    REQUIRE(e.has_value());
    CHECK(e->verdict.kind != Verdict::Kind::broken);
    CHECK(!e->warning);
    ++counts.tried;
  }
}

}  // namespace

TEST_CASE("suggestions for golden rows that CuTe refuses, and for those that it gets wrong") {
  Counts counts;
  int warned = 0;
  for (const auto* file : {"static.tsv", "dynamic.tsv", "worked_examples.tsv"}) {
    std::ifstream in(test_data() + "/golden/" + file);
    for (std::string line; std::getline(in, line);) {
      const auto first = line.find('\t'), second = line.find('\t', first + 1);
      if (second == std::string::npos) continue;
      const auto text = line.substr(first + 1, second - first - 1);
      const auto e = evaluate(text, {}, IntegerRule::cute);
      if (e && !e->warning) continue;
      e ? ++warned : ++counts.refused;
      try_all(text, e ? *e->warning : e.error(), IntegerRule::cute, counts);
    }
  }
  MESSAGE(counts.refused << " refused, " << warned << " wrong; " << counts.with_suggestions << " with suggestions, " << counts.tried
                         << " tried");
  CHECK(counts.refused > 40);
  CHECK(warned > 10);
  CHECK(counts.tried > 100);
}

TEST_CASE("suggestions stand where the fault is") {
  const auto fault = [](std::string text) {
    const auto e = evaluate(text, {}, IntegerRule::math);
    const auto d = e ? *e->warning : e.error();
    Counts counts;
    try_all(text, d, IntegerRule::math, counts);
    return text.substr(d.span.begin, d.span.end - d.span.begin) + " -> " + (d.problem.suggestions.empty() ? "" : d.problem.suggestions[0]);
  };
  CHECK(fault("composition((8,8):(8,1), 6:3)") == "6:3 -> 6:4");
  CHECK(fault("upcast<3>((8,4):(1,8))") == "3 -> 4");
  CHECK(fault("get<3>((4,2):(1,4))") == "3 -> 1");
  CHECK(fault("zipped_divide((8,8):(8,1), (3,4))") == "(3,4) -> (4,4)");
  CHECK(fault("local_tile((8,8):(8,1), (4,4), (2,0))") == "(2,0) -> (1,0)");
  CHECK(fault("local_partition((8,8):(8,1), (2,4):(4,1), 8)") == "8 -> 7");

  CHECK(fault("(4,2):(1,2,3)") == "(4,2):(1,2,3) -> (4,2):(1,2)");
  CHECK(fault("complment(4:1, 24)") == "complment -> complement");
}
