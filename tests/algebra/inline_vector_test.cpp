#include "algebra/layout/inline_vector.hpp"

#include <doctest/doctest.h>

#include <utility>
#include <vector>

#include "algebra/layout/int_tuple.hpp"

using algebra::InlineVector;
using algebra::IntTuple;

TEST_CASE("an inline vector is the same inline and on the heap") {
  for (const std::uint32_t count : {0u, 3u, 4u, 5u, 40u}) {
    CAPTURE(count);
    InlineVector<int, 4> vector;
    std::vector<int> expected;
    for (std::uint32_t i = 0; i < count; ++i) {
      vector.push_back(static_cast<int>(i));
      expected.push_back(static_cast<int>(i));
    }
    const auto same = [&](const InlineVector<int, 4>& v) { return std::vector<int>(v.begin(), v.end()) == expected; };
    auto copy = vector;
    CHECK(same(copy));
    auto moved = std::move(copy);
    CHECK(same(moved));
    copy = vector;  // what was moved from takes values again
    CHECK(same(copy));
    InlineVector<int, 4> other{7, 8, 9, 10, 11, 12};
    other = vector;
    CHECK(same(other));
    other = InlineVector<int, 4>{7, 8, 9, 10, 11, 12};
    other = std::move(moved);
    CHECK(same(other));
    CHECK(other == vector);
    if (count < 3) continue;
    other.drop_front(2);
    expected.erase(expected.begin(), expected.begin() + 2);
    CHECK(same(other));
    other.shrink(1);
    expected.resize(1);
    CHECK(same(other));
  }
}

TEST_CASE("a tuple takes itself as a mode") {
  for (const int modes : {2, 20, 40}) {
    CAPTURE(modes);
    IntTuple t;
    for (int i = 0; i < modes; ++i) t.append(algebra::Int{i, true});
    const IntTuple before = t;
    t.append(t);
    CHECK(t.rank() == modes + 1);
    CHECK(t.mode(modes) == before);
  }
}
