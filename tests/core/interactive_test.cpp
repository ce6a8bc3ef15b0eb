// Tests interactive pages: their links are the program's links, and text in them can never become markup.

#include <doctest/doctest.h>

#include <regex>
#include <set>

#include <fmt/format.h>

#include "app/document/evaluation.hpp"
#include "app/figures/interactive.hpp"
#include "app/figures/interactive_cards.hpp"
#include "app/figures/interactive_data.hpp"
#include "app/system/sha256.hpp"
#include "assets/assets.hpp"
#include "render/packed.hpp"

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

TEST_CASE("a page knows the matrices of an MMA, and what each thread has of them") {
  const auto sheet = sheet_of("mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN(), (2,1,1))\n");
  SheetEvaluator evaluator;
  evaluator.update(sheet);
  const auto cards = page_cards(sheet, evaluator, {});
  REQUIRE(cards);
  const auto& frame = cards->front().frames.front();
  REQUIRE(frame.parts.size() == 3);
  CHECK(frame.parts[0].down == "M");  // C, A, B
  CHECK(frame.parts[2].down == "K");
  const auto cell = [&](const PagePart& part, std::int64_t row, std::int64_t column) {
    return (part.row + row) * frame.columns + part.column + column;
  };
  CHECK(frame.owners[static_cast<std::size_t>(cell(frame.parts[0], 17, 2))] == 37);
  CHECK(frame.owners.front() == -1);
  REQUIRE(frame.owned.size() == 64);
  // Thread 37 is the second warp's lane 5, whose part of B the first warp's has, too.
  const std::set<std::int64_t> has(frame.owned[37].begin(), frame.owned[37].end());
  CHECK(has.size() == 4 + 8 + 4);
  CHECK(has.contains(cell(frame.parts[0], 17, 2)));
  CHECK(has.contains(cell(frame.parts[1], 25, 11)));
  CHECK(has.contains(cell(frame.parts[2], 2, 1)));
  CHECK(frame.owned[5].back() == frame.owned[37].back());
  // Elements are those of C.
  CHECK(frame.elements[static_cast<std::size_t>(cell(frame.parts[0], 17, 2))] == 17 + 2 * 32);
  CHECK(frame.elements[static_cast<std::size_t>(cell(frame.parts[1], 0, 0))] == -1);
  const auto page = page_of("mma = SM80_16x8x8_F32F16F16F32_TN\n");
  CHECK(page.find("\"parts\":[{") != std::string::npos);
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

TEST_CASE("what the script says is translated, and nothing else is written out") {
  const std::string script(assets::get("page/figure.js"));
  const Texts chinese(Language::chinese);
  std::set<std::string> known;
  for (const std::string word : page_words()) {
    known.insert(word);
    CHECK_MESSAGE(std::string(chinese(word.c_str())) != word, word);
    // The name of a theme is put in.
    const auto in_script = word.starts_with("Theme: ") ? std::string("`Theme: ${") : "'" + word + "'";
    CHECK_MESSAGE(script.find(in_script) != std::string::npos, word);
  }
  const std::regex said(R"((?:word|says|calls|button|one_of)\((?:[^'\n]*, )?'([^']+)')");
  int found = 0;
  for (auto at = std::sregex_iterator(script.begin(), script.end(), said); at != std::sregex_iterator(); ++at, ++found) {
    const auto word = (*at)[1].str();
    // Classes come before words in a call.
    if (known.contains(word) || word == "language" || word == "theme" || word == "turn" || word == "hide") continue;
    FAIL_CHECK(word << " is no word of page_words()");
  }
  CHECK(found >= 20);
}

TEST_CASE("a page says the same in both languages, its own words and those of steps") {
  InteractiveOptions options;
  options.language = Language::chinese;
  const auto page = page_of("A = (8,8):(8,1)\nD = zipped_divide(A, <4:1, 4:1>)\n", options);
  CHECK(page.find("lang=\"zh-Hans\"") != std::string::npos);
  CHECK(page.find("data-en=\"Steps\" data-zh=\"步骤\">步骤<") != std::string::npos);
  CHECK(page.find("data-en=\"1. Mode 0: 8:8 by 4:1.\" data-zh=\"1. mode 0：8:8 除以 4:1。\"") != std::string::npos);
  const auto partition = page_of("A = (8,8):(8,1)\nP = local_partition(A, (2,4):(4,1), 3)\n", options);
  CHECK(partition.find("data-en=\"P over A\" data-zh=\"P 覆盖 A\">P 覆盖 A<") != std::string::npos);
}

TEST_CASE("the page may only run its own script and style") {
  const auto page = page_of("A = (4,4):(4,1)\n");
  const auto between = [&](std::string_view begin, std::string_view end) {
    const auto from = page.rfind(begin) + begin.size();
    return page.substr(from, page.find(end, from) - from);
  };
  const auto hash = [](const std::string& text) {
    const auto sum = sha256(text);
    return "'sha256-" + render::to_base64({reinterpret_cast<const char*>(sum.data()), sum.size()}) + "'";
  };
  CHECK(page.find("default-src 'none'; script-src " + hash(between("<script>", "</script>")) + ";") != std::string::npos);
  CHECK(page.find(hash(between("<style>", "</style>"))) != std::string::npos);
}

TEST_CASE("a fragment is one block of HTML to every Markdown: it begins with one, and no line of it is empty") {
  const auto sheet = sheet_of(
      "# a note\nA = (8,8):(8,1)\nD = zipped_divide(A, <4:1, 4:1>)\nn = size(A)\nE = composition(A, 6:3)\n"
      "@launch tensor=A threads=(4,4)\n");
  SheetEvaluator evaluator;
  evaluator.update(sheet);
  for (const auto& options : {InteractiveOptions{}, InteractiveOptions{.title = "two\n\n    lines"}}) {
    const auto fragment = interactive_fragment(sheet, evaluator, options);
    REQUIRE(fragment);
    CHECK(fragment->starts_with("<div "));
    CHECK(fragment->ends_with("</div>\n"));
    CHECK(!std::regex_search(*fragment, std::regex("\n[ \t\r]*\n")));
  }
}

TEST_CASE("65,536 cells and what is linked fit into 3 MB") {
  for (const auto* text : {"A = (256,256):(256,1)\n", "S = Swizzle<3,3,3> o (256,256):(256,1)\n",
                           "A = (128,128):(128,1)\nD = zipped_divide(A, <16:1, 16:1>)\nL = logical_divide(A, <16:1, 16:1>)\n"
                           "T = tiled_divide(A, <16:1, 16:1>)\n"}) {
    const auto page = page_of(text);
    CHECK_MESSAGE(page.size() <= 3'000'000, text << page.size());
  }
}
