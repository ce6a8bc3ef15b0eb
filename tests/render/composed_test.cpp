// Composed layouts, whatever they are composed of, and tensors of them: each cell shows the index that CuTe C++ computes,
// in windows, figures and tables alike.

#include <doctest/doctest.h>

#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "algebra/language/evaluate.hpp"
#include "algebra/links/link.hpp"
#include "render/diagram.hpp"
#include "render/export.hpp"
#include "tests/golden_rows.hpp"
#include "tests/render/picture_of.hpp"

using namespace algebra;

namespace {

constexpr std::size_t all_rows = 801;

/// Returns the indices at the 1-D coordinates 0, 1, ..., 47 at most.
std::vector<std::int64_t> indices_of(const GoldenRow& row) {
  std::istringstream in(row.result);
  std::vector<std::int64_t> all;
  for (std::int64_t n = 0; in >> n;) all.push_back(n);
  REQUIRE(!all.empty());
  return all;
}

render::View slabs() {
  render::View view;
  view.slabs = true;
  return view;
}

}  // namespace

TEST_CASE("each cell of a composed layout shows CuTe's index, and links find it back") {
  const auto rows = golden_rows("composed_indices.tsv");
  REQUIRE(rows.size() == all_rows);
  for (const auto& row : rows) {
    CAPTURE(row.expression);
    const auto wanted = indices_of(row);
    const auto value = value_of(row.expression, IntegerRule::cute);
    const auto d = render::describe(value, "", slabs());
    const auto map = links::index_map(value);
    REQUIRE(d);
    REQUIRE(map);
    const auto digits = std::to_string(d->widest_index()).size();
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      const auto at = static_cast<std::int64_t>(i);
      const auto cell = d->cell_of(at);
      REQUIRE(cell);
      CHECK(d->coordinate(cell->row, cell->column) == at);
      CHECK(d->label(cell->row, cell->column) == std::to_string(wanted[i]));
      CHECK(index_text(value, at) == std::to_string(wanted[i]));
      CHECK(std::to_string(wanted[i]).size() <= digits);
      CHECK((*map)(at) == wanted[i]);
    }
    // Every coordinate with this index, and no other.
    for (const auto index : {wanted.front(), wanted[wanted.size() / 2], wanted.back()}) {
      std::vector<std::int64_t> found, expected;
      links::Budget budget{1'000'000};
      CHECK(map->where(index, budget, [&](std::int64_t c) {
        found.push_back(c);
        return true;
      }));
      for (std::int64_t c = 0; c < map->size(); ++c)
        if ((*map)(c) == index) expected.push_back(c);
      std::sort(found.begin(), found.end());
      CHECK(found == expected);
    }
  }
}

TEST_CASE("a composed layout of two modes is drawn as print_layout prints it") {
  int drawn = 0;
  for (const auto& row : golden_rows("composed_indices.tsv")) {
    const auto value = value_of(row.expression, IntegerRule::cute);
    const auto* composed = std::get_if<ComposedLayout>(&value);
    if (composed == nullptr || rank(composed->layout) != 2) continue;
    CAPTURE(row.expression);
    const auto d = render::describe(value, "", {});
    REQUIRE(d);
    // The rows of the table are "m  | index | index |".
    std::istringstream table(render::print_layout(*composed, Marks::plain));
    std::int64_t m = 0;
    for (std::string line; std::getline(table, line);) {
      const auto bar = line.find('|');
      if (bar == std::string::npos || line.find(" o ") != std::string::npos) continue;
      std::istringstream cells(line.substr(bar + 1));
      std::int64_t n = 0;
      for (std::string cell; std::getline(cells, cell, '|') && cell.find_first_not_of(' ') != std::string::npos; ++n)
        CHECK(std::stoll(cell) == std::stoll(d->label(m, n)));
      CHECK(n == d->columns.extent);
      ++m;
    }
    CHECK(m == d->rows.extent);
    ++drawn;
  }
  CHECK(drawn > 200);
}

TEST_CASE("composed layouts are drawn in every format, and coloured by what they index") {
  const auto value = value_of("ptr+7 o Sw<2,0,3> o 3 o (8,8):(1,8) o 1 o Sw<1,1,2> o 0 o (8,4):(4,1)", IntegerRule::cute);
  for (const auto format : {render::Format::svg, render::Format::tex, render::Format::txt}) {
    const auto d = render::describe(value, "N", {});
    REQUIRE(d);
    const auto text = render::export_bytes(*d, {.format = format});
    REQUIRE(text);
    for (std::int64_t r = 0; r < 8; ++r)
      for (std::int64_t c = 0; c < 4; ++c) CHECK(text->find(d->label(r, c)) != std::string::npos);
  }
  const auto d = render::describe(value, "N", {});
  for (std::int64_t r = 0; r < 8; ++r)
    for (std::int64_t c = 0; c < 4; ++c) CHECK(d->colour_key(r, c) == d->index(r, c));
}

TEST_CASE("zipped tensors and layouts show all indices of an element") {
  const auto value = value_of("make_zip_tensor(ptr+7 o Sw<1,0,3> o 0 o (4,8):(8,1), make_identity_tensor((4,8)), ptr+32 o (4,8):(1,4))",
                              IntegerRule::cute);
  const auto d = render::describe(value, "Z", {});
  REQUIRE(d);
  CHECK(d->rows.extent == 4);
  CHECK(d->columns.extent == 8);
  CHECK(d->label(1, 2) == "(18,(1,2),41)");  // 7 + Sw<1,0,3>(10), and 32 + 9
  CHECK(d->label(3, 7) == "(37,(3,7),63)");
  const auto layouts = render::describe(value_of("ZipLayout((4,8):(8,1), (4,(2,4)):(1,(4,8)))", IntegerRule::cute), "", {});
  REQUIRE(layouts);
  CHECK(layouts->label(3, 6) == "(30,27)");
  // Without one size a mode there is no element of both at a coordinate.
  CHECK_FALSE(render::describe(value_of("ZipLayout((4,8):(8,1), (2,16):(16,1))", IntegerRule::cute), "", {}));
}

TEST_CASE("a function without a shape, and one that would index by coordinates, have no picture") {
  CHECK_FALSE(render::describe(value_of("right_inverse(Swizzle<2,2,3> o _24 o 64:1)", IntegerRule::cute), "", {}));
  CHECK_FALSE(render::describe(value_of("composition(Swizzle<1,0,3>,(_4,8):(_1@0,2@1))", IntegerRule::cute), "", {}));
}
