// The table of atoms: what CuTe C++ prints, whole, and each layout over its atom's shape.

#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <string>
#include <vector>

#include "algebra/evaluate.hpp"
#include "algebra/operations.hpp"

using namespace algebra;

namespace {

std::string shown(const Layout& l) { return to_string(l, Marks::underscores); }

std::vector<std::vector<std::string>> golden_atoms() {
  std::ifstream in(std::string(CUTESCOPE_TEST_DATA) + "/golden/atoms.tsv");
  std::vector<std::vector<std::string>> rows;
  for (std::string line; std::getline(in, line);) {
    rows.emplace_back();
    for (std::size_t at = 0; at <= line.size();) {
      const auto end = std::min(line.find('\t', at), line.size());
      rows.back().push_back(line.substr(at, end - at));
      at = end + 1;
    }
  }
  return rows;
}

/// Every element of [0, elements) is someone's.
bool covers(const Layout& tv, std::int64_t elements) {
  std::vector<bool> seen(static_cast<std::size_t>(elements), false);
  for (std::int64_t i = 0; i < size(tv); ++i) {
    const auto index = tv(i);
    if (index < 0 || index >= elements) return false;
    seen[static_cast<std::size_t>(index)] = true;
  }
  return std::all_of(seen.begin(), seen.end(), [](bool b) { return b; });
}

}  // namespace

TEST_CASE("every atom that CuTe has, with its layouts") {
  const auto rows = golden_atoms();
  REQUIRE(rows.size() == 176);
  std::size_t mma = 0, copy = 0;
  for (const auto& row : rows) {
    INFO(row[1]);
    const auto e = evaluate(row[1], {}, IntegerRule::cute);
    REQUIRE(e);
    CHECK(to_string(e->value, Marks::underscores) == row[1]);
    if (row[0] == "mma") {
      ++mma;
      REQUIRE(row.size() == 8);
      REQUIRE(std::holds_alternative<MmaAtom>(e->value));
      const auto& m = *std::get<MmaAtom>(e->value).traits;
      CHECK(to_string(m.shape_mnk, Marks::underscores) == row[2]);
      CHECK(shown(m.thr_id) == row[3]);
      for (std::size_t i = 0; i < 3; ++i)
        if (m.operands[i].congruent) CHECK(shown(m.operands[i].tv) == row[4 + i]);
        else
          CHECK(flatten(m.operands[i].tv.stride()) ==
                flatten(std::get<IntTuple>(evaluate(row[4 + i].substr(row[4 + i].find(':') + 1), {}, IntegerRule::cute)->value)));
      CHECK(row[7] ==
            std::to_string(m.operands[0].bits) + "," + std::to_string(m.operands[1].bits) + "," + std::to_string(m.operands[2].bits));
    } else {
      ++copy;
      REQUIRE(row.size() == 6);
      REQUIRE(std::holds_alternative<CopyAtom>(e->value));
      const auto& c = *std::get<CopyAtom>(e->value).traits;
      CHECK(shown(c.thr_id) == row[2]);
      CHECK(shown(c.src) == row[3]);
      CHECK(shown(c.dst) == row[4]);
      CHECK(shown(c.ref) == row[5]);
    }
  }
  CHECK(mma == mma_atoms().size());
  CHECK(copy == copy_atoms().size());
}

TEST_CASE("an atom's threads and values are those of its operands") {
  int not_congruent = 0;
  for (const auto& m : mma_atoms()) {
    INFO(m.name);
    const auto extent = [&](int i) { return m.shape_mnk.mode(i).integer().value; };
    const std::int64_t elements[] = {extent(0) * extent(2), extent(1) * extent(2), extent(0) * extent(1)};
    for (std::size_t i = 0; i < 3; ++i) {
      const auto& tv = m.operands[i].tv;
      CHECK(rank(tv) == 2);
      CHECK(size(mode(tv, 0)) == size(m.thr_id));
      CHECK(cosize(tv) <= elements[i]);
      if (m.operands[i].congruent) CHECK(covers(tv, elements[i]));
      else ++not_congruent;
    }
  }
  CHECK(not_congruent == 2);  // A of SM80_16x8x128_S32U1U1S32_TN_ANDPOPC and _XORPOPC
  for (const auto& c : copy_atoms()) {
    INFO(c.name);
    const auto bits = size(c.ref);
    for (const auto* side : {&c.src, &c.dst, &c.ref}) {
      CHECK(rank(*side) == 2);
      CHECK(size(mode(*side, 0)) == size(c.thr_id));
      CHECK(covers(*side, bits));
    }
  }
}
