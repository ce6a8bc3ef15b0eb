#include <doctest/doctest.h>

#include "algebra/text/utf8.hpp"

using namespace algebra;

TEST_CASE("Characters begin at boundaries") {
  const std::string_view text = "a\xC3\xA9\xE4\xB8\xAD";  // a é 中
  CHECK(next_boundary(text, 0) == 0);
  CHECK(next_boundary(text, 2) == 3);
  CHECK(next_boundary(text, 4) == 6);
  CHECK(next_boundary(text, 9) == 6);
  CHECK(previous_boundary(text, 2) == 1);
  CHECK(previous_boundary(text, 5) == 3);
  CHECK(previous_boundary(text, std::string_view::npos) == 6);
  CHECK(character_count(text) == 3);
  CHECK(previous_boundary("\x80\x80", 1) == 0);
  CHECK(next_boundary("", 0) == 0);
}

TEST_CASE("UTF-8 is valid as Unicode defines it") {
  CHECK(is_utf8(""));
  CHECK(is_utf8("a\xC3\xA9\xE4\xB8\xAD\xF0\x9F\x98\x80"));
  for (const std::string_view malformed :
       {"\xC3", "\x80", "\xFF", "\xC0\x80", "\xE0\x80\x80", "\xED\xA0\x80", "\xF4\x90\x80\x80", "a\xE4\xB8"}) {
    CAPTURE(malformed);
    CHECK_FALSE(is_utf8(malformed));
  }
}

TEST_CASE("Code points are taken one by one, of a malformed text byte by byte") {
  std::string_view text = "a\xC3\xA9\xF0\x9F\x98\x80\xFF\xE4\xB8";
  std::u32string taken;
  while (!text.empty()) taken += take_code_point(text);
  CHECK(taken == std::u32string{U'a', 0xE9, 0x1F600, 0xFFFD, 0xFFFD, 0xFFFD});
}

TEST_CASE("Code points are appended; what Unicode does not have is U+FFFD") {
  std::string text;
  for (const char32_t c : {U'a', char32_t{0xE9}, char32_t{0x4E2D}, char32_t{0x1F600}, char32_t{0xD800}, char32_t{0x110000}})
    append_utf8(text, c);
  CHECK(text == "a\xC3\xA9\xE4\xB8\xAD\xF0\x9F\x98\x80\xEF\xBF\xBD\xEF\xBF\xBD");
}
