// Tensor memory: fragments and copies as CuTe C++ prints them.

#include <doctest/doctest.h>

#include <fstream>
#include <string>
#include <vector>

#include "algebra/hardware/tiled.hpp"
#include "algebra/hardware/tmem.hpp"
#include "algebra/language/evaluate.hpp"
#include "tests/test_data.hpp"

using namespace algebra;

namespace {

std::string with_marks(const Layout& l) { return to_string(l, Marks::underscores); }

/// Returns the columns of golden/tmem.tsv after the expression: the layout of a fragment; an instruction's name; of warps' tiles the tiler
/// and the (warp, value) layout; of a copy its tiler, (thread, value) layouts, and where it reads tensor memory thread 0's part.
std::vector<std::string> columns_of(const Value& value, const std::string& expression) {
  if (const auto* tensor = std::get_if<Tensor>(&value)) return {with_marks(tensor->layout)};
  if (const auto* atom = std::get_if<CopyAtom>(&value)) return {atom->traits->name};
  const auto in_brackets = [](const Tiler& tiler) {
    auto text = to_string(Value(tiler), Marks::underscores);
    text.front() = '(', text.back() = ')';
    return text;
  };
  if (const auto* tiles = std::get_if<TvTiler>(&value)) return {in_brackets(tiles->tiler), with_marks(tiles->layout_tv)};
  const auto* tiled = std::get_if<TiledCopy>(&value);
  if (tiled == nullptr) return {};
  std::vector<std::string> all{in_brackets(tiled->tiler), with_marks(tiled->layout_tv), with_marks(layout_tv(*tiled, Side::source)),
                               with_marks(layout_tv(*tiled, Side::destination))};
  if (expression.starts_with("make_utccp")) return all;
  // The tensor is the copy's second argument.
  const auto comma = expression.find(',');
  const auto tensor = evaluate(expression.substr(comma + 1, expression.size() - comma - 2), {}, IntegerRule::cute);
  REQUIRE(tensor);
  all.push_back(with_marks(partition(*tiled, Side::source, Int{0, true}, std::get<Tensor>(tensor->value)).layout));
  return all;
}

}  // namespace

TEST_CASE("fragments in tensor memory and copies of them, as CuTe C++ prints them; what it refuses, in its words") {
  std::ifstream in(test_data() + "/golden/tmem.tsv");
  std::size_t rows = 0;
  for (std::string line; std::getline(in, line); ++rows) {
    std::vector<std::string> fields;
    for (std::size_t at = 0; at <= line.size();) {
      const auto end = std::min(line.find('\t', at), line.size());
      fields.push_back(line.substr(at, end - at));
      at = end + 1;
    }
    INFO(fields[0]);
    const auto e = evaluate(fields[0], {}, IntegerRule::cute);
    if (fields[1].starts_with("ERROR: ")) {
      REQUIRE(!e);
      CHECK(e.error().problem.message.text().starts_with(fields[1].substr(7)));
      continue;
    }
    REQUIRE_MESSAGE(e, e.error().problem.message.text());
    CHECK(columns_of(e->value, fields[0]) == std::vector(fields.begin() + 1, fields.end()));
  }
  CHECK(rows == 587);
}
