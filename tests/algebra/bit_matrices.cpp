// Layouts as matrices over F2, against the layouts themselves, element by element, and against every layout there is.

#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <map>
#include <set>

#include "algebra/bits/bit_layout.hpp"
#include "algebra/language/evaluate.hpp"
#include "algebra/language/value_bits.hpp"
#include "algebra/language/value_indexing.hpp"
#include "algebra/layout/operations.hpp"
#include "algebra/layout/swizzle.hpp"
#include "tests/algebra/random_layouts.hpp"

using namespace algebra;

namespace {

using random_layouts::Source;

Value value_of(const std::string& expression) {
  const auto e = evaluate(expression, {}, IntegerRule::math);
  REQUIRE_MESSAGE(e, expression, ": ", e.error().problem.message.text());
  return e->value;
}

IntTuple random_powers(Source& random, int bits, int depth) {
  if (depth == 0 || bits == 0 || random.chance(40)) return IntTuple(Int{std::int64_t{1} << random.below(std::min(bits, 4) + 1), true});
  IntTuple shape;
  for (auto modes = 1 + random.below(3); modes > 0; --modes) {
    shape.append(random_powers(random, bits, depth - 1));
    bits -= std::countr_zero(static_cast<std::uint64_t>(product(shape.mode(shape.rank() - 1)).value));
  }
  return shape;
}

/// Strides of each bit's own, of one bit of the index, or any small ones, which mostly carry.
Layout random_layout(Source& random) {
  const auto shape = random_powers(random, 9, 2);
  const bool any = random.chance(40);
  std::int64_t next = 1;
  auto stride = shape.transformed([&](Int n) {
    if (any) return Int{random.below(20), true};
    if (random.chance(10)) return Int{0, true};
    if (random.chance(20)) next *= 2;
    const auto here = next;
    next *= n.value;
    return Int{here, true};
  });
  return Layout(shape, stride);
}

Value random_value(Source& random) {
  const auto layout = random_layout(random);
  if (random.chance(40)) return layout;
  const auto bits = random.below(4), shift = bits + random.below(3);
  const Swizzle s{static_cast<int>(bits), static_cast<int>(random.below(4)), static_cast<int>(random.chance(20) ? -shift : shift)};
  const auto offset = random.chance(50) ? 0 : random.below(600);
  if (random.chance(20)) return Tensor{.offset = offset, .layout = layout, .outer = OuterFunction{s}};
  return ComposedLayout{{s, {Int{offset, true}}}, layout};
}

/// Returns the first coordinate whose index is not the XOR of those of its bits; -1 if there is none.
std::int64_t first_carry(const Indexing& f) {
  for (std::int64_t c = 0; c < size(f.layout); ++c) {
    auto index = f(0);
    for (std::int64_t bit = 1; bit <= c; bit *= 2)
      if ((c & bit) != 0) index ^= f(bit) ^ f(0);
    if (index != f(c)) return c;
  }
  return -1;
}

int difference(const BitMatrix& a, const BitMatrix& b) {
  int changed = 0;
  for (std::size_t c = 0; c < a.images.size(); ++c) changed += std::popcount(a.images[c] ^ b.images[c]);
  return changed;
}

BitMatrix random_matrix(Source& random, int columns, int rows) {
  BitMatrix m{.columns = {{"m", columns}}, .rows = {{"i", rows}}, .images = {}};
  for (int c = 0; c < columns; ++c) m.images.push_back(random.next() & ((1U << rows) - 1));
  return m;
}

}  // namespace

TEST_CASE("a layout's matrix has its index at every coordinate, or the first coordinate where none can") {
  Source random(random_layouts::chosen_seed());
  int linear = 0, carried = 0, carrying = 0;
  for (int i = 0; i < 6000; ++i) {
    const auto value = random_value(random);
    INFO(plain(value));
    const auto f = indexing(value);
    REQUIRE(f);
    const auto first = first_carry(*f);
    if (first >= 0) {
      ++carried;
      try {
        bit_matrix(value);
        FAIL("has a matrix");
      } catch (const Problem& p) {
        CHECK(p.condition == "carry");
        CHECK_MESSAGE(p.message.text().find(std::string("at coordinate ") + std::to_string(first) + " the index is") != std::string::npos,
                      p.message.text());
        for (const auto& suggestion : p.suggestions) CHECK_NOTHROW(bit_matrix(value_of(suggestion)));
      }
      continue;
    }
    ++linear;
    const auto m = bit_matrix(value);
    std::set<std::int64_t> indices;
    for (std::int64_t c = 0; c < size(f->layout); ++c) {
      REQUIRE(static_cast<std::int64_t>(apply(m, static_cast<std::uint64_t>(c))) == (*f)(c));
      indices.insert((*f)(c));
    }
    CHECK((std::size_t{1} << rank(m)) == indices.size());
    CHECK(injective(m) == (std::ssize(indices) == size(f->layout)));
    // And back: another layout with the same index everywhere. An offset that carries may be linear all the same, as 1 + (2:1) is.
    std::optional<Value> made;
    try {
      made = as_value(layout_of_bits(m));
    } catch (const Problem&) {
      ++carrying;
      CHECK(m.offset != 0);
      continue;
    }
    const auto& back = *made;
    const auto again = indexing(back);
    REQUIRE(again);
    REQUIRE(size(again->layout) == size(f->layout));
    REQUIRE(rank(again->layout) == rank(f->layout));
    for (std::int64_t c = 0; c < size(f->layout); ++c) REQUIRE((*again)(c) == (*f)(c));
  }
  CHECK(linear > 2500);
  CHECK(carried > 500);
  CHECK(carrying < 200);
}

TEST_CASE("what is no matrix says why and what is near") {
  const auto problem = [](const std::string& expression) {
    try {
      bit_matrix(value_of(expression));
    } catch (const Problem& p) {
      return p;
    }
    return Problem{};
  };
  const auto six = problem("(4,6):(1,4)");
  CHECK(six.condition == "power of two");
  CHECK(six.message.text().find("from coordinate 16 on") != std::string::npos);
  CHECK(six.suggestions == std::vector<std::string>{"(4,8):(1,4)"});
  // Padding is not linear; the swizzle with the same bits is.
  const auto padded = problem("(8,8):(1,9)");
  CHECK(padded.condition == "carry");
  CHECK(padded.message ==
        "(8,8):(1,9) is not linear over bits: at coordinate 9 the index is 10, where XOR of its bits m0 (1), n0 (9) makes 8: the sum "
        "carries.");
  CHECK(padded.suggestions == std::vector<std::string>{"Sw<3,0,3> o 0 o (8,8):(1,8)"});
  CHECK(problem("(4,4):(-1,4)").condition == "negative");
  CHECK(problem("5").condition == "layout");
  // Many elements: the strides alone decide, or the pairs of bits.
  CHECK(problem("(1048576,1024):(1,1048577)").condition == "carry");
  CHECK(rank(bit_matrix(value_of("(1048576,1024):(1024,1)"))) == 30);
}

TEST_CASE("names of columns and rows") {
  CHECK(table_of(bit_matrix(value_of("(4,(2,2)):(1,(4,8))"))) ==
        "   m0 m1 n0 n1\ni0  1  0  0  0\ni1  0  1  0  0\ni2  0  0  1  0\ni3  0  0  0  1");
  const auto tv = thread_value_bits(value_of("((4,8,2),(2,2)):((32,1,128),(16,8))"));
  CHECK(table_of(tv).starts_with("   lane0 lane1 lane2 lane3 lane4 warp0 reg0 reg1\n"));
  CHECK(plain(tv) == "BitMatrix lane(32,64,1,2,4) warp(128) reg(16,8)");
  CHECK(mask_of(tv.columns, "warp") == 32);
  const auto banks = by_banks(bit_matrix(value_of("(64,32):(1,64)")), 16);
  CHECK(bit_name(banks.rows, 0) == "byte1");
  CHECK(bit_name(banks.rows, 1) == "bank0");
  CHECK(bit_name(banks.rows, 6) == "line0");
  CHECK(bit_name(by_banks(bit_matrix(value_of("64:1")), 4).rows, 0) == "bit2");
  CHECK(bit_name(by_banks(bit_matrix(value_of("64:1")), 64).rows, 0) == "bank1");
  // Indices that are coordinates have rows of theirs.
  CHECK(table_of(bit_matrix(value_of("make_identity_layout((2,4))"))) == "   m0 n0 n1\nM0  1  0  0\nN0  0  1  0\nN1  0  0  1");
}

TEST_CASE("product, inverses, rank and kernel, by enumeration") {
  Source random(random_layouts::chosen_seed() + 1);
  int inverses = 0;
  for (int i = 0; i < 4000; ++i) {
    const int columns = static_cast<int>(random.below(6)), rows = 1 + static_cast<int>(random.below(5));
    auto m = random_matrix(random, columns, rows);
    m.offset = random.next() & ((1U << rows) - 1);
    const auto f = random_matrix(random, rows, 4);
    const auto fm = product(f, m);
    std::map<std::uint64_t, std::uint64_t> at;
    for (std::uint64_t c = 0; c < 1U << columns; ++c) {
      CHECK(apply(fm, c) == apply(f, apply(m, c)));
      at.emplace(apply(m, c), c);
    }
    CHECK(at.size() == std::size_t{1} << rank(m));
    const auto k = kernel(m);
    CHECK(std::ssize(k) == columns - rank(m));
    for (const auto c : k) CHECK((c != 0 && apply(m, c) == m.offset));
    for (std::uint64_t index = 0; index < 1U << rows; ++index) {
      const auto c = solve(m, index);
      CHECK(c.has_value() == at.contains(index));
      if (c) CHECK(apply(m, *c) == index);
    }
    if (surjective(m)) {
      ++inverses;
      const auto r = right_inverse(m);
      CHECK(bits_in(r.columns) == rank(m));
      for (std::uint64_t index = 0; index < 1U << rank(m); ++index) CHECK(apply(m, apply(r, index)) == index);
    } else {
      CHECK_THROWS_AS(right_inverse(m), const Problem&);
    }
    if (injective(m)) {
      ++inverses;
      const auto l = left_inverse(m);
      for (std::uint64_t c = 0; c < 1U << columns; ++c) CHECK(apply(l, apply(m, c)) == c);
    } else {
      CHECK_THROWS_AS(left_inverse(m), const Problem&);
    }
  }
  CHECK(inverses > 500);
}

TEST_CASE("composition of layouts is the product of their matrices, and so is a swizzle's") {
  Source random(random_layouts::chosen_seed() + 2);
  int composed = 0;
  for (int i = 0; i < 3000; ++i) {
    const auto a = random_layout(random), b = random_layout(random);
    if (cosize(b) > size(a)) continue;
    std::optional<Layout> both;
    try {
      both = composition(a, b);
    } catch (const Problem&) {
      continue;
    }
    std::optional<BitMatrix> of_a, of_b;
    try {
      of_a = bit_matrix(Value(a)), of_b = bit_matrix(Value(b));
    } catch (const Problem&) {
      continue;
    }
    // CuTe has some compositions that are none: those have a verdict of their own.
    bool kept = true;
    for (std::int64_t c = 0; c < size(*both); ++c) kept = kept && (*both)(c) == a(b(c));
    if (!kept) continue;
    ++composed;
    INFO(plain(a), " o ", plain(b), " = ", plain(*both));
    CHECK(product(*of_a, *of_b).images == bit_matrix(Value(*both)).images);
    const Swizzle s{2, 1, 3};
    const auto outer = bit_matrix(s, 12);
    CHECK(product(outer, *of_b).images == bit_matrix(Value(ComposedLayout{{s}, b})).images);
  }
  CHECK(composed > 200);
}

TEST_CASE("the nearest layout is the nearest of all layouts with all swizzles") {
  // Each row of a layout has at most one column, and a swizzle adds some rows to others.
  constexpr int columns = 3, rows = 4;
  std::set<std::vector<std::uint64_t>> all;
  for (int choice = 0; choice < 256; ++choice) {
    std::vector<std::uint64_t> images(columns);
    for (int r = 0; r < rows; ++r)
      if (const auto c = choice >> 2 * r & 3; c < columns) images[static_cast<std::size_t>(c)] |= std::uint64_t{1} << r;
    all.insert(images);
    for (int b = 1; b <= 2; ++b)
      for (int shift = -3; shift <= 3; ++shift)
        for (int base = 0; std::abs(shift) >= b && base + b + std::abs(shift) <= rows; ++base) {
          auto swizzled = images;
          for (auto& image : swizzled) image = static_cast<std::uint64_t>(apply(Swizzle{b, base, shift}, static_cast<std::int64_t>(image)));
          all.insert(swizzled);
        }
  }
  for (std::uint64_t bits = 0; bits < 1U << columns * rows; ++bits) {
    BitMatrix m{.columns = {{"m", columns}}, .rows = {{"i", rows}}, .images = {bits & 15, bits >> 4 & 15, bits >> 8 & 15}};
    int least = columns * rows;
    for (const auto& images : all) {
      auto other = m;
      other.images = images;
      least = std::min(least, difference(m, other));
    }
    const auto nearest = nearest_layout(m);
    REQUIRE(nearest.changed == least);
    REQUIRE(difference(m, nearest.matrix) == least);
    REQUIRE(bit_matrix(as_value(nearest.value)).images == nearest.matrix.images);
  }
  // A swizzle that was there stays.
  const auto swizzled = value_of("Sw<2,0,3> o 0 o (4,8):(1,4)");
  CHECK(as_value(layout_of_bits(bit_matrix(swizzled), Swizzle{2, 0, 3})) == swizzled);
}
