// Tables of translations: families of texts in one line.

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "app/system/texts.hpp"

using namespace app;
using Lines = std::vector<std::string>;

TEST_CASE("a line of translation stands for a family of texts") {
  CHECK(lines_of_family("part of {A|B|C}, ({M,K|N,K|M,N})\t{A|B|C} ({M,K|N,K|M,N})") ==
        Lines{"part of A, (M,K)\tA (M,K)", "part of B, (N,K)\tB (N,K)", "part of C, (M,N)\tC (M,N)"});
  CHECK(lines_of_family("{} of {a|b} {}\tx") == Lines{"{} of a {}\tx", "{} of b {}\tx"});
  for (const auto* other : {"", "A | B", "}{", "{x} and {}", "}|{"}) CHECK(lines_of_family(other) == Lines{other});
}

TEST_CASE("each text of a family is found, in copies as well") {
  Texts chinese(Language::chinese);
  const auto copy = chinese;
  chinese = Texts();
  CHECK(std::string(copy("what a thread has of B, (N,K)")) == "线程持有 B 的哪一部分，(N,K)");
  CHECK(std::string(copy("not lex_less(b, a)")) == "即 !lex_less(b, a)");
  CHECK(std::string(chinese("not lex_less(b, a)")) == "not lex_less(b, a)");
}
