// Where scale factors, sparse metadata and reordered int4 lie: every row of CUTLASS's answers, and what the program says of its mistakes.

#include <cstdint>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "algebra/language/evaluate.hpp"
#include "algebra/layout/operations.hpp"
#include "tests/fields.hpp"
#include "tests/golden_rows.hpp"

using namespace algebra;

namespace {

/// A size is an int in CuTe, and wraps as one.
std::int64_t as_int(std::int64_t n) { return static_cast<std::int32_t>(static_cast<std::uint32_t>(n)); }

tl::expected<Evaluation, Diagnostic> answered(const std::string& expression) { return evaluate(expression, {}, IntegerRule::cute); }

bool any_hint(const Evaluation& e, std::string_view words) {
  for (const auto& hint : e.hints)
    if (hint.problem.message.text().find(words) != std::string::npos) return true;
  return false;
}

}  // namespace

TEST_CASE("scale factors, sparse metadata and reordered int4 are where CUTLASS has them") {
  const auto rows = golden_rows("scales.tsv");
  REQUIRE(rows.size() == 1899);
  int wrong = 0, sizes = 0, wrong_majors = 0, harmless = 0, wrapped = 0, empty = 0;
  for (const auto& row : rows) {
    const auto told = fields_of(row.result);
    REQUIRE(told.size() >= 2);
    INFO(row.expression);
    const auto e = answered(row.expression);
    REQUIRE_MESSAGE(e, e.error().problem.message.text());
    const auto answer = to_string(e->value, Marks::underscores);
    if (answer != told[0]) {
      ++wrong;
      MESSAGE(row.expression << " is " << told[0] << " in CuTe, " << answer << " here");
      continue;
    }
    if (told[1] != "-" && std::holds_alternative<Layout>(e->value)) {
      const auto& l = std::get<Layout>(e->value);
      ++sizes;
      const auto measured = fmt::format("size={} cosize={} nz={}", as_int(size(l)), cosize(l), as_int(size(filter_zeros(l))));
      CHECK(measured.substr(0, told[1].size()) == told[1]);
      // A stage without a scale is told.
      if (size(l) == 0 && row.expression.find("deduce_smem_layout") == row.expression.find("::") + 2) {
        ++empty;
        CHECK(any_hint(*e, "extent of 0"));
      }
    }
    if (told.size() > 2 && told[2] == "wraps") {
      ++wrapped;
      CHECK(any_hint(*e, "32-bit"));
    } else if (told.size() > 3) {
      ++(told[2] == "WRONG" ? wrong_majors : harmless);
      CHECK(any_hint(*e, told[2] == "WRONG" ? "reads the wrong scales" : "does not affect this tile"));
      REQUIRE(!e->hints.empty());
      CHECK(e->hints[0].problem.suggestions == std::vector{told[3]});
    } else {
      CHECK_FALSE(any_hint(*e, "#3535"));
      CHECK_FALSE(any_hint(*e, "32-bit"));
    }
  }
  CHECK(wrong == 0);
  CHECK(sizes > 1500);
  CHECK(wrong_majors > 0);
  CHECK(harmless > 0);
  CHECK(wrapped > 0);
  CHECK(empty > 0);
}

TEST_CASE("the scale of an element is at CUTLASS's offset") {
  int places = 0, wrong = 0;
  for (const auto& row : golden_rows("scale_places.tsv")) {
    INFO(row.expression);
    const auto e = answered(row.expression);
    REQUIRE_MESSAGE(e, e.error().problem.message.text());
    const auto* l = std::get_if<Layout>(&e->value);
    REQUIRE(l != nullptr);
    const bool of_instruction = row.operation == "smem" || row.operation == "tmem";
    const auto instruction = of_instruction ? mode(*l, 0) : *l;
    for (const auto& place : fields_of(row.result, ' ')) {
      const auto halves = fields_of(place, '=');
      const auto at = fields_of(halves.at(0), ',');
      const auto m = std::stoll(at.at(0)), k = std::stoll(at.at(1)), batch = std::stoll(at.at(2));
      std::int64_t offset = 0;
      if (of_instruction) {
        const auto extent = size(mode(instruction, 1));
        offset = mode(instruction, 0)(m) + mode(instruction, 1)(k % extent) + mode(*l, 2)(k / extent);
      } else {
        offset = mode(*l, 0)(m) + mode(*l, 1)(k) + (rank(*l) > 2 ? mode(*l, 2)(batch) : 0);
      }
      ++places;
      if (offset != std::stoll(halves.at(1))) {
        ++wrong;
        MESSAGE(row.expression << " (" << halves[0] << ") is " << halves[1] << " in CuTe, " << offset << " here");
      }
    }
  }
  CHECK(places == 3131);
  CHECK(wrong == 0);
}
