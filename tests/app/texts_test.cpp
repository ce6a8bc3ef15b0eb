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

TEST_CASE("a blank stands between Chinese and what an operand brings in other letters, and not twice") {
  const Texts chinese(Language::chinese);
  CHECK(chinese(algebra::message("{} needs {}, not {}.", "f", algebra::Message::verbatim("make_tiled_copy 返回的 TiledCopy"), "4:1")) ==
        "f 需要 make_tiled_copy 返回的 TiledCopy，而不是 4:1。");
  CHECK(chinese(algebra::message("{} needs {}, not {}.", "f", algebra::Message("layout"), "4:1")) == "f 需要布局，而不是 4:1。");
  CHECK(chinese(algebra::message("{} bytes to the next core matrix {}", 256, algebra::Message("along K"))) ==
        "沿 K 到下一个核心矩阵相距 256 字节");
  CHECK(chinese(algebra::message("rank{}", "")) == "名次");
  CHECK(chinese(algebra::Message::sequence(algebra::Message::verbatim("UMMA_1SM M-mode size should be 64 or 128."),
                                           algebra::message("It is {}.", 32))) == "UMMA_1SM M-mode size should be 64 or 128. 它是 32。");
  CHECK(chinese(algebra::Message::sequence(algebra::Message::verbatim("abs(SShift) must be more than BBits."),
                                           algebra::Message::verbatim("Swizzle<3,3,1> 要求"))) ==
        "abs(SShift) must be more than BBits. Swizzle<3,3,1> 要求");
}

TEST_CASE("each text of a family is found, in copies as well") {
  Texts chinese(Language::chinese);
  const auto copy = chinese;
  chinese = Texts();
  CHECK(std::string(copy("what a thread has of B, (N,K)")) == "线程持有 B 的哪一部分，(N,K)");
  CHECK(std::string(copy("not lex_less(b, a)")) == "即 !lex_less(b, a)");
  CHECK(std::string(chinese("not lex_less(b, a)")) == "not lex_less(b, a)");
}
