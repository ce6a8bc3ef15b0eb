// The layout behind a table: that of random layouts and swizzled ones, of atoms, and of every table of a few small numbers, against all
// layouts there are.

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "algebra/language/evaluate.hpp"
#include "algebra/layout/operations.hpp"
#include "algebra/layout/swizzle.hpp"
#include "algebra/reading/infer.hpp"
#include "random_layouts.hpp"
#include "tests/rounds.hpp"

using namespace algebra;

namespace {

using Source = random_layouts::Source;

std::int64_t value_at(const Value& v, std::int64_t coordinate) {
  const auto* layout = std::get_if<Layout>(&v);
  return layout != nullptr ? (*layout)(coordinate) : std::get<ComposedLayout>(v)(coordinate);
}

/// Tabulates `index`, a function of the 1-D coordinate, over these extents. Cells are in reading order: last axis fastest.
template <class F>
Table table_with(const std::vector<std::int64_t>& extents, F&& index) {
  Table table;
  table.extents = extents;
  std::vector<std::int64_t> at(extents.size(), 0);
  for (std::int64_t n = table.size(); n > 0; --n) {
    std::int64_t coordinate = 0;
    for (auto i = at.size(); i-- > 0;) coordinate = coordinate * extents[i] + at[i];
    table.cells.push_back({at, index(coordinate)});
    for (auto i = at.size(); i-- > 0;) {
      if (++at[i] < extents[i]) break;
      at[i] = 0;
    }
  }
  return table;
}

Table table_of(const Value& v) {
  const auto& layout = std::holds_alternative<Layout>(v) ? std::get<Layout>(v) : std::get<ComposedLayout>(v).layout;
  std::vector<std::int64_t> extents;
  for (int i = 0; i < rank(layout); ++i) extents.push_back(size(mode(layout, i)));
  return table_with(extents, [&](std::int64_t c) { return value_at(v, c); });
}

/// Returns whether the expression, evaluated, makes all cells.
bool makes(const std::string& expression, const Table& table) {
  const auto e = evaluate(expression, {}, IntegerRule::math);
  if (!e) return false;
  std::vector<std::int64_t> extents;
  const auto layout = *layout_of(e->value);
  for (std::size_t i = 0; i < table.extents.size(); ++i)
    extents.push_back(table.extents.size() == 1 ? size(layout) : size(mode(layout, static_cast<int>(i))));
  return std::ranges::all_of(table.cells, [&](const TableCell& cell) {
    std::int64_t c = 0;
    for (auto i = extents.size(); i-- > 0;) c = c * extents[i] + cell.coordinate[i];
    return value_at(e->value, c) == cell.index;
  });
}

struct Complexity {
  bool swizzled = false;
  std::size_t modes = 0;
  bool offset = false;
  friend auto operator<=>(const Complexity&, const Complexity&) = default;
};
Complexity complexity(const Value& v) {
  Complexity c;
  auto layout = std::get_if<Layout>(&v);
  if (const auto* composed = std::get_if<ComposedLayout>(&v)) {
    layout = &composed->layout;
    c.swizzled = composed->outer.swizzle()->bits > 0;
    c.offset = composed->outer.offset.value.value != 0;
  }
  layout->shape().for_each_integer([&](Int i) { c.modes += i.value > 1 ? 1 : 0; });
  return c;
}

/// Checks everything that the answer for the table of a value must satisfy.
void check_read_back(const Value& original) {
  const auto table = table_of(original);
  const auto text = plain(original);
  CAPTURE(text);
  const auto found = infer(table);
  REQUIRE(found.has_value());
  const auto expression = plain(found->value);
  CHECK_MESSAGE(makes(expression, table), expression);
  CHECK_MESSAGE(complexity(found->value) <= complexity(original), expression);
  CHECK(found->unique);
}

}  // namespace

TEST_CASE("the tables of random layouts are read back as layouts that are no more complex") {
  Source random(random_layouts::chosen_seed());
  for (int i = 0; i < 4000; ++i) {
    const auto layout = random.layout(256);
    if (has_basis(layout) || has_negative_size(layout) || random.large()) continue;
    check_read_back(layout);
  }
}

TEST_CASE("the tables of random swizzled layouts are read back") {
  Source random(random_layouts::chosen_seed() + 1);
  for (int i = 0; i < 3000; ++i) {
    const auto layout = random.stepping_layout(random.shape(256), 20);
    if (has_basis(layout)) continue;
    const int bits = static_cast<int>(random.below(4)), shift = bits + static_cast<int>(random.below(3));
    const Swizzle swizzle{bits, static_cast<int>(random.below(4)), random.chance(25) ? -shift : shift};
    const ComposedLayout composed{{.function = swizzle, .offset = {.value = {random.chance(30) ? random.below(64) : 0, true}}}, layout};
    check_read_back(composed);
  }
}

TEST_CASE("a wrong number in a table is found, or another layout makes the table") {
  Source random(random_layouts::chosen_seed() + 2);
  int refused = 0, repaired = 0;
  for (int i = 0; i < rounds(1500); ++i) {
    const auto layout = random.stepping_layout(random.shape(128), 20);
    const ComposedLayout composed{{.function = Swizzle{static_cast<int>(random.below(3)), static_cast<int>(random.below(3)), 3}}, layout};
    auto table = table_of(random.chance(50) ? Value(layout) : Value(composed));
    const auto wrong = static_cast<std::size_t>(random.below(table.size()));
    const auto was = table.cells[wrong].index;
    table.cells[wrong].index += 1 + random.below(9);
    const auto found = infer(table);
    if (found) {
      CHECK(makes(plain(found->value), table));
      continue;
    }
    ++refused;
    REQUIRE(found.error().cell);
    // The cells before the wrong number still form a layout, so the error is found at that cell or later.
    CHECK(*found.error().cell >= wrong);
    const auto& repair = found.error().repair;
    if (!repair) continue;
    auto mended = table;
    mended.cells[repair->cell].index = repair->index;
    CHECK(makes(repair->expression, mended));
    if (repair->cell == wrong && repair->index == was) ++repaired;
  }
  CHECK(refused > rounds(1000));
  CHECK(repaired > rounds(800));
}

TEST_CASE("every repair that is offered does: of grids and pairs, with wrong numbers, gaps, swizzles and negative strides") {
  Source random(random_layouts::chosen_seed() + 3);
  int offered = 0;
  for (int i = 0; i < rounds(5000); ++i) {
    Table table;
    if (random.chance(30)) {
      // Any few numbers.
      std::vector<std::int64_t> extents{1 + random.below(4)};
      if (random.chance(70)) extents.push_back(1 + random.below(4));
      const auto most = 2 + random.below(16), least = random.chance(20) ? random.below(6) : 0;
      table = table_with(extents, [&](std::int64_t) { return random.below(most) - least; });
    } else {
      const auto layout = random.stepping_layout(random.shape(24), 20);
      const int bits = static_cast<int>(random.below(3)), shift = bits + static_cast<int>(random.below(3));
      const Swizzle swizzle{bits, static_cast<int>(random.below(3)), random.chance(30) ? -shift : shift};
      const auto offset = random.chance(40) ? random.below(40) : 0;
      const auto at = [&](std::int64_t c) { return layout(c) + offset; };
      const bool plainly = random.chance(40) || has_basis(layout);
      std::vector<std::int64_t> extents;
      for (int k = 0; k < rank(layout); ++k) extents.push_back(size(mode(layout, k)));
      if (has_basis(layout)) continue;
      table = table_with(extents, [&](std::int64_t c) { return plainly || at(c) < 0 ? at(c) : apply(swizzle, at(c)); });
      for (auto wrong = 1 + random.below(2); wrong > 0; --wrong) {
        auto& index = table.cells[static_cast<std::size_t>(random.below(table.size()))].index;
        index = random.chance(50) ? index + 1 + random.below(9) : random.below(64) - (random.chance(20) ? 32 : 0);
      }
    }
    if (random.chance(40)) {
      table.of = Table::Of::pairs;
      if (table.cells.size() > 3 && random.chance(60))
        table.cells.erase(table.cells.begin() + 1 + random.below(std::ssize(table.cells) - 2));
    }
    const auto found = infer(table);
    if (found) {
      CHECK(cells_made(found->value, table, found->extents) == std::ssize(table.cells));
      continue;
    }
    const auto& repair = found.error().repair;
    if (!repair) continue;
    ++offered;
    auto mended = table;
    mended.cells[repair->cell].index = repair->index;
    const auto again = infer(mended);
    CAPTURE(repair->expression);
    CAPTURE(repair->index);
    REQUIRE_MESSAGE(again.has_value(), again.error().message.text());
    CHECK(plain(again->value) == repair->expression);
    CHECK(cells_made(again->value, mended, again->extents) == std::ssize(mended.cells));
  }
  CHECK(offered > rounds(800));
}

TEST_CASE("the thread-value layouts of all atoms are read back from their tables and from their pictures") {
  std::set<std::string> layouts;
  const auto check_tv = [&](const Layout& tv, std::int64_t rows) {
    const auto text = fmt::format("{} in {} rows", to_string(tv, Marks::plain), rows);
    if (rank(tv) != 2 || size(tv) > 1 << 12 || !layouts.insert(text).second) return;
    CAPTURE(text);
    auto table = table_of(tv);
    table.of = Table::Of::thread_values;
    table.rows = table.place_rows = rows;
    table.columns = (cosize(tv) + rows - 1) / rows;
    const auto found = infer(table);
    REQUIRE(found.has_value());
    CHECK(makes(plain(found->value), table));
    CHECK(complexity(found->value) <= complexity(tv));
    // As print_latex draws it: row by row, and of an element with several owners the first.
    std::set<std::int64_t> drawn;
    std::erase_if(table.cells, [&](const TableCell& cell) { return !drawn.insert(cell.index).second; });
    std::ranges::sort(table.cells, {}, [&](const TableCell& c) { return std::pair(c.index % rows, c.index / rows); });
    const auto again = infer(table);
    REQUIRE(again.has_value());
    CHECK(makes(plain(again->value), table));
    if (table.whole()) CHECK(plain(again->value) == plain(found->value));
  };
  for (const auto& atom : listed_atoms()) {
    const auto value = evaluate(atom.expression, {}, IntegerRule::math);
    if (!value) continue;
    if (const auto* mma = std::get_if<MmaAtom>(&value->value))
      for (const auto& operand : mma->traits->operands) {
        const auto rows = &operand == &mma->traits->operands[1] ? 1 : 0;
        if (operand.congruent) check_tv(operand.tv, product(mma->traits->shape_mnk.mode(rows)).value);
      }
    if (const auto* copy = std::get_if<CopyAtom>(&value->value))
      for (const auto* tv : {&copy->traits->src, &copy->traits->dst}) check_tv(*tv, 8);
  }
  CHECK(layouts.size() > 100);
}

namespace {

/// All ways to write n as a product of integers greater than 1, in order.
std::vector<std::vector<std::int64_t>> factorings(std::int64_t n) {
  if (n == 1) return {{}};
  std::vector<std::vector<std::int64_t>> all;
  for (std::int64_t f = 2; f <= n; ++f)
    if (n % f == 0)
      for (auto rest : factorings(n / f)) {
        rest.insert(rest.begin(), f);
        all.push_back(std::move(rest));
      }
  return all;
}

/// The functions of all layouts with these mode sizes, with strides and offsets in a range: values in order of reading, and the
/// fewest modes that make them.
using Functions = std::map<std::vector<std::int64_t>, std::size_t>;
Functions all_functions(const std::vector<std::int64_t>& extents, std::int64_t least, std::int64_t most, std::int64_t offsets) {
  Functions functions;
  std::vector<std::vector<std::int64_t>> shapes{{}};
  std::vector<std::vector<std::size_t>> axes{{}};
  for (std::size_t axis = 0; axis < extents.size(); ++axis) {
    std::vector<std::vector<std::int64_t>> longer;
    std::vector<std::vector<std::size_t>> longer_axes;
    for (std::size_t s = 0; s < shapes.size(); ++s)
      for (const auto& f : factorings(extents[axis])) {
        longer.push_back(shapes[s]);
        longer.back().insert(longer.back().end(), f.begin(), f.end());
        longer_axes.push_back(axes[s]);
        longer_axes.back().insert(longer_axes.back().end(), f.size(), axis);
      }
    shapes = std::move(longer), axes = std::move(longer_axes);
  }
  const auto coordinates = table_with(extents, [](std::int64_t) { return 0; }).cells;
  for (std::size_t s = 0; s < shapes.size(); ++s) {
    std::vector<std::int64_t> unknowns(shapes[s].size() + 1, least);
    unknowns[0] = -offsets;
    for (;;) {
      std::vector<std::int64_t> values;
      for (const auto& cell : coordinates) {
        auto v = unknowns[0];
        auto rest = cell.coordinate;
        for (std::size_t i = 0; i < shapes[s].size(); ++i) {
          auto& r = rest[axes[s][i]];
          v += r % shapes[s][i] * unknowns[i + 1];
          r /= shapes[s][i];
        }
        values.push_back(v);
      }
      const auto [at, added] = functions.emplace(std::move(values), shapes[s].size());
      if (!added) at->second = std::min(at->second, shapes[s].size());
      std::size_t i = 0;
      while (i < unknowns.size() && ++unknowns[i] > (i == 0 ? offsets : most)) {
        unknowns[i] = i == 0 ? -offsets : least;
        ++i;
      }
      if (i == unknowns.size()) break;
    }
  }
  return functions;
}

/// Calls f(values) for all lists of `count` numbers in [0, most].
template <class F>
void for_all_tables(std::size_t count, std::int64_t most, F&& f) {
  std::vector<std::int64_t> values(count, 0);
  for (;;) {
    f(values);
    std::size_t i = 0;
    while (i < count && ++values[i] > most) values[i++] = 0;
    if (i == count) return;
  }
}

Swizzle only_swizzle(const Value& v) {
  const auto* composed = std::get_if<ComposedLayout>(&v);
  return composed == nullptr ? Swizzle{} : *composed->outer.swizzle();
}

}  // namespace

TEST_CASE("of every small table, infer says what trying all layouts and all swizzles says") {
  struct Size {
    std::vector<std::int64_t> extents;
    std::int64_t most;
  };
  // Values up to `most`: strides are differences of values, those behind a swizzle of values of up to 6 bits.
  for (const auto& size : {Size{{4}, 7}, Size{{6}, 3}, Size{{2, 2}, 7}, Size{{2, 3}, 3}, Size{{1, 4}, 3}, Size{{2, 4}, 1}}) {
    const auto& extents = size.extents;
    const auto most = size.most;
    CAPTURE(fmt::format("{}", fmt::join(extents, ",")));
    std::vector<Swizzle> swizzles{{0, 4, 3}};
    for (int bits = 1; bits <= 3; ++bits)
      for (int base = 0; base <= 3; ++base)
        for (int shift = bits; shift <= 5; ++shift)
          for (const int sign : {1, -1})
            if (base + bits + shift <= 6) swizzles.push_back({bits, base, sign * shift});
    const Functions plain_functions = all_functions(extents, -most, most, most);
    Functions swizzled;
    const auto wide = most == 7 ? std::int64_t{15} : std::int64_t{7};
    const auto behind = all_functions(extents, -wide, wide, wide);
    for (const auto& [values, modes] : behind) {
      if (std::ranges::any_of(values, [](std::int64_t v) { return v < 0; })) continue;
      for (const auto& s : swizzles) {
        auto w = values;
        for (auto& v : w) v = apply(s, v);
        if (std::ranges::any_of(w, [most = most](std::int64_t v) { return v > most; })) continue;
        const auto [at, added] = swizzled.emplace(std::move(w), modes);
        if (!added) at->second = std::min(at->second, modes);
      }
    }
    int none = 0, with = 0;
    auto table = table_with(extents, [](std::int64_t) { return 0; });
    for_all_tables(table.cells.size(), most, [&](const std::vector<std::int64_t>& values) {
      for (std::size_t i = 0; i < values.size(); ++i) table.cells[i].index = values[i];
      const auto found = infer(table);
      const auto text = fmt::format("{}: {}", fmt::join(values, " "), found ? plain(found->value) : found.error().message.text());
      CAPTURE(text);
      const auto p = plain_functions.find(values);
      const auto s = swizzled.find(values);
      if (found) {
        CHECK(makes(plain(found->value), table));
        if (p != plain_functions.end()) CHECK(complexity(found->value).modes == p->second);
        if (p != plain_functions.end()) CHECK(only_swizzle(found->value).bits == 0);
        if (p == plain_functions.end() && s != swizzled.end()) CHECK(complexity(found->value).modes <= s->second);
        with += only_swizzle(found->value).bits > 0 ? 1 : 0;
      } else {
        ++none;
        CHECK(p == plain_functions.end());
        CHECK(s == swizzled.end());
        // The cells before the one that is named have a layout, and with it they have none.
        const auto cell = *found.error().cell;
        const std::vector<std::int64_t> begun(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(cell) + 1);
        for (const Functions* functions : {&plain_functions, static_cast<const Functions*>(&swizzled)}) {
          const auto next = functions->lower_bound(begun);
          if (next != functions->end()) CHECK(!std::equal(begun.begin(), begun.end(), next->first.begin()));
        }
        auto shorter = table;
        shorter.cells.resize(cell);
        if (cell > 0) CHECK(infer(shorter).has_value());
      }
    });
    CHECK(none + with > 0);
  }
}

TEST_CASE("of every small table with gaps, infer says what trying all layouts says") {
  for (const auto& extents : {std::vector<std::int64_t>{4}, {6}, {2, 2}, {2, 3}}) {
    constexpr std::int64_t most = 2;
    const auto functions = all_functions(extents, -3 * most, 3 * most, 6 * most);
    const auto whole = table_with(extents, [](std::int64_t) { return 0; });
    // 0 is a gap, n stands for n - 1.
    for_all_tables(whole.cells.size(), most + 1, [&](const std::vector<std::int64_t>& values) {
      auto table = whole;
      table.cells.clear();
      for (std::size_t i = 0; i < values.size(); ++i)
        if (values[i] > 0) table.cells.push_back({whole.cells[i].coordinate, values[i] - 1});
      if (table.cells.empty()) return;
      std::size_t fewest = 99, makers = 0;
      for (const auto& [f, modes] : functions) {
        bool agrees = true;
        for (std::size_t i = 0; i < values.size() && agrees; ++i) agrees = values[i] == 0 || f[i] == values[i] - 1;
        if (!agrees) continue;
        ++makers;
        fewest = std::min(fewest, modes);
      }
      const auto found = infer(table);
      const auto text = fmt::format("{}: {}", fmt::join(values, " "), found ? plain(found->value) : found.error().message.text());
      CAPTURE(text);
      if (makers == 0) {
        // Behind a swizzle perhaps, or with strides beyond those tried.
        if (found && only_swizzle(found->value).bits == 0) CHECK(makes(plain(found->value), table));
        return;
      }
      REQUIRE(found.has_value());
      CHECK(only_swizzle(found->value).bits == 0);
      CHECK(makes(plain(found->value), table));
      CHECK(complexity(found->value).modes == fewest);
      if (found->unique) CHECK(makers == 1);
      if (!found->unique) CHECK(makers != 1);
    });
  }
}
