#include "algebra/language/packed_value.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <random>

#include "algebra/language/evaluate.hpp"
#include "tests/golden_rows.hpp"

using namespace algebra;

namespace {

IntTuple random_tuple(std::mt19937& random, int depth) {
  if (depth == 0 || random() % 3 == 0) {
    if (random() % 16 == 0) return random() % 2 == 0 ? IntTuple::underscore() : IntTuple::skip();
    const auto bits = random() % 64;
    auto value = static_cast<std::int64_t>((std::uint64_t{random()} << 32 | random()) >> bits);
    if (random() % 4 == 0) value = -value;
    return Int{value, random() % 2 == 0,
               random() % 4 == 0 ? basis_within(basis_within(0, random() % Int::basis_modes), random() % Int::basis_modes) : 0};
  }
  IntTuple t;
  for (auto n = random() % 5; n > 0; --n) t.append(random_tuple(random, depth - 1));
  return t;
}

}  // namespace

TEST_CASE("a packed value is the same when it is unpacked") {
  for (const auto* file : {"static.tsv", "dynamic.tsv", "tiled.tsv"})
    for (const auto& row : golden_rows(file)) {
      const auto e = evaluate(row.expression, {}, IntegerRule::cute, {.verdicts = false, .steps = nullptr});
      if (!e) continue;
      CAPTURE(row.expression);
      CHECK(PackedValue(e->value).value() == e->value);
    }
  std::mt19937 random(5);
  for (int i = 0; i < 20000; ++i) {
    const Value v = random_tuple(random, 4);
    CHECK(PackedValue(v).value() == v);
  }
  for (const auto extreme : {INT64_MIN, INT64_MIN + 1, std::int64_t{-1}, std::int64_t{0}, INT64_MAX - 1, INT64_MAX}) {
    const Value v =
        Layout(IntTuple::tuple({IntTuple(extreme), IntTuple(Int{extreme, false})}), IntTuple::tuple({IntTuple(), IntTuple(extreme)}));
    CHECK(PackedValue(v).value() == v);
  }
}
