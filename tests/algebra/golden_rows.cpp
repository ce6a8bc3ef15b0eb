// Every row of the golden files: what CuTe C++ prints for an expression is what we print.

#include <doctest/doctest.h>

#include <fstream>
#include <string>

#include "algebra/evaluate.hpp"

using namespace algebra;

namespace {

struct Row {
  std::string operation, expression, result;
};

std::vector<Row> rows_of(const std::string& file) {
  std::ifstream in(std::string(CUTESCOPE_TEST_DATA) + "/golden/" + file);
  std::vector<Row> rows;
  for (std::string line; std::getline(in, line);) {
    const auto a = line.find('\t'), b = line.find('\t', a + 1);
    REQUIRE(b != std::string::npos);
    rows.push_back({line.substr(0, a), line.substr(a + 1, b - a - 1), line.substr(b + 1)});
  }
  return rows;
}

std::string answer(const std::string& expression, IntegerRule rule) {
  const auto e = evaluate(expression, {}, rule);
  if (!e) return "ERROR";
  return to_string(e->value, rule == IntegerRule::cute ? Marks::underscores : Marks::plain);
}

std::string without_underscores(std::string text) {
  for (std::size_t i = 0; i + 1 < text.size(); ++i)
    if (text[i] == '_' && ((text[i + 1] >= '0' && text[i + 1] <= '9') || text[i + 1] == '-')) text.erase(i, 1);
  return text;
}

bool all_static(const Row& row) {
  // No digit run that an underscore does not mark, template indices and coordinates aside.
  return row.expression.find('_') != std::string::npos;
}

void check_rows(const std::string& file, std::size_t expected_rows) {
  const auto rows = rows_of(file);
  REQUIRE(rows.size() == expected_rows);
  for (const auto& row : rows) {
    INFO(row.expression);
    CHECK(answer(row.expression, IntegerRule::cute) == row.result);
  }
}

}  // namespace

TEST_CASE("the tutorials' worked examples, as CuTe C++ prints them") { check_rows("worked_examples.tsv", 167); }
TEST_CASE("random layouts of static integers, as CuTe C++ prints them") { check_rows("static.tsv", 1108); }
TEST_CASE("random layouts of static and dynamic integers, as CuTe C++ prints them") { check_rows("dynamic.tsv", 689); }

TEST_CASE("all-static rows read as mathematics give the same without underscores") {
  int checked = 0;
  for (const auto& row : rows_of("static.tsv")) {
    REQUIRE(all_static(row));
    INFO(row.expression);
    CHECK(answer(without_underscores(row.expression), IntegerRule::math) == without_underscores(row.result));
    ++checked;
  }
  CHECK(checked == 1108);
}
