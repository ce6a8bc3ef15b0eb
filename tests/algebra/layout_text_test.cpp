// Tuples and layouts read from their text.

#include <doctest/doctest.h>

#include "algebra/layout/layout_text.hpp"

using namespace algebra;

TEST_CASE("what to_string writes of a tuple is read back, and nothing else") {
  for (const auto* text : {"4", "_4", "-4", "(_4,8)", "((_4,8),_1)", "(_8)", "(((2)))"}) {
    const auto tuple = read_tuple(text);
    REQUIRE_MESSAGE(tuple.has_value(), text);
    CHECK(to_string(*tuple, Marks::underscores) == text);
  }
  for (const auto* text : {"", "_", "(", "(4", "(4,", "(4,)", "4)", "(4 8)", "4,8", "x", "_x", "99999999999999999999"}) {
    CAPTURE(text);
    CHECK_FALSE(read_tuple(text).has_value());
  }
}

TEST_CASE("a layout is read from its text where the stride is congruent with the shape") {
  for (const auto* text : {"_32:_1", "(_4,8):(_1,_4)", "((_16,_2),_128):((_128,_0),_1)"}) {
    const auto layout = read_layout(text);
    REQUIRE_MESSAGE(layout.has_value(), text);
    CHECK(to_string(*layout, Marks::underscores) == text);
  }
  for (const auto* text : {"", ":", "4", "(4,8)", "(4,8):4", "4:(1,2)", "4:1:1"}) {
    CAPTURE(text);
    CHECK_FALSE(read_layout(text).has_value());
  }
}
