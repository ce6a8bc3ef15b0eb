// Interactive pages: what they say about links is what the program says, and nothing in them can become more than text.

#include <doctest/doctest.h>

#include <fmt/format.h>

#include "app/document/evaluation.hpp"
#include "app/figures/interactive.hpp"
#include "app/system/sha256.hpp"

using namespace app;

namespace {

Sheet sheet_of(std::string_view text) {
  auto sheet = parse_sheet(text);
  REQUIRE(sheet);
  return std::move(*sheet);
}

std::string page_of(std::string_view text, const InteractiveOptions& options = {}) {
  const auto sheet = sheet_of(text);
  SheetEvaluator evaluator;
  evaluator.update(sheet);
  const auto page = interactive_page(sheet, evaluator, options);
  REQUIRE(page);
  return *page;
}

std::size_t count(std::string_view text, std::string_view what) {
  std::size_t n = 0;
  for (auto at = text.find(what); at != std::string_view::npos; at = text.find(what, at + what.size())) ++n;
  return n;
}

}  // namespace

TEST_CASE("SHA-256 of the examples in FIPS 180-4") {
  const auto sum = [](std::string_view text) {
    std::string hex;
    for (const auto byte : sha256(text)) hex += fmt::format("{:02x}", byte);
    return hex;
  };
  CHECK(sum("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  CHECK(sum("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  CHECK(sum("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq") ==
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  CHECK(sum(std::string(1000000, 'a')) == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST_CASE("a page has each card, and its figure without scripts") {
  const auto page = page_of("A = (8,8):(8,1)\nD = zipped_divide(A, <4:1, 4:1>)\n# a note\nn = size(A)\n");
  CHECK(count(page, "<section class=\"card\"") == 2);
  CHECK(page.find("<p class=\"note\">a note</p>") != std::string::npos);
  CHECK(page.find("((4,4),(2,2)):((8,1),(32,4))") != std::string::npos);
  CHECK(count(page, ">63<") >= 2);
  CHECK(page.find("n = size(A)") != std::string::npos);
}

TEST_CASE("what a person wrote stays text") {
  const auto page = page_of("A = (4,4):(4,1)\n# </script><script>alert(1)</script> <img src=x onerror=alert(2)> ]]> \"'&\n");
  CHECK(count(page, "<script") == 2);
  CHECK(count(page, "<img") == 0);
  CHECK(page.find("&lt;img src=x onerror=alert(2)&gt; ]]&gt; &quot;&#39;&amp;") != std::string::npos);
}

TEST_CASE("without a card there is no page, and why") {
  const auto sheet = sheet_of("n = 4\n");
  SheetEvaluator evaluator;
  evaluator.update(sheet);
  const auto page = interactive_page(sheet, evaluator);
  REQUIRE(!page);
  CHECK(page.error() == "No card of this sheet is shown.");
}
